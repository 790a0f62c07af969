import { recordDecision } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { toWire, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { accountInWords, investorAccount } from '#ledger/accounts.ts'
import { balanceOf } from '#ledger/balances.ts'
import { credit, debit, post } from '#ledger/post.ts'
import { notify } from '#notifications/notify.ts'
import { lockUser } from '#identity/lock-user.ts'

/** A user's balance set right by an administrator, against the operator's equity. */
export type Adjustment = {
  userId: string
  account: 'earnings' | 'referral' | 'bonus'
  amount: MicroUsd
  reason: string | null
}

const IN_WORDS = {
  'top up': { action: 'top up user', done: 'topped up', title: 'Balance topped up', colour: 'green' },
  deduct: { action: 'deduct user', done: 'deducted', title: 'Balance deducted', colour: 'red' },
} as const

/** Locks the user whose balance is about to be adjusted. 404 where there is none, 403 where it is oneself. */
export async function lockAnother(tx: Tx, actor: Administrator, userId: string): Promise<void> {
  if (userId === actor.userId) refuse('not allowed', 'Nobody adjusts their own balance: another administrator has to.')
  if ((await lockUser(tx, userId)) === undefined) refuse('not found', 'There is no such user.')
}

/**
 * Posts an adjustment and writes what it leaves behind: decision, audit log, the user's notification with the reason.
 * The caller holds the lock on the user. Throws `Shortfall` where the account would go below zero.
 */
export async function adjust(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  direction: keyof typeof IN_WORDS,
  { userId, account: kind, amount, reason }: Adjustment,
): Promise<void> {
  const { action, done, title, colour } = IN_WORDS[direction]
  const account = investorAccount(userId, kind)
  const before = await balanceOf(tx, account)
  const lines =
    direction === 'top up'
      ? [debit('equity/adjustments', amount), credit(account, amount)]
      : [debit(account, amount), credit('equity/adjustments', amount)]
  await post(tx, actor, clock.now(), [
    { key: `user/${userId}/adjustment/${newId()}`, kind: direction, reference: { kind: 'user', id: userId }, lines },
  ])
  await recordDecision(tx, clock, actor, {
    action,
    subject: { kind: 'user', id: userId },
    from: null,
    to: done,
    before: { account: kind, balance: toWire(before) },
    after: { account: kind, balance: toWire(await balanceOf(tx, account)), amount: toWire(amount) },
    reason,
  })
  await notify(tx, clock, userId, 'balance', {
    icon: 'balance',
    title,
    bold_value: showUsd(amount),
    status_color: colour,
    status_text: reason ?? accountInWords(account),
  })
}
