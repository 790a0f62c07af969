import { type Actor, userOf } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { Json } from '#kit/database-schema.ts'
import { newActId, newId, type ActId } from '#kit/ids.ts'
import { insertAudit, insertDecisions } from './store.ts'

export type Subject = {
  kind:
    | 'investment'
    | 'withdrawal'
    | 'referral'
    | 'user'
    | 'identity check'
    | 'role invitation'
    | 'wallet'
    | 'plan'
    | 'message'
    | 'mailing'
    | 'setting'
    | 'reserve'
    | 'screening list'
    | 'screening hit'
    | 'what-if'
    | 'proof'
  id: string
}

/** An act worth remembering: who did what to which record, what it was before and after, and why. */
export type Act = {
  /** under which it stands in the log, where postings name it; else a new one */
  id?: ActId | undefined
  action: string
  subject: Subject
  before?: Json
  after?: Json
  reason?: string | null
}

/** Writes one line of the audit log. Append only: the database refuses to change or delete it. */
export async function recordAct(tx: Tx, clock: Clock, actor: Actor, act: Act): Promise<void> {
  await recordActs(tx, clock, actor, [act])
}

/** The same for several acts of one actor at one moment, in one statement. */
export async function recordActs(tx: Tx, clock: Clock, actor: Actor, acts: readonly Act[]): Promise<void> {
  await insertAudit(
    tx,
    acts.map((act) => ({
      id: act.id ?? newActId(),
      at: clock.now(),
      actor_id: userOf(actor),
      job: 'job' in actor ? actor.job : null,
      address: actor.address ?? null,
      device: 'device' in actor ? (actor.device ?? null) : null,
      action: act.action,
      subject_kind: act.subject.kind,
      subject_id: act.subject.id,
      before: act.before ?? null,
      after: act.after ?? null,
      reason: act.reason ?? null,
      approval_id: 'agreesTo' in actor ? (actor.agreesTo ?? null) : null,
    })),
  )
}

/** Writes a change of state as a decision (from, to, who, when, why) and as a line of the audit log. */
export async function recordDecision(tx: Tx, clock: Clock, actor: Actor, change: DecidedAct): Promise<void> {
  await recordDecisions(tx, clock, actor, [change])
}
type DecidedAct = Act & { from: string | null; to: string }

/** The same for several of one actor at one moment, in two statements. */
export async function recordDecisions(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  changes: readonly DecidedAct[],
): Promise<void> {
  await insertDecisions(
    tx,
    changes.map((change) => ({
      id: newId(),
      subject_kind: change.subject.kind,
      subject_id: change.subject.id,
      from_status: change.from,
      to_status: change.to,
      actor_id: userOf(actor),
      job: 'job' in actor ? actor.job : null,
      reason: change.reason ?? null,
      decided_at: clock.now(),
    })),
  )
  await recordActs(
    tx,
    clock,
    actor,
    changes.map((change) => ({
      ...change,
      before: change.before ?? { status: change.from },
      after: change.after ?? { status: change.to },
    })),
  )
}
