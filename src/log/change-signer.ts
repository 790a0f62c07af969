import { setTimeout as pause } from 'node:timers/promises'
import type { KeyObject } from 'node:crypto'
import { databaseClock } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { hashToken, newToken } from '#kit/ids.ts'
import { transaction } from '#kit/transaction.ts'
import { presentMark } from '#ledger/proof/mark.ts'
import { originOf } from './address.ts'
import { readKeptCheckpoint } from './kept-checkpoint.ts'
import { signerOf } from './note.ts'
import { numberEntries } from './number-entries.ts'
import { type LogHouse, signCheckpoint, signHead, treeHeadIn } from './sign-checkpoint.ts'
import {
  insertKeyAnnouncement,
  insertSigner,
  isPassed,
  selectCheckpoint,
  selectOrigins,
  selectSigner,
} from './signer-store.ts'
import { lockHead, selectHead } from './store.ts'

const LOOK_AGAIN = 200
const TRIES = 50
const BUSY = 'Another process has been at the log all the time; nothing of it was signed here.'
/** Hexadecimal digits: 64 bits. */
const CHANCE = 16

/**
 * Goes on under another name, whose first announcement tells the last checkpoint under the name before: for a database
 * that was restored or moved, an address that changed, or a key that is lost. As the owner of the tables, all of it in the
 * transaction that signs the first checkpoint under that name; `tell` tells everybody in it. Answers the name. Throws a sentence where nothing was
 * signed yet or cannot be signed now: then nothing has changed.
 */
export async function restartLog(
  db: Database,
  house: LogHouse,
  tell: (tx: Tx, origin: string) => Promise<void>,
): Promise<string> {
  const [key] = house.keys()
  if (key === undefined) throw new Error('There is no key of the log.')
  const origin = await holdingHead(db, async (tx, size) => {
    const follows = await lastSigned(tx, house.dataDir)
    if (follows === undefined) throw new Error('Nothing was signed yet: the log begins by itself.')
    if (size === 0) throw new Error('The log has no entry here yet: start it again once something was posted.')
    const name = await unusedName(tx, house.appUrl, follows)
    const { verifierKey } = await signerOf(name, key.export())
    const { server } = await presentMark(tx)
    await insertSigner(tx, { origin: name, verifier_key: verifierKey, server, follows })
    await insertKeyAnnouncement(tx, `${verifierKey}\nfollows\n${follows}`)
    await tell(tx, name)
    await signOrThrow(tx, house, size)
    return name
  })
  await signAll(db, house)
  return origin
}

/**
 * Changes the key: the new one is announced in the log and signed with the old one, then it signs. As the owner of the
 * tables. `bring` has the new key among the others. Broken off it is started again, and a key that signs already stays.
 * Answers the new key as `/log/key` says it. Throws a sentence where nothing was signed yet, where one of the keys is not
 * here, or where the log is not signed for another reason.
 */
export async function rotateLogKey(db: Database, house: LogHouse, bring: () => KeyObject): Promise<string> {
  const fixed = await transaction(db, selectSigner)
  if (fixed === undefined) throw new Error('Nothing was signed yet: the log begins with the key that is here.')
  // first with the key that signs: where that cannot be, a new one is neither brought nor announced
  await signAll(db, house)
  const { verifierKey } = await signerOf(fixed.origin, bring().export())
  if (verifierKey === fixed.verifier_key) return verifierKey
  await transaction(db, (tx) => insertKeyAnnouncement(tx, `${verifierKey}\n`))
  await signAll(db, house)
  await holdingHead(db, async (tx, size) => {
    await signOrThrow(tx, house, size)
    const { origin, server } = fixed
    await insertSigner(tx, { origin, verifier_key: verifierKey, server })
    await signOrThrow(tx, house, size)
  })
  return verifierKey
}

/** Numbers and signs what there is, also where the app is at it in the same moment. Throws a sentence where it cannot. */
async function signAll(db: Database, house: LogHouse): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await numberEntries(db)
    const signing = await signCheckpoint(db, house)
    if ('problem' in signing) throw new Error(signing.problem)
    if ('note' in signing) return
    const isSigned = await transaction(db, async (tx) => {
      const [last, fixed, head] = [await selectCheckpoint(tx), await selectSigner(tx), await selectHead(tx)]
      return last !== undefined && last.signer_id === fixed?.id && last.size === head.size
    })
    if (isSigned) return
    await pause(LOOK_AGAIN)
  }
  throw new Error(BUSY)
}

/** One transaction in which no other process numbers or signs; `size` is that of the log. */
async function holdingHead<T>(db: Database, work: (tx: Tx, size: number) => Promise<T>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const done = await transaction(db, async (tx) => {
      const head = await lockHead(tx)
      return head && { answer: await work(tx, head.size) }
    })
    if (done !== undefined) return done.answer
    await pause(LOOK_AGAIN)
  }
  throw new Error(BUSY)
}

async function signOrThrow(tx: Tx, house: LogHouse, size: number): Promise<void> {
  const signing = await signHead(tx, house, size)
  if ('problem' in signing) throw new Error(signing.problem)
}

/** What was signed last: by what is kept beside the database, where the database knows of nothing behind that. */
async function lastSigned(tx: Tx, dataDir: string): Promise<string | undefined> {
  const kept = readKeptCheckpoint(dataDir)
  const head = kept === undefined ? undefined : treeHeadIn(kept)
  if (head !== undefined && !(await isPassed(tx, head))) return kept
  return (await selectCheckpoint(tx))?.note
}

/**
 * A name under which nothing was ever signed, whatever was restored since: the number follows all that are known here, and
 * no backup can lead to the same chance twice.
 */
async function unusedName(tx: Tx, appUrl: string, follows: string): Promise<string> {
  const known = [...(await selectOrigins(tx)), treeHeadIn(follows)?.origin ?? '']
  const number = 1 + Math.max(known.length - 1, ...known.map(numberIn))
  const day = (await databaseClock(tx)).now().toISOString().slice(0, 'yyyy-mm-dd'.length)
  return `${originOf(appUrl)}/${number}-${day}-${hashToken(newToken()).slice(0, CHANCE)}`
}

const numberIn = (origin: string): number => Number(/\/log\/(\d{1,9})(?:-|$)/.exec(origin)?.[1] ?? 0)
