import type { Tx } from '#kit/database.ts'
import type { Settings } from '#kit/settings.ts'
import { fromWire, microUsd, toWire, type MicroUsd } from '#money/micro-usd.ts'
import type { AuditLine } from '#audit/contract.ts'
import { newestOn } from '#audit/read.ts'
import { readMailFrom } from '#mail/compose-mail.ts'
import type { Setting, SettingChange, SettingName } from './contract.ts'
import { ALONE_IN_A_DAY, KYC_MODES } from './rules.ts'
import { selectSettings } from './store.ts'

/** What the owner may change while the house runs. */
type Changeable = Pick<Settings, 'kyc' | 'paymentHours' | 'supportUrl'> & {
  /** what a correction may move on one account without a second administrator */
  secondApprovalLimit: MicroUsd
  /** what one administrator may approve, pay out and correct alone in a day; where nobody has said, it follows the other */
  dailyAloneLimit: MicroUsd | undefined
  /** after how many days a request for a second approval expires */
  approvalDays: number
  /** how many text messages go out in a day (UTC) */
  smsDailyBudget: number
  /** who the operator is, as mail names its sender */
  platformName: string | undefined
  /** the version of the terms that the owner has read and confirmed */
  termsConfirmed: string | undefined
}

/** Where nobody has said otherwise: 1,000.00 USD. */
export const SECOND_APPROVAL_LIMIT = microUsd(1_000_000_000n)

/** What one administrator may do alone in a day where nobody has said otherwise, micro-dollars. */
export function dailyAloneLimit(secondApprovalLimit: MicroUsd): MicroUsd {
  return microUsd(secondApprovalLimit * BigInt(ALONE_IN_A_DAY))
}
/** Where nobody has said otherwise: enough for some hundreds of people who register. */
export const SMS_DAILY_BUDGET = 1000

/** Where nobody has said otherwise: a week. */
export const APPROVAL_DAYS = 7

/**
 * The settings as they are at this moment: those whose defaults are passed. To be asked inside the transaction that goes
 * by them, so that a change counts at once, in every process.
 */
export async function settingsNow<Name extends keyof Changeable>(
  tx: Tx,
  defaults: Pick<Changeable, Name>,
): Promise<Pick<Changeable, Name>> {
  const now: Partial<Changeable> = {}
  for (const { name, value } of await selectSettings(tx)) if (value !== null) Object.assign(now, READ_AS[name](value))
  return { ...defaults, ...now }
}

const READ_AS: Readonly<Record<SettingName, (value: string) => Partial<Changeable>>> = {
  kyc: (value) => ({ kyc: KYC_MODES.find((mode) => mode === value) ?? 'invest' }),
  payment_hours: (value) => ({ paymentHours: Number(value) }),
  second_approval_limit: (value) => ({ secondApprovalLimit: fromWire(value) }),
  approval_days: (value) => ({ approvalDays: Number(value) }),
  daily_alone_limit: (value) => ({ dailyAloneLimit: fromWire(value) }),
  sms_daily_budget: (value) => ({ smsDailyBudget: Number(value) }),
  support_url: (value) => ({ supportUrl: value }),
  platform_name: (value) => ({ platformName: value }),
  terms_confirmed: (value) => ({ termsConfirmed: value }),
}

/** `no-reply@`, however it is written: nobody reads what is sent there. */
const NOBODY = /^(?:no|do[-_.]?not|dont)[-_.]?reply(?:[-_.+]|@)/i

/**
 * Where Support leads while the owner has set nothing: the environment's address, else a mail to whoever mail comes
 * from; null where nobody would read that.
 */
export function defaultSupport({ supportUrl, mailFrom }: Pick<Settings, 'supportUrl' | 'mailFrom'>): string | null {
  if (supportUrl !== undefined) return supportUrl
  const { address } = readMailFrom(mailFrom)
  return NOBODY.test(address) ? null : `mailto:${address}`
}

type Defaults = Pick<Settings, 'kyc' | 'paymentHours' | 'supportUrl' | 'mailFrom'>

/** What was asked for, refused or agreed to is no change by itself: that is told as this when it is made. */
const CHANGED = 'setting changed'
/** Changes of one setting that are shown; the audit log has the rest. */
const MOST_SHOWN = 50

/** Every setting with what counts now, its default, and its last changes. */
export async function listSettings(tx: Tx, defaults: Defaults): Promise<Setting[]> {
  const rows = await selectSettings(tx)
  const ids = rows.map(({ id }) => id)
  const lines = await newestOn(tx, ids, { action: CHANGED, most: MOST_SHOWN })
  const { secondApprovalLimit } = await settingsNow(tx, { secondApprovalLimit: SECOND_APPROVAL_LIMIT })
  const unsaid = defaultsOnWire(defaults, secondApprovalLimit)
  return rows.map(({ id, name, value }) => ({
    ...{ id, name, value: value ?? unsaid[name], default: unsaid[name], changed: value !== null },
    history: (lines.get(id) ?? []).map((line) => changeOf(name, line)),
  }))
}

function defaultsOnWire(
  { kyc, paymentHours, supportUrl, mailFrom }: Defaults,
  limitNow: MicroUsd,
): Record<SettingName, string | null> {
  return {
    kyc,
    payment_hours: String(paymentHours),
    second_approval_limit: toWire(SECOND_APPROVAL_LIMIT),
    approval_days: String(APPROVAL_DAYS),
    daily_alone_limit: toWire(dailyAloneLimit(limitNow)),
    sms_daily_budget: String(SMS_DAILY_BUDGET),
    support_url: defaultSupport({ supportUrl, mailFrom }),
    platform_name: readMailFrom(mailFrom).name,
    terms_confirmed: null,
  }
}

function changeOf(name: SettingName, { at, actor, before, after, reason }: AuditLine): SettingChange {
  const valueIn = (kept: unknown) => (kept as Partial<Record<SettingName, string | null>> | null)?.[name] ?? null
  return { at, by: actor, before: valueIn(before), after: valueIn(after), reason: reason ?? '' }
}
