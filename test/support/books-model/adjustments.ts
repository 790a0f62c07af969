/** Top-ups, deductions and the operator's own money. */
import { balanceOf, put } from './books.ts'
import { isStrict, mayLeave, moveReserve, ownMoney } from './reserve.ts'
import { heldUp, LIMIT, notOneself, refused } from './two-people.ts'
import { custody, own, type Judgement, type Person, type Wallet, type World } from './world.ts'

const size = (amount: bigint) => (amount < 0n ? -amount : amount)

/** A top-up, or a deduction where the amount is below zero. */
export function judgeAdjusting(
  world: World,
  by: Person,
  of: Person,
  account: 'earnings' | 'referral' | 'bonus',
  amount: bigint,
): Judgement {
  const lacks = balanceOf(world, own(of, account)) + amount < 0n
  return {
    refusals: refused(
      notOneself(by, of),
      heldUp(world, `balance of ${of.name}`),
      lacks ? { status: 422, why: 'more than the balance', field: 'amount' } : undefined,
      isStrict(world) && amount > 0n && amount > ownMoney(world)
        ? { status: 422, why: 'more than is the operator’s own and free', field: 'amount' }
        : undefined,
    ),
    counts: size(amount),
    apply() {
      put(world.adjusted, own(of, account), amount)
      put(world.adjusted, 'equity/adjustments', -amount)
    },
  }
}

const OPERATORS = {
  ...{ capital: 'equity/capital', returns: 'income/returns', fees: 'income/fees' },
  reserve: 'equity/capital',
}
export type Funds = { account: keyof typeof OPERATORS; amount: bigint; toReserve: boolean }

/** The operator's own money coming into a payment wallet, or going out where the amount is below zero. */
export function judgeFunds(world: World, wallet: Wallet, { account, amount, toReserve }: Funds): Judgement {
  const lacks = balanceOf(world, custody(wallet)) + amount < 0n
  const isReserve = account === 'reserve'
  // What leaves the reserve leaves what is free as it was.
  const beyondFree = amount < 0n && (isReserve ? 0n : -amount) > ownMoney(world)
  return {
    refusals: refused(
      heldUp(world, `funds of ${wallet.id}`),
      lacks ? { status: 409, why: 'more than the wallet holds' } : undefined,
      isReserve && -amount > mayLeave(world)
        ? { status: 422, why: 'more than may leave the reserve', field: 'amount' }
        : undefined,
      toReserve && (account !== 'returns' || amount < 0n)
        ? { status: 422, why: 'only returns that come in', field: 'to_reserve' }
        : undefined,
    ),
    counts: beyondFree ? LIMIT + 1n : size(amount),
    apply() {
      put(world.adjusted, custody(wallet), amount)
      put(world.adjusted, OPERATORS[account], amount)
      if (isReserve || toReserve) moveReserve(world, amount)
    },
  }
}
