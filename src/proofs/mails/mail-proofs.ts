import { databaseClock, type Moment } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { proofInLog } from '#log/proof-in-log.ts'
import { enqueueTellingUsers } from '#mail/enqueue.ts'
import { monthlyProof } from '#mail/proof-templates.ts'
import { showUsdExact } from '#money/show.ts'
import { microUsd } from '#money/micro-usd.ts'
import { announcedText } from '../bundle-text.ts'
import { firstProofSince, proofOf } from '../read.ts'
import { insertMonth, lockOpenMonth, type OpenMonth, selectMonth, selectNextReceivers, updateMonth } from './store.ts'

/** How many mails one transaction writes. */
const CHUNK = 500

/**
 * Writes the mails of a month (UTC) to whoever wanted them when it was begun: once its first proof is made and stands in
 * the log, signed. In pieces, each of them with its place in one transaction, by one process at a time: whoever is killed
 * in between has written a piece or nothing of it, and nobody gets two.
 */
export async function mailProofs(db: Database, { stopping, chunk = CHUNK }: Going = {}): Promise<void> {
  while (!stopping?.aborted && (await transaction(db, (tx) => mailSome(tx, chunk))));
}
type Going = { stopping?: AbortSignal | undefined; chunk?: number }

/** Answers whether there may be more to do. */
async function mailSome(tx: Tx, chunk: number): Promise<boolean> {
  const open = await lockOpenMonth(tx)
  const now = (await databaseClock(tx)).now()
  return open === undefined ? begin(tx, now) : write(tx, open, chunk)
}

async function begin(tx: Tx, now: Moment): Promise<boolean> {
  const month = `${now.toISOString().slice(0, 7)}-01`
  if (await selectMonth(tx, month)) return false
  const proof = await firstProofSince(tx, new Date(`${month}T00:00:00Z`))
  if (proof === undefined || (await proofInLog(tx, announcedText(proof))) === null) return false
  return insertMonth(tx, { month, epoch: proof.epoch, begun_at: now })
}

async function write(tx: Tx, open: OpenMonth, chunk: number): Promise<boolean> {
  const clock = await databaseClock(tx)
  const { epoch, made_at, position, total, root } = await proofOf(tx, open.epoch)
  const receivers = await selectNextReceivers(tx, open, { position, most: chunk })
  const about = { epoch, madeAt: made_at, root: Buffer.from(root).toString('base64') }
  const letters = receivers.map(({ user_id, owed }) => ({
    userId: user_id,
    ...monthlyProof({ ...about, total: showUsdExact(microUsd(total)), owed: showUsdExact(owed) }),
  }))
  await enqueueTellingUsers(tx, clock, letters)
  const isLast = receivers.length < chunk
  const through = receivers.at(-1)?.user_id ?? open.through
  await updateMonth(tx, { month: open.month, through, more: letters.length, done_at: isLast ? clock.now() : null })
  return !isLast
}
