/** What the model knows: people, wallets, plans, records and what was adjusted. Balances follow from it (books.ts). */
import type { Visitor } from '../visitor.ts'

export type Status = 'pending' | 'waiting approval' | 'approved' | 'completed' | 'declined'

export type Role = 'owner' | 'reviewer'
export type Person = {
  readonly name: string
  readonly visitor: Visitor
  readonly role: Role | undefined
  readonly inviter: Person | undefined
}

export type Wallet = {
  readonly id: string
  readonly name: string
  readonly available: boolean
  /** an address of its network that is not the house's, and one that is the house's */
  readonly theirs: string
  readonly ours: string
}

export type Plan = {
  readonly id: string
  readonly fields: Record<string, unknown>
  /** micro-dollars */
  readonly least: bigint
  readonly most: bigint
  readonly durations: readonly number[]
  readonly madeBy: Person
  /** ten-thousandths of a percent */
  rate: bigint
  bonus: bigint
  /** what one keeps that is left before its end */
  early: bigint
  available: boolean
}

export type AtEnd = 'to wallet' | 'reinvest principal' | 'reinvest all'

export type Investment = {
  readonly kind: 'investment'
  id: string
  tranx: string
  readonly of: Person
  readonly plan: Plan
  readonly wallet: Wallet
  readonly source: 'payment' | 'bonus' | 'reinvest'
  readonly rate: bigint
  readonly bonus: bigint
  readonly early: bigint
  /** whole days */
  readonly duration: number
  /** what the investor typed */
  readonly typed: bigint
  amount: bigint
  status: Status
  created: number
  /** from when it earns, or would again: it is kept while an edit has it out of approved, and a date that an edit changed counts */
  began: number | undefined
  /** when its earning was cut off by being completed */
  ended: number | undefined
  expires: number
  received: bigint
  refunded: bigint
  /** the declined one whose money its principal comes from */
  drawsOn: Investment | undefined
  reinvested: boolean
  /** of one that was made at the end of another, while its own id is to be found */
  readonly parent?: Investment | undefined
  atEnd: AtEnd
  /** where its investor left it early: how long it ran, and what of its earnings it keeps */
  left: { readonly seconds: bigint; readonly kept: bigint } | undefined
  /** micro-dollars that are set apart for what it earns */
  setApart: bigint
  reason: string | undefined
  /** who ever let it run, or gave it another amount while it ran */
  readonly approvers: Set<Person>
  readonly decliners: Set<Person>
  /** counts changes, as the version on the wire does */
  changes: number
}

export type Withdrawal = {
  readonly kind: 'withdrawal'
  readonly id: string
  readonly of: Person
  readonly wallet: Wallet
  readonly source: 'investment' | 'referral'
  readonly typed: bigint
  amount: bigint
  status: Status
  created: number
  txid: string | undefined
  /** who ever approved it, or gave it another amount while it was */
  readonly approvers: Set<Person>
  changes: number
}

export type Referral = {
  readonly kind: 'referral'
  readonly id: string
  readonly investment: Investment
  readonly inviter: Person
  status: Status
  /** what it goes back to when its investment comes back */
  held: Status | undefined
  amount: bigint
  /** what the inviter's wallet has had of it; more than is owed where it could not be taken back */
  credited: bigint
  readonly created: number
  /** micro-dollars that are set apart for it */
  setApart: bigint
  changes: number
}

/** What an investor was told that leaving comes to, at a second. */
export type ExitQuote = {
  readonly id: string
  readonly investment: Investment
  readonly changes: number
  readonly at: number
  readonly until: number
  readonly says: Exit
}

/** What leaving comes to. */
export type Exit = {
  readonly seconds: bigint
  readonly earned: bigint
  readonly early: bigint
  readonly wallet: bigint
  readonly kept: bigint
}

/** What waits for a second administrator. */
export type Waiting = {
  readonly id: string
  readonly requester: Person
  readonly at: number
  readonly subject: string
  /** whose it is, and whose bonus follows it: none of them agrees */
  readonly concerns: readonly (Person | undefined)[]
  /** What it is called in a failure. */
  readonly what: string
  /** Judges it again, as of now, for who agrees. */
  judge(by: Person): Judgement
}

export type Refusal = {
  readonly status: 403 | 404 | 409 | 422
  readonly why: string
  readonly field?: string
  readonly says?: string
}

/** Whose bonus moves with an investment, from and to what, and how much more of it the operator bears. */
export type MovedBonus = { readonly of: Person | undefined; readonly amounts: string; readonly charged: bigint }

/** What the rules say of a call: why it is refused, or what it does. */
export type Judgement = {
  readonly refusals: readonly Refusal[]
  /** what it counts towards the limit of what one administrator does alone */
  readonly counts: bigint
  /** what it counts towards what one administrator decides alone in a day, where that is another amount */
  readonly day?: bigint
  /** the same administrator decided the step before it */
  readonly ownStep?: boolean
  /** says that a withdrawal was paid */
  readonly pays?: boolean
  /** what it does to the bonus of who invited */
  readonly bonus?: MovedBonus
  apply(): void
}

/** What one administrator has corrected alone. */
type Correction = { readonly by: Person; readonly subject: string; readonly at: number; readonly counts: bigint }

export type World = {
  now: number
  readonly people: Person[]
  readonly administrators: Person[]
  readonly wallets: Wallet[]
  readonly plans: Plan[]
  readonly investments: Investment[]
  readonly withdrawals: Withdrawal[]
  readonly referrals: Referral[]
  waiting: Waiting[]
  /** who asked for what is being agreed to */
  requester?: Person | undefined
  /** requests that have ended: agreed to, refused, withdrawn, or too old */
  over: Waiting[]
  /** withdrawals that were said to be paid by a request which nobody decided: by their ids */
  readonly unconfirmed: Set<string>
  readonly corrections: Correction[]
  /** what each administrator has decided alone on each day, by name and day */
  readonly decided: Map<string, bigint>
  /** top-ups, deductions and the operator's own money, by account */
  readonly adjusted: Map<string, bigint>
  /** of refunds, as they are compared */
  readonly refundTxids: Set<string>
  /** how promises are backed, until when strict counts where it was given up, and whether anybody has chosen */
  backing: { mode: 'disclosed' | 'strict'; until: number | undefined; chosen: boolean }
  readonly exitQuotes: ExitQuote[]
  /** what of the earnings of each that runs was posted when the books were last looked at, by its id */
  posted: Map<string, bigint>
}

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export function newWorld(now: number): World {
  return {
    ...{ now, people: [], administrators: [], wallets: [], plans: [], investments: [], withdrawals: [], referrals: [] },
    ...{ waiting: [], over: [], corrections: [], decided: new Map(), adjusted: new Map(), refundTxids: new Set() },
    ...{ unconfirmed: new Set(), exitQuotes: [], posted: new Map() },
    backing: { mode: 'disclosed', until: undefined, chosen: false },
  }
}

/** The account of an investor. */
export const own = (person: Person, account: 'earnings' | 'referral' | 'bonus' | 'invested' | 'withdrawing') =>
  `investor/${person.visitor.id}/${account}`
export const custody = (wallet: Wallet) => `custody/${wallet.id}`
export const suspense = (wallet: Wallet) => `suspense/${wallet.id}`

export const runs = (status: Status) => status === 'approved' || status === 'completed'
export const isOpen = (status: Status) => status === 'pending' || status === 'waiting approval'
