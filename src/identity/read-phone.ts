import { type CountryCode, type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Numbers that cost whoever texts them more than a text, or whose texts nobody reads. */
const NOT_TEXTED: readonly NumberType[] = [
  ...(['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER', 'TOLL_FREE', 'UAN', 'PAGER', 'VOICEMAIL'] as const),
]

/**
 * In E.164. Without a `+` it is a number of the country. Premium-rate numbers are refused, and all that belong to no
 * country: satellite phones and international networks (+870, +881, +882, +883, +878, +979 …).
 */
export function readPhone(typed: string, country: string | null): { number: string } | { problem: string } {
  const phone = parsePhoneNumberFromString(typed, country === null ? undefined : (country as CountryCode))
  // +882 and +878 have numbers that the library does not know; whatever is in them is refused.
  const ofNoCountry = phone?.isNonGeographic() === true
  if (ofNoCountry || NOT_TEXTED.includes(phone?.getType())) {
    return { problem: 'We cannot text this kind of number. Use the number of a mobile phone.' }
  }
  return phone?.isValid() === true && phone.ext === undefined
    ? { number: phone.number }
    : { problem: 'This is not a valid phone number.' }
}
