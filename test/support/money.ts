/** Money for tests of the server's slices: put where a story begins, and looked at where it ends. */
import { topUpUser } from '#adjustments/top-up.ts'
import type { Administrator, Investor, System } from '#kit/actor.ts'
import type { Database } from '#kit/database.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { newId } from '#kit/ids.ts'
import { transaction } from '#kit/transaction.ts'
import { custodyAccount, investorAccount, type AccountName, type InvestorAccountKind } from '#ledger/accounts.ts'
import { balanceOf } from '#ledger/balances.ts'
import { checkBooks } from '#ledger/check-books.ts'
import { credit, debit, post, type Entry, type Reference } from '#ledger/post.ts'
import type { MicroUsd } from '#money/micro-usd.ts'

const teller: System = { job: 'test' }

/** Puts money into one of an investor's accounts, out of the operator's equity. */
export async function give(
  db: Database,
  investor: Investor,
  kind: InvestorAccountKind,
  amount: MicroUsd,
): Promise<void> {
  const { userId } = investor
  await book(db, { kind: 'user', id: userId }, [
    debit('equity/adjustments', amount),
    credit(investorAccount(userId, kind), amount),
  ])
}

/** Tops a balance up as an administrator does, with its line in the audit log: what `give` does no proof of the books takes. */
export async function topUp(
  db: Database,
  administrator: Administrator,
  { userId }: Investor,
  amount: MicroUsd,
): Promise<void> {
  const input = { userId, account: 'earnings', category: null, amount, reason: 'a welcome' } as const
  await transaction(db, (tx) => topUpUser(tx, administrator, input))
}

/** Puts money of the operator's own into a payment wallet. */
export async function fillWallet(db: Database, walletId: string, amount: MicroUsd): Promise<void> {
  await book(db, { kind: 'wallet', id: walletId }, [
    debit(custodyAccount(walletId), amount),
    credit('equity/capital', amount),
  ])
}

/** What stands on one account. */
export async function balance(db: Database, account: AccountName): Promise<MicroUsd> {
  return transaction(db, (tx) => balanceOf(tx, account))
}

/** What stands on one of an investor's accounts. */
export async function held(db: Database, investor: Investor, kind: InvestorAccountKind): Promise<MicroUsd> {
  return balance(db, investorAccount(investor.userId, kind))
}

/** Everything that is wrong with the books; empty when they balance. */
export async function bookProblems(db: Database): Promise<string[]> {
  return transaction(db, checkBooks)
}

async function book(db: Database, reference: Reference, entries: Entry[]): Promise<void> {
  await transaction(db, async (tx) =>
    post(tx, teller, (await databaseClock(tx)).now(), [
      { key: `test/${newId()}`, kind: 'correction', reference, entries },
    ]),
  )
}
