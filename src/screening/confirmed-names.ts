import type { Tx } from '#kit/database.ts'
import type { ScreeningHit } from './contract.ts'
import type { Candidate } from './entry-store.ts'
import { type KeptHit, selectConfirmed } from './store.ts'

/** A name, with all that its list calls whoever has it. */
type Listed = { candidate: Candidate; names: string[] }

/**
 * The names of confirmed hits of which their lists do not say the same any more, in the words that these had when the hits
 * were found: whoever imports a list alone, and spells a name otherwise or leaves it out, lets nobody pass by it. None of
 * a hit that was cleared.
 */
export async function confirmedNames(tx: Tx, keys: readonly string[]): Promise<Listed[]> {
  return (await selectConfirmed(tx, keys)).flatMap(keptNamesOf)
}

/** `entry_id` is the hit's own id: there is no such entry. */
export function keptNamesOf({ id, list, uid, entry_hash, name, ...hit }: KeptHit): Listed[] {
  const { names, births, countries, about } = hit.listed as ScreeningHit['listed']
  const { weak } = hit.why as ScreeningHit['why']
  return [...new Set([name, ...names])].map((one) => ({
    candidate: {
      ...{ entry_id: id, list, uid, hash: entry_hash, births, countries, about },
      // which of the others were weak is not kept
      ...{ name: one, strong: !(weak && one === name) },
    },
    names,
  }))
}
