/** The books as the business rules require them: a function of the records, and of nothing that was posted before. */
import { largest, smallest } from './amounts.ts'
import {
  custody,
  DAY,
  own,
  runs,
  suspense,
  type Investment,
  type Referral,
  type Withdrawal,
  type World,
} from './world.ts'

/** What stands on each account, on its own side. */
export type Books = Map<string, bigint>

const A_DAY = 86_400n
export const YIELD = 'reserve/yield'
/** Ten-thousandths of a percent in a whole. */
const WHOLE = 1_000_000n

/** When a running investment's duration ends. */
export function endOf(investment: Investment): number {
  return (investment.began ?? 0) + investment.duration * DAY
}

/** What an investment has earned by a moment: floor(principal × daily rate × whole seconds / a day). */
export function earnedBy(investment: Investment, now: number): bigint {
  if (!runs(investment.status) || investment.began === undefined) return 0n
  if (investment.left !== undefined) return investment.left.kept
  const until = Math.min(now, endOf(investment), investment.status === 'completed' ? (investment.ended ?? now) : now)
  return earnedIn(investment.amount, investment.rate, wholeSeconds(investment.began, until))
}

export function wholeSeconds(from: number, until: number): bigint {
  return BigInt(Math.max(0, Math.floor((until - from) / 1000)))
}

export function earnedIn(amount: bigint, rate: bigint, seconds: bigint): bigint {
  return (amount * rate * seconds) / (WHOLE * A_DAY)
}

/** A share in ten-thousandths of a percent, rounded down to the micro-dollar. */
export function shareOf(amount: bigint, share: bigint): bigint {
  return (amount * share) / WHOLE
}

/** What came in for an investment and was not sent back. */
export function ownMoney({ received, refunded }: Investment): bigint {
  return received - refunded
}

/** What of it its own principal takes. */
function takenByItself(investment: Investment): bigint {
  const { source, status, drawsOn, amount } = investment
  return source === 'payment' && runs(status) && drawsOn === undefined ? smallest(amount, ownMoney(investment)) : 0n
}

/** What others draw of an investment's money. */
export function usedOf(world: World, investment: Investment): bigint {
  return world.investments
    .filter((other) => other.drawsOn === investment && runs(other.status))
    .reduce((sum, other) => sum + other.amount, 0n)
}

/** What is held of what came in for an investment: neither sent back nor used. */
export function heldFor(world: World, investment: Investment): bigint {
  return ownMoney(investment) - takenByItself(investment) - usedOf(world, investment)
}

export function booksOfInvestment(investment: Investment, now: number, earned = earnedBy(investment, now)): Books {
  const { of, wallet, amount, status, source, drawsOn } = investment
  const money = ownMoney(investment)
  const books: Books = new Map()
  const principal = runs(status) ? amount : 0n
  if (source === 'payment' && drawsOn === undefined) {
    put(books, custody(wallet), largest(principal, money))
    put(books, suspense(wallet), largest(principal, money) - principal)
  } else {
    put(books, custody(wallet), money)
    put(books, suspense(wallet), money)
    if (source === 'payment') put(books, suspense(wallet), -principal)
    if (source === 'bonus') put(books, own(of, 'bonus'), -principal)
    if (source === 'reinvest') put(books, own(of, 'earnings'), -principal)
  }
  if (status === 'approved') put(books, own(of, 'invested'), amount)
  if (status === 'completed') put(books, own(of, source === 'bonus' ? 'bonus' : 'earnings'), amount)
  put(books, own(of, 'earnings'), earned)
  put(books, 'expense/yield', earned)
  return books
}

export function booksOfWithdrawal({ of, wallet, amount, status, source }: Withdrawal): Books {
  const books: Books = new Map()
  if (status === 'declined') return books
  put(books, own(of, source === 'investment' ? 'earnings' : 'referral'), -amount)
  if (status === 'completed') put(books, custody(wallet), -amount)
  else put(books, own(of, 'withdrawing'), amount)
  return books
}

/** What an inviter is owed for a referral. */
export function owedFor({ status, amount }: Referral): bigint {
  return runs(status) ? amount : 0n
}

function booksOfReferral(referral: Referral): Books {
  const books: Books = new Map()
  const owed = owedFor(referral)
  put(books, own(referral.inviter, 'referral'), referral.credited)
  put(books, 'expense/referral', owed)
  put(books, 'equity/adjustments', owed - referral.credited)
  return books
}

/** The lines of what is set apart: what has been posted of it is used, the rest committed while the promise is open. */
function earmarks(set: bigint, posted: bigint, open: boolean): Books {
  const kept = smallest(set, posted)
  const committed = open ? set - kept : 0n
  return new Map([
    [YIELD, -kept - committed],
    ['reserve/committed', committed],
    ['equity/set-apart', kept],
  ])
}

/** All balances, to the second. */
export function booksOf(world: World, postedOf = (one: Investment) => earnedBy(one, world.now)): Books {
  const books: Books = new Map()
  const add = (more: Books) => more.forEach((amount, account) => put(books, account, amount))
  add(world.adjusted)
  for (const investment of world.investments) {
    const posted = postedOf(investment)
    add(booksOfInvestment(investment, world.now, posted))
    if (runs(investment.status)) add(earmarks(investment.setApart, posted, investment.status === 'approved'))
  }
  for (const withdrawal of world.withdrawals) add(booksOfWithdrawal(withdrawal))
  for (const referral of world.referrals) {
    add(booksOfReferral(referral))
    add(earmarks(referral.setApart, referral.credited, referral.status === 'pending'))
  }
  return books
}

/** All balances as they are posted: of what one that runs has earned, what was found posted when the books were last looked at. */
export function bookedOf(world: World): Books {
  return booksOf(world, (one) =>
    one.status === 'approved' ? (world.posted.get(one.id) ?? 0n) : earnedBy(one, world.now),
  )
}

/** What stands on one account. */
export function balanceOf(world: World, account: string): bigint {
  return booksOf(world).get(account) ?? 0n
}

/** The accounts that a change would leave below zero, and by how much, with what is changed as it would be. */
export function belowZero(world: World, was: Books, is: Books): { account: string; lacks: bigint }[] {
  const books = booksOf(world)
  was.forEach((amount, account) => put(books, account, -amount))
  is.forEach((amount, account) => put(books, account, amount))
  return [...books]
    .filter(([account, balance]) => balance < 0n && /^(investor|custody|suspense)\//.test(account))
    .map(([account, balance]) => ({ account, lacks: -balance }))
}

/** The most that stands between two states of a record on any one account. */
export function mostMoved(was: Books, is: Books): bigint {
  let most = 0n
  for (const account of new Set([...was.keys(), ...is.keys()])) {
    const moved = (is.get(account) ?? 0n) - (was.get(account) ?? 0n)
    most = largest(most, moved < 0n ? -moved : moved)
  }
  return most
}

/** All that a transfer between two states of a record moves: it credits as much as it debits. */
export function allMoved(was: Books, is: Books): bigint {
  let both = 0n
  for (const account of new Set([...was.keys(), ...is.keys()])) {
    const moved = (is.get(account) ?? 0n) - (was.get(account) ?? 0n)
    both += moved < 0n ? -moved : moved
  }
  return both / 2n
}

/** What a referral has credited once so much is owed for it: what the wallet no longer covers stays credited. */
export function settled(world: World, { inviter, credited }: Referral, owed: bigint): bigint {
  if (credited <= owed) return owed
  return credited - smallest(credited - owed, balanceOf(world, own(inviter, 'referral')))
}

export function put(books: Books, account: string, amount: bigint): void {
  books.set(account, (books.get(account) ?? 0n) + amount)
}
