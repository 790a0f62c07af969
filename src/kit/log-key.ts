/**
 * The key with which the house signs its log. It stands in the environment or in a file of its own, never in the database
 * and in no backup of it. The newest is first; the others are there while a rotation runs.
 */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { makeSecretFile, readSecretFile, replaceSecretFile } from './secret-file.ts'

/** What Ed25519 makes its key of. It shows nothing of itself where it is printed or logged. */
export type LogKeys = () => readonly KeyObject[]

/** Bytes. */
const LENGTH = 32
const WORDS = { what: 'the key of the log', variable: 'LOG_KEY', mend: 'npm run log -- rotate' }

/** The file that holds it where the environment does not. */
const logKeyFile = (dataDir: string): string => join(dataDir, 'log-key')

/** Reads what the environment says, the newest first, parted by commas. Throws a sentence without the keys. */
export function givenLogKeys(name: string, text: string | undefined): LogKeys | undefined {
  if (text === undefined) return undefined
  const keys = readKeys(text.split(','), name)
  return () => keys
}

/** The keys given, else those of the data folder, where the first is made when there is none. */
export function openLogKeys(from: { dataDir: string; logKeys: LogKeys | undefined }): LogKeys {
  if (from.logKeys !== undefined) return from.logKeys
  const path = logKeyFile(from.dataDir)
  if (readFile(path) === undefined) makeSecretFile(path, newKey(), WORDS)
  return () => readFile(path) ?? []
}

/**
 * The same for a command, which makes none: with a key of its own it would take the log from the house that runs. Throws a
 * sentence where there is none.
 */
export function presentLogKeys(from: { dataDir: string; logKeys: LogKeys | undefined }): LogKeys {
  if (from.logKeys === undefined && readFile(logKeyFile(from.dataDir)) === undefined) {
    throw new Error(
      `There is no key of the log in ${from.dataDir}. Set DATA_DIR or LOG_KEY as npm start has them. ` +
        'If the key is lost, npm start makes another.',
    )
  }
  return openLogKeys(from)
}

/** Puts a new key before those of the file. */
export function addLogKey(dataDir: string): void {
  const path = logKeyFile(dataDir)
  replaceSecretFile(path, [newKey(), ...(readFile(path) ?? []).map(textOf)].join('\n'), WORDS)
}

/** Leaves only this key in the file. */
export function keepLogKey(dataDir: string, kept: KeyObject): void {
  replaceSecretFile(logKeyFile(dataDir), textOf(kept), WORDS)
}

/** Undefined if there is no file. */
function readFile(path: string): readonly KeyObject[] | undefined {
  const text = readSecretFile(path, WORDS)
  return text === undefined ? undefined : readKeys(text.split('\n'), path)
}

function readKeys(texts: readonly string[], where: string): readonly KeyObject[] {
  return texts.map((text) => {
    const bytes = Buffer.from(text.trim(), 'base64')
    if (bytes.length === LENGTH) return createSecretKey(bytes)
    throw new Error(
      `${where} holds no key of the log: it takes 32 bytes in base64, as "openssl rand -base64 32" prints.`,
    )
  })
}

const newKey = () => randomBytes(LENGTH).toString('base64')
const textOf = (key: KeyObject) => key.export().toString('base64')
