import type { Who } from '#kit/wire.ts'
import type { KycState, User } from './contract.ts'

export const CODE_MINUTES = 10
export const CODE_TRIES = 5
export const RESET_MINUTES = 60
export const SHORTEST_PASSWORD = 10
export const INVITATION_DAYS = 7

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** How long a session lasts, in milliseconds, by its halves. */
export const SESSION_LASTS = { oneHalf: 15 * MINUTE, twoHalves: 30 * DAY } as const
/** How long a registration waits for its codes, in milliseconds. */
export const REGISTRATION_WAITS = 7 * DAY

type Role = User['roles'][number]

/** What each role may do, in words. */
export const ROLES: readonly { role: Role; words: string }[] = [
  { role: 'owner', words: 'everything, and gives and takes roles' },
  { role: 'reviewer', words: 'approves, declines, edits and moves money' },
  { role: 'support', words: 'sees everything, moves no money' },
]

/**
 * Who may make which call: the one table. Deny by default: a call whose `who` is not here is nobody's.
 * An empty list asks for no role, so that users with roles make investor calls for themselves as well.
 */
const ROLES_FOR: Readonly<Partial<Record<Who, readonly Role[]>>> = {
  investor: [],
  administrator: ['owner', 'reviewer', 'support'],
  reviewer: ['owner', 'reviewer'],
  owner: ['owner'],
}

/** Whether a signed-in user with these roles may make a call for `who`. */
export function mayCall(who: Who, roles: readonly Role[]): boolean {
  const needed = ROLES_FOR[who]
  return needed !== undefined && (needed.length === 0 || needed.some((role) => roles.includes(role)))
}

/** What is wrong with a name, or null. Whether it is taken, the server knows. */
export function checkName(name: string): string | null {
  if (name === '') return 'Choose a username.'
  if (!/^[A-Za-z0-9_-]*$/.test(name)) return 'Use letters, digits, _ and - only.'
  if (name.length < 3 || name.length > 30) return 'Use 3 to 30 characters.'
  return null
}

/** An e-mail address as it is stored and compared. */
export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase()
}

const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/** What is wrong with a normalised e-mail address, or null. Exactly one address, so that mail goes to nobody else. */
export function checkEmail(email: string): string | null {
  if (email === '') return 'Give your e-mail address.'
  const localPart = email.slice(0, email.lastIndexOf('@'))
  if (email.length > 254 || localPart.length > 64 || !EMAIL.test(email)) return 'This is not a valid e-mail address.'
  return null
}

/** What is wrong with a new password, or null. Whether it is a leaked one, the server knows. */
export function checkNewPassword(password: string): string | null {
  if ([...password].length < SHORTEST_PASSWORD) return `Use ${SHORTEST_PASSWORD} or more characters.`
  return null
}

/** What is wrong with a new password's second typing, or null. */
export function checkConfirmation(password: string, confirmation: string): string | null {
  return password === confirmation ? null : 'The two passwords are not the same.'
}

/** ISO 3166-1 alpha-2, all that are officially assigned. */
const COUNTRIES =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'

/** The alpha-2 code of a country, by code or English name without regard to case; null where there is none such. */
export function countryCode(typed: string): string | null {
  const codes: string[] = COUNTRIES.match(/../g) ?? []
  const text = typed.trim()
  const code = text.toUpperCase()
  if (codes.includes(code)) return code
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return codes.find((known) => names.of(known)?.toLowerCase() === text.toLowerCase()) ?? null
}

/** What somebody reads who knows the right password of a blocked account. */
export function blockedWords(reason: string): string {
  return (
    `Sign-in to this account is blocked. The reason: ${asSentence(reason)} ` +
    'Your money stays yours and what is invested goes on earning. Write to support to have it looked at.'
  )
}

/** A text that somebody typed, with a full stop where it has no end of its own. */
export function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

const KYC_STEPS: Readonly<Record<KycState, readonly KycState[]>> = {
  none: ['submitted'],
  submitted: ['approved', 'rejected'],
  rejected: ['submitted'],
  approved: [],
}

/** The life of an identity check: none → submitted → approved (for good) or rejected → submitted again. */
export function kycMayBecome(from: KycState, to: KycState): boolean {
  return KYC_STEPS[from].includes(to)
}
