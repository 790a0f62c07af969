import { balanceOf } from '#ledger/balances.ts'
import { investorAccount } from '#ledger/accounts.ts'
import { postedBooks } from '#ledger/books.ts'
import { credit, debit, type Entry, type Reference } from '#ledger/post.ts'
import type { Tx } from '#kit/database.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { owed } from './rules.ts'
import type { ReferralRecord } from './store.ts'

type Owing = Pick<ReferralRecord, 'inviter_id' | 'status' | 'amount'>

/**
 * What the books must hold for a referral in its state (business rules §6): the bonus where it is approved or
 * completed, nothing else. `uncovered` is what a correction should have taken back and the inviter's wallet no longer
 * held: the operator bears it.
 */
export function requiredEntries(referral: Owing, uncovered: MicroUsd): Entry[] {
  const bonus = owed(referral)
  return [
    debit('expense/referral', bonus),
    credit(investorAccount(referral.inviter_id, 'referral'), microUsd(bonus + uncovered)),
    debit('equity/adjustments', uncovered),
  ]
}

/** What a correction to this state cannot take back, now and after all before it. The caller holds the inviter's lock. */
export async function uncoveredBy(
  tx: Tx,
  referral: Owing & Pick<ReferralRecord, 'id'>,
): Promise<{ uncovered: MicroUsd; before: MicroUsd }> {
  const wallet = investorAccount(referral.inviter_id, 'referral')
  const posted = await postedBooks(tx, referralReference(referral))
  const credited = -(posted.get(wallet) ?? ZERO)
  const missing = credited - owed(referral) - (await balanceOf(tx, wallet))
  return { uncovered: microUsd(missing > 0n ? missing : 0n), before: posted.get('equity/adjustments') ?? ZERO }
}

export function referralReference(referral: { id: string }): Reference {
  return { kind: 'referral', id: referral.id }
}
