import { holdNow } from '#addresses/hold-rules.ts'
import type { Investment } from '#investments/contract.ts'
import { isUnpaid, isWaiting, stillToCome } from '#investments/rules.ts'
import { fromWire, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'

/** What goes on with an investor's money, from their records alone. */
export type NextMatter =
  /** payments that nobody has marked as paid, and what is still to come in for the newest */
  | { kind: 'unpaid'; count: number; newest: Investment; amount: MicroUsd }
  /** paid, or paid for by money that is here, and not approved yet */
  | { kind: 'checked'; count: number; amount: MicroUsd }
  /** withdrawals to a new address, and what the first of them waits for: until when, or null that it is confirmed */
  | { kind: 'held'; count: number; amount: MicroUsd; until: string | null }
  /** others that are asked for and not approved yet; and those that are approved and not paid out */
  | { kind: 'asked' | 'leaving'; count: number; amount: MicroUsd }
  /** what comes back first */
  | { kind: 'comes back'; amount: MicroUsd; until: string; bonus: boolean }
  /** all that earn now; of a single one all is said by what comes back */
  | { kind: 'running'; count: number; amount: MicroUsd }
  /** nothing of the above */
  | { kind: 'nothing' }

export type OwnRecords = {
  investments: readonly Investment[]
  withdrawals: readonly Pick<Withdrawal, 'status' | 'amount' | 'held'>[]
}

/** What goes on, the most urgent first: what the investor has to do, what others do, what comes next, what runs. */
export function whatIsNext(records: OwnRecords, now: number): NextMatter[] {
  const matters = [unpaid(records), checked(records), ...withdrawn(records, now), ...running(records)]
  const found = matters.filter((matter) => matter !== null)
  return found.length === 0 ? [{ kind: 'nothing' }] : found
}

/** Whether nothing of theirs has ever been approved: the first steps are still before them. */
export function isNew({ investments }: Pick<OwnRecords, 'investments'>): boolean {
  return !investments.some(({ status, completed_at }) => status === 'approved' || completed_at !== null)
}

const isToBePaid = (one: Investment) => isUnpaid(one) && stillToCome(one) > ZERO
const amountOf = (records: readonly { amount: string }[]) => sum(records.map(({ amount }) => fromWire(amount)))

function unpaid({ investments }: OwnRecords): NextMatter | null {
  const all = investments.filter(isToBePaid)
  const newest = all[0]
  return newest ? { kind: 'unpaid', count: all.length, newest, amount: stillToCome(newest) } : null
}

function checked({ investments }: OwnRecords): NextMatter | null {
  const all = investments.filter((one) => isWaiting(one.status) && !isToBePaid(one))
  return all.length === 0 ? null : { kind: 'checked', count: all.length, amount: amountOf(all) }
}

/** Nothing is on its way before it is approved, and nothing is checked while its address is new. */
function withdrawn({ withdrawals }: OwnRecords, now: number): NextMatter[] {
  const all = Map.groupBy(withdrawals, ({ status, held }) => {
    if (status === 'approved') return 'leaving'
    return status !== 'pending' ? 'over' : holdNow(held, now) ? 'held' : 'asked'
  })
  return (['held', 'asked', 'leaving'] as const).flatMap((kind) => {
    const open = all.get(kind) ?? []
    const first = open.at(-1)
    if (first === undefined) return []
    const found = { count: open.length, amount: amountOf(open) }
    return kind === 'held' ? { kind, ...found, until: holdNow(first.held, now)?.until ?? null } : { kind, ...found }
  })
}

function running({ investments }: OwnRecords): NextMatter[] {
  const all = investments.flatMap((one) =>
    one.status === 'approved' && one.ends_at !== null ? [{ ...one, until: one.ends_at }] : [],
  )
  const first = all.toSorted((a, b) => a.until.localeCompare(b.until))[0]
  if (!first) return []
  const { amount, until, source } = first
  return [
    { kind: 'comes back', amount: fromWire(amount), until, bonus: source === 'bonus' },
    ...(all.length > 1 ? [{ kind: 'running' as const, count: all.length, amount: amountOf(all) }] : []),
  ]
}

export type FirstStep = {
  name: 'verified' | 'identity' | 'plan' | 'pay'
  state: 'done' | 'now' | 'later'
}
type IdentityCheck = { state: string; needed_for: string }

/**
 * The steps of somebody new: the codes are right, or they would not be here; the identity, where it is needed before
 * one invests; a plan; its payment. The first that is not done is the one for now.
 */
export function firstSteps({ investments }: Pick<OwnRecords, 'investments'>, identity: IdentityCheck): FirstStep[] {
  const waiting = investments.filter(({ status }) => isWaiting(status))
  const done = {
    verified: true,
    ...(identity.needed_for === 'invest' ? { identity: identity.state === 'approved' } : {}),
    plan: waiting.length > 0,
    pay: waiting.some((one) => !isToBePaid(one)),
  }
  const steps = Object.entries(done) as [FirstStep['name'], boolean][]
  const now = steps.find(([, isDone]) => !isDone)?.[0]
  return steps.map(([name, isDone]) => ({ name, state: isDone ? 'done' : name === now ? 'now' : 'later' }))
}
