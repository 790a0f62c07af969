import { LIMIT_NAMES } from '#approvals/rules.ts'
import { maySupportBe, SUPPORT_MAY_BE } from '#kit/rules.ts'
import { parseAmount, toWire } from '#money/micro-usd.ts'
import type { SettingName } from './contract.ts'
import { EXPLORER_NAMES, ofExplorers } from './explorer-rules.ts'
import { isLook } from './look-rules.ts'
import { TERMS_VERSION } from './version-rules.ts'

/** The newest changes of one setting are shown, so many of them; the audit log has all. */
export const MOST_CHANGES = 50

export const KYC_MODES = ['invest', 'withdraw', 'off'] as const

/** When an identity check is needed, as people read it. */
export const KYC_WORDS = {
  invest: 'Before investing',
  withdraw: 'Before withdrawing',
  off: 'Never',
} as const satisfies Record<(typeof KYC_MODES)[number], string>

export const PUBLIC_BOOKS = ['on', 'off'] as const

/** Whether strangers see what is held and owed, as people read it. */
export const PUBLIC_BOOKS_WORDS = {
  on: 'Shown to everybody',
  off: 'Shown to those who have signed in',
} as const satisfies Record<(typeof PUBLIC_BOOKS)[number], string>

const MOST_HOURS = 24 * 365
const MOST_DAYS = 90
const MOST_TEXTS = 100_000
const MOST_KEPT_DAYS = 3650

/** A value in the one form that it is kept in, or a sentence that says what it may be. */
export type ReadValue = { value: string } | { problem: string }

/** Reads the value of a setting as the owner has typed it. */
export function readValue(name: SettingName, typed: string): ReadValue {
  return READERS[name](typed.trim())
}

const READERS: Readonly<Record<SettingName, (text: string) => ReadValue>> = {
  kyc: (text) =>
    KYC_MODES.some((mode) => mode === text) ? { value: text } : { problem: `Choose ${KYC_MODES.join(', ')}.` },
  kyc_keep_days: (text) =>
    /^[1-9]\d{0,3}$/.test(text) && Number(text) <= MOST_KEPT_DAYS
      ? { value: text }
      : { problem: `Enter whole days, from 1 to ${MOST_KEPT_DAYS}.` },
  payment_hours: (text) =>
    /^[1-9]\d{0,3}$/.test(text) && Number(text) <= MOST_HOURS
      ? { value: text }
      : { problem: `Enter whole hours, from 1 to ${MOST_HOURS}.` },
  second_approval_limit: readLimit,
  daily_alone_limit: readLimit,
  approval_days: (text) =>
    /^[1-9]\d?$/.test(text) && Number(text) <= MOST_DAYS
      ? { value: text }
      : { problem: `Enter whole days, from 1 to ${MOST_DAYS}.` },
  sms_daily_budget: (text) =>
    /^[1-9]\d{0,5}$/.test(text) && Number(text) <= MOST_TEXTS
      ? { value: text }
      : { problem: `Enter a whole number, from 1 to ${MOST_TEXTS}.` },
  withdrawal_limit_none: readLimit,
  withdrawal_limit_approved: readLimit,
  support_url: readAddress,
  platform_name: (text) =>
    /^[\p{L}\p{N}][\p{L}\p{N}\p{M} .,&'’()+-]{0,39}$/u.test(text)
      ? { value: text }
      : { problem: "Enter a name of at most 40 letters, digits, blanks and . , & ' ( ) + -" },
  look: (text) =>
    isLook(text) ? { value: text } : { problem: 'Enter a color such as #0a6556, choose a logo, or both.' },
  terms_confirmed: (text) =>
    text === TERMS_VERSION
      ? { value: text }
      : { problem: `The terms that are shown are version ${TERMS_VERSION}: read those, and confirm that version.` },
  public_books: (text) =>
    PUBLIC_BOOKS.some((shown) => shown === text)
      ? { value: text }
      : { problem: `Choose ${PUBLIC_BOOKS.join(' or ')}.` },
  ...ofExplorers(() => readTemplate),
}

/** Stands in a template for the id of a transaction. */
const TX = '{tx}'
/** A page with https, and in it the id of the transaction once: after the host, so that no id leads to another. */
const TEMPLATE =
  /^https:\/\/[a-zA-Z\d-]+(?:\.[a-zA-Z\d-]+)+(?::\d{1,5})?\/[\w.~:/?#@!$&()*+,;=%-]*\{tx\}[\w.~:/?#@!$&()*+,;=%-]*$/
const LONGEST_TEMPLATE = 300

function readTemplate(text: string): ReadValue {
  if (text === '' || (text.length <= LONGEST_TEMPLATE && TEMPLATE.test(text))) return { value: text }
  return { problem: `Enter an address with https and ${TX} where the transaction id goes.` }
}

/** Where a transaction can be looked at, by an explorer's template; null if there is no explorer. */
export function linkTo(template: string | null, txid: string): string | null {
  return template === null || template === '' ? null : template.replace(TX, () => encodeURIComponent(txid))
}

function readLimit(text: string): ReadValue {
  const read = parseAmount(text)
  return 'problem' in read ? read : { value: toWire(read.amount) }
}

/** Where a link may lead that everybody is offered. */
function readAddress(text: string): ReadValue {
  return maySupportBe(text) ? { value: text } : { problem: `Enter ${SUPPORT_MAY_BE}.` }
}

/**
 * The limits of what one administrator does alone and of what is withdrawn in a day, who is looked at before, how long a request waits for a second
 * administrator, where people in trouble are led, the name that every mail comes under and the logo on every page, which may say where to pay,
 * where it is looked up whether a payment was made, and whether everybody sees what is held and owed: nobody changes them alone.
 */
const CHANGED_BY_TWO: readonly SettingName[] = [
  ...LIMIT_NAMES,
  ...(['kyc', 'approval_days', 'support_url', 'platform_name', 'look', 'public_books'] as const),
  ...(['withdrawal_limit_none', 'withdrawal_limit_approved'] as const),
  ...EXPLORER_NAMES,
]

/** Whether a setting is one of those that nobody changes alone. */
export function isChangedByTwo(name: SettingName): boolean {
  return CHANGED_BY_TWO.includes(name)
}
