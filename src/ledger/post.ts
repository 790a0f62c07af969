import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, type System, userOf } from '#kit/actor.ts'
import type { Moment } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { ActId } from '#kit/ids.ts'
import { inTheEnd } from '#kit/pipeline.ts'
import { Refusal } from '#kit/refusal.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { toTheCentAbove } from '#money/to-the-cent-above.ts'
import { showUsd } from '#money/show.ts'
import type { TransferKind } from './contract.ts'
import { accountIds, accountInWords, type AccountName } from './accounts.ts'

/** One side of a transfer: micro-dollars greater than zero, debited or credited to one account. */
export type Entry = { account: AccountName; side: 'debit' | 'credit'; amount: MicroUsd }

/** The record that a transfer belongs to. */
export type Reference = { kind: 'investment' | 'withdrawal' | 'referral' | 'user' | 'wallet' | 'reserve'; id: string }

/**
 * What a transfer comes from: a job, or the act of somebody, by its line in the audit log. The line is written in the same
 * transaction, before or after, by the same actor; the database refuses to commit without it.
 */
export type Origin = System | { actor: Actor; act: ActId }

/** One balanced transfer to be posted. */
export type NewTransfer = {
  /** Unique for ever within its record: the same key posts once, however often it is asked for. */
  key: string
  kind: TransferKind
  reference: Reference
  entries: readonly Entry[]
  /** The transfer that this one undoes, entry by entry. At most once. */
  reverses?: bigint
  /** The transfer that this one sets right in part. */
  corrects?: bigint
}

/** What stands in the books under a key. */
export type Posted = { key: string; transferId: bigint; replayed: boolean }

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

/** A key stands for another transfer of its record: as PLB02 of the database. */
class KeyUsedOtherwise extends Error {
  readonly code = 'PLB02'

  constructor(cause: unknown) {
    super('a key was used for another transfer at the same moment', { cause })
    this.name = 'KeyUsedOtherwise'
  }
}

const BELOW_FLOOR = 'PLB01'
const OUT_OF_RANGE = '22003'
const NOT_UNIQUE = '23505'

export function debit(account: AccountName, amount: MicroUsd): Entry {
  return { account, side: 'debit', amount }
}

export function credit(account: AccountName, amount: MicroUsd): Entry {
  return { account, side: 'credit', amount }
}

/**
 * Posts transfers to the books inside the caller's transaction: in order, all or none, one call to the database.
 * Locks the accounts in id order. Entries of zero are left out; a transfer of nothing but zeros is not posted. A key that
 * comes twice posts once, as does one that stands in the books; both times with the same content, else it throws.
 * Throws `Shortfall` when an account would go below zero.
 */
export async function post(
  tx: Tx,
  origin: Origin,
  effectiveAt: Moment,
  transfers: readonly NewTransfer[],
): Promise<Posted[]> {
  const asked = transfers
    .map((transfer) => ({ ...transfer, entries: transfer.entries.filter(({ amount }) => amount !== 0n) }))
    .filter(({ entries }) => entries.length > 0)
  if (asked.length === 0) return []
  const { transfers: batch, placeOf } = onceEach(asked)
  const ids = await accountIds(tx, accountsMoved(batch))
  const { keys, reversed, origin: by, lines } = argumentsOf(origin, effectiveAt, batch, ids)
  try {
    const { rows } = await sql<{ ids: string[]; replayed: boolean[] | null }>`
      SELECT ids, replayed FROM ledger_post(${keys}, ${reversed}, ${by}, ${lines})`.execute(tx)
    const [posted] = rows
    return asked.map((transfer) => {
      const place = placeOf(transfer)
      const id = posted?.ids[place]
      if (id === undefined) throw new Error(`the database does not say what ${transfer.key} has become`)
      const isRepeated = batch[place] !== transfer
      return { key: transfer.key, transferId: BigInt(id), replayed: isRepeated || (posted?.replayed?.[place] ?? false) }
    })
  } catch (error) {
    throw asRefusal(error)
  }
}

/**
 * Posts in the end of the transaction, so that accounts of the house are locked last and for no longer than it takes to
 * commit. The ids of the accounts are asked for before, where they are not known: what is left for the end is one
 * statement. Calls `refuse` where an account would go below zero; without it throws the `Shortfall`. `afterwards` writes what
 * follows from the numbers of the transfers.
 */
export async function postLast(
  tx: Tx,
  origin: Origin,
  effectiveAt: Moment,
  transfers: readonly NewTransfer[],
  {
    refuse,
    afterwards,
  }: { refuse?: (shortfall: Shortfall) => never; afterwards?: (posted: readonly Posted[]) => Promise<void> } = {},
): Promise<void> {
  await accountIds(tx, accountsMoved(transfers))
  await inTheEnd(tx, async () => {
    try {
      const posted = await post(tx, origin, effectiveAt, transfers)
      await afterwards?.(posted)
    } catch (error) {
      if (error instanceof Shortfall) refuse?.(error)
      throw error
    }
  })
}

/** Each key of a record once, and the place, from 0, at which it stands in the batch. */
type Batch = { transfers: NewTransfer[]; placeOf: (transfer: NewTransfer) => number }

/** What is asked for twice stands in the batch once. Throws where the same key would be two different transfers. */
function onceEach(asked: readonly NewTransfer[]): Batch {
  const places = new Map<string, number>()
  const transfers: NewTransfer[] = []
  for (const transfer of asked) {
    const name = recordKeyOf(transfer)
    const first = transfers[places.get(name) ?? -1]
    if (first === undefined) places.set(name, transfers.push(transfer) - 1)
    else if (contentOf(first) !== contentOf(transfer)) {
      throw new Error(`the key ${transfer.key} is used for two different transfers`)
    }
  }
  return { transfers, placeOf: (transfer) => places.get(recordKeyOf(transfer)) ?? -1 }
}

/** A key as the books keep it: the first eight bytes of its SHA-256, as a signed number. */
export function keyNumber(key: string): bigint {
  return createHash('sha256').update(key).digest().readBigInt64BE()
}

/** The names of the accounts that transfers move. */
export function accountsMoved(transfers: readonly NewTransfer[]): ReadonlySet<string> {
  return new Set(transfers.flatMap(({ entries }) => entries.map(({ account }) => account)))
}

/** Stands for every account that is not there. */
const NO_ACCOUNT = 0

/** What the functions of the books are given: transfers in arrays, their origin and time, and the lines of all in order. */
export function argumentsOf(
  origin: Origin,
  effectiveAt: Moment | null,
  transfers: readonly NewTransfer[],
  ids: ReadonlyMap<string, number>,
): {
  keys: RawBuilder<unknown>
  reversed: RawBuilder<unknown>
  origin: RawBuilder<unknown>
  lines: RawBuilder<unknown>
} {
  const { actor, job, act } = writeOrigin(origin)
  const idOf = (name: string) => ids.get(name) ?? NO_ACCOUNT
  const accounts = [...new Set(Array.from(accountsMoved(transfers), idOf))].sort((one, other) => one - other)
  const places = new Map(accounts.map((id, n) => [id, n + 1]))
  const [ofTransfers, ofAccounts, amounts] = [new Array<number>(), new Array<number>(), new Array<bigint>()]
  for (const [n, { entries }] of transfers.entries()) {
    for (const { account, side, amount } of entries) {
      ofTransfers.push(n + 1)
      ofAccounts.push(places.get(idOf(account)) ?? 0)
      amounts.push(side === 'debit' ? amount : -amount)
    }
  }
  const array = (of: readonly (bigint | number | undefined)[]) => `{${of.map((one) => one ?? 'NULL').join(',')}}`
  const quoted = (of: readonly string[]) => `{${of.map((one) => JSON.stringify(one)).join(',')}}`
  return {
    keys: sql`${array(transfers.map(({ key }) => keyNumber(key)))}::bigint[],
      ${quoted(transfers.map(({ kind }) => kind))}::transfer_kind[],
      ${quoted(transfers.map(({ reference }) => reference.kind))}::record_kind[],
      ${quoted(transfers.map(({ reference }) => reference.id))}::uuid[]`,
    reversed: sql`${array(transfers.map(({ reverses }) => reverses))}::bigint[],
      ${array(transfers.map(({ corrects }) => corrects))}::bigint[]`,
    origin: sql`${actor}, ${act}, ${job}, ${effectiveAt}`,
    lines: sql`${array(accounts)}::integer[], ${array(ofTransfers)}::integer[], ${array(ofAccounts)}::integer[],
      ${array(amounts)}::bigint[]`,
  }
}

/** What a transfer is found by: its key, within its record. */
export function recordKeyOf({ reference, key }: NewTransfer): string {
  return `${reference.id} ${key}`
}

function contentOf({ kind, reference, entries, reverses, corrects }: NewTransfer): string {
  const lines = entries.map(({ account, side, amount }) => `${account} ${side} ${amount}`).sort()
  return [kind, reference.kind, reverses, corrects, ...lines].join('\n')
}

function writeOrigin(origin: Origin): { actor: string | null; job: string | null; act: ActId | null } {
  const actor = 'job' in origin ? origin : origin.actor
  if ('job' in actor) return { actor: null, job: actor.job, act: null }
  return { actor: userOf(actor), job: null, act: 'act' in origin ? origin.act : null }
}

function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  // at the same moment, to other accounts: those who post to the same ones wait for one another
  if (error.code === NOT_UNIQUE && 'constraint' in error && error.constraint === 'transfer_key') {
    return new KeyUsedOtherwise(error)
  }
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
