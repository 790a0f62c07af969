import type { InvestmentFacts } from '#investments/contract.ts'

/** Whether an act did no more than name another transaction, or none. */
export function onlyNames(before: InvestmentFacts | null, after: InvestmentFacts): boolean {
  const facts = ['status', 'amount', 'date', 'held'] as const
  return before !== null && before.txid !== after.txid && facts.every((fact) => before[fact] === after[fact])
}

/** Whether an act chose something else for its end, and changed nothing of the record. */
export function choosesEnd(before: InvestmentFacts, after: InvestmentFacts): boolean {
  return before.status === after.status && before.at_end !== after.at_end
}
