import type { CountryCode } from 'libphonenumber-js/min'

/** The rules of telephone numbers, which come when the field is first touched. */
export const loadPhoneRules = () => import('libphonenumber-js/min')
export type PhoneRules = Awaited<ReturnType<typeof loadPhoneRules>>

/** `+1`, or nothing while the rules are still coming. */
export function callingCode(rules: PhoneRules | null, country: string): string {
  if (!rules) return country === 'US' ? '+1' : ''
  return `+${rules.getCountryCallingCode(country as CountryCode)}`
}

/** What was typed, set as the country writes its numbers; the country follows a number that begins with `+`. */
export function typedPhone(rules: PhoneRules | null, text: string, country: string): { text: string; country: string } {
  if (!rules) return { text, country }
  const typing = new rules.AsYouType(country as CountryCode)
  const set = typing.input(text)
  return { text: set, country: typing.getCountry() ?? country }
}

/** Whether a number is one of the country or begins with the code of another; null while the rules are still coming. */
export function isPhone(rules: PhoneRules | null, text: string, country: string): boolean | null {
  return rules && (rules.parsePhoneNumberFromString(text, country as CountryCode)?.isValid() ?? false)
}

/** The number in E.164, or as it was typed where it cannot be read: then the server says what is wrong. */
export async function phoneForWire(text: string, country: string): Promise<string> {
  const rules = await loadPhoneRules()
  return rules.parsePhoneNumberFromString(text, country as CountryCode)?.number ?? text
}
