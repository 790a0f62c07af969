import type { ScreeningHit } from '#screening/contract.ts'
import type { Status } from '#kit/wire.ts'

/** Without a list, that nobody was found says nothing of anybody. */
export const NOTHING_COMPARED = 'No list has been imported, so nothing was compared.'

/** The states of a match, in the colours of records. */
export const MATCH_STATES: Readonly<Record<ScreeningHit['state'], { status: Status; label: string }>> = {
  open: { status: 'pending', label: 'To review' },
  confirmed: { status: 'declined', label: 'Confirmed' },
  cleared: { status: 'completed', label: 'Cleared' },
  'set aside': { status: 'completed', label: 'Set aside' },
}

/** What has become of a match that is set aside. */
export const SET_ASIDE =
  'The account was taken back from whoever may have handed in this name. The match stops nothing, and counts again as it was if the name is handed in again.'

/** What a match says that was confirmed before the account was taken back. */
export const BEFORE_TAKEN_BACK =
  'This match was confirmed before the account was taken back, so somebody else may have handed in the name.'

export const BIRTH_WORDS: Readonly<Record<ScreeningHit['why']['birth'], string>> = {
  same: 'Same date',
  near: 'Close: same year, or a year apart',
  differs: 'Another date',
  unknown: 'Not known',
}

export const COUNTRY_WORDS: Readonly<Record<ScreeningHit['why']['country'], string>> = {
  same: 'Same country',
  differs: 'Another country',
  unknown: 'Not known',
}

/** `karim 100%, zorbeki 94%, ivar not in the name` */
export function partsInWords(parts: ScreeningHit['why']['parts']): string {
  return parts.map(({ part, alike }) => (alike > 0 ? `${part} ${alike}%` : `${part} not in the name`)).join(', ')
}

/** What holds until a match is decided, and from then on. */
export function consequenceOf(hit: ScreeningHit, decision: 'clear' | 'confirm'): string {
  if (decision === 'clear')
    return hit.taken_back_at
      ? 'The match no longer stops the identity check. If the name is handed in again, there is a new match to review.'
      : 'The match no longer stops the identity check. A cleared match stays cleared.'
  if (hit.list === 'exposed') return 'The identity check can still be approved. The person stays marked as exposed.'
  return 'The identity check can’t be approved while the match is confirmed. To stop withdrawals and sign-in, decline and block them on the account.'
}
