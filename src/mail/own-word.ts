import type { Tx } from '#kit/database.ts'
import { seal, unseal } from '#kit/seal.ts'

const placeOf = (userId: string) => `mail word/${userId}`

/** The word by which somebody knows mail from us, as the database keeps it: a copy of that tells nobody what to write. */
export function sealWord(tx: Tx, userId: string, word: string): string {
  return seal(tx, placeOf(userId), word)
}

/** The same as its owner chose it; undefined where the pepper is another than it was sealed with. */
export function openWord(tx: Tx, userId: string, sealed: string): string | undefined {
  try {
    return unseal(tx, placeOf(userId), sealed)
  } catch {
    return undefined
  }
}
