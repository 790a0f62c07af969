/**
 * The master keys that wrap the key of each person's documents. They stand in the environment or in a file of their own,
 * never in the database and in no backup of it. The first one is the newest; the others only open, while a rotation runs.
 */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { databaseOf } from './database-of.ts'
import type { DB } from './database-schema.ts'
import { makeSecretFile, readSecretFile, replaceSecretFile } from './secret-file.ts'

/** It shows nothing of itself where it is printed or logged. */
export type MasterKey = { readonly id: string; readonly key: KeyObject }

export type DocumentKeys = {
  /** The newest first. */
  all(): readonly MasterKey[]
  /** By its fingerprint; one that another process has brought meanwhile is found as well, where it is in the file. */
  find(id: string): MasterKey | undefined
}

/** Bytes: AES-256. */
const LENGTH = 32
const WORDS = { what: 'the document key', variable: 'DOCUMENT_KEY', mend: 'npm run rotate-document-key' }

/** The file that holds it where the environment does not. */
export const documentKeyFile = (dataDir: string): string => join(dataDir, 'document-key')

/** Reads what the environment says, the newest first, parted by commas. Throws a sentence without the keys. */
export function givenDocumentKeys(name: string, text: string | undefined): DocumentKeys | undefined {
  if (text === undefined) return undefined
  const keys = readKeys(text.split(','), name)
  return { all: () => keys, find: (id) => keys.find((key) => key.id === id) }
}

/** The keys given, else those of the data folder, where the first is made when there is none. */
export function openDocumentKeys(from: { dataDir: string; documentKeys: DocumentKeys | undefined }): DocumentKeys {
  if (from.documentKeys !== undefined) return from.documentKeys
  const path = documentKeyFile(from.dataDir)
  if (readFile(path) === undefined) makeSecretFile(path, newKey(), WORDS)
  let known = readFile(path) ?? []
  const readAgain = () => (known = readFile(path) ?? known)
  const byId = (id: string) => known.find((key) => key.id === id)
  return { all: readAgain, find: (id) => byId(id) ?? (readAgain(), byId(id)) }
}

/** Puts a new key before the one of the file; where there are two, a rotation was broken off, and goes on with them. */
export function addToFile(dataDir: string, inForce: string): readonly MasterKey[] {
  const path = documentKeyFile(dataDir)
  const known = readFile(path) ?? []
  if (known.length === 1 && known[0]?.id === inForce) {
    replaceSecretFile(path, [newKey(), ...known.map(textOf)].join('\n'), WORDS)
  }
  return readFile(path) ?? []
}

/** Leaves only this key in the file. */
export function keepInFile(dataDir: string, kept: MasterKey): void {
  replaceSecretFile(documentKeyFile(dataDir), textOf(kept), WORDS)
}

/** The keys of the database that a transaction is on. */
export function documentKeysOf(tx: Kysely<DB>): DocumentKeys {
  const keys = held.get(databaseOf(tx))
  if (keys === undefined) throw new Error('the database was opened without the document key')
  return keys
}

const held = new WeakMap<Kysely<DB>, DocumentKeys>()

/** Gives a pool its document keys. */
export function giveDocumentKeys(db: Kysely<DB>, keys: DocumentKeys | undefined): void {
  if (keys !== undefined) held.set(db, keys)
}

/** Undefined if there is no file. */
function readFile(path: string): readonly MasterKey[] | undefined {
  const text = readSecretFile(path, WORDS)
  return text === undefined ? undefined : readKeys(text.split('\n'), path)
}

function readKeys(texts: readonly string[], where: string): readonly MasterKey[] {
  return texts.map((text) => {
    const bytes = Buffer.from(text.trim(), 'base64')
    if (bytes.length !== LENGTH) {
      throw new Error(
        `${where} holds no document key: it takes 32 bytes in base64, as "openssl rand -base64 32" prints.`,
      )
    }
    const key = createSecretKey(bytes)
    return { id: createHmac('sha256', key).update('plumb/document key').digest('hex').slice(0, 32), key }
  })
}

const newKey = () => randomBytes(LENGTH).toString('base64')
const textOf = ({ key }: MasterKey) => key.export().toString('base64')
