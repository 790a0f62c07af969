import { Refusal } from '#kit/refusal.ts'

/** Seconds after which it makes sense to come again. */
const COME_AGAIN = 10

type Waiting = { begin(): void; refuse(why: Refusal): void }
/** What waits from one network, oldest first. `served` is 0 until its first turn since it joined. */
type Lane = { readonly network: string; readonly waiting: Waiting[]; readonly joined: number; served: number }

/** Runs `work` when it is its network's turn. 429 if too much waits. */
export type HashQueue = <T>(network: string, work: () => Promise<T>) => Promise<T>

/**
 * Lets at most `atOnce` pieces of work run and at most `most` wait. Networks take turns, so that five hundred requests of
 * one keep nobody else waiting. Those of better standing (a lower number; 0 is good) go first. Among equals who has not
 * had a turn yet goes first, and the newest first of all: in a flood from many networks whoever comes last, with a right
 * password perhaps, is answered at once, and the flood waits. Where too much waits, the network with the most waiting
 * loses its newest, and one of good standing only where there is no other. Between a turn and the next are `breath`
 * milliseconds (none by default), in which everything else on the machine goes on; who comes alone does not wait for them.
 */
export function openHashQueue(options: {
  atOnce: number
  most: number
  standingOf: (network: string) => number
  breath?: number
}): HashQueue {
  const { atOnce, most, standingOf, breath = 0 } = options
  const lanes = new Map<string, Lane>()
  let running = 0
  let waiting = 0
  let steps = 0

  const byTurn = (one: Lane, other: Lane) =>
    standingOf(one.network) - standingOf(other.network) || one.served - other.served || other.joined - one.joined
  const byLoss = (one: Lane, other: Lane) =>
    Math.min(1, standingOf(other.network)) - Math.min(1, standingOf(one.network)) ||
    other.waiting.length - one.waiting.length ||
    byTurn(other, one)

  /** Takes one out of the lane that comes first in an order. */
  const takeOut = (order: typeof byTurn, which: 'oldest' | 'newest'): Waiting | undefined => {
    const lane = firstOf(lanes.values(), order)
    if (lane === undefined) return undefined
    waiting -= 1
    const taken = which === 'oldest' ? lane.waiting.shift() : lane.waiting.pop()
    if (which === 'oldest') lane.served = steps += 1
    if (lane.waiting.length === 0) lanes.delete(lane.network)
    return taken
  }
  const join = (network: string) =>
    new Promise<void>((begin, refuse) => {
      const lane = lanes.get(network) ?? { network, waiting: [], joined: (steps += 1), served: 0 }
      lanes.set(network, lane)
      lane.waiting.push({ begin, refuse })
      waiting += 1
      if (waiting > most) takeOut(byLoss, 'newest')?.refuse(tooMany())
    })

  /** The turn goes on, or back. */
  const passOn = () => {
    const next = takeOut(byTurn, 'oldest')
    if (next === undefined) running -= 1
    else next.begin()
  }

  return async (network, work) => {
    if (running < atOnce) running += 1
    else await join(network)
    try {
      return await work()
    } finally {
      if (waiting > 0 && breath > 0) setTimeout(passOn, breath)
      else passOn()
    }
  }
}

function firstOf(lanes: Iterable<Lane>, order: (one: Lane, other: Lane) => number): Lane | undefined {
  let first: Lane | undefined
  for (const lane of lanes) if (first === undefined || order(lane, first) < 0) first = lane
  return first
}

function tooMany(): Refusal {
  const words = `We are very busy at the moment. Try again in ${COME_AGAIN} seconds.`
  return new Refusal('too many', words, undefined, COME_AGAIN)
}
