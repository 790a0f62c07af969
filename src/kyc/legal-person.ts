import type { Tx } from '#kit/database.ts'
import type { PersonToScreen } from '#screening/screen-person.ts'
import { findUser } from '#users/find.ts'
import { type ClaimDetails, detailsOf } from './claim-details.ts'
import { selectClaim } from './claim-store.ts'
import { selectCountingCheck, selectNewestCheck } from './store.ts'
import { birthDatesAgree } from './zone-rules.ts'

/**
 * What somebody is called by the checks that count, for the comparison with lists: the newest one, and while it waits the
 * one that they are approved by. Each has the name that they have typed, and that of their document's machine-readable
 * zone, which they do not choose. Empty where there is none, or nothing is kept of it. An account’s name is none: anybody
 * is called anything there.
 */
export async function legalPerson(tx: Tx, userId: string): Promise<PersonToScreen[]> {
  const isApproved = (await findUser(tx, userId))?.kyc === 'approved'
  const [newest, counting] = [await selectNewestCheck(tx, userId), await selectCountingCheck(tx, userId)]
  const checks = [newest, newest?.id === counting?.id ? undefined : counting].filter((check) => check !== undefined)
  const named: PersonToScreen[] = []
  for (const { id, state } of checks) {
    // what was rejected says nothing of somebody who stays approved
    if (state === 'rejected' && isApproved) continue
    // nor does an approval that counts no longer: the account was taken back from whoever had handed it in
    if (state === 'approved' && !isApproved) continue
    const claim = await selectClaim(tx, id)
    if (claim !== undefined) named.push(...namesIn(await detailsOf(tx, claim)))
  }
  return named
}

function namesIn({
  legal_name,
  birth_date: birthDate,
  nationality: country,
  document,
}: ClaimDetails): PersonToScreen[] {
  const typed = legal_name === undefined ? [] : [{ name: legal_name, birthDate, country }]
  const zone = document?.zone
  if (!zone) return typed
  // a birth date that is not the document's says nothing of whoever the document names
  const isTheirs = birthDate !== undefined && birthDatesAgree(birthDate, zone.birth_date ?? '')
  return [...typed, { name: zone.name, birthDate: isTheirs ? birthDate : undefined, country }]
}
