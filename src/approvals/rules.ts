import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { ApprovalKind, ApprovalSubject, ApprovalWhy, Change } from './contract.ts'

type Role = 'owner' | 'reviewer' | 'support'
type State = 'waiting' | 'agreed' | 'refused' | 'withdrawn' | 'expired'

/** Every change of state of a request: what is decided is decided. */
export const DECISIONS = {
  agree: { from: 'waiting', to: 'agreed' },
  refuse: { from: 'waiting', to: 'refused' },
  withdraw: { from: 'waiting', to: 'withdrawn' },
  expire: { from: 'waiting', to: 'expired' },
} as const satisfies Readonly<Record<string, { from: State; to: State }>>
export type RequestDecision = keyof typeof DECISIONS

/** What each step of a request is called in the audit log. */
export const STEPS = {
  ask: 'second approval asked for',
  agree: 'second approval given',
  refuse: 'second approval refused',
  withdraw: 'second approval withdrawn',
  expire: 'second approval expired',
} as const satisfies Readonly<Record<RequestDecision | 'ask', string>>

/** Whether a line of the audit log is about a request: for administrators alone, who are named in it. */
export function isStep(action: string): boolean {
  return Object.values<string>(STEPS).includes(action)
}

/** Whether a decision is open to a request in this state. */
export function mayDecide(decision: RequestDecision, state: State): boolean {
  return DECISIONS[decision].from === state
}

/** Why a decision is not open, in a sentence. */
export function whyNot(state: State): string {
  return `This request is no longer waiting: it has ${state === 'expired' ? 'expired' : `been ${state}`}.`
}

/** Whether it makes somebody an administrator, or another one than they are: unblocking does so with all their roles. */
export function isOfRoles(kind: ApprovalKind): boolean {
  return kind === 'set roles' || kind === 'invite to roles' || kind === 'unblock user'
}

/** The roles of which one is needed to agree to it or refuse it. */
export function rolesFor(kind: ApprovalKind): readonly Role[] {
  return isOfRoles(kind) ? ['owner'] : ['owner', 'reviewer']
}

/** The roles of which one is needed to ask for it: the operator's own money and the settings are an owner's call. */
export function rolesToAsk(kind: ApprovalKind): readonly Role[] {
  return OF_OWNERS.includes(kind) ? ['owner'] : rolesFor(kind)
}
const OF_OWNERS: readonly ApprovalKind[] = [
  ...(['record funds', 'change limit', 'change kyc', 'change setting', 'publish terms'] as const),
  'change backing',
]

/** What each of the two limits of what one administrator does alone is called: they are settings. */
export const LIMIT_TITLES = {
  second_approval_limit: 'Second approval above',
  daily_alone_limit: 'Daily limit per administrator',
} as const
export type LimitName = keyof typeof LIMIT_TITLES
export const LIMIT_NAMES = Object.keys(LIMIT_TITLES) as LimitName[]

/** What a correction may move on one account without a second administrator, by default: 1,000.00 USD. */
export const SECOND_APPROVAL_LIMIT = microUsd(1_000_000_000n)
/** What one administrator decides alone in a day, by default: so many times what needs a second each. */
export const ALONE_IN_A_DAY = 20
/** After how many days a request expires, by default: a week. */
export const APPROVAL_DAYS = 7

/** What one administrator may do alone in a day by default, micro-dollars. */
export function dailyAloneLimit(secondApprovalLimit: MicroUsd): MicroUsd {
  return microUsd(secondApprovalLimit * BigInt(ALONE_IN_A_DAY))
}

/** When a request that was made then expires: nobody can agree to it from that moment on. */
export function expiryOf(askedAt: Date, days: number): Date {
  return new Date(askedAt.getTime() + days * 24 * 60 * 60 * 1000)
}

/** Whether somebody with these roles may agree to requests of a kind, or refuse them, at all. */
export function holdsRole(kind: ApprovalKind, roles: readonly Role[]): boolean {
  return rolesFor(kind).some((role) => roles.includes(role))
}

/**
 * For how long, in milliseconds, an administrator who was blocked, or whose roles were taken, counts as somebody who could
 * agree, and one who was given theirs as of one hand with who gave it: so nobody comes to act alone at once by removing
 * everybody else, nor by making somebody.
 */
export const REMOVED_COUNTS_FOR = 3 * 24 * 60 * 60 * 1000

/** How many requests of one administrator wait at a time, at most: more than anybody has open by hand. */
export const MOST_REQUESTS = 50

/** The day of a moment, UTC: what one administrator decides alone is summed for each. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** For how long, in milliseconds, corrections of one record by one administrator count together. */
export const COUNTED_FOR = 24 * 60 * 60 * 1000

/**
 * Whether a correction needs a second administrator: it moves something, and with what the same administrator has
 * corrected alone on the same record lately it moves more than the limit. Exactly the limit needs nobody.
 */
export function needsSecond(correction: { moved: MicroUsd; lately: MicroUsd; limit: MicroUsd }): boolean {
  const { moved, lately, limit } = correction
  return moved > ZERO && moved + lately > limit
}

/**
 * Why what an administrator does needs a second one, for itself; null if it does not. `moved` is null for what always
 * does; `ownStep` says that the administrator decided the step before it, which counts only above the limit.
 */
export function whySecond(done: {
  moved: MicroUsd | null
  lately: MicroUsd
  counts: MicroUsd
  limit: MicroUsd
  ownStep: boolean
}): Exclude<ApprovalWhy, 'day'> | null {
  const { moved, lately, counts, limit, ownStep } = done
  if (moved === null) return 'always'
  if (needsSecond({ moved, lately, limit })) return 'limit'
  return ownStep && counts > limit ? 'own step' : null
}

/**
 * What an edit of an amount counts for the limit, micro-dollars: what the ledger moved for it, or how far the amount is
 * from what the investor typed where that is more, so that it counts where nothing stands in the books yet. Left alone,
 * or taken back towards what was typed, an amount counts only what the ledger moved.
 */
export function countedFor(edit: { moved: MicroUsd; typed: MicroUsd; before: MicroUsd; after: MicroUsd }): MicroUsd {
  const { moved, typed, before, after } = edit
  const back = after <= typed ? after >= before : after <= before
  const away = after > typed ? microUsd(after - typed) : microUsd(typed - after)
  return back || moved > away ? moved : away
}

/** What the fields of a request are called. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  amount: 'Amount',
  date: 'Date',
  status: 'Status',
  received: 'Received',
  earns_from: 'Earns from',
  earned: 'Earned',
  pending_bonus: 'Pending referral bonus',
  inviters_bonus: 'Referral bonus',
  bonus_charged: 'Bonus charged to adjustments',
  from_held: 'Paid with held money',
  from_suspense: 'Held for transaction',
  txid: 'Transaction id',
  ...{
    refund: 'Refund',
    to: 'Paid to',
    funds: 'Funds',
    direction: 'Direction',
    beyond_free: 'Owed to investors or set apart',
  },
  ...{ account: 'Account', backing: 'Promises to investors' },
  earnings: 'Earnings Wallet',
  referral: 'Referral Wallet',
  bonus: 'Bonus balance',
  name: 'Name',
  address: 'Address',
  ...{ network: 'Network', coin: 'Coin', coin_contract: 'Token contract', coin_decimals: 'Token decimals' },
  offered: 'Available to investors',
  min_amount: 'Minimum amount',
  max_amount: 'Maximum amount',
  durations: 'Durations, days',
  ref_bonus: 'Referral bonus',
  daily_roi: 'Rate per day',
  early_roi: 'Early rate per day',
  description: 'Description',
  limit: 'Limit',
  ...LIMIT_TITLES,
  follows: 'Daily limit moves with the other limit',
  kyc: 'Identity check needed',
  roles: 'Roles',
  ...{ email: 'Email', invitation: 'Invitation', sign_in: 'Sign-in' },
  ...{ setting: 'Value', brand_colour: 'Color', logo: 'Logo' },
  ...{ segment: 'To', recipients: 'Recipients', text: 'Text', terms: 'Terms' },
  ...{ terms_version: 'Version of the terms', terms_summary: 'What changes' },
  ...{ listed_added: 'Added', listed_changed: 'Changed', listed_removed: 'Taken off the list' },
  ...{ terms_added: 'Added', terms_removed: 'Removed', terms_changed: 'Changed' },
}

/** Those of them that are amounts, as the wire writes them; a limit may be its default instead. */
export const AMOUNT_FIELDS: readonly string[] = [
  ...['amount', 'earnings', 'referral', 'bonus', 'refund', 'funds', 'received', 'earned', 'pending_bonus'],
  ...['inviters_bonus', 'bonus_charged', 'from_held', 'beyond_free', 'min_amount', 'max_amount', 'limit'],
  ...LIMIT_NAMES,
]

/** Those of them that are moments, as the wire writes them. */
export const MOMENT_FIELDS: readonly string[] = ['date', 'earns_from']

/** Values of theirs that people call otherwise than the wire does. */
const VALUE_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  direction: { in: 'coming in', out: 'going out' },
  account: { capital: 'Capital', returns: 'Returns', fees: 'Fees', reserve: 'Reserve' },
  backing: { disclosed: 'Disclosed', strict: 'Strict' },
}

/** What a change is called, with whose it is where that is said: `Referral bonus of carol`. */
export function termOf({ field, of }: Change): string {
  const word = FIELD_WORDS[field] ?? field
  return of === undefined ? word : `${word} of ${of}`
}

/** What people call a value of a field. */
export function wordOf(field: string, value: string): string {
  return VALUE_WORDS[field]?.[value] ?? value
}

/** What the name of a request names; the others are about somebody's record. */
export const SUBJECT_NAMES: Readonly<Partial<Record<ApprovalSubject, string>>> = {
  wallet: 'Wallet',
  funds: 'Wallet',
  plan: 'Plan',
  setting: 'Setting',
  invitation: 'Person',
}

/** The fields that differ, each as it was and as it would be. */
export function changesBetween(
  before: Readonly<Record<string, string | null>>,
  after: Readonly<Record<string, string | null>>,
): Change[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const was = before[field] ?? null
    return was === value ? [] : [{ field, before: was, after: value }]
  })
}

/** The larger of two amounts. */
export function larger(one: MicroUsd, other: MicroUsd): MicroUsd {
  return one > other ? one : other
}

const TITLES: Readonly<Record<ApprovalKind, string>> = {
  'approve investment': 'Approval of an investment',
  'decline investment': 'Investment to be declined',
  'update investment': 'Correction of an investment',
  'update withdrawal': 'Correction of a withdrawal',
  'approve referral': 'Approval of a referral bonus',
  'top up user': 'Top-up',
  'deduct user': 'Deduction',
  'refund suspense': 'Refund',
  'record funds': 'Funds to be recorded',
  'create wallet': 'New payment wallet',
  'change wallet': 'Change of a payment wallet',
  'create plan': 'New plan',
  'change plan': 'Change of a plan',
  'change limit': 'Change of a limit',
  'change kyc': 'Change of the identity check',
  'change setting': 'Change of a setting',
  'change backing': 'Backing of promises',
  'publish terms': 'New terms',
  'set roles': 'Change of roles',
  'invite to roles': 'Invitation to roles',
  'unblock user': 'Unblock sign-in',
}

/** What was asked for, as a heading. */
export function requestTitle(asked: { kind: ApprovalKind; changes: readonly Change[] }): string {
  return isPayout(asked) ? 'Payout of a withdrawal' : TITLES[asked.kind]
}

/** The same, with whose record it is or which wallet, plan or setting: `Change of a setting: Time to agree`. */
export function requestHeading(
  asked: { kind: ApprovalKind; changes: readonly Change[]; name: string | null },
  whose: string | undefined,
): string {
  const title = requestTitle(asked)
  if (whose !== undefined) return `${title} of ${whose}`
  return asked.name === null ? title : `${title}: ${asked.name}`
}

/** Whether a withdrawal is to be paid out as it was asked for, with no correction of its amount. */
export function isPayout({ kind, changes }: { kind: ApprovalKind; changes: readonly Change[] }): boolean {
  return (
    kind === 'update withdrawal' &&
    changes.some(({ field, before, after }) => field === 'status' && before !== 'declined' && after === 'completed') &&
    !changes.some(({ field }) => field === 'amount')
  )
}
