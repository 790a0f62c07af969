/** What one administrator does alone, and what waits for a second. */
import type { Judgement, MovedBonus, Person, Refusal, Waiting, World } from './world.ts'
import { DAY } from './world.ts'
import { USD } from './amounts.ts'

/** More than this is agreed to by a second administrator. */
export const LIMIT = 1000n * USD
/** As much one administrator decides alone in a day. */
const DAILY = 20n * LIMIT
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
function couldAgree(world: World, requester: Person, concerns: readonly (Person | undefined)[]): boolean {
  return world.administrators.some((other) => other !== requester && !concerns.includes(other))
}

const dayOf = (by: Person, now: number) => `${by.name} ${new Date(now).toISOString().slice(0, 10)}`

/** Counts what an administrator has done alone: on the record, and for the day (UTC). */
export function countAlone(world: World, by: Person, subject: string, { counts, day = counts }: Judgement): void {
  if (counts > 0n) world.corrections.push({ by, subject, at: world.now, counts })
  const today = dayOf(by, world.now)
  world.decided.set(today, (world.decided.get(today) ?? 0n) + day)
}

/**
 * What becomes of something that may be done. It waits for a second administrator where, with what the requester has corrected
 * alone there within 24 hours, it is above the limit, where it is above the limit and the requester decided the step before,
 * and beyond the limit of the day. Where nobody could agree it is done, up to the limit of the day.
 */
export function verdictOn(
  world: World,
  asked: { requester: Person; concerns?: readonly (Person | undefined)[]; subject: string; judgement: Judgement },
): 'done' | 'waits' | 'refused' {
  const { requester, concerns = [], subject, judgement } = asked
  const { counts, day = counts, ownStep = false } = judgement
  const before = world.corrections
    .filter((one) => one.by === requester && one.subject === subject && one.at > world.now - DAY)
    .reduce((sum, one) => sum + one.counts, 0n)
  const large = (counts > 0n && before + counts > LIMIT) || (ownStep && day > LIMIT)
  const beyond = day > 0n && (world.decided.get(dayOf(requester, world.now)) ?? 0n) + day > DAILY
  if (couldAgree(world, requester, concerns)) return large || beyond ? 'waits' : 'done'
  return beyond ? 'refused' : 'done'
}

/** Why the bonus that moves with an investment is no longer the one that was shown; less that the operator bears is no news. */
export function bonusRefusals(
  requester: Person,
  shown: MovedBonus | undefined,
  now: MovedBonus | undefined,
): Refusal[] {
  if (shown === undefined || now === undefined) return []
  const isTheirs = shown.of === undefined || shown.of === now.of
  const isShown = isTheirs && now.amounts === shown.amounts && now.charged <= shown.charged
  return refused(
    now.of === requester ? { status: 403, why: 'it moves a bonus of who asked' } : undefined,
    isShown ? undefined : { status: 409, why: 'another bonus moves with it by now' },
  )
}

/** Whoever takes a step has taken it for good: alone, or as one of the two who asked for it and agreed to it. */
export function noteDoers(world: World, takers: Set<Person>, by: Person | undefined): void {
  if (by === undefined) return
  takers.add(by)
  if (world.requester !== undefined) takers.add(world.requester)
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
        administrator === waiting.requester ? { status: 403, why: 'who asked does not agree' } : undefined,
        waiting.concerns.includes(administrator) ? { status: 403, why: 'it is their own' } : undefined,
      ),
      ...again.refusals,
    ],
    counts: 0n,
    apply() {
      endRequest(world, waiting)
      world.requester = waiting.requester
      again.apply()
      world.requester = undefined
    },
  }
}

/** Requests end after seven days. What says that a withdrawal was paid is remembered then: nobody has looked. */
export function expireRequests(world: World): void {
  for (const waiting of world.waiting) {
    if (waiting.at + REQUEST_LASTS > world.now) continue
    const withdrawal = world.withdrawals.find(({ id }) => id === waiting.subject)
    const pays = withdrawal !== undefined && withdrawal.status !== 'completed'
    if (pays && waiting.judge(waiting.requester).pays === true) world.unconfirmed.add(withdrawal.id)
    endRequest(world, waiting)
  }
}

/** Takes what was asked for off the list of what waits. */
export function endRequest(world: World, waiting: Waiting): void {
  world.waiting = world.waiting.filter((other) => other !== waiting)
  world.over.push(waiting)
}

/** The same of all that waits on a record which its investor or a job has just ended. */
export function endRequestsOn(world: World, subject: string): void {
  for (const waiting of world.waiting) if (waiting.subject === subject) endRequest(world, waiting)
}
