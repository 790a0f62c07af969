import { countOf } from '#texts/locale.ts'
import { days } from '#texts/plan-terms.ts'
import type { Setting, SettingName } from '#settings/contract.ts'
import { EXPLORER_NAMES, EXPLORERS, isExplorer, ofExplorers } from '#settings/explorer-rules.ts'
import { KYC_WORDS, PUBLIC_BOOKS_WORDS } from '#settings/rules.ts'
import { SETTING_TITLES } from '#settings/titles-rules.ts'
import { lookOf, type Look } from '#settings/look-rules.ts'
import { ALONE_IN_A_DAY } from '#approvals/rules.ts'
import { dollars } from '#money/show.ts'

/** What a setting decides. */
export const SETTING_LINES: Readonly<Record<SettingName, string>> = {
  kyc: 'When an investor needs an approved identity check. Unless this is set to never, approving more than the limit for an investor without one needs a second administrator, if there is one.',
  kyc_keep_days:
    'The details and pictures of a rejected or unfinished identity check are erased after this time. Approved ones are kept.',
  payment_hours: 'An investment that is not marked as paid within this time is declined as expired.',
  second_approval_limit:
    'Corrections, refunds and recorded funds above this amount need a second administrator, if there is one. So do approvals and payouts above it by an administrator who decided the step before.',
  daily_alone_limit: `The most that one administrator can approve, pay out and correct alone in a day (UTC). What would go beyond it needs a second administrator, if there is one. Unless set, it is ${ALONE_IN_A_DAY} times “${SETTING_TITLES.second_approval_limit}” and goes up and down with it.`,
  approval_days: 'A request for a second approval expires after this time.',
  sms_daily_budget:
    'Beyond this no more text messages go out until midnight UTC. One network gets a quarter, or 250 if that is more. Owners are told at 80%.',
  withdrawal_limit_none:
    'The most that an investor without an approved identity check can ask for in any 24 hours, declined withdrawals left out. Unless set, there is no limit.',
  withdrawal_limit_approved:
    'The most that an investor with an approved identity check can ask for in any 24 hours, declined withdrawals left out. Unless set, there is no limit.',
  platform_name:
    'What investors know you by: on every page, in mail, notifications and files. Until it is set, mail goes out under the name in MAIL_FROM.',
  look: 'Your color and your logo, on every page in light and dark. Colors that mean something, such as gold, pending and declined, stay as they are.',
  support_url: 'Where Support leads: a page, or a mail to an address. While it is not set, a page says so.',
  terms_confirmed: 'What investors agree to. Edit them, or confirm those that came with the program.',
  public_books:
    'Whether what you hold and owe, and how long it lasts, is shown at /books to everybody, or only to those who have signed in. Your investors see it either way.',
  ...ofExplorers((name) => `Where the desk looks up transactions on ${EXPLORERS[name].title}.`),
}

export const SETTING_GROUPS: readonly { title: string; names: readonly SettingName[] }[] = [
  { title: 'Investors', names: ['kyc', 'kyc_keep_days', 'payment_hours', 'sms_daily_budget'] },
  { title: 'Withdrawals', names: ['withdrawal_limit_none', 'withdrawal_limit_approved'] },
  { title: 'Corrections', names: ['second_approval_limit', 'daily_alone_limit', 'approval_days'] },
  { title: 'Operator', names: ['platform_name', 'look', 'support_url', 'terms_confirmed', 'public_books'] },
  { title: 'Explorers', names: EXPLORER_NAMES },
]

/** What it is called where it is neither set nor has a default. */
const UNSET: Partial<Record<SettingName, string>> = {
  terms_confirmed: 'Not confirmed',
  withdrawal_limit_none: 'No limit',
  withdrawal_limit_approved: 'No limit',
}

/** A value as people read it. */
export function valueInWords(name: SettingName, value: string | null): string {
  if (name === 'look') return lookInWords(lookOf(value))
  if (value === null) return UNSET[name] ?? 'Not set'
  if (isExplorer(name)) return value === '' ? 'No link' : value
  switch (name) {
    case 'kyc':
      return KYC_WORDS[value as keyof typeof KYC_WORDS]
    case 'public_books':
      return PUBLIC_BOOKS_WORDS[value as keyof typeof PUBLIC_BOOKS_WORDS]
    case 'payment_hours':
      return countOf(Number(value), { one: '# hour', other: '# hours' })
    case 'approval_days':
    case 'kyc_keep_days':
      return days(Number(value))
    case 'sms_daily_budget':
      return countOf(Number(value), { one: '# text message', other: '# text messages' })
    case 'second_approval_limit':
    case 'daily_alone_limit':
    case 'withdrawal_limit_none':
    case 'withdrawal_limit_approved':
      return dollars(value)
    case 'terms_confirmed':
      return `Version ${value}`
    case 'platform_name':
    case 'support_url':
      return value
  }
}

function lookInWords({ colour, logo }: Look): string {
  if (colour === null) return logo === null ? 'Plumb’s' : 'Plumb’s color, with your logo'
  return logo === null ? colour : `${colour}, with your logo`
}

/** A change of the history: what the value became. */
export function becameInWords({ name, default: byDefault }: Setting, after: string | null): string {
  if (after !== null) return valueInWords(name, after)
  const value = valueInWords(name, byDefault)
  return name === 'daily_alone_limit' ? `The default, ${value} now` : `${value}, the default`
}

/** What else a change of a setting changes, with the amount that it is now; nothing if it stands alone. */
export function alsoChanges({ name }: Setting, all: readonly Setting[]): string | undefined {
  const day = all.find((setting) => setting.name === 'daily_alone_limit')
  if (name !== 'second_approval_limit' || !day || day.changed) return undefined
  return `“${SETTING_TITLES.daily_alone_limit}” goes with it, ${ALONE_IN_A_DAY} times as much: ${valueInWords(day.name, day.value)} now.`
}
