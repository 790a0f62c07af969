import { Refusal } from './refusal.ts'

/** Pieces of one person that may wait: a hundred calls at once are ordinary use (business rules §8). */
const MOST_OF_ONE = 100
/** Seconds after which it makes sense to come again. */
const SOON = 30
const tooMany = (most: number) =>
  `You have asked for ${most} at once. Wait until they have come, and try again in ${SOON} seconds.`
const TOO_LATE = `Too many are asking at the moment. Try again in ${SOON} seconds.`

/**
 * Lets at most `atOnce` pieces of work run at a time; the others wait. For work that takes the whole of a processor, or
 * much memory. Each waits behind what came before it `of` the same person, and people take turns: whoever asks for a
 * hundred pieces is given them all, and keeps nobody waiting who asks for one. 429 for what is beyond `most` that wait,
 * and, when its turn comes, for what has waited for more than `longest` milliseconds: whoever asked may have gone.
 */
export function takingTurns(
  atOnce: number,
  { most = MOST_OF_ONE, longest = Infinity }: { most?: number; longest?: number } = {},
): <T>(work: () => Promise<T>, of?: string) => Promise<T> {
  let running = 0
  /** By person, in the order in which it is their turn. */
  const waiting: Waiting = new Map()
  return async (work, of = '') => {
    const since = performance.now()
    if (running >= atOnce) await new Promise<void>((begin) => waitIn({ waiting, most }, of, begin))
    else running += 1
    try {
      if (performance.now() - since > longest) throw new Refusal('too many', TOO_LATE, undefined, SOON)
      return await work()
    } finally {
      // The turn goes to who waits longest, or back.
      const next = nextOf(waiting)
      if (next === undefined) running -= 1
      else next()
    }
  }
}

/**
 * Lets at most `atOnce` pieces of one person run at a time, whatever others do: nobody waits for anybody else, so that
 * where the database is away each is told so as soon as ever. For reads that are long for those alone who have a great
 * deal. 429 for what is beyond `most` that wait.
 */
export function eachTakingTurns(
  atOnce: number,
  most = MOST_OF_ONE,
): <T>(work: () => Promise<T>, of: string) => Promise<T> {
  const people = new Map<string, { turn: ReturnType<typeof takingTurns>; open: number }>()
  return async (work, of) => {
    const own = people.get(of) ?? { turn: takingTurns(atOnce, { most }), open: 0 }
    people.set(of, own)
    own.open += 1
    try {
      return await own.turn(work)
    } finally {
      own.open -= 1
      if (own.open === 0) people.delete(of)
    }
  }
}

type Waiting = Map<string, (() => void)[]>

function waitIn({ waiting, most }: { waiting: Waiting; most: number }, of: string, begin: () => void): void {
  const own = waiting.get(of)
  if (own === undefined) waiting.set(of, [begin])
  else if (own.length < most) own.push(begin)
  else throw new Refusal('too many', tooMany(most), undefined, SOON)
}

/** Who is next; what else they wait for comes after everybody else's next. */
function nextOf(waiting: Waiting): (() => void) | undefined {
  const [first] = waiting
  if (first === undefined) return undefined
  const [of, own] = first
  const next = own.shift()
  waiting.delete(of)
  if (own.length > 0) waiting.set(of, own)
  return next
}
