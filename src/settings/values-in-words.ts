import type { Change } from '#approvals/contract.ts'
import { countOf } from '#kit/count-of.ts'
import { dollars } from '#money/show.ts'
import type { SettingName } from './contract.ts'
import type { DefaultsOnWire } from './read.ts'
import { isExplorer } from './explorer-rules.ts'
import { KYC_WORDS, PUBLIC_BOOKS_WORDS } from './rules.ts'

/** Both values as owners are told of them; null is none. */
export function inWords(
  name: SettingName,
  { before, after }: Pick<Change, 'before' | 'after'>,
  defaults: DefaultsOnWire,
): Pick<Change, 'before' | 'after'> {
  const told = (value: string | null) => {
    if (value !== null) return valueInWords(name, value)
    if (name === 'terms_confirmed') return null
    const unsaid = defaults[name]
    return `${unsaid === null || unsaid === '' ? 'none' : valueInWords(name, unsaid)} (the default)`
  }
  return { before: told(before), after: told(after) }
}

function valueInWords(name: SettingName, value: string): string {
  if (isExplorer(name)) return value === '' ? 'no link' : value
  switch (name) {
    case 'approval_days':
    case 'kyc_keep_days':
      return countOf(Number(value), 'day')
    case 'sms_daily_budget':
      return countOf(Number(value), 'text message')
    case 'terms_confirmed':
      return `version ${value}`
    case 'kyc':
      return KYC_WORDS[value as keyof typeof KYC_WORDS]
    case 'public_books':
      return PUBLIC_BOOKS_WORDS[value as keyof typeof PUBLIC_BOOKS_WORDS]
    case 'payment_hours':
      return countOf(Number(value), 'hour')
    case 'withdrawal_limit_none':
    case 'withdrawal_limit_approved':
      return dollars(value)
    case 'second_approval_limit':
    case 'daily_alone_limit':
    case 'platform_name':
    case 'look':
    case 'support_url':
      return value
  }
}
