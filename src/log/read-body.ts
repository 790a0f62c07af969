/** The whole body of an answer. Throws where it is larger than so many bytes: the rest is not fetched. */
export async function readBody(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > most) throw new Error(`the answer is larger than ${most} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
