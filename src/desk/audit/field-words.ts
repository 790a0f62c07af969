import type { ApprovalKind } from '#approvals/contract.ts'
import { AMOUNT_FIELDS, FIELD_WORDS, requestTitle, wordOf } from '#approvals/rules.ts'
import { fromWire } from '#money/micro-usd.ts'
import { showUsdExact } from '#money/show.ts'
import type { SettingName } from '#settings/contract.ts'
import { SETTING_TITLES } from '#settings/titles-rules.ts'
import { networkName } from '#wallets/web/networks.ts'
import { valueInWords } from '#desk/settings/setting-words.ts'
import { capital, toTheSecond } from './audit-words.ts'

/** What the fields of the log are called; one that has no words here is called by its own name. */
const NAMES: Readonly<Record<string, string>> = {
  ...FIELD_WORDS,
  ...SETTING_TITLES,
  asked_for: 'Request',
  approval_id: 'Request id',
  asked_by: 'Requested by',
  would_be: 'Would become',
  moved: 'At stake',
  why: 'Why it waited',
  own_step: 'Step before it',
  pending_bonus_of: 'Pending referral bonus of',
  inviters_bonus_of: 'Referral bonus of',
  txid: 'Transaction id',
  inviter_id: 'Invited by, id',
}

const AMOUNTS: readonly string[] = [...AMOUNT_FIELDS, 'moved', 'held', 'charged', 'balance']
const PERCENTS: readonly string[] = ['ref_bonus', 'daily_roi', 'early_roi']

/** The name of a field; of one within others, `would_be, amount`, theirs first. */
export function fieldInWords(name: string): string {
  const words = name.split(', ').map((part) => NAMES[part] ?? capital(part.replaceAll('_', ' ')))
  return words.join(', ')
}

/** A value as people read it, and nothing lost: amounts to the micro-dollar, times to the second. */
export function keptInWords(name: string, value: unknown): string {
  const field = name.split(', ').at(-1) ?? name
  if (value === null && field in SETTING_TITLES) return 'the default'
  if (value === undefined || value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((one) => keptInWords(name, one)).join(', ') || 'none'
  return typeof value === 'string' ? textInWords(field, value) : JSON.stringify(value)
}

function textInWords(field: string, text: string): string {
  if (text === '') return 'empty'
  if (/^-?\d+\.\d{2,6}$/.test(text) && AMOUNTS.includes(field)) return showUsdExact(fromWire(text))
  if (/^\d+(\.\d+)?$/.test(text) && PERCENTS.includes(field)) return `${text}%`
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return toTheSecond(text)
  if (field === 'asked_for') return requestTitle({ kind: text as ApprovalKind, changes: [] }) ?? text
  if (field === 'network') return networkName(text)
  // what was possible once may have no words any more
  if (field in SETTING_TITLES) return valueInWords(field as SettingName, text) ?? text
  return wordOf(field, text)
}
