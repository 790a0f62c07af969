import { LIMIT_NAMES, LIMIT_TITLES } from '#approvals/rules.ts'
import { maySupportBe, SUPPORT_MAY_BE } from '#kit/rules.ts'
import { parseAmount, toWire } from '#money/micro-usd.ts'
import type { SettingName } from './contract.ts'

/** What each is called, on screens and in mail. */
export const SETTING_TITLES: Readonly<Record<SettingName, string>> = {
  kyc: 'Identity check',
  payment_hours: 'Time to pay',
  ...LIMIT_TITLES,
  approval_days: 'Time to agree',
  sms_daily_budget: 'Text messages a day',
  platform_name: 'Name of the operator',
  support_url: 'Support',
  terms_confirmed: 'Terms',
}

/** Of the terms that are shown at `/terms`; a new one with every change of their meaning. */
export const TERMS_VERSION = '2'

export const KYC_MODES = ['invest', 'withdraw', 'off'] as const

/** When an identity check is needed, as people read it. */
export const KYC_WORDS = {
  invest: 'Before investing',
  withdraw: 'Before withdrawing',
  off: 'Never',
} as const satisfies Record<(typeof KYC_MODES)[number], string>

const MOST_HOURS = 24 * 365
const MOST_DAYS = 90
const MOST_TEXTS = 100_000

/** A value in the one form that it is kept in, or a sentence that says what it may be. */
export type ReadValue = { value: string } | { problem: string }

/** Reads the value of a setting as the owner has typed it. */
export function readValue(name: SettingName, typed: string): ReadValue {
  return READERS[name](typed.trim())
}

const READERS: Readonly<Record<SettingName, (text: string) => ReadValue>> = {
  kyc: (text) =>
    KYC_MODES.some((mode) => mode === text) ? { value: text } : { problem: `Choose ${KYC_MODES.join(', ')}.` },
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
  support_url: readAddress,
  platform_name: (text) =>
    /^[\p{L}\p{N}][\p{L}\p{N}\p{M} .,&'’()+-]{0,59}$/u.test(text)
      ? { value: text }
      : { problem: "Enter a name of at most 60 letters, digits, blanks and . , & ' ( ) + -" },
  terms_confirmed: (text) =>
    text === TERMS_VERSION
      ? { value: text }
      : { problem: `The terms that are shown are version ${TERMS_VERSION}: read those, and confirm that version.` },
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
 * The limits of what one administrator does alone, who is looked at before, how long a request waits for a second
 * administrator, where people in trouble are led, and the name that every mail comes under, which may say where to pay:
 * nobody changes them alone.
 */
const CHANGED_BY_TWO: readonly SettingName[] = [
  ...LIMIT_NAMES,
  ...(['kyc', 'approval_days', 'support_url', 'platform_name'] as const),
]

/** Whether a setting is one of those that nobody changes alone. */
export function isChangedByTwo(name: SettingName): boolean {
  return CHANGED_BY_TWO.includes(name)
}
