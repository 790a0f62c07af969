import { Refusal } from '#kit/refusal.ts'

/** Pictures of everybody that are taken in at a time: each is held whole meanwhile, up to 10 MB. */
const MOST = 20
/** Of one person. */
const MOST_OF_ONE = 4
/** Seconds after which it makes sense to come again. */
const SOON = 5

/** Does `work` in one of few places. 429 if there is none left, before anything is read. */
export type UploadPlaces = <T>(userId: string, work: () => Promise<T>) => Promise<T>

/** The places in which this process takes in pictures and draws them. */
export function openUploadPlaces(): UploadPlaces {
  const taken = new Map<string, number>()
  let all = 0
  return async (userId, work) => {
    const own = taken.get(userId) ?? 0
    if (own >= MOST_OF_ONE) refuse('Your last pictures are still being processed.')
    if (all >= MOST) refuse('Too many pictures are being uploaded at the moment.')
    taken.set(userId, own + 1)
    all += 1
    try {
      return await work()
    } finally {
      all -= 1
      const left = (taken.get(userId) ?? 1) - 1
      if (left > 0) taken.set(userId, left)
      else taken.delete(userId)
    }
  }
}

function refuse(why: string): never {
  throw new Refusal('too many', `${why} Try again in ${SOON} seconds.`, undefined, SOON)
}
