import type { Tx } from '#kit/database.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { openReserve } from '#reserve/open.ts'
import { partsOfPromise, setApartFor, type Reserve } from '#reserve/set-apart.ts'
import { sumHeldPromises } from './held-store.ts'
import { isInvested, promiseOf } from './rules.ts'
import type { InvestmentRecord } from './store.ts'

/** The reserve for a decision on an investment, whose own hold it may use. */
export async function reserveFor(tx: Tx, investmentId: string): Promise<Reserve> {
  return openReserve(tx, (inTx) => sumHeldPromises(inTx, investmentId))
}

type Backed = Pick<InvestmentRecord, 'status' | 'amount' | 'daily_roi' | 'duration' | 'earned_posted' | 'set_apart'>

/**
 * What is set apart for an investment in its next state, micro-dollars: for one that runs, of its earnings to its end; for
 * one that is completed, of what it has earned; else nothing. Throws `NotCovered` where `strict` does not allow it.
 */
export function setApartIn(reserve: Reserve, before: Backed | null, after: Backed): MicroUsd {
  return setApartFor(reserve, promisedBy(after), before === null ? ZERO : reservedFor(before))
}

function promisedBy(investment: Backed): MicroUsd {
  if (investment.status === 'approved') return promiseOf(investment)
  return isInvested(investment.status) ? investment.earned_posted : ZERO
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
