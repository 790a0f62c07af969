/** The last checkpoint that was signed, kept in a file as well: a database that was set back does not know of it. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '#kit/error-code.ts'
import { newToken } from '#kit/ids.ts'

const fileIn = (dataDir: string) => join(dataDir, 'log-checkpoint')

/** The note; undefined where none was kept. */
export function readKeptCheckpoint(dataDir: string): string | undefined {
  try {
    return readFileSync(fileIn(dataDir), 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Puts a note in its place, on the disk before this returns, whole or not at all. */
export function keepCheckpoint(dataDir: string, note: string): void {
  mkdirSync(dataDir, { recursive: true })
  const half = `${fileIn(dataDir)}.${newToken()}`
  writeFileSync(half, note, { flush: true })
  renameSync(half, fileIn(dataDir))
}
