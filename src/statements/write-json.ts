import { Buffer } from 'node:buffer'
import { inPieces } from '#kit/in-pieces.ts'

/** What is kept about somebody as JSON that people can read: a field after the other, and long lists in pieces. */
export async function asJson(kept: Readonly<Record<string, unknown>>): Promise<Uint8Array> {
  const parts: Buffer[] = []
  const write = (text: string) => parts.push(Buffer.from(text))
  for (const [name, value] of Object.entries(kept)) {
    write(`${parts.length === 0 ? '{' : ','}\n ${JSON.stringify(name)}: `)
    if (Array.isArray(value)) await writeList(value, write)
    else write(indented(value, 1))
  }
  write('\n}\n')
  return Buffer.concat(parts)
}

async function writeList(items: readonly unknown[], write: (text: string) => void): Promise<void> {
  let before = '['
  for await (const piece of inPieces(items)) {
    write(before + piece.map((item) => `\n  ${indented(item, 2)}`).join(','))
    before = ','
  }
  write(items.length === 0 ? '[]' : '\n ]')
}

/** Line breaks within texts are escaped, so each that is there begins a line. */
function indented(value: unknown, by: number): string {
  return JSON.stringify(value, null, 1).replaceAll('\n', `\n${' '.repeat(by)}`)
}
