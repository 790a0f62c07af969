import { removeDocuments } from '#documents/put-document.ts'
import type { Investor } from '#kit/actor.ts'
import { type Clock, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { changeClaim, type ClaimRow } from './claim-store.ts'
import { draftFor, lockToSubmit } from './draft.ts'
import { newFaceWord } from './face-words.ts'
import { WORD_HOURS } from './rules.ts'

/** The word that is good now; null where none was given, or its day is over. */
export function wordNow({ word, word_given_at }: Pick<ClaimRow, 'word' | 'word_given_at'>, now: Date): string | null {
  if (word_given_at === null || now.getTime() >= word_given_at.getTime() + WORD_HOURS * HOUR) return null
  return word
}

/** Gives the word for the picture of the person, the same for a day. With another word the picture is taken anew. */
export async function giveWord(tx: Tx, clock: Clock, actor: Investor): Promise<string> {
  await lockToSubmit(tx, actor.userId)
  const draft = await draftFor(tx, clock, actor.userId)
  const known = wordNow(draft, clock.now())
  if (known !== null) return known
  const word = newFaceWord()
  await removeDocuments(tx, draft.id, 'face')
  await changeClaim(tx, draft.id, { word, word_given_at: clock.now(), over_at: clock.now() })
  return word
}
