import type { Static } from 'typebox'
import type { Investor } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import type { StoryReply } from '#ledger/contract.ts'
import type { Reference } from '#ledger/post.ts'
import { tellPostings, transfersOf } from '#ledger/postings.ts'
import { reasonsOf } from './reasons.ts'

/**
 * What a record of the actor's has done to the books, with the reasons that were given; `wallets` names its payment
 * wallet by id. Whoever calls has made sure that the record is the actor's own.
 */
export async function tellStory(
  tx: Tx,
  reference: Reference,
  actor: Investor,
  wallets: ReadonlyMap<string, string>,
): Promise<Static<typeof StoryReply>> {
  const transfers = await transfersOf(tx, reference)
  const reasons = await reasonsOf(tx, transfers)
  return { status: 'success', postings: tellPostings(transfers, { investorId: actor.userId, wallets, reasons }) }
}
