import { sql } from 'kysely'
import type { Moment } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { microUsd, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { AccountName } from './accounts.ts'
import type { TransferKind } from './contract.ts'
import { post, type Entry, type Origin, type Reference } from './post.ts'
import { RECORD_ENTRY } from './record-entries.ts'

/** What a record has on each account: micro-dollars, debits positive, credits negative. */
export type Books = ReadonlyMap<AccountName, MicroUsd>

/** Sums entries to what they leave on each account. */
export function booksOf(entries: readonly Entry[]): Books {
  const books = new Map<AccountName, MicroUsd>()
  for (const { account, side, amount } of entries) {
    books.set(account, microUsd((books.get(account) ?? 0n) + (side === 'debit' ? amount : -amount)))
  }
  return books
}

/** What has been posted for a record, and left on each account so far. */
export async function postedBooks(tx: Tx, reference: Reference): Promise<Books> {
  const { rows } = await sql<{ name: string; total: MicroUsd }>`
    SELECT account.name, sum(posted.amount)::bigint AS total
    FROM ${RECORD_ENTRY} AS posted JOIN account ON account.id = posted.account_id
    WHERE posted.reference_id = ${reference.id} AND posted.reference_kind = ${reference.kind}
    GROUP BY account.name`.execute(tx)
  return new Map(rows.map((row) => [row.name as AccountName, row.total]))
}

/** What is missing from the books that a state requires: required less posted, as entries; empty when they agree. */
export function missingFrom(posted: Books, required: Books): Entry[] {
  const entries: Entry[] = []
  for (const account of [...new Set([...posted.keys(), ...required.keys()])].sort()) {
    const amount = microUsd((required.get(account) ?? 0n) - (posted.get(account) ?? 0n))
    if (amount > 0n) entries.push({ account, side: 'debit', amount })
    if (amount < 0n) entries.push({ account, side: 'credit', amount: microUsd(-amount) })
  }
  return entries
}

/**
 * The one way in which a correction moves money (business rules §4): posts, as one correcting transfer,
 * the books that the record's new state requires less what has been posted for it.
 * Throws `Shortfall` when an account would go below zero. `kind` says what it is, where that has a name of its own.
 * Answers what it moved: one entry for each account.
 */
export async function settle(
  tx: Tx,
  origin: Origin,
  at: Moment,
  correction: { key: string; reference: Reference; required: readonly Entry[]; kind?: TransferKind },
): Promise<Entry[]> {
  const { key, reference, required, kind = 'correction' } = correction
  const entries = missingFrom(await postedBooks(tx, reference), booksOf(required))
  await post(tx, origin, at, [{ key, kind, reference, entries }])
  return entries
}

/** What lines move of anybody's money: an earmark within the house's own moves none. */
function moving<Line extends Pick<Entry, 'account'>>(lines: readonly Line[]): Line[] {
  return lines.filter(({ account }) => !EARMARKS.includes(account))
}
const EARMARKS: readonly AccountName[] = ['reserve/yield', 'reserve/committed', 'equity/set-apart']

/** The most that lines move on one account, micro-dollars; each account has one line. */
export function mostMoved(lines: readonly Pick<Entry, 'account' | 'amount'>[]): MicroUsd {
  return moving(lines).reduce((most, { amount }) => (amount > most ? amount : most), ZERO)
}

/** All that lines move, micro-dollars: a transfer credits as much as it debits. */
export function allMoved(lines: readonly Entry[]): MicroUsd {
  return sum(
    moving(lines)
      .filter(({ side }) => side === 'credit')
      .map(({ amount }) => amount),
  )
}
