import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { JsonObject } from '#kit/database-schema.ts'
import { newId } from '#kit/ids.ts'
import { toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { announce } from '#notifications/notify.ts'
import type { Agreed } from './agree.ts'
import type { ApprovalKind, Change } from './contract.ts'
import { limitNow } from './limit.ts'
import { GONE_COUNTS_FOR, COUNTED_FOR, needsSecond, rolesFor, STEPS } from './rules.ts'
import {
  beforeTrying,
  insertApproval,
  insertLoneCorrection,
  selectAnyOther,
  sumCorrectedAlone,
  undoTried,
  type Subject,
} from './store.ts'
import { auditSubject, refuseWhileWaiting } from './waiting.ts'

/** What a verb was asked to do, as it is kept for when a second administrator agrees. */
export type Correction = {
  kind: ApprovalKind
  subject: Subject
  /** whose record it is, where it is somebody's */
  concerns: string | null
  /** the verb's input, in the words of the wire; with the version of the record where it has one */
  input: JsonObject
  version: number | null
  reason: string | null
}

/** What a correction did: what it counts for the limit, micro-dollars (the most that it moved on one account, or more), and what changed, for people. */
export type Done = {
  /** null for what always needs a second person, whatever it moves */
  moved: MicroUsd | null
  changes: readonly Change[]
}

/**
 * Makes a correction, unless it needs a second administrator: then all that `correct` did is undone and it waits.
 * So what waits has passed every check, and nobody is asked to agree to what could not be done.
 *
 * The caller holds the lock on the record. Answers the id of the request that waits, or undefined where it is done.
 * 409 where another request waits for the same subject. With `agreed` it is done.
 */
export async function correctOrAsk(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  correction: Correction,
  agreed: Agreed | undefined,
  correct: () => Promise<Done>,
): Promise<string | undefined> {
  const { kind, subject } = correction
  if (agreed !== undefined) {
    if (agreed.kind !== kind || agreed.subject_id !== subject.id)
      throw new Error('what was agreed to is another matter')
    await correct()
    return undefined
  }
  await refuseWhileWaiting(tx, subject)
  await beforeTrying(tx)
  const { moved, changes } = await correct()
  if (await mayAlone(tx, clock, actor, correction, moved)) {
    if (moved !== null && moved > ZERO) {
      const made = { made_by: actor.userId, made_at: clock.now(), moved }
      await insertLoneCorrection(tx, { id: newId(), subject_kind: subject.kind, subject_id: subject.id, ...made })
    }
    return undefined
  }
  await undoTried(tx)
  return ask(tx, clock, actor, { ...correction, changes, moved })
}

async function mayAlone(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  { kind, subject, concerns }: Correction,
  moved: MicroUsd | null,
): Promise<boolean> {
  if (moved !== null) {
    const since = new Date(clock.now().getTime() - COUNTED_FOR)
    const lately = await sumCorrectedAlone(tx, subject, actor.userId, since)
    if (!needsSecond({ moved, lately, limit: await limitNow(tx) })) return true
  }
  const but = concerns === null ? [actor.userId] : [actor.userId, concerns]
  const since = new Date(clock.now().getTime() - GONE_COUNTS_FOR)
  return !(await selectAnyOther(tx, rolesFor(kind), { but, since }))
}

async function ask(tx: Tx, clock: Clock, actor: Administrator, asked: Correction & Done): Promise<string> {
  const { kind, subject, concerns, input, version, changes, reason, moved } = asked
  const id = newId()
  await insertApproval(tx, {
    ...{ id, kind, subject_kind: subject.kind, subject_id: subject.id, concerns, input, version },
    ...{ changes: [...changes], moved, asked_by: actor.userId, asked_at: (await databaseClock(tx)).now(), reason },
  })
  await recordAct(tx, clock, actor, {
    action: STEPS.ask,
    subject: auditSubject(subject),
    before: Object.fromEntries(changes.map((change) => [change.field, change.before])),
    after: {
      asked_for: kind,
      approval_id: id,
      would_be: Object.fromEntries(changes.map((change) => [change.field, change.after])),
      moved: moved === null ? null : toWire(moved),
    },
    reason,
  })
  await announce(tx, null, 'approvals')
  return id
}
