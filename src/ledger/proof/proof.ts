import type { Tx } from '#kit/database.ts'
import { rollBackTo, setSavepoint } from '#kit/pipeline.ts'
import type { Reference } from '#ledger/post.ts'
import type { BooksMark } from './mark.ts'

/** Something wrong with the books: where, and in a sentence what is there and what should be. */
export type Wrong = {
  /** the name of an account */
  account?: string
  /** the id of a transfer */
  transfer?: string
  record?: Reference
  says: string
}

/** What is looked at: all that there is, or what has changed since a mark; and until when. */
export type Scope = { tx: Tx; since: BooksMark | null; stopping?: AbortSignal | undefined }
/** How many were looked at, and the first that is wrong. */
export type Looked = { looked: number; wrong: Wrong | undefined }

/** One thing that has to be true of the books. */
export type Proof = {
  /** in plain words: what is true where nothing is wrong */
  name: string
  /** what is counted, in the plural */
  of: string
  /** it can only be told in full, and is left out of a look at what has changed */
  whole?: true
  /** Goes in pieces, and stops at the first that is wrong. Writes nothing. */
  prove(scope: Scope): Promise<Looked>
}

/** What became of a proof. */
export type Proved = { name: string; of: string; looked: number; wrong: Wrong | null }

/**
 * Tries each, one after the other, over the one state of the database that the transaction sees. Throws when it is told
 * to stop.
 */
export async function proveAll(
  scope: Scope,
  proofs: readonly Proof[],
  tell: (proved: Proved) => void = () => {},
): Promise<Proved[]> {
  const all: Proved[] = []
  for (const { name, of, whole, prove } of proofs) {
    if (whole && scope.since !== null) continue
    const { looked, wrong = null } = await orUnreadable(scope.tx, () => prove(scope))
    const proved = { name, of, looked, wrong }
    tell(proved)
    all.push(proved)
  }
  return all
}

/** SQLSTATEs of what is there and is no number, is too large for one, or lies on a damaged page of the disk. */
const UNREADABLE = /^(22...|XX001|XX002)$/

/** What cannot be read, or added up, is wrong: else it would keep all else that is wrong from being said. */
async function orUnreadable(tx: Tx, prove: () => Promise<Looked>): Promise<Looked> {
  await setSavepoint(tx, 'proof')
  try {
    return await prove()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && UNREADABLE.test(String(error.code)))) throw error
    await rollBackTo(tx, 'proof')
    return { looked: 0, wrong: { says: `What is there cannot be read or added up: ${error.message}.` } }
  }
}
