import type { KeyObject } from 'node:crypto'
import type { Database, Tx } from '#kit/database.ts'
import type { LogKeys } from '#kit/log-key.ts'
import { transaction } from '#kit/transaction.ts'
import { presentMark } from '#ledger/proof/mark.ts'
import { isAt, originOf } from './address.ts'
import { sameBytes } from './bytes-rules.ts'
import { keepCheckpoint, readKeptCheckpoint } from './kept-checkpoint.ts'
import { rootOf } from './merkle.ts'
import { type Signer, signerOf, signNote } from './note.ts'
import { readTiles } from './read-tiles.ts'
import {
  forgetTold,
  insertCheckpoint,
  insertSigner,
  type LogSigner,
  selectCheckpoint,
  selectSigner,
  wasSignedAs,
} from './signer-store.ts'
import { lockHead } from './store.ts'
import { tilesOf } from './tile-rules.ts'
import { readNote, readTreeHead, textOfTreeHead, type TreeHead } from './verify-note-rules.ts'

/** Where the log is, and what it is signed with. */
export type LogHouse = { appUrl: string; dataDir: string; keys: LogKeys }

/** What became of it: a note, nothing new, another process at it, or why nothing is signed, in a sentence. */
export type Signing = { note: string } | { nothing: true } | { busy: true } | { problem: string }

const SET_BACK = 'The log was signed before and has 0 entries now: what is here is older than what was signed.'

/**
 * Signs the head of the log where it has grown since the last checkpoint, keeps the note in the data folder, then in the
 * database, from where it is served. Signs only positions whose transaction is over and on the disk. Signs nothing and
 * says so where the key, the address or the database is another than at first, or where what was signed is no beginning
 * of what is there.
 */
export function signCheckpoint(db: Database, house: LogHouse): Promise<Signing> {
  return transaction(db, async (tx) => {
    const head = await lockHead(tx)
    return head === undefined ? { busy: true } : signHead(tx, house, head.size)
  })
}

/** The same in the transaction of whoever has locked the head, which is of this size. */
export async function signHead(tx: Tx, house: LogHouse, size: number): Promise<Signing> {
  const fixed = await selectSigner(tx)
  const [last, kept] = [await selectCheckpoint(tx), readKeptCheckpoint(house.dataDir)]
  const signed = [last?.note, kept].flatMap((note) => (note === undefined ? [] : { note, tree: treeHeadIn(note) }))
  if (size === 0 && fixed === undefined && signed.length === 0) return { nothing: true }
  const { server } = await presentMark(tx)
  const here = fixed === undefined ? await firstSigner(house) : await signerHere(house, fixed, server)
  if ('problem' in here) return here
  for (const { tree } of signed) {
    const problem = await problemWith(tx, tree, size, here.name)
    if (problem !== undefined) return { problem }
  }
  if (size === 0) return { problem: SET_BACK }
  if (last !== undefined && last.signer_id === fixed?.id && last.size === size) {
    if (kept !== last.note) keepCheckpoint(house.dataDir, last.note)
    return { nothing: true }
  }
  const root = await rootAt(tx, size)
  const note = await signNote(textOfTreeHead({ origin: here.name, size, root }), here)
  const signer = fixed ?? (await insertSigner(tx, { origin: here.name, verifier_key: here.verifierKey, server }))
  keepCheckpoint(house.dataDir, note)
  await insertCheckpoint(tx, { signer_id: signer.id, size, note })
  await forgetTold(tx)
  return { note }
}

/** The root of the log when it had this size. */
export async function rootAt(tx: Tx, size: number): Promise<Uint8Array> {
  return rootOf(size, await readTiles(tx, size === 0 ? [] : tilesOf([{ from: 0, to: size }])))
}

async function firstSigner({ appUrl, keys }: LogHouse): Promise<Signer> {
  const [newest] = keys()
  if (newest === undefined) throw new Error('the key of the log is gone')
  return signerOf(originOf(appUrl), seedOf(newest))
}

/** Whoever signs here as was fixed at first. */
async function signerHere(house: LogHouse, fixed: LogSigner, server: string): Promise<Signer | { problem: string }> {
  const origin = originOf(house.appUrl)
  if (!isAt(fixed.origin, origin)) {
    return { problem: `The log is that of ${fixed.origin}, and APP_URL makes it ${origin}.` }
  }
  if (fixed.server !== server) {
    return { problem: 'The log was signed in another database than this one, which may be a restored backup.' }
  }
  for (const key of house.keys()) {
    const signer = await signerOf(fixed.origin, seedOf(key))
    if (signer.verifierKey === fixed.verifier_key) return signer
  }
  return { problem: `The log is signed with ${fixed.verifier_key}, and that key is not here.` }
}

/** What is signed is never less than what was, and begins with it. What another name had signed is told by its follower. */
async function problemWith(
  tx: Tx,
  tree: TreeHead | undefined,
  size: number,
  origin: string,
): Promise<string | undefined> {
  if (tree === undefined) return 'What is kept as the last checkpoint of the log is none.'
  if (tree.origin !== origin) {
    if (await wasSignedAs(tx, tree.origin)) return undefined
    return `The last checkpoint that is kept here is of another log, ${tree.origin}.`
  }
  if (tree.size > size) {
    return `The log was signed at ${tree.size} entries and has ${size} now: what is here is older than what was signed.`
  }
  if (sameBytes(await rootAt(tx, tree.size), tree.root)) return undefined
  return `The log was signed at ${tree.size} entries, and what is here does not begin with them.`
}

/** What a note says that was signed, unverified; undefined where it is no checkpoint. */
export function treeHeadIn(note: string): TreeHead | undefined {
  const read = readNote(note)
  return read && readTreeHead(read.text)
}

const seedOf = (key: KeyObject): Uint8Array => key.export()
