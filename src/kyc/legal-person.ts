import type { Tx } from '#kit/database.ts'
import type { PersonToScreen } from '#screening/screen-person.ts'
import { findUser } from '#users/find.ts'
import { detailsOf } from './claim-details.ts'
import { selectClaim } from './claim-store.ts'
import { selectCountingCheck, selectNewestCheck } from './store.ts'
import { birthDatesAgree } from './zone-rules.ts'

/**
 * What the newest identity check says somebody is called, for the comparison with lists: the name that they have typed, and
 * that of their document's machine-readable zone, which they do not choose. Empty where there is none, or nothing is kept
 * of it. An account’s name is none: anybody is called anything there.
 */
export async function legalPerson(tx: Tx, userId: string): Promise<PersonToScreen[]> {
  const newest = await selectNewestCheck(tx, userId)
  // what was rejected says nothing of somebody who stays approved
  const counting = newest?.state === 'rejected' ? await selectCountingCheck(tx, userId) : newest
  // nor does an approval that counts no longer: the account was taken back from whoever had handed it in
  const isVoid = counting?.state === 'approved' && (await findUser(tx, userId))?.kyc !== 'approved'
  const check = isVoid ? undefined : counting
  const claim = check && (await selectClaim(tx, check.id))
  const {
    legal_name,
    birth_date: birthDate,
    nationality: country,
    document,
  } = claim === undefined ? {} : await detailsOf(tx, claim)
  const typed = legal_name === undefined ? [] : [{ name: legal_name, birthDate, country }]
  const zone = document?.zone
  if (!zone) return typed
  // a birth date that is not the document's says nothing of whoever the document names
  const isTheirs = birthDate !== undefined && birthDatesAgree(birthDate, zone.birth_date ?? '')
  return [...typed, { name: zone.name, birthDate: isTheirs ? birthDate : undefined, country }]
}
