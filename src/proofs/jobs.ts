import type { Database } from '#kit/database.ts'
import { makeProof } from './make-proof.ts'
import { openTreeThread } from './tree-thread.ts'

/** A proof is made each day, and soon after an owner asked for one. */
export function proofsJobs({ db }: { db: Database }) {
  const thread = openTreeThread()
  return [{ name: 'proofs', everySeconds: 20, run: () => makeProof(db, thread) }]
}
