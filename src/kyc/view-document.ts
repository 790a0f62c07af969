import { recordAct } from '#audit/record.ts'
import type { DocumentSide } from '#documents/contract.ts'
import { openDocument } from '#documents/read.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { markPicture } from '#kit/draw-picture.ts'
import { refuse } from '#kit/refusal.ts'
import { transaction } from '#kit/transaction.ts'
import type { FileAnswer } from '#kit/wire.ts'
import { selectCheck } from './store.ts'

/**
 * A picture of an identity check, with the name of who looks at it and the time across it. That they did is in the audit
 * log before they have it. 404 where there is no such picture, or none any more.
 */
export async function viewDocument(
  { db, clock }: { db: Database; clock: Clock },
  actor: Administrator,
  { id, kind }: { id: string; kind: DocumentSide },
): Promise<FileAnswer> {
  const picture = await transaction(db, async (tx) => {
    // what is not submitted is nobody's to look at
    const opened = (await selectCheck(tx, id)) && (await openDocument(tx, id, kind))
    if (opened === undefined) refuse('not found', 'There is no such picture.')
    const subject = { kind: 'identity check', id } as const
    await recordAct(tx, clock, actor, { action: 'view identity document', subject, after: { document: kind } })
    return opened
  })
  const seen = `${actor.name} ${clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return { name: `identity-${kind}.webp`, type: 'image/webp', bytes: await markPicture(picture, seen, actor.userId) }
}
