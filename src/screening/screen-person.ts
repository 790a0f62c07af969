import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { announce } from '#notifications/notify.ts'
import { type Candidate, selectCandidates, selectNamesOf } from './entry-store.ts'
import { keysOf } from './names/name-keys.ts'
import { type PersonToScreen, type Scored, scoreOf } from './names/score.ts'
import { insertHits, selectNewestNumber, upsertPerson } from './store.ts'

export type { PersonToScreen } from './names/score.ts'

/**
 * Compares somebody with all lists as they are, by each of the names that they have, and writes down each listed person
 * whom they look like, for somebody to review. Nothing else follows from it. From then on they are compared again after
 * each import. There is no name where the identity check has none.
 */
export async function screenPerson(
  tx: Tx,
  clock: Clock,
  userId: string,
  named: readonly PersonToScreen[],
): Promise<void> {
  // read first: what is imported meanwhile has a higher number, and has them compared again
  const newest = await selectNewestNumber(tx)
  if (newest > 0n) await writeHits(tx, clock, userId, named)
  await upsertPerson(tx, userId, newest, clock.now())
}

async function writeHits(tx: Tx, clock: Clock, userId: string, named: readonly PersonToScreen[]): Promise<void> {
  const keys = [...new Set(named.flatMap(({ name }) => keysOf(name)))]
  const best = bestOf(keys.length === 0 ? [] : await selectCandidates(tx, keys), named)
  if (best.length === 0) return
  const names = await selectNamesOf(
    tx,
    best.map(({ candidate }) => candidate.entry_id),
  )
  await insertHits(
    tx,
    best.map(({ candidate, scored }) => ({
      ...{ id: newId(), user_id: userId, list: candidate.list, uid: candidate.uid, entry_hash: candidate.hash },
      ...{ name: candidate.name, score: scored.score, why: JSON.stringify(scored.why), found_at: clock.now() },
      listed: JSON.stringify({
        names: names.filter(({ entry_id }) => entry_id === candidate.entry_id).map(({ name }) => name),
        ...{ births: candidate.births, countries: candidate.countries, about: candidate.about },
      }),
    })),
  )
  await announce(tx, null, 'identity')
}

type Found = { candidate: Candidate; scored: Scored }

/** Of each entry the name that is most alike to one of somebody's. */
function bestOf(candidates: readonly Candidate[], named: readonly PersonToScreen[]): Found[] {
  const best = new Map<string, Found>()
  for (const candidate of candidates) {
    for (const person of named) {
      const scored = scoreOf(candidate, person)
      const before = best.get(candidate.entry_id)
      if (scored !== undefined && (before === undefined || scored.score > before.scored.score)) {
        best.set(candidate.entry_id, { candidate, scored })
      }
    }
  }
  return [...best.values()]
}
