/**
 * The house's own secret. It stands in the environment or in a file of its own, never in the database: what is short
 * enough to be guessed is hashed with it, so that a copy of the database gives nothing away.
 */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { databaseOf } from './database-of.ts'
import type { DB } from './database-schema.ts'
import { makeSecretFile, readSecretFile } from './secret-file.ts'

/** It shows nothing of itself where it is printed or logged. */
export type Pepper = KeyObject

/** What is keyed; the same text has another hash for each. */
type Purpose =
  | 'code'
  | 'limit'
  | 'seal'
  | 'fingerprint'
  | 'database login'
  | 'request'
  | 'document number'
  | 'document file'

/** Bytes. */
const SHORTEST = 32
const WORDS = { what: 'the pepper', variable: 'CODE_PEPPER', mend: 'npm run new-pepper' }

/** The file that holds it where the environment does not. */
export const pepperFile = (dataDir: string): string => join(dataDir, 'pepper')

/** Reads what the environment says of it. Throws a sentence, without the pepper, where that is too short. */
export function givenPepper(name: string, text: string | undefined): Pepper | undefined {
  if (text === undefined) return undefined
  const length = Buffer.byteLength(text)
  if (length < SHORTEST) {
    throw new Error(
      `${name} has ${length} bytes: it takes ${SHORTEST} or more, such as what "openssl rand -hex 32" prints.`,
    )
  }
  return createSecretKey(text, 'utf8')
}

/**
 * The pepper of this house: the one given, else the one in the data folder, which is made when it is missing. Of
 * processes that start together one makes it, and it is there whole or not at all. Throws a sentence where other users
 * of the machine can read the file, or it holds none.
 */
export function openPepper({ dataDir, pepper }: { dataDir: string; pepper: Pepper | undefined }): Pepper {
  if (pepper !== undefined) return pepper
  const path = pepperFile(dataDir)
  return readFile(path) ?? makeFile(path)
}

/** HMAC-SHA-256 in hexadecimal. */
export function keyedWith(pepper: Pepper, purpose: Purpose, text: string): string {
  return createHmac('sha256', pepper).update(`plumb/${purpose}/${text}`).digest('hex')
}

/** The same with the pepper of the database that a transaction is on. */
export function keyed(tx: Kysely<DB>, purpose: Purpose, text: string): string {
  const pepper = held.get(databaseOf(tx))
  if (pepper === undefined) throw new Error('the database was opened without the pepper')
  return keyedWith(pepper, purpose, text)
}

const held = new WeakMap<Kysely<DB>, Pepper>()

/** Gives a pool its pepper. */
export function givePepper(db: Kysely<DB>, pepper: Pepper | undefined): void {
  if (pepper !== undefined) held.set(db, pepper)
}

/** Undefined if there is no file. */
function readFile(path: string): Pepper | undefined {
  const text = readSecretFile(path, WORDS)
  if (text === undefined) return undefined
  if (Buffer.byteLength(text) < SHORTEST) {
    throw new Error(`${path} holds no pepper. Put back what it held, or make a new one with: ${WORDS.mend}`)
  }
  return createSecretKey(text, 'utf8')
}

function makeFile(path: string): Pepper {
  makeSecretFile(path, randomBytes(SHORTEST).toString('hex'), WORDS)
  const made = readFile(path)
  if (made === undefined) throw new Error(`${path} has gone.`)
  return made
}
