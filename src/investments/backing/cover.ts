import type { System } from '#kit/actor.ts'
import type { Database, Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { sweep, type SweepWork } from '#kit/sweep.ts'
import { type Books, booksOf, missingFrom } from '#ledger/books.ts'
import { post, type Reference } from '#ledger/post.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { lockRecord } from '#records/lock.ts'
import * as referralBooks from '#referrals/books.ts'
import { setApartFor, type Reserve } from '#reserve/set-apart.ts'
import { openReserve, selectReserve } from '#reserve/open.ts'
import { setApartIn } from './promise.ts'
import { requiredEntries } from '../books.ts'
import { readCoverId, selectUncovered, writeSetApart, type Uncovered } from './store.ts'

/**
 * Sets apart what the reserve has for promises that are not covered, the oldest first, until nothing is left of it: what
 * came in for the reserve, or came back to it, and what was promised before there was one.
 */
export async function coverDue(db: Database, job: System, stopping?: AbortSignal): Promise<void> {
  const empty = new AbortController()
  const work: SweepWork = {
    find: async (tx, after, limit) =>
      (await selectReserve(tx)).balance === ZERO ? [] : selectUncovered(tx, after, limit),
    async handle(tx, ids) {
      for (const id of ids) if (!(await coverOne(tx, job, readCoverId(id)))) empty.abort()
    },
    ...{ together: 1, sideBySide: 1 },
  }
  await sweep(db, work, stopping === undefined ? empty.signal : AbortSignal.any([stopping, empty.signal]))
}

/**
 * Sets apart for one record what is missing of its promise. One that has been paid, declined or completed since it was found
 * promises nothing any more and stays as it is. Answers whether the reserve has anything left.
 */
async function coverOne(tx: Tx, job: System, { kind, id }: Uncovered): Promise<boolean> {
  const locked = await lockRecord(tx, kind, id)
  if (locked === undefined || !isPromised(locked.record)) return true
  const { backing: _, ...rest } = await openReserve(tx, id)
  const reserve: Reserve = { backing: 'disclosed', ...rest }
  const { record, clock } = locked
  const { setApart, was, is } = coveredIn(reserve, record)
  const reference: Reference = { kind, id }
  const entries = missingFrom(was, is)
  if (entries.length > 0) {
    await post(tx, job, clock.now(), [
      { key: `${kind}/${id}/set apart/${newId()}`, kind: 'set apart', reference, entries },
    ])
    await writeSetApart(tx, { kind, id }, setApart)
  }
  return reserve.free > ZERO
}

type AnyRecord = NonNullable<Awaited<ReturnType<typeof lockRecord<'investment' | 'referral'>>>>['record']

/** An investment that runs, and a bonus that nobody has decided on. */
function isPromised(record: AnyRecord): boolean {
  return record.status === ('investment_id' in record ? 'pending' : 'approved')
}

/** The books of such a record as they are, and as they are once all is set apart for it that the reserve has. */
function coveredIn(reserve: Reserve, record: AnyRecord): { setApart: MicroUsd; was: Books; is: Books } {
  if ('investment_id' in record) {
    const setApart = setApartFor(reserve, record.amount, record.set_apart)
    const booksIn = (one: typeof record) => booksOf(referralBooks.requiredEntries(one, ZERO))
    return { setApart, was: booksIn(record), is: booksIn({ ...record, set_apart: setApart }) }
  }
  const setApart = setApartIn(reserve, record, record)
  const booksIn = (one: typeof record) => booksOf(requiredEntries(one))
  return { setApart, was: booksIn(record), is: booksIn({ ...record, set_apart: setApart }) }
}
