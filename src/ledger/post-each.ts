import { sql } from 'kysely'
import type { Moment } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { type MicroUsd, microUsd } from '#money/micro-usd.ts'
import { knownAccountIds } from './accounts.ts'
import type { AccountName } from './accounts.ts'
import { accountsMoved, recordKeyOf, type NewTransfer, type Origin, argumentsOf } from './post.ts'

/** A transfer that sets nothing right: corrections and reversals are posted all or none. */
export type PlainTransfer = Omit<NewTransfer, 'reverses' | 'corrects'>

/** What has become of one transfer of several. Of those that say why, nothing was posted. */
export type TransferResult =
  | { outcome: 'posted' | 'replayed'; transferId: bigint }
  | { outcome: 'key used otherwise' | 'unknown account' }
  /** `account` would stand below its floor; `missing` is the most that was, in micro-dollars */
  | { outcome: 'insufficient'; account: AccountName; missing: MicroUsd }

type Answer = {
  ids: (string | null)[]
  replayed: boolean[] | null
  left_out: (string | null)[]
  short_accounts: (number | null)[]
  shortfalls: (string | null)[]
}

/**
 * Posts each of the transfers that can be, in order, inside the caller's transaction, and answers one result for each, in
 * the same order. One that is left out counts for none of those behind it. Locks the accounts in id order; `effectiveAt`
 * null is the moment at which they are locked. Where a key comes again, it is posted or replayed behind the transfers
 * before it. Throws where one is not a transfer at all: its entries do not sum to zero, or one of them is not greater than
 * zero.
 */
export async function postEach(
  tx: Tx,
  origin: Origin,
  effectiveAt: Moment | null,
  transfers: readonly PlainTransfer[],
): Promise<TransferResult[]> {
  for (const transfer of transfers) refuseUnbalanced(transfer)
  const names = accountsMoved(transfers)
  const ids = await knownAccountIds(tx, names)
  const results: TransferResult[] = []
  for (const run of runsOf(transfers)) results.push(...(await postRun(tx, { origin, effectiveAt, ids }, run)))
  return results
}

/** Throws where what should be a transfer is none, which the database would refuse together with all others. */
export function refuseUnbalanced({ key, entries }: PlainTransfer): void {
  const sum = entries.reduce((so, { side, amount }) => so + (side === 'debit' ? amount : -amount), 0n)
  if (sum !== 0n || entries.length < 2 || entries.some(({ amount }) => amount <= 0n)) {
    throw new Error(`${key} is no transfer: its entries are two at least, greater than zero, and sum to zero`)
  }
}

/** The transfers in order, cut so that no key comes twice in a run: the second is judged by what became of the first. */
function runsOf(transfers: readonly PlainTransfer[]): PlainTransfer[][] {
  const runs: PlainTransfer[][] = []
  let names = new Set<string>()
  for (const transfer of transfers) {
    const name = recordKeyOf(transfer)
    if (runs.length === 0 || names.has(name)) {
      runs.push([])
      names = new Set()
    }
    names.add(name)
    runs.at(-1)?.push(transfer)
  }
  return runs
}

type Posting = { origin: Origin; effectiveAt: Moment | null; ids: ReadonlyMap<string, number> }

async function postRun(
  tx: Tx,
  { origin, effectiveAt, ids }: Posting,
  transfers: readonly PlainTransfer[],
): Promise<TransferResult[]> {
  const { keys, origin: by, lines } = argumentsOf(origin, effectiveAt, transfers, ids)
  const { rows } = await sql<Answer>`SELECT * FROM ledger_post_each(${keys}, ${by}, ${lines})`.execute(tx)
  const [answer] = rows
  if (answer === undefined) throw new Error('the database does not say what the transfers have become')
  return transfers.map((transfer, n) => resultOf(transfer, n, answer, ids))
}

function resultOf(
  { key, entries }: PlainTransfer,
  n: number,
  answer: Answer,
  ids: ReadonlyMap<string, number>,
): TransferResult {
  const id = answer.ids[n]
  const outcome = answer.left_out[n] ?? null
  if (outcome === null && typeof id === 'string') {
    return { outcome: answer.replayed?.[n] === true ? 'replayed' : 'posted', transferId: BigInt(id) }
  }
  if (outcome === 'key used otherwise' || outcome === 'unknown account') return { outcome }
  const short = entries.find(({ account }) => ids.get(account) === answer.short_accounts[n])
  const missing = answer.shortfalls[n] ?? null
  if (outcome !== 'insufficient' || short === undefined || missing === null) {
    throw new Error(`the database does not say what ${key} has become`)
  }
  return { outcome, account: short.account, missing: microUsd(BigInt(missing)) }
}
