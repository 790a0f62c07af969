/** One step of a story: a call, and what the rules say of it. */
import { largest, USD, wholeCents } from './amounts.ts'
import type { Chance } from './chance.ts'
import type { Answer } from '../visitor.ts'
import { DAY, HOUR, runs, type Judgement, type Person, type Refusal, type Status, type World } from './world.ts'

export type Planned = {
  readonly by: Person
  readonly path: string
  readonly body?: Record<string, unknown>
  readonly judgement: Judgement
  /** where it may wait for a second administrator */
  readonly waits?: {
    readonly subject: string
    readonly concerns?: readonly (Person | undefined)[]
    /** counts changes of the record: what has changed since it was asked for is not agreed to */
    readonly record?: { changes: number }
    again(by: Person): Judgement
  }
  /** Learns the ids that the app gave. */
  found?(answer: Answer): Promise<void>
}

/** What a step may look at, and how it asks the app outside the story's own calls. */
export type Scene = {
  readonly world: World
  readonly chance: Chance
  get(by: Person, path: string): Promise<Answer['body']>
}
export type Step = (scene: Scene) => Promise<Planned | undefined> | Planned | undefined

/** Refused whatever the state: a bad amount, a foreign id, a missing role. */
export const always = (...refusals: Refusal[]): Judgement => ({ refusals, counts: 0n, apply() {} })

export const BAD_AMOUNTS = [
  '-5',
  '0',
  'abc',
  '1e3',
  '+5',
  ' 5',
  '10.001',
  '',
  '1000000000000.01',
  true,
  [5],
  null,
  0,
  -1,
  1.005,
]

export const NOBODYS = '01890000-0000-7000-8000-000000000000'

/** An amount in whole cents, of every size that the rules tell apart: small, around the limit, large. */
export function someAmount(chance: Chance): bigint {
  const dollars = chance.weighted([
    [3, () => 1 + chance.below(100)],
    [6, () => 100 + chance.below(900)],
    [1, () => 999 + chance.below(3)],
    [4, () => 1000 + chance.below(4000)],
  ])()
  return BigInt(dollars) * USD + (chance.percent(30) ? BigInt(chance.below(100)) * 10_000n : 0n)
}

/** Near a limit: just what it is in whole cents, a cent more, or some part of it. */
export function nearby(chance: Chance, limit: bigint): bigint {
  const cents = wholeCents(limit)
  const amount = chance.weighted([
    [2, () => cents],
    [2, () => cents + 10_000n],
    [5, () => wholeCents((limit * BigInt(1 + chance.below(100))) / 100n)],
    [1, () => cents + someAmount(chance)],
  ])()
  return largest(amount, 10_000n)
}

/** Somebody who may decide; now and then whoever they are, also about their own. */
export const administrator = ({ world, chance }: Scene, notFor?: Person): Person => {
  const able = world.administrators.filter((one) => one !== notFor)
  const by = chance.percent(94) ? chance.pick(able) : chance.pick(world.administrators)
  if (by === undefined) throw new Error('there is no administrator')
  return by
}

/** Which date an edit names: the record's own, which leaves it alone, another one, or one that is yet to come. */
export function someDate(
  { world, chance }: Scene,
  { created, began, status }: { created: number; began?: number | undefined; status: Status },
): number {
  const alone = runs(status) && began !== undefined && chance.percent(70) ? began : created
  return chance.weighted([
    [70, alone],
    [26, world.now - chance.below(20) * DAY - chance.below(24) * HOUR - chance.below(3600) * 1000],
    [4, world.now + (1 + chance.below(100)) * 1000],
  ])
}
