/** A file that is there whole or not at all, for its owner alone (0600), and is never written over another. */
import { existsSync } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { codeOf } from './error-code.ts'
import { newToken } from './ids.ts'
import { syncFolder } from './sync-folder.ts'

/** What a file system says that knows no links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/**
 * `write` is given where it goes, and ends it. Until all of it is on the disk it has another name, which ends in `.part`
 * and is its own, so that two at once do not get into each other's. Throws a sentence where there is a file already, or
 * comes to be one meanwhile, and leaves nothing behind where it fails.
 */
export async function writeWholeFile(path: string, write: (into: Writable) => Promise<void>): Promise<void> {
  if (existsSync(path)) throw isThere(path)
  const half = `${path}.${newToken()}.part`
  // It is there before anything can be broken off, so that it is there to be removed.
  const file = await open(half, 'wx', 0o600).catch((error: unknown) => {
    throw notWritten(path, error)
  })
  try {
    await write(file.createWriteStream({ flush: true }))
    await giveName(half, path)
    syncFolder(dirname(path))
  } catch (error) {
    // a full disk, for one
    throw error instanceof Error && 'syscall' in error ? notWritten(path, error) : error
  } finally {
    await rm(half, { force: true })
  }
}

/** A link is never made over a file. */
async function giveName(half: string, path: string): Promise<void> {
  try {
    await link(half, path)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST' || existsSync(path)) throw isThere(path)
    if (!NO_LINKS.has(code)) throw error
    await rename(half, path)
  }
}

const isThere = (path: string) => new Error(`${path} is there already. Name a file that is not.`)
const notWritten = (path: string, error: unknown) =>
  new Error(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
