import { LIMIT_TITLES } from '#approvals/rules.ts'
import type { SettingName } from './contract.ts'
import { EXPLORERS, ofExplorers } from './explorer-rules.ts'

/** What each is called, on screens and in mail. */
export const SETTING_TITLES: Readonly<Record<SettingName, string>> = {
  kyc: 'Identity check',
  kyc_keep_days: 'Rejected identity documents',
  payment_hours: 'Time to pay',
  ...LIMIT_TITLES,
  approval_days: 'Time to agree',
  sms_daily_budget: 'Text messages a day',
  withdrawal_limit_none: 'Withdrawals in 24 hours before the identity check',
  withdrawal_limit_approved: 'Withdrawals in 24 hours',
  platform_name: 'Name of the operator',
  look: 'Color and logo',
  support_url: 'Support',
  terms_confirmed: 'Terms',
  public_books: 'Figures for everybody',
  ...ofExplorers((name) => `${EXPLORERS[name].title} explorer`),
}
