import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file in an archive: bytes that come one after the other. */
export type ArchivedFile = { name: string; bytes: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array> }

/** Bytes of a piece; what is packed at a time is not much more. */
export const PIECE_BYTES = 256 * 1024
/** What is small already. */
const PACKED = /\.(pdf|webp)$/

/**
 * Packs files into a ZIP, one after another as they come, and hands it on in pieces; a piece is waited for, so that no more
 * of it is held than that. `at` is the moment that the files are of. Answers how many bytes it has.
 */
export async function packFiles(
  files: AsyncIterable<ArchivedFile>,
  at: Date,
  keep: (piece: Buffer) => Promise<void>,
): Promise<number> {
  const zip = new ZipFile()
  // what goes wrong with a file is heard of where that is awaited
  zip.on('error', () => {})
  const stop = new AbortController()
  const out = zip.outputStream as Readable
  const filled = addEach(zip, files, at, stop.signal).catch((error: unknown) => {
    out.destroy(error as Error)
    throw error
  })
  try {
    const [bytes] = await Promise.all([keepInPieces(out, keep), filled])
    return bytes
  } finally {
    stop.abort()
    out.destroy()
    await filled.catch(() => {})
  }
}

async function addEach(zip: ZipFile, files: AsyncIterable<ArchivedFile>, at: Date, signal: AbortSignal) {
  for await (const { name, bytes } of files) {
    const stream = Readable.from(bytes, { objectMode: false })
    try {
      zip.addReadStream(stream, name, { mtime: at, mode: 0o100600, compress: !PACKED.test(name) })
      await finished(stream, { signal })
    } finally {
      stream.destroy()
    }
  }
  zip.end()
}

async function keepInPieces(out: Readable, keep: (piece: Buffer) => Promise<void>): Promise<number> {
  let held: Buffer[] = []
  let [size, total] = [0, 0]
  const handOn = async () => {
    const piece = Buffer.concat(held)
    held = []
    size = 0
    total += piece.length
    await keep(piece)
  }
  for await (const chunk of out as AsyncIterable<Buffer>) {
    held.push(chunk)
    size += chunk.length
    if (size >= PIECE_BYTES) await handOn()
  }
  if (size > 0) await handOn()
  return total
}
