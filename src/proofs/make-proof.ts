import { setTimeout as pause } from 'node:timers/promises'
import { DAY, SECOND } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { newSecret } from '#kit/ids.ts'
import { seal } from '#kit/seal.ts'
import type { Thread } from '#kit/thread.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { numberEntries, numberHere } from '#log/number-entries.ts'
import { announce } from '#notifications/notify.ts'
import {
  deleteAlarms,
  deleteTrees,
  insertProof,
  type OwedPage,
  selectAsked,
  selectOwedPage,
  sumLiabilities,
} from './store.ts'
import type { Tree } from './sum-tree.ts'
import type { TreeOrder } from './tree-thread.ts'

/** For how long each person can have their bundle. */
export const KEPT_DAYS = 90
const PAGE = 10_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

export type TreeThread = Thread<TreeOrder, Tree | undefined>

/**
 * Makes a proof where none was made today (UTC), or an owner asked for one: of what everybody is owed in one state of the
 * books, that which so many entries of the log leave. By one process at a time, during which nothing else gets a position;
 * what it is over comes to the liabilities of the books in that state, or none is made.
 */
export async function makeProof(db: Database, thread: TreeThread): Promise<void> {
  if (!(await readTransaction(db, isDue))) return
  // what was there before the log is numbered in pieces
  await numberEntries(db)
  await transaction(db, async (tx) => {
    const position = await numberHere(tx)
    if (position === undefined || !(await isDue(tx))) return
    const { newest, waiting } = await selectAsked(tx)
    const now = (await databaseClock(tx)).now()
    const of = { epoch: (newest?.epoch ?? 0) + 1, seed: newSecret() }
    const tree = await treeOfBooks(tx, thread, of)
    const sealedSeed = seal(tx, placeOfSeed(of.epoch), of.seed)
    await insertProof(tx, tree, { madeAt: now, position, requestId: waiting, sealedSeed })
    await announce(tx, null, 'proofs')
    await deleteAlarms(tx)
    await deleteTrees(tx, new Date(now.getTime() - KEPT_DAYS * DAY))
  })
}

/** Whether none was made today, or one is asked for. */
async function isDue(tx: Tx): Promise<boolean> {
  const { newest, waiting } = await selectAsked(tx)
  if (newest === undefined || waiting !== null) return true
  return dayOf(newest.made_at) !== dayOf((await databaseClock(tx)).now())
}

const dayOf = (moment: Date) => Math.floor(moment.getTime() / DAY)

/** What a sealed seed belongs to: moved to another epoch it does not open. */
export const placeOfSeed = (epoch: number): string => `proof ${epoch}`

/** What people are owed is not what the books say that is owed: no tree over it is worth anything. */
export class WrongTotal extends Error {}

/** Throws where what people are owed does not come to what the books say that is owed. */
async function treeOfBooks(tx: Tx, thread: TreeThread, of: { epoch: number; seed: string }): Promise<Tree> {
  const { accounts, suspense } = await sumLiabilities(tx)
  const ask = (order: TreeOrder) => {
    const answer = thread.ask(order)
    // it is waited for once the next page is read, and one that fails before anybody waits would end the process
    answer.catch(() => {})
    return answer
  }
  let held = 0n
  let added = ask({ epoch: of.epoch, seed: Buffer.from(of.seed, 'base64url') })
  for (let after: string | null = BEFORE_ALL; after !== null;) {
    const page: OwedPage = await selectOwedPage(tx, after, PAGE)
    held += page.held
    after = page.last
    // One page is read while the last one is added.
    await whileAlive(tx, added)
    added = ask({ packed: page.packed })
  }
  await whileAlive(tx, added)
  if (held > suspense) {
    throw new WrongTotal(`People are held ${held} micro-dollars in suspense, the books say ${suspense}.`)
  }
  const tree = await whileAlive(tx, ask({ unowned: suspense - held }))
  if (tree?.total !== accounts + suspense) {
    throw new WrongTotal(`People are owed ${tree?.total} micro-dollars, the books say ${accounts + suspense}.`)
  }
  return tree
}

/** Waits for the thread, and lets the transaction never stand still for long: the database would end it. */
async function whileAlive<T>(tx: Tx, answer: Promise<T>): Promise<T> {
  const isDone = answer.then(() => true)
  while (!(await Promise.race([isDone, pause(SECOND, false)]))) await databaseClock(tx)
  return answer
}
