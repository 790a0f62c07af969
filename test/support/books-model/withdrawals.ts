/** The life of a withdrawal, as the business rules tell it. */
import { furtherFrom, inDollars, largest } from './amounts.ts'
import { allMoved, balanceOf, belowZero, booksOfWithdrawal, mostMoved } from './books.ts'
import { changesNothing, txidTaken } from './investments.ts'
import { endRequestsOn, heldUp, noteDoers, notOneself, refused } from './two-people.ts'
import {
  own,
  type Judgement,
  type Person,
  type Refusal,
  type Status,
  type Wallet,
  type Withdrawal,
  type World,
} from './world.ts'

const state = (why: string): Refusal => ({ status: 409, why })

/** What may be asked for: at most the balance, at an available wallet, to an address of its network not ours. */
/** Withdrawals of one person that may wait to be reviewed. */
const MOST_WAITING = 100

export function judgeWithdraw(
  world: World,
  asked: { of: Person; wallet: Wallet; source: Withdrawal['source']; amount: bigint; address: string },
): Judgement {
  const balance = balanceOf(world, own(asked.of, asked.source === 'investment' ? 'earnings' : 'referral'))
  const says = `withdrawal amount must not exceed ${inDollars(balance)}`
  return {
    refusals: refused(
      asked.wallet.available ? undefined : { status: 422, why: 'the wallet is not offered', field: 'wallet_name' },
      asked.address === asked.wallet.theirs
        ? undefined
        : { status: 422, why: 'the address is not theirs', field: 'wallet_address' },
      asked.amount > balance ? { status: 422, why: 'more than the balance', field: 'amount', says } : undefined,
      world.withdrawals.filter(({ of, status }) => of === asked.of && status === 'pending').length >= MOST_WAITING
        ? state('too many of theirs wait')
        : undefined,
    ),
    counts: 0n,
    apply() {},
  }
}

/** Approving and declining by an administrator, cancelling by the investor: from pending alone. */
export function judgeDecision(world: World, by: Person | 'investor', withdrawal: Withdrawal, to: Status): Judgement {
  return {
    refusals: refused(
      by === 'investor' ? undefined : notOneself(by, withdrawal.of),
      by === 'investor' ? beingPaid(world, withdrawal) : heldUp(world, withdrawal.id),
      by !== 'investor' && to === 'declined' ? notLookedUp(world, withdrawal) : undefined,
      withdrawal.status === 'pending' ? undefined : state(`it is ${withdrawal.status}`),
    ),
    counts: 0n,
    apply() {
      if (by === 'investor') endRequestsOn(world, withdrawal.id)
      else if (to === 'approved') noteDoers(world, withdrawal.approvers, by)
      withdrawal.status = to
      withdrawal.changes += 1
    },
  }
}

/** What an administrator says was paid is not given back while a second one is waited for. */
function beingPaid(world: World, { id }: Withdrawal): Refusal | undefined {
  const paid = world.waiting.some((one) => one.subject === id && one.judge(one.requester).pays === true)
  if (paid) return { status: 409, why: 'a payout of it waits for a second administrator' }
  return world.unconfirmed.has(id) ? { status: 409, why: 'a payout of it was never confirmed' } : undefined
}

/** Nor is it paid, given back or set back by who has not looked up whether it was paid: nobody here ever has. */
function notLookedUp(world: World, { id, status }: Withdrawal): Refusal | undefined {
  return status !== 'completed' && world.unconfirmed.has(id)
    ? { status: 422, why: 'a payout of it was never confirmed', field: 'looked_up' }
    : undefined
}

export function judgeWithdrawalEdit(
  world: World,
  by: Person,
  withdrawal: Withdrawal,
  edit: { amount: bigint; date: number; status: Status; txid?: string },
): Judgement {
  const { amount, status, txid } = edit
  const after = { ...withdrawal, amount, status }
  const [was, is] = [booksOfWithdrawal(withdrawal), booksOfWithdrawal(after)]
  const paysAsAsked =
    status === 'completed' && amount === withdrawal.amount && ['pending', 'approved'].includes(withdrawal.status)
  const isDecidedAnew = status !== withdrawal.status && status !== 'approved'
  const far = furtherFrom(withdrawal.typed, withdrawal.amount, amount)
  const [lacking] = belowZero(world, was, is)
  const counts = largest(paysAsAsked ? 0n : mostMoved(was, is), far)
  return {
    refusals: refused(
      notOneself(by, withdrawal.of),
      changesNothing(withdrawal, edit) && txid === undefined ? undefined : heldUp(world, withdrawal.id),
      amount < withdrawal.amount || isDecidedAnew ? notLookedUp(world, withdrawal) : undefined,
      edit.date > world.now ? { status: 422, why: 'the date is in the future', field: 'date' } : undefined,
      txid !== undefined && txidTaken(world, txid, withdrawal)
        ? { status: 422, why: 'the transaction id is taken', field: 'txid' }
        : undefined,
      lacking && state(`${lacking.account} would lack ${lacking.lacks}`),
    ),
    counts,
    day: paysAsAsked ? amount : largest(counts, allMoved(was, is)),
    pays: status === 'completed',
    ownStep: paysAsAsked && (withdrawal.status === 'pending' || withdrawal.approvers.has(by)),
    apply() {
      // An edit of nothing is no change; the reason of a declined one may be another.
      if (changesNothing(withdrawal, edit) && txid === undefined && status !== 'declined') return
      const another = withdrawal.status !== 'approved' || withdrawal.amount !== amount
      if (status === 'approved' && another) noteDoers(world, withdrawal.approvers, by)
      if (isDecidedAnew) world.unconfirmed.delete(withdrawal.id)
      const kept = status === 'completed' ? (txid ?? withdrawal.txid) : txid
      Object.assign(withdrawal, { amount, status, created: edit.date, txid: kept })
      withdrawal.changes += 1
    },
  }
}
