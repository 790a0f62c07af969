import type { Tx } from '#kit/database.ts'
import type { PersonToScreen } from '#screening/screen-person.ts'
import { detailsOf } from './claim-details.ts'
import { selectClaim } from './claim-store.ts'
import { selectCountingCheck, selectNewestCheck } from './store.ts'

/**
 * What the newest identity check says somebody is called, for the comparison with lists; undefined where there is none, or
 * nothing is kept of it. An account’s name is none: anybody is called anything there.
 */
export async function legalPerson(tx: Tx, userId: string): Promise<PersonToScreen | undefined> {
  const newest = await selectNewestCheck(tx, userId)
  // what was rejected says nothing of somebody who stays approved
  const check = newest?.state === 'rejected' ? await selectCountingCheck(tx, userId) : newest
  const claim = check && (await selectClaim(tx, check.id))
  const { legal_name, birth_date, nationality } = claim === undefined ? {} : await detailsOf(tx, claim)
  if (legal_name === undefined) return undefined
  return {
    name: legal_name,
    ...(birth_date !== undefined && { birthDate: birth_date }),
    ...(nationality !== undefined && { country: nationality }),
  }
}
