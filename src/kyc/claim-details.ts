import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { keyed } from '#kit/pepper.ts'
import { openFor, sealFor } from '#documents/person-key.ts'
import { changeClaim, type ClaimRow } from './claim-store.ts'
import type { FullClaim } from './contract.ts'

/** What a claim says, as far as its steps are done. It is kept sealed, as one. */
export type ClaimDetails = Partial<
  Pick<FullClaim, 'legal_name' | 'birth_date' | 'nationality' | 'address' | 'document'>
>

type Of = Pick<ClaimRow, 'id' | 'user_id'>
const sealedAs = ({ id, user_id: userId }: Of) => ({ userId, place: `details of claim ${id}` })

/** What a claim says; nothing where it was erased. */
export async function detailsOf(tx: Tx, claim: Of & Pick<ClaimRow, 'details'>): Promise<ClaimDetails> {
  if (claim.details === null) return {}
  const opened = await openFor(tx, sealedAs(claim), claim.details)
  return opened === undefined ? {} : (JSON.parse(Buffer.from(opened).toString('utf8')) as ClaimDetails)
}

/** Keeps what a draft says now, sealed, with what is looked for: keyed hashes of the number, and the last day. */
export async function keepDetails(tx: Tx, clock: Clock, draft: Of, details: ClaimDetails): Promise<void> {
  const { document } = details
  await changeClaim(tx, draft.id, {
    details: await sealFor(tx, clock, sealedAs(draft), Buffer.from(JSON.stringify(details))),
    ...numberHashes(tx, document),
    expires_on: document?.expires_on ?? null,
    over_at: clock.now(),
  })
}

/**
 * By what others are found who hand in the same document: its number, of letters and digits alone, with the country, and
 * with the kind. Which country issued it, and what stands between the digits, is typed as somebody likes.
 */
export function numberHashes(tx: Tx, document: ClaimDetails['document']) {
  if (!document) return { number_hash: null, kind_number_hash: null }
  const number = document.number.replaceAll(/[^A-Z0-9]/g, '')
  return {
    number_hash: keyed(tx, 'document number', `${document.country}/${number}`),
    kind_number_hash: keyed(tx, 'document number', `${document.kind}/${number}`),
  }
}
