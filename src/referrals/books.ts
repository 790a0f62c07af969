import { balanceOf } from '#ledger/balances.ts'
import { investorAccount } from '#ledger/accounts.ts'
import { postedBooks } from '#ledger/books.ts'
import { credit, debit, type Entry, type NewTransfer, type Reference } from '#ledger/post.ts'
import type { Tx } from '#kit/database.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { backingEntries } from '#reserve/set-apart.ts'
import { owed } from './rules.ts'
import type { ReferralRecord } from './store.ts'

type Owing = Pick<ReferralRecord, 'inviter_id' | 'status' | 'amount' | 'set_apart'>

/**
 * What the books must hold for a referral in its state (business rules §6): the bonus where it is approved or
 * completed, what is set apart for one that waits (decision 91), nothing else. `uncovered` is what a correction should
 * have taken back and the inviter's wallet no longer held: the operator bears it, and what was set apart is used for it.
 */
export function requiredEntries(referral: Owing, uncovered: MicroUsd): Entry[] {
  const bonus = owed(referral)
  return [
    debit('expense/referral', bonus),
    credit(investorAccount(referral.inviter_id, 'referral'), microUsd(bonus + uncovered)),
    debit('equity/adjustments', uncovered),
    ...backingEntries({
      setApart: referral.set_apart,
      posted: microUsd(bonus + uncovered),
      isOpen: referral.status === 'pending',
    }),
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

/** The transfer that sets apart for one that was made what is kept of it. */
export function setApart(key: string, referral: ReferralRecord): NewTransfer {
  return { key, kind: 'set apart', reference: referralReference(referral), entries: requiredEntries(referral, ZERO) }
}

export function referralReference(referral: { id: string }): Reference {
  return { kind: 'referral', id: referral.id }
}
