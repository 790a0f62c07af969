import type { BodyOf } from '#kit/wire.ts'
import { type FieldErrors, refuse, refuseWrong } from '#kit/refusal.ts'
import { countryCode } from '#users/rules.ts'
import type { ClaimDetails } from './claim-details.ts'
import type { kycContract } from './contract.ts'
import { checkBirthDate, checkExpiry, checkLegalName } from './rules.ts'
import { readZone } from './zone-rules.ts'

export type TypedDetails = BodyOf<(typeof kycContract)['POST /api/kyc-details']>
type Field = keyof TypedDetails

const PERSON = ['legal_name', 'birth_date', 'nationality'] as const
const ADDRESS = ['street', 'city', 'postal_code', 'country'] as const
const DOCUMENT = ['document', 'document_country', 'mrz', 'document_number', 'expires_on'] as const

/** Reads the steps that somebody has typed, each of them whole. 422 with all that is wrong at once. */
export function readDetails(typed: TypedDetails, today: string): ClaimDetails {
  const errors: FieldErrors = {}
  const text = (field: Field) => (typed[field] ?? '').trim().replaceAll(/\s+/g, ' ')
  const note = (field: Field, problem: string | null) => {
    if (problem !== null) (errors[field] ??= []).push(problem)
  }
  const needed = (field: Field) => {
    if (text(field) === '') note(field, 'This field is required.')
    return text(field)
  }
  const country = (field: Field) => {
    const code = countryCode(text(field))
    if (code === null) note(field, text(field) === '' ? 'Choose a country.' : 'This is not a country.')
    return code ?? ''
  }
  const has = (fields: readonly Field[]) => fields.some((field) => typed[field] !== undefined)

  const details: ClaimDetails = {}
  if (has(PERSON)) {
    const [legal_name, birth_date] = [text('legal_name').normalize('NFC'), text('birth_date')]
    note('legal_name', checkLegalName(legal_name))
    note('birth_date', checkBirthDate(birth_date, today))
    Object.assign(details, { legal_name, birth_date, nationality: country('nationality') })
  }
  if (has(ADDRESS)) {
    const [street, city, postal_code] = [needed('street'), needed('city'), needed('postal_code')]
    details.address = { street, city, postal_code, country: country('country') }
  }
  if (has(DOCUMENT)) details.document = readDocument(typed, { text, country, note, today })
  refuseWrong(errors)
  if (Object.keys(details).length === 0) refuse('bad input', 'Send the fields of at least one step.')
  return details
}

type Reader = {
  text(field: Field): string
  country(field: Field): string
  note(field: Field, problem: string | null): void
  today: string
}

/** Number and last day are those of the zone where one is typed; a passport always has one. */
function readDocument(
  typed: TypedDetails,
  { text, country, note, today }: Reader,
): NonNullable<ClaimDetails['document']> {
  const kind = typed.document ?? 'passport'
  if (typed.document === undefined) note('document', 'Choose your document.')
  const of = { kind, country: country('document_country') }
  if (kind === 'passport' || (typed.mrz ?? '').trim() !== '') {
    const zone = readZone(kind, typed.mrz ?? '')
    if ('problem' in zone) {
      note('mrz', zone.problem)
      return { ...of, number: '', expires_on: '', zone: null }
    }
    note('mrz', checkExpiry(zone.expiresOn, today))
    return {
      ...{ ...of, number: zone.number, expires_on: zone.expiresOn },
      zone: { name: zone.name, birth_date: zone.birthDate },
    }
  }
  const number = text('document_number').toUpperCase().replaceAll(/[\s-]/g, '')
  if (!/^[A-Z0-9/.]{4,40}$/.test(number)) note('document_number', 'Enter the number of your document.')
  note('expires_on', checkExpiry(text('expires_on'), today))
  return { ...of, number, expires_on: text('expires_on'), zone: null }
}
