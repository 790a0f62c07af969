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

/** What is so of somebody who was approved before they looked like a listed person. */
const APPROVED =
  'They are approved already, and a match holds no money: they can still invest and withdraw. To stop that, decline their withdrawals and block them on their account.'

/** What holds until a match is decided, or one is cleared that was confirmed before the account was taken back. */
export function meanwhileOf({ list, approved, taken_back_at }: ScreeningHit): string {
  if (!taken_back_at) return approved ? APPROVED : 'Until it is decided, the identity check can’t be approved.'
  if (approved) return `${BEFORE_TAKEN_BACK} ${APPROVED}`
  if (list === 'exposed') return BEFORE_TAKEN_BACK
  return `${BEFORE_TAKEN_BACK} Until it is cleared, the identity check can’t be approved.`
}

/** What is so once a match is decided. */
export function consequenceOf({ list, approved, taken_back_at }: ScreeningHit, decision: 'clear' | 'confirm'): string {
  if (decision === 'clear') {
    const then = taken_back_at
      ? 'If the name is handed in again, there is a new match to review.'
      : 'A cleared match stays cleared.'
    return `${approved ? 'They stay approved.' : 'The match no longer stops the identity check.'} ${then}`
  }
  if (list === 'exposed') {
    return approved
      ? 'They stay approved, and are marked as exposed.'
      : 'The identity check can still be approved. The person stays marked as exposed.'
  }
  return approved
    ? `It is written down. ${APPROVED}`
    : 'The identity check can’t be approved while the match is confirmed. To stop withdrawals and sign-in, decline and block them on the account.'
}
