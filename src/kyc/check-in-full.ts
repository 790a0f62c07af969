import { recordAct } from '#audit/record.ts'
import { documentsOf, sameFiles } from '#documents/read.ts'
import type { Administrator } from '#kit/actor.ts'
import { type Clock, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { isWithin } from '#kit/limit.ts'
import { refuse } from '#kit/refusal.ts'
import { findUser } from '#users/find.ts'
import { detailsOf } from './claim-details.ts'
import { selectClaim, selectSameNumbers } from './claim-store.ts'
import type { ReviewChecklist, CheckInFull, FullClaim } from './contract.ts'
import { findCheck, maySeeClaims } from './read.ts'
import { selectCheck } from './store.ts'

/** One identity check with what it goes by. 404 if there is none. */
export async function findCheckInFull(tx: Tx, clock: Clock, actor: Administrator, id: string): Promise<CheckInFull> {
  const item = await findCheck(tx, clock, actor, id)
  if (!maySeeClaims(actor)) return { ...item, claim: null, documents: [], checklist: null, same: [] }
  const check = await selectCheck(tx, id)
  return {
    ...item,
    claim: await claimOf(tx, id),
    documents: (await documentsOf(tx, id)).map(({ kind }) => kind),
    checklist: (check?.checklist ?? null) as ReviewChecklist | null,
    same: await sameElsewhere(tx, id),
  }
}

/** Writes down that somebody has read what a check goes by, once an hour: an open screen asks again and again. */
export async function recordClaimView(tx: Tx, clock: Clock, actor: Administrator, id: string): Promise<void> {
  const limit = { key: `identity details/${actor.userId}/${id}`, most: 1, milliseconds: HOUR }
  if (!(await isWithin(tx, clock, limit))) return
  const subject = { kind: 'identity check', id } as const
  await recordAct(tx, clock, actor, { action: 'view identity details', subject })
}

async function claimOf(tx: Tx, id: string): Promise<FullClaim | null> {
  const row = await selectClaim(tx, id)
  if (row === undefined) return null
  const { legal_name, birth_date, nationality, address, document } = await detailsOf(tx, row)
  const isWhole = legal_name && birth_date && nationality && address && document
  return isWhole ? { legal_name, birth_date, nationality, address, document, word: row.word ?? '' } : null
}

async function sameElsewhere(tx: Tx, id: string): Promise<CheckInFull['same']> {
  const numbers = await selectSameNumbers(tx, [id])
  const files = (await sameFiles(tx, [id])).get(id) ?? []
  const found = [
    ...numbers.map(({ user_id }) => ({ what: 'document number' as const, user_id })),
    ...files.map(({ kind, user_id }) => ({ what: kind, user_id })),
  ]
  const same: CheckInFull['same'] = []
  for (const { what, user_id } of found) {
    const user = await findUser(tx, user_id)
    if (user === undefined) refuse('not found', 'There is no such user.')
    same.push({ what, user: { id: user.id, name: user.name, email: user.email } })
  }
  return same
}
