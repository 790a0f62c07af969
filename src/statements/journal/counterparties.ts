import { microUsd, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { COUNTERPARTIES } from './accounts.ts'
import type { JournalBalance } from './format.ts'

/** Everybody else in one investor's journal; nobody, where it is the whole books. */
export class Counterparties {
  private readonly folds: boolean
  /** what stands on their account */
  private balance = 0n

  constructor(folds: boolean) {
    this.folds = folds
  }

  /** What stands against amounts that do not come to zero, and then on their account. */
  fold(amounts: Iterable<MicroUsd>): (JournalBalance & { amount: MicroUsd }) | undefined {
    const amount = microUsd(-sum(amounts))
    if (!this.folds || amount === ZERO) return undefined
    this.balance += amount
    return { account: COUNTERPARTIES, amount, balance: microUsd(this.balance) }
  }
}
