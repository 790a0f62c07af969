import type { Administrator, Investor } from '#kit/actor.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { atOnce } from '#kit/pipeline.ts'
import { refuse, refuseChanged } from '#kit/refusal.ts'
import type { Status } from '#kit/wire.ts'
import { lockUser } from '#users/lock-user.ts'
import { type RecordKind, type Transition, whyNotOpen } from './rules.ts'
import {
  type LockedPerson,
  lockPeople,
  lockReferralRow,
  lockReferralRows,
  lockRow,
  lockRowAndClock,
  ownerOf,
  peopleOf,
  type RecordOf,
} from './store.ts'

export type { RecordOf }

/**
 * A record under its lock, whose it is, and who invited them: null also where that account is closed, which gets nothing
 * any more, neither new nor changed.
 */
export type Locked<K extends RecordKind> = { record: RecordOf<K>; owner: LockedPerson; inviterId: string | null }

/**
 * Locks the people of a record in id order, then the record: for an investment the investor and the inviter, for a
 * referral both sides. Undefined if there is no such record. Everything that changes one comes through here, so
 * whoever comes second finds what the first has left. Comes before any other lock. The clock is read once all are held.
 */
export async function lockRecord<K extends RecordKind>(
  tx: Tx,
  kind: K,
  id: string,
): Promise<(Locked<K> & { clock: DatabaseClock }) | undefined> {
  const [people, locked] = await atOnce([lockPeople(tx, kind, id), lockRowAndClock(tx, kind, id)])
  if (people.length === 0) return undefined
  if (locked === undefined) throw new Error(`${kind} ${id} has gone`)
  const owner = people.find((person) => person.id === ownerOf(locked.record))
  if (owner === undefined) throw new Error(`the owner of ${kind} ${id} has gone`)
  const isClosed = people.some((person) => person.id === owner.inviter_id && person.closed_at !== null)
  return { ...locked, owner, inviterId: isClosed ? null : owner.inviter_id }
}

/**
 * Locks a record that an administrator is about to decide on, and reads the database's clock once that is done.
 * 404 if there is none, 403 if it is about the administrator.
 */
export async function lockForDecision<K extends RecordKind>(
  tx: Tx,
  actor: Administrator,
  kind: K,
  id: string,
): Promise<Locked<K> & { clock: DatabaseClock }> {
  const locked = await lockRecord(tx, kind, id)
  if (locked === undefined) refuse('not found', `There is no such ${kind}.`)
  if (peopleOf(locked.record).includes(actor.userId)) {
    refuse('not allowed', `You can’t decide on your own ${kind}s. Another administrator has to.`)
  }
  return locked
}

/** 409 if a change of state is not open to a record, or if the record is not the version that was looked at. */
export function refuseClosed(
  kind: RecordKind,
  transition: Transition,
  { status, version }: { status: Status; version: number },
  seen?: number,
): void {
  if (!transition.from.includes(status)) refuse('wrong state', whyNotOpen(kind, transition, status))
  if (seen !== version) refuseChanged(kind, version, seen)
}

/** Locks one of the investor's own records: the investor, then the record. 404 if it is not theirs. */
export async function lockOwn<K extends RecordKind>(
  tx: Tx,
  actor: Investor,
  kind: K,
  id: string,
): Promise<RecordOf<K>> {
  await lockUser(tx, actor.userId)
  return (await lockRow(tx, kind, id, actor.userId)) ?? refuse('not found', `There is no such ${kind}.`)
}

/** Locks another record of the same owner. The caller holds the lock on the owner. */
export async function lockAnother<K extends RecordKind>(
  tx: Tx,
  kind: K,
  owner: string,
  id: string,
): Promise<RecordOf<K> | undefined> {
  return lockRow(tx, kind, id, owner)
}

/** Locks and reads the one referral of an investment, or null. The caller holds the locks on the investment and its people. */
export async function lockReferralOf(tx: Tx, investmentId: string): Promise<RecordOf<'referral'> | null> {
  return (await lockReferralRow(tx, investmentId)) ?? null
}

/** The same of several investments, by their ids. */
export async function lockReferralsOf(
  tx: Tx,
  investmentIds: readonly string[],
): Promise<ReadonlyMap<string, RecordOf<'referral'>>> {
  if (investmentIds.length === 0) return new Map()
  const referrals = await lockReferralRows(tx, investmentIds)
  return new Map(referrals.map((referral) => [referral.investment_id, referral]))
}
