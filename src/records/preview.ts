import type { Done, CorrectionPreview } from '#approvals/ask.ts'
import type { Tx } from '#kit/database.ts'
import { partsOf } from '#ledger/accounts.ts'
import { booksOf } from '#ledger/books.ts'
import { microUsd, toWire, ZERO } from '#money/micro-usd.ts'
import { namesOf } from '#users/find.ts'
import { findWallet } from '#wallets/find.ts'
import type { PreviewReply } from './contract.ts'

/**
 * What a correction would do: the correction itself is made, looked at and undone, so that what is shown beforehand
 * cannot differ from what is done. Refused wherever the correction would be.
 */
export async function previewOf(
  tx: Tx,
  correct: (preview: CorrectionPreview) => Promise<unknown>,
): Promise<PreviewReply> {
  const heard: { done: Done; waits: boolean }[] = []
  await correct({ hear: (done, why) => void heard.push({ done, waits: why !== null }) })
  const { done, waits = false } = heard[0] ?? {}
  const moved = [...booksOf(done?.entries ?? [])].filter(([, amount]) => amount !== ZERO)
  const parts = moved.map(([name, amount]) => ({ ...partsOf(name), amount }))
  const owners = [...new Set(parts.flatMap(({ ownerId }) => ownerId ?? []))]
  const names = await namesOf(tx, owners)
  for (const id of owners) if (!names.has(id)) names.set(id, (await findWallet(tx, id))?.name ?? '')
  return {
    status: 'success',
    waits,
    changes: [...(done?.changes ?? [])],
    earned: done?.earned === undefined ? null : toWire(done.earned),
    moves: parts.map(({ kind, ownerId, debitSide, amount }) => ({
      account: kind,
      of: ownerId === null ? null : (names.get(ownerId) ?? null),
      amount: toWire(debitSide ? amount : microUsd(-amount)),
    })),
  }
}
