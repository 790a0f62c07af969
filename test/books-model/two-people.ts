/** What one administrator does alone, and what waits for a second. */
import type { Judgement, Person, Refusal, Waiting, World } from './world.ts'
import { DAY } from './world.ts'
import { USD } from './amounts.ts'

/** More than this is agreed to by a second administrator. */
export const LIMIT = 1000n * USD
const REQUEST_LASTS = 7 * DAY

export function refused(...refusals: readonly (Refusal | undefined)[]): Refusal[] {
  return refusals.filter((refusal) => refusal !== undefined)
}

/** Nobody handles their own. */
export function notOneself(administrator: Person, ...concerned: readonly (Person | undefined)[]): Refusal | undefined {
  return concerned.includes(administrator) ? { status: 403, why: 'it is their own' } : undefined
}

/** A change that waits holds up what administrators decide about the same record. */
export function heldUp(world: World, subject: string): Refusal | undefined {
  return world.waiting.some((waiting) => waiting.subject === subject)
    ? { status: 409, why: 'a change of it waits for a second administrator' }
    : undefined
}

/** Somebody else who could agree: has not asked, and it is not theirs. */
function couldAgree(world: World, asker: Person, concerns: readonly (Person | undefined)[]): boolean {
  return world.administrators.some((other) => other !== asker && !concerns.includes(other))
}

/** Whether a change needs a second administrator, with what the asker has corrected alone there within a day. */
export function needsSecond(
  world: World,
  change: {
    asker: Person
    concerns?: readonly (Person | undefined)[]
    subject: string
    counts: bigint
  },
): boolean {
  const { asker, concerns = [], subject, counts } = change
  if (counts === 0n || !couldAgree(world, asker, concerns)) return false
  const before = world.corrections
    .filter((one) => one.by === asker && one.subject === subject && one.at > world.now - DAY)
    .reduce((sum, one) => sum + one.counts, 0n)
  return before + counts > LIMIT
}

/** Agreeing to what waits: who asked cannot, whose it is cannot, and it is judged again as of now. */
export function judgeAgreeing(world: World, waiting: Waiting, administrator: Person): Judgement {
  const all = world.waiting
  // It does not hold itself up.
  world.waiting = all.filter((other) => other !== waiting)
  const again = waiting.judge(administrator)
  world.waiting = all
  return {
    refusals: [
      ...refused(
        administrator === waiting.asker ? { status: 403, why: 'who asked does not agree' } : undefined,
        waiting.concerns.includes(administrator) ? { status: 403, why: 'it is their own' } : undefined,
      ),
      ...again.refusals,
    ],
    counts: 0n,
    apply() {
      endRequest(world, waiting)
      again.apply()
    },
  }
}

/** Requests end after seven days. */
export function expireRequests(world: World): void {
  for (const waiting of world.waiting) if (waiting.at + REQUEST_LASTS <= world.now) endRequest(world, waiting)
}

/** Takes what was asked for off the list of what waits. */
export function endRequest(world: World, waiting: Waiting): void {
  world.waiting = world.waiting.filter((other) => other !== waiting)
  world.over.push(waiting)
}
