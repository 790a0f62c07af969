import { Type, type Static } from 'typebox'
import { Fields, Id, Nullable, Text, Time, type Contract } from '#kit/wire.ts'
import { MayWaitReply } from '#approvals/contract.ts'

/** What the owner may change while the house runs. */
export const SettingName = Type.Union([
  Type.Literal('kyc'),
  Type.Literal('payment_hours'),
  Type.Literal('second_approval_limit'),
  Type.Literal('approval_days'),
  Type.Literal('daily_alone_limit'),
  Type.Literal('sms_daily_budget'),
  Type.Literal('support_url'),
  Type.Literal('platform_name'),
  Type.Literal('terms_confirmed'),
])
export type SettingName = Static<typeof SettingName>

/** One change of a setting, as the audit log holds it; null is the default. */
const SettingChange = Type.Object({
  at: Time,
  by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
  reason: Type.String(),
})
export type SettingChange = Static<typeof SettingChange>

export const Setting = Type.Object({
  /** what the audit log knows it by */
  id: Id,
  name: SettingName,
  /** what counts now: the owner's, else the default; null if there is neither */
  value: Nullable(Type.String()),
  /** what counts where the owner has said nothing: the environment's, else the house's own */
  default: Nullable(Type.String()),
  /** the owner has said otherwise */
  changed: Type.Boolean(),
  /** newest first, at most 50 */
  history: Type.Array(SettingChange),
})
export type Setting = Static<typeof Setting>

/** What is decided before the server starts. A secret, or what may hold one, is only said to be there or not. */
const EnvironmentVariable = Type.Object({
  name: Type.String(),
  set: Type.Boolean(),
  /** what counts, where it is no secret */
  value: Nullable(Type.String()),
})
export type EnvironmentVariable = Static<typeof EnvironmentVariable>

export const settingsContract = {
  'GET /api/admin/settings': {
    who: 'administrator',
    summary:
      'The settings with their defaults and what has been changed, and the environment as far as it is no secret',
    reply: Type.Object({
      status: Type.Literal('success'),
      items: Type.Array(Setting),
      environment: Type.Array(EnvironmentVariable),
      /** of the terms that are shown to investors now */
      terms_version: Type.String(),
    }),
  },
  'POST /api/update-setting/:name': {
    who: 'owner',
    summary:
      'Change a setting, with the reason; null goes back to the default. It takes effect at once, for everybody; a limit of what one administrator does alone, when an identity check is needed, where Support leads, the name that mail is sent under and how long a request waits need a second. Every owner is told',
    bothHalves: true,
    params: Fields({ name: SettingName }),
    body: Fields({ value: Nullable(Text(600, 0)), reason: Text(500) }),
    reply: MayWaitReply,
  },
} as const satisfies Contract
