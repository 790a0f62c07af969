import type { DocumentSide } from '#documents/contract.ts'
import { putDocument } from '#documents/put-document.ts'
import type { Investor } from '#kit/actor.ts'
import { type Clock, DAY } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { countAttempt } from '#kit/limit.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { detailsOf } from './claim-details.ts'
import { changeClaim } from './claim-store.ts'
import { draftFor, lockToSubmit } from './draft.ts'
import { wordNow } from './give-word.ts'
import { stepsOf } from './rules.ts'

/** Pictures that one person sends in a day: each is kept until another takes its place. */
const MOST_A_DAY = 60

/**
 * Saves a picture of the identity check in the draft; `sent` is the file as it came. 409 where the document or the word is
 * not there yet, or a check is under way; 429 beyond 60 in a day.
 */
export async function saveDocument(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  { side, picture, sent }: { side: DocumentSide; picture: Uint8Array; sent: Uint8Array },
): Promise<void> {
  const { userId } = actor
  await lockToSubmit(tx, userId)
  const limit = { key: `identity picture/${userId}`, most: MOST_A_DAY, milliseconds: DAY }
  await countAttempt(tx, clock, [limit], 'You have sent many pictures today. Try again later.')
  const draft = await draftFor(tx, clock, userId)
  if (side === 'face' && wordNow(draft, clock.now()) === null) {
    refuse('wrong state', 'Get a new word first: hold it up in the picture.')
  }
  if (side !== 'face') {
    const { document } = await detailsOf(tx, draft)
    if (document === undefined) refuse('wrong state', 'Choose your document first.')
    if (!stepsOf(document.kind).includes(side)) refuseField('image', 'A passport needs a picture of the front only.')
  }
  await putDocument(tx, clock, { userId, claimId: draft.id, kind: side }, { picture, sent })
  await changeClaim(tx, draft.id, { over_at: clock.now() })
}
