import type { Tx } from '#kit/database.ts'
import { refuseField } from '#kit/refusal.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { openReserve, selectReserveForPromise } from '#reserve/open.ts'
import { newlyPosted, NotCovered, partsOfPromise, setApartFor, type Reserve } from '#reserve/set-apart.ts'
import { isInvested, promiseOf } from '../rules.ts'
import type { InvestmentRecord } from '../store.ts'

/** The reserve for a decision on an investment, whose own hold it may use. */
export async function reserveFor(tx: Tx, investmentId: string): Promise<Reserve> {
  return openReserve(tx, investmentId)
}

type Backed = Pick<InvestmentRecord, 'status' | 'amount' | 'daily_roi' | 'duration' | 'earned_posted' | 'set_apart'>

/**
 * What is set apart for an investment in its next state, micro-dollars: for one that runs, of its earnings to its end; for
 * one that is completed, of what it has earned; else nothing. Throws `NotCovered` where `strict` does not allow it.
 */
export function setApartIn(reserve: Reserve, before: Backed | null, after: Backed): MicroUsd {
  const had = before === null ? ZERO : reservedFor(before)
  if (after.status === 'approved') return setApartFor(reserve, promiseOf(after), had)
  // what was paid before without anything set apart stays so: only what is posted more has to be
  const [was, is] = [before, after].map((one) => (one !== null && isInvested(one.status) ? one.earned_posted : ZERO))
  return setApartFor(reserve, newlyPosted(was ?? ZERO, is ?? ZERO, had), had)
}

/** What the reserve has given for an investment, micro-dollars. */
function reservedFor({ status, set_apart, earned_posted }: Backed): MicroUsd {
  if (!isInvested(status)) return ZERO
  const { kept, committed } = partsOfPromise({
    ...{ setApart: set_apart, posted: earned_posted },
    isOpen: status === 'approved',
  })
  return microUsd(kept + committed)
}

/**
 * Whether another investment may wait to be paid, in `strict`: what it would promise, and the bonus of whoever invited, is
 * spoken for from then on, and nothing is posted. Answers whether anything is held; throws `NotCovered`.
 */
export async function holdPromise(tx: Tx, investment: Backed & { id: string }, bonus: MicroUsd): Promise<boolean> {
  if ((await selectReserveForPromise(tx)).backing === 'disclosed') return false
  const reserve = await reserveFor(tx, investment.id)
  setApartFor(reserve, microUsd(promiseOf(investment) + bonus), ZERO)
  return true
}

/** Says what is not covered to the investor, under the amount that they have chosen: 422. */
export async function refusingAmount<T>(promised: () => Promise<T>): Promise<T> {
  try {
    return await promised()
  } catch (error) {
    if (!(error instanceof NotCovered)) throw error
    return refuseField(
      'amount',
      error.none
        ? 'This plan takes no new money at the moment: not enough is set apart for what it would earn.'
        : 'The money for what this would earn is not set apart right now. Try a smaller amount, or try later.',
    )
  }
}
