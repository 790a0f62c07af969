import { MINUTE, SECOND } from '#kit/clock.ts'
import { takingTurns } from '#kit/turns.ts'
import { mailProofs } from './mails/mail-proofs.ts'
import { makingProofs, type ProofHouse } from './make-or-tell.ts'
import { openTreeThread } from './tree-thread.ts'

/** One for the process, which begins with the first proof. A tree is built in many orders: one house at a time. */
const THREAD = openTreeThread()
const inTurn = takingTurns(1)

/** A proof is made each day, and soon after an owner asked for one; the first of each month is mailed to who wants it. */
export function proofsJobs(house: ProofHouse) {
  const make = makingProofs(house, THREAD)
  return [
    { name: 'proofs', everySeconds: 20, run: () => inTurn(make) },
    {
      name: 'proof mails',
      everySeconds: MINUTE / SECOND,
      run: (stopping?: AbortSignal) => mailProofs(house.db, { stopping }),
    },
  ]
}
