import { type Clock, MINUTE, SECOND } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { lookOnce } from '#kit/transaction.ts'
import { networkOf } from './limits.ts'
import { selectNewestAddresses } from './store.ts'

/** Passwords in a minute of which a network may prove none and still be in good standing. */
const FORGIVEN = 5
/** So many of the newest sessions say where people sign in from. */
const SESSIONS = 10_000
/** Milliseconds for which that is taken for known. */
const FRESH = 5 * SECOND

/** What the networks that passwords come from are known by. */
export type Networks = {
  /** 0 where people have signed in from a network, and few passwords of the last minute were wrong; else more, the more were. */
  standingOf(network: string): number
  /** A password from there is hashed, and may prove nothing. */
  spent(network: string): void
  /** It was right. */
  proved(network: string): void
}

/**
 * Says which networks people sign in from. It looks at networks and never at accounts: in a flood whoever comes from a
 * good one is answered sooner, and nobody learns from that which accounts there are.
 */
export function openNetworks({ db, clock }: { db: Database; clock: Clock }): Networks {
  const unproven = new Map<string, { times: number; since: number }>()
  let known = new Set<string>()
  /** Since the last reading began: it may not have seen their sessions. */
  let proven = new Set<string>()
  let readAt = Number.NEGATIVE_INFINITY
  const now = () => clock.now().getTime()

  /** Reads anew, in the background, what may have changed at other processes. Where that fails, what was known stays. */
  const keepFresh = () => {
    if (now() - readAt < FRESH) return
    readAt = now()
    proven = new Set()
    void lookOnce(db, (tx) => selectNewestAddresses(tx, SESSIONS)).then(
      (addresses) => {
        known = new Set([...addresses.map(networkOf), ...proven])
      },
      () => {},
    )
  }
  const timesOf = (network: string) => {
    const counted = unproven.get(network)
    return counted === undefined || counted.since <= now() - MINUTE ? 0 : counted.times
  }
  /** The oldest stand first. */
  const forgetOld = () => {
    for (const [network, { since }] of unproven) {
      if (since > now() - MINUTE) return
      unproven.delete(network)
    }
  }
  const count = (network: string, difference: 1 | -1) => {
    forgetOld()
    const counted = unproven.get(network)
    if (counted !== undefined) counted.times = Math.max(0, counted.times + difference)
    else if (difference === 1) unproven.set(network, { times: 1, since: now() })
  }
  return {
    standingOf(network) {
      keepFresh()
      const times = timesOf(network)
      return known.has(network) && times <= FORGIVEN ? 0 : 1 + times
    },
    spent: (network) => count(network, 1),
    proved(network) {
      count(network, -1)
      known.add(network)
      proven.add(network)
    },
  }
}
