import { siteOf } from '#kit/ip-address.ts'
import { Refusal } from '#kit/refusal.ts'

/** Pictures of everybody that are taken in at a time: each is held whole meanwhile, up to 10 MB. */
const MOST = 20
/** Of one person. */
const MOST_OF_ONE = 4
/** From one network, whoever sends them: several accounts at one place do not take all places from everybody else. */
const MOST_OF_NETWORK = 8
/** Seconds after which it makes sense to come again. */
const SOON = 5

/** Does `work` in one of few places. 429 if there is none left, before anything is read. */
export type UploadPlaces = <T>(who: { userId: string; address: string }, work: () => Promise<T>) => Promise<T>

/** The places in which this process takes in pictures and draws them. */
export function openUploadPlaces(): UploadPlaces {
  /** By person and by network. */
  const taken = new Map<string, number>()
  const takenBy = (whose: string) => taken.get(whose) ?? 0
  const change = (whose: string, by: 1 | -1) => {
    const now = takenBy(whose) + by
    if (now > 0) taken.set(whose, now)
    else taken.delete(whose)
  }
  let all = 0
  return async ({ userId, address }, work) => {
    const network = `network ${siteOf(address)}`
    if (takenBy(userId) >= MOST_OF_ONE) refuse('Your last pictures are still being processed.')
    if (takenBy(network) >= MOST_OF_NETWORK) refuse('Too many pictures are being uploaded from your network.')
    if (all >= MOST) refuse('Too many pictures are being uploaded at the moment.')
    for (const whose of [userId, network]) change(whose, 1)
    all += 1
    try {
      return await work()
    } finally {
      all -= 1
      for (const whose of [userId, network]) change(whose, -1)
    }
  }
}

function refuse(why: string): never {
  throw new Refusal('too many', `${why} Try again in ${SOON} seconds.`, undefined, SOON)
}
