import { makingProofs, type ProofHouse } from './make-or-tell.ts'
import { openTreeThread } from './tree-thread.ts'

/** A proof is made each day, and soon after an owner asked for one. */
export function proofsJobs(house: ProofHouse) {
  return [{ name: 'proofs', everySeconds: 20, run: makingProofs(house, openTreeThread()) }]
}
