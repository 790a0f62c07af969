import type { Tx } from '#kit/database.ts'
import type { Settings } from '#kit/config.ts'
import { fromWire, toWire, type MicroUsd } from '#money/micro-usd.ts'
import { limitsNow } from '#approvals/limit.ts'
import { APPROVAL_DAYS, dailyAloneLimit, SECOND_APPROVAL_LIMIT } from '#approvals/rules.ts'
import type { AuditLine } from '#audit/contract.ts'
import { newestOn } from '#audit/read.ts'
import { DEFAULT_NAME } from '#mail/operator-name.ts'
import type { Setting, SettingChange, SettingName } from './contract.ts'
import { EXPLORER_NAMES, EXPLORERS, ofExplorers } from './explorer-rules.ts'
import { KYC_MODES, MOST_CHANGES } from './rules.ts'
import { maySupportBe } from '#kit/rules.ts'
import { selectSettings, type SettingRow } from './store.ts'
import { defaultSupport } from './default-support.ts'

export { SETTINGS_SAID } from './store.ts'

/** What the owner may change while the house runs. */
type Changeable = Pick<Settings, 'kyc' | 'paymentHours' | 'supportUrl'> & {
  /** days for which what a rejected or abandoned identity check was handed in with is kept */
  kycKeepDays: number
  /** how many text messages go out in a day (UTC) */
  smsDailyBudget: number
  /** who the operator is, as mail names its sender */
  platformName: string | undefined
  /** strangers see what is held and owed */
  publicBooks: boolean
  /** the version of the terms that the owner has read and confirmed */
  termsConfirmed: string | undefined
  /** what may be withdrawn in 24 hours without an approved identity check, and with one; undefined: as much as there is */
  withdrawalLimitNone: MicroUsd | undefined
  withdrawalLimitApproved: MicroUsd | undefined
}

/** There is a limit of withdrawals only where the owner has set one. */
export const NO_WITHDRAWAL_LIMITS = { withdrawalLimitNone: undefined, withdrawalLimitApproved: undefined }

/** The limit of somebody whose identity check stands so. */
export function withdrawalLimit(
  said: Pick<Changeable, 'withdrawalLimitNone' | 'withdrawalLimitApproved'>,
  kyc: string,
): MicroUsd | undefined {
  return kyc === 'approved' ? said.withdrawalLimitApproved : said.withdrawalLimitNone
}

/** Where nobody has said otherwise: long enough to answer whoever asks why they were rejected. */
export const KYC_KEEP_DAYS = 90
/** Where nobody has said otherwise: enough for some hundreds of people who register. */
export const SMS_DAILY_BUDGET = 1000

/**
 * The settings as they are at this moment: those whose defaults are passed. To be asked inside the transaction that goes
 * by them, so that a change counts at once, in every process.
 */
export async function settingsNow<Name extends keyof Changeable>(
  tx: Tx,
  defaults: Pick<Changeable, Name>,
): Promise<Pick<Changeable, Name>> {
  return settingsSaid(await selectSettings(tx), defaults)
}

/** The same, of what was said of them as it was read: by `SETTINGS_SAID`, together with other questions. */
export function settingsSaid<Name extends keyof Changeable>(
  said: readonly Pick<SettingRow, 'name' | 'value'>[],
  defaults: Pick<Changeable, Name>,
): Pick<Changeable, Name> {
  const now: Partial<Changeable> = {}
  for (const { name, value } of said) if (value !== null) Object.assign(now, READ_AS[name](value))
  return { ...defaults, ...now }
}

const READ_AS: Readonly<Record<SettingName, (value: string) => Partial<Changeable>>> = {
  kyc: (value) => ({ kyc: KYC_MODES.find((mode) => mode === value) ?? 'invest' }),
  kyc_keep_days: (value) => ({ kycKeepDays: Number(value) }),
  payment_hours: (value) => ({ paymentHours: Number(value) }),
  // approvals read these themselves
  second_approval_limit: () => ({}),
  approval_days: () => ({}),
  daily_alone_limit: () => ({}),
  sms_daily_budget: (value) => ({ smsDailyBudget: Number(value) }),
  public_books: (value) => ({ publicBooks: value === 'on' }),
  withdrawal_limit_none: (value) => ({ withdrawalLimitNone: fromWire(value) }),
  withdrawal_limit_approved: (value) => ({ withdrawalLimitApproved: fromWire(value) }),
  // what was set when more was allowed is not followed
  support_url: (value) => (maySupportBe(value) ? { supportUrl: value } : {}),
  platform_name: (value) => ({ platformName: value }),
  // every page asks for it, by `lookNow`
  look: () => ({}),
  terms_confirmed: (value) => ({ termsConfirmed: value }),
  // asked for one at a time, by `explorerOf`
  ...ofExplorers(() => () => ({})),
}

/** The template of the explorer that a network's transactions are looked at with; null for a network without one. */
export async function explorerOf(tx: Tx, network: string): Promise<string | null> {
  const name = EXPLORER_NAMES.find((one) => EXPLORERS[one].network === network)
  if (name === undefined) return null
  const setting = (await selectSettings(tx)).find((row) => row.name === name)
  return setting?.value ?? EXPLORERS[name].template
}

/** What of the environment counts where the owner has said nothing. */
export type Defaults = Pick<Settings, 'kyc' | 'paymentHours' | 'supportUrl' | 'mailFrom'>
/** What counts if the owner has said nothing, as the wire writes it; null if there is nothing. */
export type DefaultsOnWire = Readonly<Record<SettingName, string | null>>

/** What was asked for, refused or agreed to is no change on its own: that is told as this when it is made. */
const CHANGED = 'setting changed'

/** Every setting with what counts now, its default, and its last changes. */
export async function listSettings(tx: Tx, defaults: Defaults): Promise<Setting[]> {
  const rows = await selectSettings(tx)
  const ids = rows.map(({ id }) => id)
  const lines = await newestOn(tx, ids, { action: CHANGED, most: MOST_CHANGES })
  const unsaid = await defaultsNow(tx, defaults)
  return rows.map(({ id, name, value }) => {
    const counts = value !== null && (name !== 'support_url' || maySupportBe(value))
    return {
      ...{ id, name, value: counts ? value : unsaid[name], default: unsaid[name], changed: value !== null },
      history: (lines.get(id) ?? []).map((line) => changeOf(name, line)),
    }
  })
}

/** The default of every setting at this moment. */
export async function defaultsNow(
  tx: Tx,
  { kyc, paymentHours, supportUrl, mailFrom }: Defaults,
): Promise<DefaultsOnWire> {
  const { each } = await limitsNow(tx)
  return {
    kyc,
    kyc_keep_days: String(KYC_KEEP_DAYS),
    payment_hours: String(paymentHours),
    second_approval_limit: toWire(SECOND_APPROVAL_LIMIT),
    approval_days: String(APPROVAL_DAYS),
    daily_alone_limit: toWire(dailyAloneLimit(each)),
    sms_daily_budget: String(SMS_DAILY_BUDGET),
    withdrawal_limit_none: null,
    withdrawal_limit_approved: null,
    support_url: defaultSupport({ supportUrl, mailFrom }),
    platform_name: DEFAULT_NAME,
    look: null,
    terms_confirmed: null,
    public_books: 'on',
    ...ofExplorers((name) => EXPLORERS[name].template),
  }
}

function changeOf(name: SettingName, { at, actor, before, after, reason }: AuditLine): SettingChange {
  const valueIn = (kept: unknown) => (kept as Partial<Record<SettingName, string | null>> | null)?.[name] ?? null
  return { at, by: actor, before: valueIn(before), after: valueIn(after), reason: reason ?? '' }
}
