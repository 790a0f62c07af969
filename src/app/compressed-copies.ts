import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** How what is sent may be compressed, the smaller first, and how the copy is called that the build lays beside a file. */
export const ENDINGS = { br: '.br', gzip: '.gz' } as const
export type Coding = keyof typeof ENDINGS
export const CODINGS = Object.keys(ENDINGS) as Coding[]

const COMPRESS = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** Lays compressed copies beside a file of the build, so that the server has nothing to compress. */
export async function layCopies(path: string): Promise<void> {
  const content = await readFile(path)
  await Promise.all(
    CODINGS.map(async (coding) => writeFile(path + ENDINGS[coding], await COMPRESS[coding](content, SMALLEST[coding]))),
  )
}
/** Brotli does its best by itself. */
const SMALLEST = { br: {}, gzip: { level: 9 } }
