import type { Database, Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { makeProof, type TreeThread, WrongTotal } from './make-proof.ts'
import { insertAlarm } from './store.ts'

export type ProofHouse = {
  db: Database
  /** what a person who watches the log of this process should know */
  tell(line: string): void
  /** tells every owner why there is no proof */
  alarm(tx: Tx, problem: string): Promise<void>
}

/**
 * Makes proofs as they are due; where one cannot be made, every owner is told why, once for each cause until one is made
 * again. A total that is not the ledger’s is told at once, all else where it has failed twice in a row: a line that broke
 * has not. What failed is thrown on.
 */
export function makingProofs({ db, tell, alarm }: ProofHouse, thread: TreeThread): () => Promise<void> {
  let hasFailed = false
  return async () => {
    try {
      await makeProof(db, thread)
      hasFailed = false
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      tell(`NO PROOF OF WHAT IS OWED COULD BE MADE: ${problem}`)
      if (hasFailed || error instanceof WrongTotal) await tellOnce(db, problem, alarm)
      hasFailed = true
      throw error
    }
  }
}

async function tellOnce(db: Database, problem: string, alarm: ProofHouse['alarm']): Promise<void> {
  // figures are others at each try
  const cause = problem.replaceAll(/\d+/g, '#').slice(0, 500)
  await transaction(db, async (tx) => {
    if (await insertAlarm(tx, cause)) await alarm(tx, problem)
  })
}
