import { countOf } from '#messages/locale.ts'
import { days } from '#messages/plan-terms.ts'
import type { Setting, SettingName } from '#settings/contract.ts'
import { KYC_WORDS } from '#settings/rules.ts'
import { dollars } from './words.tsx'

export const KYC_WORDS = {
  invest: 'Before investing',
  withdraw: 'Before withdrawing',
  off: 'Never',
} as const

/** What a setting decides. */
export const SETTING_LINES: Readonly<Record<SettingName, string>> = {
  kyc: 'When an investor has to have an approved identity check.',
  payment_hours: 'After so many hours an investment that is not marked as paid is declined as expired.',
  second_approval_limit:
    'A correction, a refund or funds of more need a second administrator, where there is one. So does approving or paying out more, for whoever decided the step before.',
  daily_alone_limit:
    'When one administrator has approved, paid out and corrected as much in a day (UTC), each further decision needs a second one.',
  approval_days: 'After so many days a request for a second approval expires.',
  sms_daily_budget: 'Beyond this no more text messages go out until midnight UTC. Owners are told at 80 %.',
  platform_name: 'Mail is sent under this name.',
  support_url: 'Where Support leads: a page, or a mail to an address. While it is not set, a page says so.',
  terms_confirmed: 'Which version of the terms the owner has read and confirmed.',
}

export const SETTING_GROUPS: readonly { title: string; names: readonly SettingName[] }[] = [
  { title: 'Investors', names: ['kyc', 'payment_hours', 'sms_daily_budget'] },
  { title: 'Corrections', names: ['second_approval_limit', 'daily_alone_limit', 'approval_days'] },
  { title: 'Operator', names: ['platform_name', 'support_url', 'terms_confirmed'] },
]

/** A value as people read it. */
export function valueInWords(name: SettingName, value: string | null): string {
  if (value === null) return name === 'terms_confirmed' ? 'Not confirmed' : 'Not set'
  switch (name) {
    case 'kyc':
      return KYC_WORDS[value as keyof typeof KYC_WORDS]
    case 'payment_hours':
      return countOf(Number(value), { one: '# hour', other: '# hours' })
    case 'approval_days':
      return days(Number(value))
    case 'sms_daily_budget':
      return countOf(Number(value), { one: '# text message', other: '# text messages' })
    case 'second_approval_limit':
    case 'daily_alone_limit':
      return dollars(value)
    case 'terms_confirmed':
      return `Version ${value}`
    case 'platform_name':
    case 'support_url':
      return value
  }
}

/** A change of the history: what the value became. */
export function becameInWords({ name, default: byDefault }: Setting, after: string | null): string {
  return after === null ? `${valueInWords(name, byDefault)}, the default` : valueInWords(name, after)
}
