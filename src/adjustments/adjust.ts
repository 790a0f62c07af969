import type { Agreed } from '#approvals/agree.ts'
import { type BeforeAlone, correctOrAsk, type Correction } from '#approvals/ask.ts'
import { recordDecision } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newActId, newId, type ActId } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { microUsd, toWire, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { accountInWords, investorAccount } from '#ledger/accounts.ts'
import { balanceOf } from '#ledger/balances.ts'
import { credit, debit, type Origin, postLast } from '#ledger/post.ts'
import { notify } from '#notifications/notify.ts'
import { lockUserAndClock } from '#users/lock-user.ts'
import type { Adjustment, KeptAdjustment } from './adjustment.ts'
import { reasonWithCategory } from './rules.ts'

const IN_WORDS = {
  'top up': { action: 'top up user', done: 'topped up', title: 'Balance topped up', colour: 'green' },
  deduct: { action: 'deduct user', done: 'deducted', title: 'Balance deducted', colour: 'red' },
} as const

/** Locks the user whose balance is about to be adjusted, and reads the database's clock. 404 if there is none, 403 if it is oneself. */
export async function lockForAdjustment(tx: Tx, actor: Administrator, userId: string): Promise<DatabaseClock> {
  if (userId === actor.userId) refuse('not allowed', 'You can’t adjust your own balance. Another administrator has to.')
  const locked = await lockUserAndClock(tx, userId)
  return locked === undefined ? refuse('not found', 'There is no such user.') : locked.clock
}

/**
 * Adjusts a balance, or asks for a second administrator where it moves more than one may move alone: then nothing has
 * changed, and the id of the request is answered. The caller holds the lock on the user and `first` is done before,
 * and undone with it. Throws `Shortfall` where the account would go below zero.
 */
export async function adjust(
  tx: Tx,
  clock: DatabaseClock,
  actor: Administrator,
  direction: keyof typeof IN_WORDS,
  adjustment: Adjustment,
  { agreed, first, known }: Before = {},
): Promise<string | undefined> {
  const { userId, account, amount, category, reason } = adjustment
  const kept: KeptAdjustment = { user_id: userId, account, amount: toWire(amount), category, reason }
  const correction: Correction = {
    kind: IN_WORDS[direction].action,
    subject: { kind: 'balance', id: userId },
    concerns: userId,
    input: kept,
    version: null,
    reason: reasonWithCategory(category, reason),
  }
  return correctOrAsk(
    tx,
    clock,
    actor,
    correction,
    agreed,
    async () => {
      const by = { actor, act: newActId() }
      await first?.(by)
      const before = known?.balance ?? (await balanceOf(tx, investorAccount(userId, account)))
      const after = await postAdjustment(tx, clock, by, direction, adjustment, before)
      return { moved: amount, changes: [{ field: account, before: toWire(before), after: toWire(after) }] }
    },
    known?.alone,
  )
}

/** What comes before an adjustment, and what is known of it. */
type Before = {
  agreed?: Agreed | undefined
  first?: (origin: Origin) => Promise<void>
  /** read under the lock: what tells whether it may be done alone, and what stands on the account */
  known?: { alone: BeforeAlone; balance: MicroUsd }
}

/** Posts it and writes what it leaves behind: decision, audit log, the user's notification with the reason. Answers the balance after it. */
async function postAdjustment(
  tx: Tx,
  clock: DatabaseClock,
  { actor, act }: { actor: Administrator; act: ActId },
  direction: keyof typeof IN_WORDS,
  { userId, account: kind, amount, category, reason }: Adjustment,
  before: MicroUsd,
): Promise<MicroUsd> {
  const { action, done, title, colour } = IN_WORDS[direction]
  const account = investorAccount(userId, kind)
  const entries =
    direction === 'top up'
      ? [debit('equity/adjustments', amount), credit(account, amount)]
      : [debit(account, amount), credit('equity/adjustments', amount)]
  const why = reasonWithCategory(category, reason)
  await notify(tx, clock, userId, 'balance', {
    icon: 'balance',
    title,
    bold_value: showUsd(amount),
    status_color: colour,
    status_text: why ?? accountInWords(account),
    subject: { kind: 'balance', id: kind },
  })
  // `equity/adjustments`, which all of them move, is locked for no longer than it has to be.
  const key = `user/${userId}/adjustment/${newId()}`
  await postLast(tx, { actor, act }, clock.now(), [
    { key, kind: direction, reference: { kind: 'user', id: userId }, entries },
  ])
  // Nobody else moves it meanwhile: its investor is locked.
  const after = microUsd(direction === 'top up' ? before + amount : before - amount)
  await recordDecision(tx, clock, actor, {
    id: act,
    action,
    subject: { kind: 'user', id: userId },
    from: null,
    to: done,
    before: { account: kind, balance: toWire(before) },
    after: {
      ...{ account: kind, balance: toWire(after), amount: toWire(amount) },
      ...(category === null ? {} : { category }),
    },
    reason: why,
  })
  return after
}
