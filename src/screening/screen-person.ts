import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { announce } from '#notifications/notify.ts'
import { confirmedNames } from './confirmed-names.ts'
import { type Candidate, selectCandidates, selectNamesOf } from './entry-store.ts'
import { hasOldKeys } from './keys-store.ts'
import { KEYS_MADE, keysOf } from './names/name-keys.ts'
import { type PersonToScreen, type Scored, scoreOf } from './names/score.ts'
import { standAgain } from './set-aside.ts'
import { insertHits, selectNewestNumber, upsertPerson } from './store.ts'

export type { PersonToScreen } from './names/score.ts'

/**
 * Compares somebody with all lists as they are, and with the names that confirmed matches rest on, by each of the names
 * that they have, and writes down each listed person whom they look like, for somebody to review. Nothing else follows
 * from it. From then on they are compared again after each import. There is no name where the identity check has none.
 */
export async function screenPerson(
  tx: Tx,
  clock: Clock,
  userId: string,
  named: readonly PersonToScreen[],
): Promise<void> {
  // read first: what is imported meanwhile has a higher number, and has them compared again
  const newest = await selectNewestNumber(tx)
  // so is this: not all are found by old keys, also where there are new ones a moment later, and they are compared once more
  const isWhole = !(await hasOldKeys(tx, KEYS_MADE))
  if (newest > 0n) await writeHits(tx, clock, userId, named)
  await upsertPerson(tx, userId, isWhole ? newest : 0n, clock.now())
}

async function writeHits(tx: Tx, clock: Clock, userId: string, named: readonly PersonToScreen[]): Promise<void> {
  const keys = [...new Set(named.flatMap(({ name }) => keysOf(name)))]
  if (keys.length === 0) return
  const confirmed = await confirmedNames(tx, keys)
  const best = [
    ...bestOf(await selectCandidates(tx, keys), named),
    // one for each listed person, however many editions described them in other words
    ...bestOf(
      confirmed.map(({ candidate }) => candidate),
      named,
    ),
  ]
  await standAgain(
    tx,
    clock,
    userId,
    named,
    best.map(({ candidate }) => candidate),
  )
  if (best.length === 0) return
  const listed = await namesOf(
    tx,
    best.map(({ candidate }) => candidate.entry_id),
  )
  for (const { candidate, names } of confirmed) listed.set(candidate.entry_id, names)
  await insertHits(
    tx,
    best.map(({ candidate, scored }) => {
      const names = listed.get(candidate.entry_id) ?? []
      return {
        ...{ id: newId(), user_id: userId, list: candidate.list, uid: candidate.uid, entry_hash: candidate.hash },
        ...{ name: candidate.name, score: scored.score, why: JSON.stringify(scored.why), found_at: clock.now() },
        listed: JSON.stringify({
          ...{ names, births: candidate.births, countries: candidate.countries, about: candidate.about },
        }),
        ...{ keys: [...new Set([candidate.name, ...names].flatMap(keysOf))], keys_made: KEYS_MADE },
      }
    }),
  )
  await announce(tx, null, 'identity')
}

/** By its id, all that the list says of the names of each entry. */
async function namesOf(tx: Tx, entryIds: readonly string[]): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>()
  for (const { entry_id, name } of await selectNamesOf(tx, entryIds)) {
    all.set(entry_id, [...(all.get(entry_id) ?? []), name])
  }
  return all
}

type Found = { candidate: Candidate; scored: Scored }

/** Of each listed person the name that is most alike to one of somebody's. */
function bestOf(candidates: readonly Candidate[], named: readonly PersonToScreen[]): Found[] {
  const best = new Map<string, Found>()
  for (const candidate of candidates) {
    for (const person of named) {
      const scored = scoreOf(candidate, person)
      const entry = `${candidate.list} ${candidate.uid}`
      const before = best.get(entry)
      if (scored !== undefined && (before === undefined || scored.score > before.scored.score)) {
        best.set(entry, { candidate, scored })
      }
    }
  }
  return [...best.values()]
}
