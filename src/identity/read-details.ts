import type { Tx } from '#kit/database.ts'
import { type FieldErrors, refuseWrong } from '#kit/refusal.ts'
import { termsInForce } from '#settings/terms/read.ts'
import { isRetired } from './closed-names.ts'
import { isLeaked } from './leaked-passwords.ts'
import { readPhone } from './read-phone.ts'
import { checkConfirmation, checkNewPassword } from './rules.ts'
import { findUserByEmail, findUserByName } from '#users/find.ts'
import { checkEmail, checkName, countryCode, normaliseEmail } from '#users/rules.ts'

type Person = { name: string; email: string }
type NewPassword = { password: string; password_confirmation: string }

/** What somebody typed who registers, as it came. */
export type TypedRegistration = NewPassword & {
  name: string
  email: string
  phone: string
  country: string
  terms: boolean
  /** of the terms that the page was made for; it says none while they are the program's own */
  terms_version?: number | undefined
}
export type Details = {
  name: string
  email: string
  phone: string
  country: string
  password: string
  /** the version in force, which is what they agree to */
  terms_version: string
}

/**
 * Reads a registration. 422 with all that is wrong at once. Of what is taken it looks at the name only: whether an
 * e-mail has an account is told to nobody but its owner.
 */
export async function readRegistration(tx: Tx, typed: TypedRegistration): Promise<Details> {
  const errors: FieldErrors = {}
  const name = typed.name.trim()
  const email = normaliseEmail(typed.email)
  note(errors, 'name', await problemOfName(tx, name))
  note(errors, 'email', checkEmail(email))
  await notePassword(errors, typed, { name, email })
  const number = readNumber(errors, typed)
  const terms = await termsInForce(tx)
  if (!typed.terms) note(errors, 'terms', 'You have to agree to the terms.')
  else if (typed.terms_version !== undefined && typed.terms_version !== terms.version) {
    note(errors, 'terms', 'The terms have changed since you opened this page. Load it again and read them.')
  }
  refuseWrong(errors)
  return {
    ...{ name, email, ...number },
    ...{ password: typed.password, terms_version: String(terms.version) },
  }
}

type PhoneNumber = { phone: string; country: string }

/** Reads the number that somebody who waits for codes gives in the place of a mistyped one. 422 with what is wrong. */
export function readMendedNumber(typed: PhoneNumber): PhoneNumber {
  const errors: FieldErrors = {}
  const number = readNumber(errors, typed)
  refuseWrong(errors)
  return number
}

function readNumber(errors: FieldErrors, typed: PhoneNumber): PhoneNumber {
  const country = countryCode(typed.country)
  const phone = readPhone(typed.phone, country)
  if (country === null) note(errors, 'country', 'This is not a country.')
  note(errors, 'phone', 'problem' in phone ? phone.problem : null)
  return { phone: 'number' in phone ? phone.number : '', country: country ?? '' }
}

/** Reads the first owner's details. They prove nothing by codes, so a taken e-mail is said. 422 with all at once. */
export async function readOwner(
  tx: Tx,
  typed: NewPassword & { name: string; email: string },
): Promise<{ name: string; email: string; password: string }> {
  const errors: FieldErrors = {}
  const name = typed.name.trim()
  const email = normaliseEmail(typed.email)
  note(errors, 'name', await problemOfName(tx, name))
  note(errors, 'email', checkEmail(email))
  if ((await findUserByEmail(tx, email)) !== undefined) note(errors, 'email', 'This email address has an account.')
  await notePassword(errors, typed, { name, email })
  refuseWrong(errors)
  return { name, email, password: typed.password }
}

/** Refuses a new password that is too short, easy to guess, leaked, or typed differently the second time (422). */
export async function refuseWeakPassword(typed: NewPassword, of: Person): Promise<void> {
  const errors: FieldErrors = {}
  await notePassword(errors, typed, of)
  refuseWrong(errors)
}

/** What is wrong with a name for a new user, or null. A name that only waits in a registration is free. */
export async function problemOfName(tx: Tx, name: string): Promise<string | null> {
  const problem = checkName(name)
  if (problem !== null) return problem
  const taken = (await findUserByName(tx, name)) !== undefined || (await isRetired(tx, name))
  return taken ? 'This username is taken.' : null
}

async function notePassword(errors: FieldErrors, typed: NewPassword, of: Person): Promise<void> {
  note(errors, 'password', checkNewPassword(typed.password, of))
  if (await isLeaked(typed.password)) {
    note(errors, 'password', 'This password was found in a leak. Choose another.')
  }
  const different = checkConfirmation(typed.password, typed.password_confirmation)
  note(errors, 'password', different)
  note(errors, 'password_confirmation', different)
}

function note(errors: FieldErrors, field: string, problem: string | null): void {
  if (problem !== null) (errors[field] ??= []).push(problem)
}
