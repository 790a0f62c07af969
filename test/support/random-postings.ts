import { MINUTE } from '#kit/clock.ts'
import type { Moment } from '#kit/database-clock.ts'
import type { Database } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { transaction } from '#kit/transaction.ts'
import { type AccountName, custodyAccount, investorAccount, partsOf, suspenseAccount } from '#ledger/accounts.ts'
import { credit, debit, type Entry, type NewTransfer, post } from '#ledger/post.ts'
import { TRANSFER_KINDS } from '#ledger/rules.ts'
import { microUsd } from '#money/micro-usd.ts'
import { type Chance, chanceFrom } from './books-model/chance.ts'

const SHARED: readonly AccountName[] = [
  ...(['equity/capital', 'equity/adjustments', 'income/returns', 'income/fees'] as const),
  ...(['expense/yield', 'expense/referral'] as const),
]
const OWN = ['earnings', 'referral', 'bonus', 'invested', 'withdrawing'] as const
const LARGEST = 2_000_000_000

export type RandomPosting = {
  seed: number
  count: number
  /** of each in one transaction */
  batch: number
  /** whose accounts nobody else posts to meanwhile: no account of theirs may go below zero */
  investorId: string
  walletId: string
  now: Date
}

/**
 * Posts balanced transfers of every kind between an investor, a payment wallet and the operator, of two to four entries
 * to the micro-dollar. They count from some minutes ago, not in the order in which they are posted. What stands on the
 * two's own accounts is added to `stands`.
 */
export async function postAtRandom(
  db: Database,
  stands: Map<AccountName, bigint>,
  { seed, count, batch, investorId, walletId, now }: RandomPosting,
): Promise<void> {
  const chance = chanceFrom(seed)
  const accounts = [
    ...OWN.map((kind) => investorAccount(investorId, kind)),
    ...[custodyAccount(walletId), suspenseAccount(walletId), ...SHARED],
  ]
  for (let done = 0; done < count; done += batch) {
    const transfers = Array.from({ length: Math.min(batch, count - done) }, () =>
      randomTransfer(chance, accounts, stands),
    )
    const at = new Date(now.getTime() - chance.below(4 * MINUTE)) as Moment
    await transaction(db, (tx) => post(tx, { job: 'test' }, at, transfers))
  }
}

function randomTransfer(
  chance: Chance,
  accounts: readonly AccountName[],
  stands: Map<AccountName, bigint>,
): NewTransfer {
  const pick = (from: readonly AccountName[]) => chance.pick(from) ?? 'equity/capital'
  let entries: Entry[] = []
  do {
    const to = pick(accounts)
    const others = accounts.filter((one) => one !== to)
    const parts = Array.from({ length: 1 + chance.below(3) }, () => ({
      account: pick(others),
      amount: microUsd(BigInt(1 + chance.below(LARGEST))),
    }))
    const whole = microUsd(parts.reduce((total, { amount }) => total + amount, 0n))
    const [one, other] = chance.percent(50) ? [debit, credit] : [credit, debit]
    entries = [one(to, whole), ...parts.map(({ account, amount }) => other(account, amount))]
  } while (!isCovered(entries, stands))
  const kind = chance.pick(TRANSFER_KINDS) ?? 'correction'
  return { key: newId(), kind, reference: { kind: 'investment', id: newId() }, entries }
}

/** Moves the amounts, unless an account that may not would stand below zero on the way. */
function isCovered(entries: readonly Entry[], stands: Map<AccountName, bigint>): boolean {
  const after = new Map(stands)
  for (const { account, side, amount } of entries) {
    const { debitSide, ownerId } = partsOf(account)
    const balance = (after.get(account) ?? 0n) + ((side === 'debit') === debitSide ? amount : -amount)
    if (ownerId !== null && balance < 0n) return false
    after.set(account, balance)
  }
  for (const [account, balance] of after) stands.set(account, balance)
  return true
}
