import { sql } from 'kysely'
import { type Actor, type System, userOf } from '#kit/actor.ts'
import type { Moment } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId, type ActId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import type { TransferKind } from './contract.ts'
import { accountIds } from './account-ids.ts'
import { accountInWords, type AccountName } from './accounts.ts'

/** One side of a transfer: micro-dollars greater than zero, debited or credited to one account. */
export type Entry = { account: AccountName; side: 'debit' | 'credit'; amount: MicroUsd }

/** The record that a transfer belongs to. */
export type Reference = { kind: 'investment' | 'withdrawal' | 'referral' | 'user' | 'wallet'; id: string }

/**
 * What a transfer comes from: a job, or the act of somebody, by its line in the audit log. The line is written in the same
 * transaction, before or after, by the same actor; the database refuses to commit without it.
 */
export type Origin = System | { actor: Actor; act: ActId }

/** One balanced transfer to be posted. */
export type NewTransfer = {
  /** Unique for ever: the same key posts once, however often it is asked for. */
  key: string
  kind: TransferKind
  reference: Reference
  entries: readonly Entry[]
  /** The transfer that this one undoes, entry by entry. At most once. */
  reverses?: string
  /** The transfer that this one sets right in part. */
  corrects?: string
}

/** What stands in the books under a key. */
export type Posted = { key: string; transferId: string; replayed: boolean }

/** A transfer would take an account below zero. 409; the sentence names the account and what is missing. */
export class Shortfall extends Refusal {
  readonly account: string
  readonly missing: MicroUsd

  constructor(account: string, missing: MicroUsd) {
    super(
      'wrong state',
      `This would take ${accountInWords(account)} below zero by ${showUsd(toTheCentAbove(missing))}.`,
    )
    this.name = 'Shortfall'
    this.account = account
    this.missing = missing
  }
}

const MICROS_PER_CENT = 10_000n
const BELOW_FLOOR = 'PLB01'
const OUT_OF_RANGE = '22003'

export function debit(account: AccountName, amount: MicroUsd): Entry {
  return { account, side: 'debit', amount }
}

export function credit(account: AccountName, amount: MicroUsd): Entry {
  return { account, side: 'credit', amount }
}

/**
 * Posts transfers to the books inside the caller's transaction: in order, all or none, one call to the database.
 * Locks the accounts in id order. Entries of zero are left out; a transfer of nothing but zeros is not posted.
 * Throws `Shortfall` when an account would go below zero.
 */
export async function post(
  tx: Tx,
  origin: Origin,
  effectiveAt: Moment,
  transfers: readonly NewTransfer[],
): Promise<Posted[]> {
  const batch = transfers
    .map((transfer) => ({ ...transfer, id: newId(), entries: transfer.entries.filter(({ amount }) => amount !== 0n) }))
    .filter(({ entries }) => entries.length > 0)
  if (batch.length === 0) return []
  const { actor, job, act } = writeOrigin(origin)
  const lines = await linesByAccount(tx, batch)
  try {
    const { rows } = await sql<{ ids: string[] }>`SELECT ledger_post(
      ${batch.map(({ id }) => id)}::uuid[],
      ${batch.map(({ key }) => key)}::text[],
      ${batch.map(({ kind }) => kind)}::text[],
      ${batch.map(({ reference }) => reference.kind)}::text[],
      ${batch.map(({ reference }) => reference.id)}::uuid[],
      ${batch.map(({ reverses = null }) => reverses)}::uuid[],
      ${batch.map(({ corrects = null }) => corrects)}::uuid[],
      ${actor}, ${act}, ${job}, ${effectiveAt},
      ${lines.map(({ place }) => place)}::integer[],
      ${lines.map(({ account }) => account)}::uuid[],
      ${lines.map(({ amount }) => amount)}::bigint[]
    ) AS ids`.execute(tx)
    const stands = rows[0]?.ids ?? []
    return batch.map(({ key, id }, n) => ({ key, transferId: stands[n] ?? id, replayed: stands[n] !== id }))
  } catch (error) {
    throw asRefusal(error)
  }
}

/** A line of the batch: the place of its transfer, from 1, its account, and micro-dollars, a debit positive. */
type Line = { place: number; account: string; amount: bigint }

/** By account, as the database takes them; those of an account in the order in which they count. */
async function linesByAccount(tx: Tx, batch: readonly Pick<NewTransfer, 'entries'>[]): Promise<Line[]> {
  const ids = await accountIds(
    tx,
    batch.flatMap(({ entries }) => entries.map(({ account }) => account)),
  )
  const lines = batch.flatMap(({ entries }, n) =>
    entries.map(({ account, side, amount }) => ({
      place: n + 1,
      account: ids.get(account) ?? '',
      amount: side === 'debit' ? amount : -amount,
    })),
  )
  return lines.sort((one, other) => (one.account < other.account ? -1 : Number(one.account > other.account)))
}

function toTheCentAbove(amount: MicroUsd): MicroUsd {
  return microUsd(((amount + MICROS_PER_CENT - 1n) / MICROS_PER_CENT) * MICROS_PER_CENT)
}

function writeOrigin(origin: Origin): { actor: string | null; job: string | null; act: ActId | null } {
  const actor = 'job' in origin ? origin : origin.actor
  if ('job' in actor) return { actor: null, job: actor.job, act: null }
  return { actor: userOf(actor), job: null, act: 'act' in origin ? origin.act : null }
}

function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === OUT_OF_RANGE) {
    return new Refusal('bad input', 'This amount is too large for the books.', {
      amount: ['This amount is too large for the books.'],
    })
  }
  if (error.code === BELOW_FLOOR && 'detail' in error && typeof error.detail === 'string') {
    const { account, shortfall } = JSON.parse(error.detail) as { account: string; shortfall: string }
    return new Shortfall(account, microUsd(BigInt(shortfall)))
  }
  return error
}
