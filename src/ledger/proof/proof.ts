import type { Tx } from '#kit/database.ts'
import { codeOf } from '#kit/error-code.ts'
import { rollBackTo, setSavepoint } from '#kit/pipeline.ts'
import { mayPass } from '#kit/may-pass.ts'
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
    const { looked, wrong = null } = await orUnreadable(scope, () => prove(scope))
    const proved = { name, of, looked, wrong }
    tell(proved)
    all.push(proved)
  }
  return all
}

/**
 * SQLSTATEs of what says nothing of the books: another version's tables, or plans for those of before, which the transaction
 * makes anew, and a disk that fails.
 */
const NOT_OF_BOOKS = /^(0A|26|42|58)...$/

/**
 * What cannot be read, or added up, or is not there to be read, is wrong: else it would keep all else that is wrong from
 * being said.
 */
async function orUnreadable({ tx, stopping }: Scope, prove: () => Promise<Looked>): Promise<Looked> {
  await setSavepoint(tx, 'proof')
  try {
    return await prove()
  } catch (error) {
    if (stopping?.aborted === true || mayPass(error) || NOT_OF_BOOKS.test(codeOf(error))) throw error
    await rollBackTo(tx, 'proof')
    const why = error instanceof Error ? error.message : String(error)
    return { looked: 0, wrong: { says: `What is there cannot be read or added up: ${why}.` } }
  }
}
