/** One kind of attack: what it tries, its share of all requests, and how it goes about it. */
import fc from 'fast-check'
import type { DescribedCall, Input } from './calls.ts'
import type { Ground, Request } from './ground.ts'
import type { Ids } from './ids.ts'
import type { Kind } from './people.ts'

export type Attack = {
  name: string
  what: string
  /** of all requests; 0 for an attack that has a number of its own */
  share: number
  run(ground: Ground, requests: number): Promise<void>
}

/** Requests at once: as many as a few people with several tabs each. */
const AT_ONCE = 25
/** Ids are read anew after so many batches. */
const ANEW = 10

/** The same number for the same seed, wherever it is asked for. */
export function seeded(seed: number, ...words: (string | number)[]): number {
  let value = seed | 0
  for (const letter of words.join(' ')) value = (Math.imul(value, 31) + letter.charCodeAt(0)) | 0
  return value
}

/** Draws from an arbitrary, the same for the same words. */
export function drawn<T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed })
}

/** All of these in an order that nothing in them has to do with. */
export function shuffled<T>(all: readonly T[], seed: number): T[] {
  const everything = { minLength: all.length, maxLength: all.length }
  return drawn(fc.shuffledSubarray([...all], everything), 1, seed)[0] ?? []
}

/** Sends all of them, a batch at a time; `next` is asked for as many as fit while there is something left to send. */
export async function inBatches(
  ground: Ground,
  kind: string,
  requests: number,
  next: (n: number) => Request,
): Promise<void> {
  for (let sent = 0, batch = 0; sent < requests; sent += AT_ONCE, batch += 1) {
    if (batch % ANEW === 0) await ground.ids.refresh()
    await ground.send(
      kind,
      Array.from({ length: Math.min(AT_ONCE, requests - sent) }, (_, n) => next(sent + n)),
    )
  }
}

/** Inputs of a call, drawn many at a time: an arbitrary is dear to begin. */
export function inputsOf(make: (described: DescribedCall, ids: Ids) => fc.Arbitrary<Input>, { ids, seed }: Ground) {
  const kept = new Map<string, { inputs: Input[]; round: number }>()
  return (described: DescribedCall): Input => {
    const of = kept.get(described.key) ?? { inputs: [], round: 0 }
    if (of.inputs.length === 0) {
      of.inputs = drawn(make(described, ids), 20, seeded(seed, make.name, described.key, of.round))
      of.round += 1
    }
    kept.set(described.key, of)
    return of.inputs.pop() ?? { params: {}, query: {} }
  }
}

/** Who has the rights that a call asks for, by turns. */
export function allowedFor({ call }: DescribedCall, n: number): Kind {
  const of = <T>(all: readonly T[]) => all[n % all.length] as T
  switch (call.who) {
    case 'anyone':
      return of(['visitor', 'investor', 'half way in'] as const)
    case 'registrant':
      return 'registrant'
    case 'investor':
      return of(['investor', 'other investor', 'investor, proved', 'support', 'investor, not proved'] as const)
    case 'administrator':
      return of(['support', 'reviewer', 'owner'] as const)
    case 'reviewer':
      return of(['reviewer', 'second reviewer', 'owner', 'second owner'] as const)
    case 'owner':
      return of(['owner', 'second owner'] as const)
  }
}
