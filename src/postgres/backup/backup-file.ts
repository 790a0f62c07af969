/** A backup as a file: compressed with zstd and, with a key, encrypted with age. It is there whole or not at all. */
import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { pipeline as finished } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { writeWholeFile } from '#kit/whole-file.ts'
import { type BackupKey, decrypterWith, encrypterWith } from './backup-key.ts'

/** Restored as it stands, the file would be wrong or incomplete. */
export class DamagedBackup extends Error {
  override name = 'DamagedBackup'
  constructor(path: string, why: string, cause?: unknown) {
    super(`${path} is damaged or incomplete (${why}). Nothing was restored: take another backup.`, { cause })
  }
}

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const AGE_MAGIC = Buffer.from('age-encryption.org/v1\n')

/**
 * Writes the text of a backup (`writeWholeFile`). Throws a sentence where there is a file already, and leaves nothing
 * behind where it fails or is aborted.
 */
export async function writeBackupFile(
  path: string,
  text: AsyncIterable<Buffer>,
  { key, signal }: { key: BackupKey | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  const compressed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const closed = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    if (key === undefined) return yield* source
    const encrypter = await encrypterWith(key)
    yield* await encrypter.encrypt(ReadableStream.from<Uint8Array>(source))
  }
  await writeWholeFile(path, async (into) => {
    const bytes = Readable.from(text, { objectMode: false })
    await finished(bytes, compressed, closed, into, { ...(signal && { signal }) })
  })
}

/**
 * Reads the text of a backup again. Throws a sentence where the file is none, where it takes a key that was not given or
 * is another, and `DamagedBackup` as soon as something in it is not as it was written.
 */
export async function* readBackupFile(path: string, key: BackupKey | undefined): AsyncGenerator<Buffer> {
  const encrypted = isEncrypted(path)
  if (encrypted && key === undefined) {
    throw new Error(`${path} is encrypted: set BACKUP_KEY or BACKUP_KEY_FILE to its key.`)
  }
  const text = createZstdDecompress()
  const opened = encrypted && key !== undefined ? decrypted(path, key) : createReadStream(path)
  // What fails on the way fails whoever reads the text, with the same error.
  pipeline(opened, text, () => {})
  try {
    yield* text as AsyncIterable<Buffer>
  } catch (error) {
    throw isZlibs(error) ? new DamagedBackup(path, error.message, error) : error
  }
}

async function* decrypted(path: string, key: BackupKey): AsyncGenerator<Uint8Array> {
  const decrypter = decrypterWith(key)
  const bytes: AsyncIterable<Uint8Array> = createReadStream(path)
  let opened: ReadableStream<Uint8Array>
  try {
    opened = await decrypter.decrypt(ReadableStream.from(bytes))
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('no identity matched'))) {
      throw new DamagedBackup(path, 'its beginning was changed', error)
    }
    throw new Error(`${path} was encrypted with another key than the one given.`, { cause: error })
  }
  try {
    yield* opened
  } catch (error) {
    throw new DamagedBackup(path, 'it was changed or cut after it was encrypted', error)
  }
}

function isEncrypted(path: string): boolean {
  const begins = Buffer.alloc(AGE_MAGIC.length)
  const file = openSync(path, 'r')
  try {
    readSync(file, begins)
  } finally {
    closeSync(file)
  }
  if (begins.equals(AGE_MAGIC)) return true
  if (begins.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC)) return false
  throw new Error(`${path} is no backup of Plumb, or its first bytes were changed.`)
}

const isZlibs = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^(Z_|ZSTD_)/.test(String(error.code))
