/** A secret in a file of its own, for its owner alone: read, or made once by whichever process comes first. */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './error-code.ts'
import { newToken } from './ids.ts'
import { syncFolder } from './sync-folder.ts'

/** How a secret is named to people, and what they do where others may have read it. */
export type SecretWords = { what: string; variable: string; mend: string }

/** What the file holds, trimmed; undefined if there is none. Throws a sentence where others of this machine may read it. */
export function readSecretFile(path: string, { what, mend }: SecretWords): string | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new Error(`${path} cannot be read: ${inWords(error)}. It holds ${what}.`, { cause: error })
  }
  try {
    const mode = fstatSync(file).mode & 0o777
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new Error(
        `${path} holds ${what}, and other users of this machine may read it (mode ${mode.toString(8)}). ` +
          `Run: chmod 600 ${path}. If somebody may have read it, make a new one with: ${mend}`,
      )
    }
    return readFileSync(file, 'utf8').trim()
  } finally {
    closeSync(file)
  }
}

/** Written under another name and linked to its own when it is on the disk: a link is never made over a file. */
export function makeSecretFile(path: string, text: string, words: SecretWords): void {
  putInPlace(path, text, words, (half) => {
    try {
      linkSync(half, path)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  })
}

/** Puts another text in the place of the file's, whole or not at all. */
export function replaceSecretFile(path: string, text: string, words: SecretWords): void {
  putInPlace(path, text, words, (half) => renameSync(half, path))
}

function putInPlace(path: string, text: string, words: SecretWords, name: (half: string) => void): void {
  const half = `${path}.${newToken()}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    const file = openSync(half, 'wx', 0o600)
    try {
      writeSync(file, `${text}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    name(half)
    syncFolder(dirname(path))
  } catch (error) {
    const { what, variable } = words
    const said = `${what.charAt(0).toUpperCase()}${what.slice(1)} cannot be kept in ${path}: ${inWords(error)}.`
    throw new Error(`${said} Set ${variable} instead.`, { cause: error })
  } finally {
    rmSync(half, { force: true })
  }
}

const inWords = (error: unknown) => (error instanceof Error ? error.message : String(error))
