/** What is set apart for promises, as the rules tell it: a record's K out of what the reserve has, and nothing made of nothing. */
import { largest, smallest } from './amounts.ts'
import { balanceOf, bookedOf, earnedBy, put, shareOf, YIELD } from './books.ts'
import { isOpen, runs, type Investment, type Referral, type World } from './world.ts'

const DAY_S = 86_400n

/** What somebody who decides on a promise sees of the reserve; it becomes less with each that takes of it. */
export type Seen = { readonly strict: boolean; free: bigint }

/** For a change that promises nothing new: what there is stays, or becomes less. */
export const nothingNew = (): Seen => ({ strict: false, free: 0n })

/** All that an investment earns from its beginning to its end. */
export function promiseOf({ amount, rate, duration }: Pick<Investment, 'amount' | 'rate' | 'duration'>): bigint {
  return shareOf(amount * BigInt(duration) * DAY_S, rate) / DAY_S
}

export function isStrict({ backing, now }: World): boolean {
  return backing.mode === 'strict' && (backing.until === undefined || now < backing.until)
}

/** What one that waits speaks for: what it would promise, and the bonus of whoever invited. */
export function spokenBy(investment: Investment): bigint {
  if (!isOpen(investment.status)) return 0n
  const { of, source, amount, bonus } = investment
  return promiseOf(investment) + (source === 'payment' && of.inviter !== undefined ? shareOf(amount, bonus) : 0n)
}

export function allSpoken(world: World, butNot?: Investment): bigint {
  return world.investments.filter((one) => one !== butNot).reduce((sum, one) => sum + spokenBy(one), 0n)
}

/** What the wallets hold beyond all that is posted to investors, held, or set apart. */
export function ownMoney(world: World): bigint {
  const owed = /^(investor|suspense|reserve)\//
  return [...bookedOf(world)].reduce(
    (sum, [account, balance]) => sum + (account.startsWith('custody/') ? balance : owed.test(account) ? -balance : 0n),
    0n,
  )
}

export function reserveFor(world: World, butNot?: Investment): Seen {
  const held = balanceOf(world, YIELD)
  if (!isStrict(world)) return { strict: false, free: held }
  const spoken = allSpoken(world, butNot)
  const free = largest(held - spoken, 0n)
  // where less is held than is owed, nothing new is promised; what was spoken for before stays so
  return { strict: true, free: ownMoney(world) < 0n ? smallest(free, allSpoken(world) - spoken) : free }
}

/** What may be taken out of the reserve. */
export function mayLeave(world: World): bigint {
  return balanceOf(world, YIELD) - (isStrict(world) ? allSpoken(world) : 0n)
}

/** How much is set apart for a promise that had so much; nothing where strict refuses it. */
export function setApart(seen: Seen, promise: bigint, had: bigint): bigint | undefined {
  const there = seen.free + had
  if (seen.strict && promise > had && promise > there) return undefined
  const kept = smallest(promise, largest(there, had))
  seen.free += had - kept
  return kept
}

/** The same of something of which more has been paid than before, or less: only what is paid more is new. */
function setApartPaid(seen: Seen, paid: { before: bigint; after: bigint }, had: bigint): bigint | undefined {
  return setApart(seen, smallest(paid.after, had + largest(paid.after - paid.before, 0n)), had)
}

export function setApartInvestment(
  seen: Seen,
  now: number,
  before: Investment | undefined,
  after: Investment,
): bigint | undefined {
  const [was, is] = [before, after].map((one) => (one === undefined ? 0n : earnedBy(one, now)))
  const had = before === undefined || !runs(before.status) ? 0n : before.setApart
  if (after.status === 'approved') return setApart(seen, promiseOf(after), had)
  return setApartPaid(seen, { before: was ?? 0n, after: is ?? 0n }, had)
}

/** `was` and `is`: what the wallet has had of the bonus, before and after. */
export function setApartReferral(
  seen: Seen,
  before: Pick<Referral, 'status' | 'setApart'>,
  after: Pick<Referral, 'status' | 'amount'>,
  [was, is]: readonly [bigint, bigint],
): bigint | undefined {
  if (after.status === 'pending') return setApart(seen, after.amount, before.setApart)
  const isPaid = runs(after.status) || runs(before.status)
  if (isPaid) return setApartPaid(seen, { before: was, after: is }, before.setApart)
  return setApart(seen, before.status === 'declined' ? before.setApart : 0n, before.setApart)
}

/** The operator moves money of its own into the reserve, or out where it is below zero. */
export function moveReserve(world: World, amount: bigint): void {
  put(world.adjusted, YIELD, amount)
  put(world.adjusted, 'equity/set-apart', -amount)
}

type Uncovered = { at: number; key: string; missing: bigint; record: Investment | Referral }

/** What has less set apart than it promises, the oldest first. */
export function uncovered(world: World): Uncovered[] {
  const all: Uncovered[] = [
    ...world.investments
      .filter(({ status }) => status === 'approved')
      .map((record) => ({
        ...{ at: record.began ?? 0, key: `investment/${record.id}`, record },
        missing: promiseOf(record) - record.setApart,
      })),
    ...world.referrals
      .filter(({ status }) => status === 'pending')
      .map((record) => ({
        ...{ at: record.created, key: `referral/${record.id}`, record },
        missing: record.amount - record.setApart,
      })),
  ]
  return all.filter(({ missing }) => missing > 0n).sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
}

export function isToCover(world: World): boolean {
  return balanceOf(world, YIELD) > 0n && uncovered(world).length > 0
}

/** What happens by itself as the reserve grows. */
export function cover(world: World): void {
  for (const { record, missing } of uncovered(world)) {
    const { free } = reserveFor(world, record.kind === 'investment' ? record : undefined)
    if (free === 0n) return
    record.setApart += smallest(missing, free)
  }
}
