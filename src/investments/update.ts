import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction, type CorrectionPreview } from '#approvals/ask.ts'
import type { Change } from '#approvals/contract.ts'
import { changesBetween, countedFor, larger } from '#approvals/rules.ts'
import type { Administrator } from '#kit/actor.ts'
import { HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newActId } from '#kit/ids.ts'
import { refuse, refuseChanged, refuseField } from '#kit/refusal.ts'
import type { Settings } from '#kit/config.ts'
import { microUsd, toWire, wholeCents, ZERO } from '#money/micro-usd.ts'
import { shareOf } from '#money/percent.ts'
import { allMoved, mostMoved, settle } from '#ledger/books.ts'
import { settingsNow } from '#settings/read.ts'
import { lockForDecision } from '#records/lock.ts'
import { readDate, type Edit } from '#records/rules.ts'
import { accrueInvestor } from './accrue.ts'
import { reserveFor, setApartIn } from './backing/promise.ts'
import { investmentReference, requiredEntries } from './books.ts'
import { decide, factsOf } from './decide.ts'
import { drawOnSuspense } from '#investments/suspense/draw-on.ts'
import { setApartFor, type Reserve } from '#reserve/set-apart.ts'
import { earnedBy, endOf, fitsBooks, isInvested, isWaiting, promiseOf, redate } from './rules.ts'
import { isReinvested, type InvestmentRecord } from './store.ts'
import { usedOf } from './suspense/store.ts'

/**
 * Corrects amount, date or status, any to any. The books follow by one correcting transfer: what the new state
 * requires less what has been posted. 409 if the record has changed since, was left early, has been reinvested and would
 * leave completed, or where an account would go below zero. What moves more than one administrator may move alone, or takes
 * the amount further than that from what the investor typed, waits for a second: then nothing has changed, and the id of the request is answered.
 * With a preview nothing changes either, and it hears what would.
 */
export async function updateInvestment(
  tx: Tx,
  actor: Administrator,
  edit: Edit,
  defaults: Pick<Settings, 'paymentHours'>,
  agreed?: Agreed | CorrectionPreview,
): Promise<string | undefined> {
  const locked = await lockForDecision(tx, actor, 'investment', edit.id)
  const { record: investment, clock } = locked
  refuseChanged('investment', investment.version, edit.version)
  if (investment.left_after !== null) refuse('wrong state', LEFT)
  const now = clock.now()
  const after = edited(investment, edit, now, await settingsNow(tx, defaults))
  if (changesNothing(investment, after)) return undefined
  if (investment.status === 'completed' && after.status !== 'completed' && (await isReinvested(tx, edit.id))) {
    refuse('wrong state', 'This investment has been reinvested, so it stays completed.')
  }
  if (investment.status === 'declined' && after.status !== 'declined') await mayLeaveDeclined(tx, investment)

  return correctOrAsk(tx, clock, actor, correctionOf(investment, edit), agreed, async () => {
    const act = newActId()
    // before anything is posted: accounts are locked behind it
    const reserve = await reserveFor(tx, investment.id)
    const earned = await accrueInvestor(tx, clock, { actor, act }, investment.user_id)
    const held = await drawOnSuspense(tx, clock, actor, investment, after)
    after.set_apart = setApartIn(reserve, investment, after)
    const moved = await settle(tx, { actor, act }, now, {
      key: `investment/${edit.id}/correction/${after.version}`,
      reference: investmentReference(investment),
      required: requiredEntries(after),
    })
    const bonus = await decide(
      tx,
      clock,
      actor,
      { ...locked, reserve },
      {
        act,
        action: 'update investment',
        title: after.status === investment.status ? 'Investment corrected' : `Investment ${after.status}`,
        after,
        reason: edit.reason,
      },
    )
    // once the bonus of whoever invited is given back
    refuseUnheld(reserve, investment, after, locked.inviterId)
    const { amount: before, typed_amount: typed } = investment
    const counted = countedFor({ moved: mostMoved(moved), typed, before, after: after.amount })
    return {
      // A bonus that moves further than the investment is what counts.
      moved: larger(counted, bonus.moved),
      counts: microUsd(larger(counted, allMoved(moved)) + bonus.moved),
      alsoConcerns: bonus.inviterId,
      changes: [...changesOf(investment, after), ...earningsOf(investment, after, now), ...bonus.changes, ...held],
      // what had been earned anyway moves with it, and counts for nothing
      entries: [...earned, ...moved, ...bonus.entries],
      earned: after.earned_posted,
    }
  })
}

const LEFT = 'The investor left this investment early, by a quote that said what it comes to, so it stays as it is.'

/** Money that has gone elsewhere since, or back to whom it came from, cannot become this one's principal again. */
async function mayLeaveDeclined(tx: Tx, { id, refunded }: InvestmentRecord): Promise<void> {
  if ((await usedOf(tx, id)) > 0n) {
    refuse('wrong state', 'Another investment uses the money that came in for this one, so this one stays declined.')
  }
  if (refunded > 0n) {
    refuse(
      'wrong state',
      'Money that came in for this one was sent back, so it stays declined. What is still held can be used for another investment.',
    )
  }
}

/** In `strict` one that waits, or waits again, holds what it would promise: an edit raises that only where it is covered. */
function refuseUnheld(
  reserve: Reserve,
  before: InvestmentRecord,
  after: InvestmentRecord,
  inviterId: string | null,
): void {
  if (reserve.backing === 'disclosed' || !isWaiting(after.status)) return
  const heldFor = (one: InvestmentRecord) => {
    const bonus = inviterId === null || one.source !== 'payment' ? ZERO : shareOf(one.amount, one.ref_bonus)
    return isWaiting(one.status) ? microUsd(promiseOf(one) + bonus) : ZERO
  }
  // what it holds itself is free to it
  if (heldFor(after) > heldFor(before)) setApartFor({ ...reserve }, heldFor(after), ZERO)
}

/** An edit as it is kept while it waits. */
export type KeptInvestmentEdit = Pick<Edit, 'id' | 'date' | 'status' | 'reason'> & { amount: string; version: number }

function correctionOf({ user_id, version }: InvestmentRecord, edit: Edit): Correction {
  const { id, date, status, reason } = edit
  const kept: KeptInvestmentEdit = { id, date, status, reason, amount: toWire(edit.amount), version }
  const subject = { kind: 'investment', id } as const
  return { kind: 'update investment', subject, concerns: user_id, input: kept, version, reason }
}

function changesOf(before: InvestmentRecord, after: InvestmentRecord): Change[] {
  const changes = changesBetween(wordsOf(before), wordsOf(after))
  // A date left alone is no change, although earning would begin only when it is agreed to.
  const dated = after.created_at.getTime() !== before.created_at.getTime()
  return changes.filter(({ field }) => field !== 'date' || dated)
}

/**
 * What the investment earns by the edit, for whoever agrees. Earning may begin at a date that an earlier edit has set:
 * then that is said, since `earned` is as of asking and grows until somebody agrees.
 */
function earningsOf(before: InvestmentRecord, after: InvestmentRecord, now: Date): Change[] {
  const was = before.status === 'approved' ? earnedBy(before, now) : before.earned_posted
  const begins = isInvested(after.status) && after.status !== before.status && before.status !== 'approved'
  const from = begins && before.began_at !== null ? after.began_at : null
  return [
    ...changesBetween({}, { earns_from: from === null ? null : from.toISOString() }),
    ...changesBetween({ earned: toWire(wholeCents(was)) }, { earned: toWire(wholeCents(after.earned_posted)) }),
  ]
}

function wordsOf(investment: InvestmentRecord) {
  const { status, amount, date } = factsOf(investment, ZERO)
  return { amount, date, status }
}

function edited(
  investment: InvestmentRecord,
  edit: Edit,
  now: Date,
  settings: Pick<Settings, 'paymentHours'>,
): InvestmentRecord {
  const { amount, status } = edit
  const date = readDate(edit.date, now)
  if ('problem' in date) refuseField('date', date.problem)
  if (!fitsBooks(amount, investment.daily_roi, investment.duration)) {
    refuseField('amount', 'This amount is too large for the books.')
  }
  const { leftAlone, ...dates } = redate(investment, { date: date.date, status }, now)
  const declined = status === 'declined'
  const unpaid = status === 'pending' && investment.status !== 'pending'
  const next = earning({ ...investment, ...dates, amount, status }, leftAlone ? investment.completed_at : null, now)
  return {
    ...next,
    at_end: hasEnded(investment, next, now) ? 'to wallet' : investment.at_end,
    reason: declined ? (edit.reason ?? investment.reason) : null,
    expires_at: unpaid ? new Date(now.getTime() + settings.paymentHours * HOUR) : investment.expires_at,
    version: investment.version + 1,
  }
}

/** Whether an edit has put the end of one that runs into the past: nothing is invested again for that time. */
function hasEnded({ status }: InvestmentRecord, next: InvestmentRecord, now: Date): boolean {
  const runs = status === 'approved' && next.status === 'approved'
  return runs && next.began_at !== null && endOf(next.began_at, next.duration) <= now
}

/** What has been earned in the new state: to now, or to when it was completed where an edit leaves that alone. */
function earning(investment: InvestmentRecord, completedAt: Date | null, now: Date): InvestmentRecord {
  if (!isInvested(investment.status)) {
    return { ...investment, completed_at: null, accrued_at: null, earned_posted: ZERO }
  }
  const completed_at = investment.status === 'completed' ? (completedAt ?? now) : null
  const accrued_at = completed_at === null ? now : null
  return { ...investment, completed_at, accrued_at, earned_posted: earnedBy(investment, completed_at ?? now) }
}

function changesNothing(before: InvestmentRecord, after: InvestmentRecord): boolean {
  return (
    before.amount === after.amount &&
    before.status === after.status &&
    before.reason === after.reason &&
    before.created_at.getTime() === after.created_at.getTime() &&
    before.began_at?.getTime() === after.began_at?.getTime()
  )
}
