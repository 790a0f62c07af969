import type { Actor, Administrator, Investor } from '#kit/actor.ts'
import { type Clock, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { Program } from '#kit/device-in-words.ts'
import { countWithin } from '#kit/limit.ts'
import { recordAct } from './record.ts'

/** Of what one person does over and over, so many of an hour have each a line. */
const EACH = 3
/** Nobody does so many things within an hour. */
const NO_LIMIT = 1_000_000_000

/**
 * Writes down what somebody did that they may do without an end, such as being refused: the first three of an hour in a
 * line each, and then only the tenth, the hundredth and so on, with how many there have been. So the log grows with the
 * logarithm of what a script sends. `what` is said in the line, and counted apart.
 */
export async function recordOften(
  tx: Tx,
  clock: Clock,
  actor: Investor | Administrator,
  { action, what }: { action: string; what: string },
): Promise<void> {
  await recordOftenAbout(tx, clock, actor, { userId: actor.userId, action, what })
}

/** The same of what is done to somebody's account by whoever it is: `facts` are said in the line and not counted apart. */
export async function recordOftenAbout(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  { userId, action, what, facts }: { userId: string; action: string; what: string; facts?: Program },
): Promise<void> {
  const counted = { key: `traces/${userId}/${action}/${what}`, most: NO_LIMIT, milliseconds: HOUR }
  const times = await countWithin(tx, clock, counted)
  if (times === undefined || !hasLine(times)) return
  await recordAct(tx, clock, actor, {
    action,
    subject: { kind: 'user', id: userId },
    after: { what, ...facts, ...(times > EACH ? { times_within_an_hour: times } : {}) },
  })
}

function hasLine(times: number): boolean {
  return times <= EACH || /^10+$/.test(String(times))
}
