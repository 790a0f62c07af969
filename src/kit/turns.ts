import { Refusal } from './refusal.ts'

/** Pieces of one person that may wait: a hundred calls at once are ordinary use (business rules §8). */
const MOST_OF_ONE = 100
/** Seconds after which it makes sense to come again. */
const SOON = 30
const TOO_MANY = `You have asked for ${MOST_OF_ONE} at once. Wait until they have come, and try again in ${SOON} seconds.`

/**
 * Lets at most `atOnce` pieces of work run at a time; the others wait. For work that takes the whole of a processor, or
 * much memory. Each waits behind what came before it `of` the same person, and people take turns: whoever asks for a
 * hundred pieces is given them all, and keeps nobody waiting who asks for one. 429 for what is beyond a hundred that wait.
 */
export function takingTurns(atOnce: number): <T>(work: () => Promise<T>, of?: string) => Promise<T> {
  let running = 0
  /** By person, in the order in which it is their turn. */
  const waiting = new Map<string, (() => void)[]>()
  return async (work, of = '') => {
    if (running >= atOnce) await new Promise<void>((begin) => waitIn(waiting, of, begin))
    else running += 1
    try {
      return await work()
    } finally {
      // The turn goes to who waits longest, or back.
      const next = nextOf(waiting)
      if (next === undefined) running -= 1
      else next()
    }
  }
}

function waitIn(waiting: Map<string, (() => void)[]>, of: string, begin: () => void): void {
  const own = waiting.get(of)
  if (own === undefined) waiting.set(of, [begin])
  else if (own.length < MOST_OF_ONE) own.push(begin)
  else throw new Refusal('too many', TOO_MANY, undefined, SOON)
}

/** Who is next; what else they wait for comes after everybody else's next. */
function nextOf(waiting: Map<string, (() => void)[]>): (() => void) | undefined {
  const [first] = waiting
  if (first === undefined) return undefined
  const [of, own] = first
  const next = own.shift()
  waiting.delete(of)
  if (own.length > 0) waiting.set(of, own)
  return next
}
