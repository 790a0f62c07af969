import type { Tx } from '#kit/database.ts'
import type { Settings } from '#kit/settings.ts'
import { fromWire, microUsd, type MicroUsd } from '#money/micro-usd.ts'
import type { SettingName } from './contract.ts'
import { KYC_MODES } from './rules.ts'
import { selectSettings } from './store.ts'

/** What the owner may change while the house runs. */
type Changeable = Pick<Settings, 'kyc' | 'paymentHours' | 'supportUrl'> & {
  /** what a correction may move on one account without a second administrator */
  secondApprovalLimit: MicroUsd
  /** who the operator is, as mail names its sender */
  platformName: string
  /** the version of the terms that the owner has read and confirmed */
  termsConfirmed: string | undefined
}

/** Where nobody has said otherwise: 1,000.00 USD. */
export const SECOND_APPROVAL_LIMIT = microUsd(1_000_000_000n)

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
  support_url: (value) => ({ supportUrl: value }),
  platform_name: (value) => ({ platformName: value }),
  terms_confirmed: (value) => ({ termsConfirmed: value }),
}
