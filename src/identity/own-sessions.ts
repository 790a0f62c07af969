import type { Investor } from '#kit/actor.ts'
import { holdRequestsOf } from '#approvals/close-requests.ts'
import { recordAct } from '#audit/record.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { readName } from '#kit/rules.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { announceSessions } from '#notifications/notify.ts'
import { programOf, type Program } from '#kit/device-in-words.ts'
import { lockUser } from '#users/lock-user.ts'
import { networkInShort } from './device-rules.ts'
import { putOut } from './end-sessions.ts'
import { LONGEST_DEVICE_NAME, sessionEnd } from './rules.ts'
import { closeSessionOf, nameDevicePlace, type OwnSessionRow, selectSessionsOf } from './session-store.ts'

const NO_SUCH = 'This sign-in has ended, or there is none.'

/** A sign-in of one's own, in words. */
type OwnSession = Program & {
  id: string
  /** the one that asks */
  current: boolean
  /** what its owner calls the device */
  name: string | null
  network: string
  remembered: boolean
  opened_at: string
  seen_at: string
  ends_at: string
}

/** Where somebody is signed in: this sign-in first, then those that were used last. What has ended by itself is left out. */
export async function ownSessions(tx: Tx, clock: Clock, actor: Investor): Promise<OwnSession[]> {
  const rows = await selectSessionsOf(tx, actor.userId)
  return rows
    .filter((row) => sessionEnd(row) > clock.now())
    .map((row) => onWire(row, actor))
    .toSorted((one, other) => Number(other.current) - Number(one.current) || (one.seen_at < other.seen_at ? 1 : -1))
}

function onWire(row: OwnSessionRow, actor: Investor): OwnSession {
  return {
    ...programOf(row.user_agent),
    ...{ id: row.id, current: row.id === actor.sessionId, name: row.device_name, network: networkInShort(row.address) },
    remembered: row.remembered,
    opened_at: row.created_at.toISOString(),
    seen_at: (row.seen_at ?? row.created_at).toISOString(),
    ends_at: sessionEnd(row).toISOString(),
  }
}

/** Ends one of one's other sign-ins. 404 if it is none of one's own or has ended; 409 for the one that asks. */
export async function endOwnSession(tx: Tx, clock: Clock, actor: Investor, { id }: { id: string }): Promise<void> {
  if (id === actor.sessionId) refuse('wrong state', 'You are using this sign-in. Choose Log Out instead.')
  const ended = await closeSessionOf(tx, { id, user_id: actor.userId }, clock.now())
  if (ended === undefined) refuse('not found', NO_SUCH)
  await announceSessions(tx, actor.userId)
  await recordAct(tx, clock, actor, {
    action: 'end session',
    subject: { kind: 'user', id: actor.userId },
    after: programOf(ended.user_agent),
  })
}

/**
 * Ends all of one's sign-ins but the one that asks, and what one has begun as an administrator: somebody else may have done
 * it in one of them. Answers how many there were.
 */
export async function endOtherSessions(tx: Tx, clock: Clock, actor: Investor): Promise<number> {
  await holdRequestsOf(tx, actor.userId)
  await lockUser(tx, actor.userId)
  const user = { id: actor.userId, name: actor.name }
  const ended = await putOut(tx, clock, actor, { user, why: `${user.name} has ended all other sign-ins.`, but: actor })
  if (ended > 0) {
    await recordAct(tx, clock, actor, {
      action: 'end other sessions',
      subject: { kind: 'user', id: actor.userId },
      after: { ended },
    })
  }
  return ended
}

/** Names the device of one of one's sign-ins; it keeps the name at the next sign-in. 404 as above; 422 for what is no name. */
export async function nameDevice(tx: Tx, actor: Investor, input: { id: string; name: string }): Promise<void> {
  const name = readName(input.name)
  if ('problem' in name) refuseField('name', name.problem)
  if (name.text.length > LONGEST_DEVICE_NAME) refuseField('name', `Use at most ${LONGEST_DEVICE_NAME} characters.`)
  const named = await nameDevicePlace(tx, { session: input.id, user_id: actor.userId, name: name.text })
  if (!named) refuse('not found', NO_SUCH)
}
