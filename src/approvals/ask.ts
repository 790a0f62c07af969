import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import { clockReadAt, databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { JsonObject } from '#kit/database-schema.ts'
import { newId } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { elseStepByStep, inTheEnd, rollBackTo, setSavepoint, setSavepointInCase } from '#kit/pipeline.ts'
import type { Entry } from '#ledger/post.ts'
import { toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { announce } from '#notifications/notify.ts'
import type { Agreed } from './agree.ts'
import { isAnybodyElse } from './anybody-else.ts'
import type { ApprovalKind, ApprovalSubject, ApprovalWhy, Change, OwnStep } from './contract.ts'
import { limitsIn } from './limit.ts'
import { COUNTED_FOR, utcDay, MOST_REQUESTS, REMOVED_COUNTS_FOR, rolesFor, STEPS, whySecond } from './rules.ts'
import { countWaitingOf, insertApproval, lockAsking, selectWaits, type RequestSubject } from './store.ts'
import { movesBonusAsShown } from './same-bonus.ts'
import { tellOwners, type OwnerAlert } from './tell-owners.ts'
import { auditSubject } from './audit-subject.ts'
import { addDecidedAlone, type BeforeAlone, insertLoneCorrection, selectBeforeAlone } from './alone-store.ts'

export type { BeforeAlone }

/** What a verb was asked to do, as it is kept for when a second administrator agrees. */
export type Correction = {
  kind: ApprovalKind
  subject: RequestSubject
  /** whose record it is, where it is somebody's */
  concerns: string | null
  /** the verb's input, in the words of the wire; with the version of the record where it has one */
  input: JsonObject
  version: number | null
  reason: string | null
  /** what it is about, where every owner is told that it was asked for */
  tell?: OwnerAlert
  /** the name of what it is about, where they are not told of it and it is nobody's record */
  name?: string
}

/** What a verb did: what it counts for the limits, and what changed, for people. Amounts are micro-dollars. */
export type Done = {
  /** the most that a correction moved on one account, or more; null for what always needs a second person, whatever it moves */
  moved: MicroUsd | null
  /** what it counts for what one administrator decides alone in a day, where that is another amount: what was approved or paid out, or all that a correction moved */
  counts?: MicroUsd
  /** the step before it, where the same administrator decided that; asked only where it counts more than the limit */
  ownStep?: () => Promise<OwnStep | null>
  /** whom it concerns besides whose record it is: they cannot agree to it either */
  alsoConcerns?: string | null
  changes: readonly Change[]
  /** what it posted, where somebody is shown beforehand what it would move */
  entries?: readonly Entry[]
  /** what an investment has earned then, where somebody is shown that beforehand */
  earned?: MicroUsd
  /** what is written of it for very many people: once it is certain that it is done, and nothing has to be undone */
  afterwards?: () => Promise<void>
}

/** Hears what a correction would do, and why it would wait for a second administrator, or null; then all of it is undone. */
export type CorrectionPreview = { readonly hear: (done: Done, waits: Why | null) => void }

/**
 * Reads what tells whether a correction may be done alone: by whoever knows beforehand what it will be, under the lock on
 * the record, together with what else is read there.
 */
export async function readBeforeAlone(
  tx: Tx,
  actor: Administrator,
  { kind, subject }: Pick<Correction, 'kind' | 'subject'>,
): Promise<BeforeAlone> {
  const counts = { removed: REMOVED_COUNTS_FOR, counted: COUNTED_FOR }
  return selectBeforeAlone(tx, { subject, userId: actor.userId, roles: rolesFor(kind), ...counts })
}

/**
 * Does what was asked for, unless it needs a second administrator: then all that `perform` did is undone and it waits.
 * So what waits has passed every check, and nobody is asked to agree to what could not be done.
 *
 * The caller holds the lock on the record. Answers the id of the request that waits, or undefined if it is done.
 * 409 if another request waits for the same subject, if too many of the same administrator wait, and beyond the daily limit if others are there and nobody
 * could agree. With `agreed` it is done: 409 if another bonus moves with it by now than the request showed or more of it is
 * charged to the operator, 403 if that is a bonus of who asked. With a preview nothing is done, and the preview hears what would have been.
 */
export async function correctOrAsk(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  correction: Correction,
  agreed: Agreed | CorrectionPreview | undefined,
  perform: () => Promise<Done>,
  known?: BeforeAlone,
): Promise<string | undefined> {
  const { kind, subject } = correction
  if (agreed !== undefined && !('hear' in agreed)) {
    if (agreed.kind !== kind || agreed.subject_id !== subject.id || agreed.id !== actor.agreesTo)
      throw new Error('what was agreed to is another matter')
    const done = await perform()
    refuseOtherBonus(agreed, done)
    await done.afterwards?.()
    return undefined
  }
  const before = known ?? (await readBeforeAlone(tx, actor, correction))
  if (before.waits) refuseWaiting(subject)
  await (agreed === undefined ? setSavepointInCase : setSavepoint)(tx, 'before_trying')
  const done = await perform()
  const why = await whyNotAlone(tx, actor, correction, done, { before, isPreview: agreed !== undefined })
  if (agreed !== undefined) {
    await rollBackTo(tx, 'before_trying')
    agreed.hear(done, why)
    return undefined
  }
  if (why === null) {
    const { moved } = done
    if (moved !== null && moved > ZERO) {
      const made = { made_by: actor.userId, made_at: clockReadAt(before.now).now(), moved }
      await insertLoneCorrection(tx, { id: newId(), subject_kind: subject.kind, subject_id: subject.id, ...made })
    }
    await done.afterwards?.()
    return undefined
  }
  await rollBackTo(tx, 'before_trying')
  return ask(tx, clock, actor, { ...correction, ...done, ...why })
}

/** A bonus is a record of its own, which may be decided while an edit of its investment waits. */
function refuseOtherBonus(agreed: Agreed, { alsoConcerns = null, changes }: Done): void {
  if (alsoConcerns === agreed.asked_by) {
    refuse('not allowed', 'This would change a referral bonus of who asked for it. Another administrator has to ask.')
  }
  if (movesBonusAsShown({ alsoConcerns, changes }, { alsoConcerns: agreed.also_concerns, changes: agreed.changes }))
    return
  refuse(
    'wrong state',
    'The referral bonus that comes with this has changed since it was asked for. Refuse it; it can be asked for again.',
  )
}

/**
 * 409 if a request waits for this subject: it is agreed to, refused or withdrawn before an administrator does
 * anything else to it. To be called under the lock on the record.
 */
export async function refuseWhileWaiting(tx: Tx, subject: RequestSubject): Promise<void> {
  if (await selectWaits(tx, subject)) refuseWaiting(subject)
}

/** Whether somebody has asked for a decision about it that waits for a second administrator. Locks nothing. */
export async function isAskedAbout(tx: Tx, subject: RequestSubject): Promise<boolean> {
  return selectWaits(tx, subject)
}

function refuseWaiting({ kind }: RequestSubject): never {
  refuse('wrong state', `${WAITS[kind]} waits for a second approver. Agree to it, refuse it or withdraw it first.`)
}

/** What it is that waits. */
const WAITS: Readonly<Record<ApprovalSubject, string>> = {
  investment: 'A decision about this investment',
  withdrawal: 'A decision about this withdrawal',
  referral: 'A decision about this referral bonus',
  wallet: 'A change of this payment wallet',
  plan: 'A change of this plan',
  setting: 'A change of this setting',
  balance: 'A correction of this balance',
  funds: 'A record of the operator’s own money in this payment wallet',
  reserve: 'A change of how promises are set apart',
  roles: 'A decision about this administrator',
  invitation: 'An invitation of this person',
}

/**
 * Why it waits, or null: then it has been added to what this administrator has decided alone today. That comes last, so
 * that the row which all decisions of one administrator share is locked for no longer than it has to be. While there is no
 * other administrator nothing waits, and nothing is counted. 409 beyond the limit of the day where others are there and
 * none of them could agree.
 */
async function whyNotAlone(
  tx: Tx,
  actor: Administrator,
  { kind, concerns }: Correction,
  { moved, counts = moved ?? ZERO, ownStep, alsoConcerns = null }: Done,
  { before, isPreview }: { before: BeforeAlone; isPreview: boolean },
): Promise<Why | null> {
  // A clock that is ahead would forget what was decided today.
  const { now } = before
  const isThere = (but: readonly string[]) => isAnybodyElse(tx, now, kind, but)
  const couldAgree = () => isThere([actor.userId, concerns, alsoConcerns].filter((id) => id !== null))
  if (before.others === 0 && !(await isThere([actor.userId]))) return null

  const limits = limitsIn(before.limits)
  const lately = moved === null || moved === ZERO ? ZERO : before.lately
  const step = counts > limits.each ? ((await ownStep?.()) ?? null) : null
  const why = whySecond({ moved, lately, counts, limit: limits.each, ownStep: step !== null })
  if (why !== null && (await couldAgree())) return { why, own_step: why === 'own step' ? step : null }
  if (counts === ZERO) return null
  let today = ZERO
  const add = async () => {
    today = await addDecidedAlone(tx, actor.userId, utcDay(now), counts)
  }
  if (isPreview) await add()
  else {
    await inTheEnd(tx, async () => {
      await add()
      if (today > limits.daily) elseStepByStep(tx)
    })
  }
  if (today <= limits.daily) return null
  if (await couldAgree()) return { why: 'day', own_step: null }
  return refuse('wrong state', BEYOND_THE_DAY)
}

const BEYOND_THE_DAY =
  'This would take you over the daily limit for one administrator, and there is nobody else who could agree. Wait until tomorrow, or add another administrator.'

/** 409 if as much of one administrator waits as may: else one alone could hold up every record. */
async function refuseTooMany(tx: Tx, { userId }: Administrator): Promise<void> {
  await lockAsking(tx, userId)
  if ((await countWaitingOf(tx, userId, MOST_REQUESTS)) < MOST_REQUESTS) return
  refuse(
    'wrong state',
    `${MOST_REQUESTS} of your requests are already waiting for a second approver. Withdraw some, or have them decided, and ask again.`,
  )
}

type Why = { why: ApprovalWhy; own_step: OwnStep | null }
type NewRequest = Correction & Done & Why

async function ask(tx: Tx, clock: Clock, actor: Administrator, asked: NewRequest): Promise<string> {
  const { kind, subject, concerns, alsoConcerns = null, input, version, changes, reason, why, own_step, tell } = asked
  // What is approved or paid out as it was asked for corrects nothing: then its amount is at stake.
  const moved = asked.moved === ZERO ? (asked.counts ?? ZERO) : asked.moved
  const whose = changes.flatMap(({ field, of }) => (of === undefined ? [] : [[`${field}_of`, of]]))
  const id = newId()
  await refuseTooMany(tx, actor)
  await insertApproval(tx, {
    ...{ id, kind, subject_kind: subject.kind, subject_id: subject.id, input, version, why, own_step },
    ...{ name: tell?.name ?? asked.name ?? null, concerns, also_concerns: alsoConcerns, changes: [...changes], moved },
    ...{ asked_by: actor.userId, asked_at: (await databaseClock(tx)).now(), reason },
  })
  await recordAct(tx, clock, actor, {
    action: STEPS.ask,
    subject: auditSubject(subject),
    before: Object.fromEntries(changes.map((change) => [change.field, change.before])),
    after: {
      asked_for: kind,
      approval_id: id,
      would_be: Object.fromEntries([...changes.map((change) => [change.field, change.after]), ...whose]),
      moved: moved === null ? null : toWire(moved),
      why,
      ...(own_step === null ? {} : { own_step }),
    },
    reason,
  })
  await announce(tx, null, 'approvals')
  if (tell) await tellOwners(tx, clock, actor, { ...tell, step: 'asked for', changes })
  return id
}
