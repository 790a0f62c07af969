import { Type, type Static } from 'typebox'
import { Fields, Id, MessageReply, Nullable, Text, Time, type Contract } from '#kit/wire.ts'
import { MayWaitReply } from '#approvals/contract.ts'

/** Where the transactions of each network can be looked at. */
const EXPLORER_NAMES = [
  Type.Literal('explorer_bitcoin'),
  Type.Literal('explorer_ethereum'),
  Type.Literal('explorer_tron'),
  Type.Literal('explorer_litecoin'),
  Type.Literal('explorer_dogecoin'),
  Type.Literal('explorer_solana'),
  Type.Literal('explorer_bnb_smart_chain'),
  Type.Literal('explorer_polygon'),
] as const
const ExplorerName = Type.Union([...EXPLORER_NAMES])
export type ExplorerName = Static<typeof ExplorerName>

/** What the owner may change while the house runs. */
export const SettingName = Type.Union([
  Type.Literal('kyc'),
  Type.Literal('kyc_keep_days'),
  Type.Literal('payment_hours'),
  Type.Literal('second_approval_limit'),
  Type.Literal('approval_days'),
  Type.Literal('daily_alone_limit'),
  Type.Literal('sms_daily_budget'),
  Type.Literal('withdrawal_limit_none'),
  Type.Literal('withdrawal_limit_approved'),
  Type.Literal('support_url'),
  Type.Literal('platform_name'),
  Type.Literal('look'),
  Type.Literal('terms_confirmed'),
  Type.Literal('public_books'),
  ...EXPLORER_NAMES,
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

/** Terms as they were published, in the markup of `terms-rules.ts`; the program's own have no day and no summary. */
export const TermsVersion = Type.Object({
  version: Type.Integer(),
  content: Type.String(),
  /** what has changed, in the operator's words */
  summary: Nullable(Type.String()),
  published_at: Nullable(Time),
})

/** A version that somebody has accepted. */
export const AcceptedTerms = Type.Object({ version: Type.String(), at: Time })

const termsCalls = {
  'GET /api/terms': {
    who: 'anyone',
    summary: 'The terms in force, or those of an earlier version, and the list of all versions, newest first',
    query: Fields({ version: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })) }),
    reply: Type.Object({
      status: Type.Literal('success'),
      ...TermsVersion.properties,
      in_force: Type.Integer(),
      versions: Type.Array(Type.Object({ version: Type.Integer(), published_at: Nullable(Time) })),
    }),
  },
  'GET /api/own-terms': {
    who: 'investor',
    beforeFactor: true,
    summary: 'Which terms the signed-in user has accepted, and those that they have to accept before they invest again',
    reply: Type.Object({
      status: Type.Literal('success'),
      /** newest first */
      accepted: Type.Array(AcceptedTerms),
      /** with the text that they accepted last */
      to_accept: Nullable(Type.Object({ ...TermsVersion.properties, before: Type.String() })),
    }),
  },
  'POST /api/accept-terms': {
    who: 'investor',
    beforeFactor: true,
    summary: 'Accept the terms in force, by their version; 409 if another is in force by now',
    body: Fields({ version: Type.Integer({ minimum: 1, maximum: 999_999_999 }) }),
    reply: MessageReply,
  },
  'GET /api/admin/terms': {
    who: 'administrator',
    summary: 'The terms in force, and who has published which version and why',
    reply: Type.Object({
      status: Type.Literal('success'),
      in_force: TermsVersion,
      /** newest first, without the program's own */
      versions: Type.Array(
        Type.Object({
          ...{ version: Type.Integer(), summary: Type.String(), published_at: Time },
          published_by: Type.Object({ id: Id, name: Type.String() }),
        }),
      ),
    }),
  },
  'POST /api/publish-terms': {
    who: 'owner',
    summary:
      'Publish terms, a new version that everybody accepts anew before they invest; they wait for a second administrator. Every owner is told',
    bothHalves: true,
    stepUp: true,
    body: Fields({
      content: Text(40_000),
      summary: Text(500),
      /** the version in force that they were written from; 409 if it is another by now */
      follows: Type.Integer(),
    }),
    reply: MayWaitReply,
  },
} as const satisfies Contract

/** A logo as it is shown, at `/logo/{hash}.png`. */
export const Logo = Type.Object({ hash: Type.String(), width: Type.Integer(), height: Type.Integer() })
export type Logo = Static<typeof Logo>

export const settingsContract = {
  ...termsCalls,
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
      /** that investors see now */
      logo: Nullable(Logo),
    }),
  },
  'POST /api/draw-logo': {
    who: 'owner',
    summary:
      'Draw a logo (jpeg, png, webp, in the field image) as it will be shown. Nothing has changed before the setting `look` names it; another takes its place',
    bothHalves: true,
    raw: 'multipart',
    reply: Type.Object({ status: Type.Literal('success'), ...Logo.properties }),
  },
  'POST /api/update-setting/:name': {
    who: 'owner',
    summary:
      'Change a setting, with the reason; null goes back to the default. It takes effect at once, for everybody; a limit of what one administrator does alone or of what is withdrawn in a day, when an identity check is needed, where Support leads, the name that mail is sent under, the colour and logo and how long a request waits need a second. Every owner is told',
    bothHalves: true,
    stepUp: true,
    params: Fields({ name: SettingName }),
    body: Fields({ value: Nullable(Text(600, 0)), reason: Text(500) }),
    reply: MayWaitReply,
  },
} as const satisfies Contract
