import { type Clock, MINUTE, SECOND } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { readOnce } from '#kit/transaction.ts'
import { knownNetworks } from './known-places.ts'

/** Turns in a minute in which a network may prove nothing and still be in good standing. */
const FORGIVEN = 5
/** Milliseconds for which it is taken for known whether people have signed in from a network. */
const FRESH = 5 * SECOND

/** What the networks that passwords come from are known by. */
export type Networks = {
  /** 0 if people have signed in from a network, and few turns of the last minute proved nothing; else more, the more did not. */
  standingOf(network: string): number
  /** A turn begins for it, which may prove nothing. */
  spent(network: string): void
  /** A password was right. */
  proved(network: string): void
}

/**
 * Says which networks people sign in from, of those that it is asked about: one counts as unknown for the moment that the
 * database takes to answer. It looks at networks and never at accounts: in a flood whoever comes from a good one is
 * answered sooner, and nobody learns from that which accounts there are.
 */
export function openNetworks({ db, clock }: { db: Database; clock: Clock }): Networks {
  const unproven = new Map<string, { times: number; since: number }>()
  /** What the database has said of networks, and when. The oldest stand first, here and above. */
  const told = new Map<string, { known: boolean; since: number }>()
  let asked = new Set<string>()
  let reading = false
  const now = () => clock.now().getTime()
  const forgetOld = (all: Map<string, { since: number }>) => {
    for (const [network, { since }] of all) {
      if (since > now() - MINUTE) return
      all.delete(network)
    }
  }
  const isFresh = (network: string) => (told.get(network)?.since ?? Number.NEGATIVE_INFINITY) > now() - FRESH

  /** Asks the database in the background, of all that was asked for meanwhile at once. Where that fails, what was told stays. */
  const readAsked = () => {
    if (reading) return
    const networks = [...asked].filter((network) => !isFresh(network))
    asked = new Set()
    if (networks.length === 0) return
    reading = true
    const since = now()
    void readOnce(db, (tx) => knownNetworks(tx, networks))
      .then(
        (found) => {
          const known = new Set(found)
          // A network that was proved meanwhile is fresh, and known.
          for (const network of networks) if (!isFresh(network)) tell(network, known.has(network), since)
        },
        () => {},
      )
      .finally(() => {
        reading = false
        readAsked()
      })
  }
  const tell = (network: string, known: boolean, since: number) => {
    forgetOld(told)
    told.delete(network)
    told.set(network, { known, since })
  }
  const isKnown = (network: string) => {
    if (!isFresh(network)) {
      asked.add(network)
      readAsked()
    }
    return told.get(network)?.known === true
  }
  const timesOf = (network: string) => {
    const counted = unproven.get(network)
    return counted === undefined || counted.since <= now() - MINUTE ? 0 : counted.times
  }
  const count = (network: string, difference: 1 | -1) => {
    forgetOld(unproven)
    const counted = unproven.get(network)
    if (counted !== undefined) counted.times = Math.max(0, counted.times + difference)
    else if (difference === 1) unproven.set(network, { times: 1, since: now() })
  }
  return {
    standingOf(network) {
      const times = timesOf(network)
      return isKnown(network) && times <= FORGIVEN ? 0 : 1 + times
    },
    spent: (network) => count(network, 1),
    proved(network) {
      count(network, -1)
      tell(network, true, now())
    },
  }
}
