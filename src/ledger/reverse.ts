import type { Moment } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { microUsd } from '#money/micro-usd.ts'
import type { AccountName } from './accounts.ts'
import { post, type Origin, type Posted } from './post.ts'

/**
 * Undoes a transfer by its exact opposite. A transfer is reversed at most once: the same again is answered
 * with what stands; 404 if there is no such transfer.
 */
export async function reverse(tx: Tx, origin: Origin, at: Moment, transferId: bigint): Promise<Posted> {
  const entries = await tx
    .selectFrom('entry')
    .innerJoin('account', 'account.id', 'entry.account_id')
    .innerJoin('transfer', 'transfer.id', 'entry.transfer_id')
    .select(['account.name', 'entry.amount', 'transfer.reference_kind', 'transfer.reference_id'])
    .where('entry.transfer_id', '=', transferId)
    .orderBy('account.id')
    .orderBy('entry.sequence')
    .execute()
  const [first] = entries
  if (first === undefined) refuse('not found', 'There is no such transfer.')
  const [posted] = await post(tx, origin, at, [
    {
      key: `reversal/${transferId}`,
      kind: 'reversal',
      reference: { kind: first.reference_kind, id: first.reference_id },
      reverses: transferId,
      entries: entries.map(({ name, amount }) => ({
        account: name as AccountName,
        side: amount > 0n ? 'credit' : 'debit',
        amount: microUsd(amount > 0n ? amount : -amount),
      })),
    },
  ])
  if (posted === undefined) throw new Error(`the reversal of ${transferId} posted nothing`)
  return posted
}
