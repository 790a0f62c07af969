import type { Investor } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { INVESTOR_KINDS, investorAccount } from '#ledger/accounts.ts'
import { toBase64 } from './bytes-rules.ts'
import type { OpeningReply } from './contract.ts'
import { includePosition, type MaySee, openTransfer, transferFor } from './opening.ts'
import { selectToKeep } from './signer-store.ts'
import { selectCommitments } from './store.ts'

/** What an investor may have opened of a transfer: its header and their own entries. 404 where they have none in it. */
export function ownOpening(tx: Tx, actor: Investor, transfer: string): Promise<OpeningReply> {
  const own: ReadonlySet<string> = new Set(INVESTOR_KINDS.map((kind) => investorAccount(actor.userId, kind)))
  return openingFor(tx, transfer, (account) => own.has(account))
}

/** The same for an administrator, who reads what was posted to every account: all of it. 404 where there is none. */
export function wholeOpening(tx: Tx, transfer: string): Promise<OpeningReply> {
  return openingFor(tx, transfer, () => true)
}

async function openingFor(tx: Tx, id: string, maySee: MaySee): Promise<OpeningReply> {
  const transfer = await transferFor(tx, BigInt(id), maySee)
  if (transfer === undefined) refuse('not found', 'There is no such posting.')
  const opening = await openTransfer(tx, transfer, maySee)
  if (opening === undefined) return { transfer: id, position: null, commitment: null, parts: [], log: null }
  const { position, parts } = opening
  const [published] = await selectCommitments(tx, position, 1)
  const commitment = published === undefined ? null : toBase64(published.commitment)
  return { transfer: id, position, commitment, parts: [...parts], log: await signedWith(tx, position) }
}

/** The newest checkpoint and the way of a position to its root; null where that has not come so far. */
async function signedWith(tx: Tx, position: number): Promise<OpeningReply['log']> {
  const kept = await selectToKeep(tx)
  if (kept === undefined || position >= kept.size) return null
  const { path } = await includePosition(tx, position, kept.size)
  return { path: [...path], ...kept }
}
