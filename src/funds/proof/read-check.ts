import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { CheckedBooks } from '#funds/contract.ts'
import type { BooksChecks } from './check.ts'
import { isBeingChecked, selectBooksCheck } from './check-store.ts'

/** Milliseconds for which somebody who asks for a check waits for its answer. */
const A_WHILE = 8 * SECOND

/** Checks what has changed; answers when it is done, or goes on by itself. */
export async function checkForAWhile(books: BooksChecks): Promise<void> {
  const given = new AbortController()
  const late = pause(A_WHILE, undefined, { signal: given.signal }).catch(() => {})
  await Promise.race([books.check({ whole: false }), late])
  given.abort()
}

/** What the last check found. */
export async function checkedBooks(tx: Tx, books: BooksChecks): Promise<CheckedBooks> {
  const last = await selectBooksCheck(tx)
  const checking = books.isChecking() || (await isBeingChecked(tx))
  if (last === undefined) return { status: 'success', checking, last: null }
  const { outcome, checked_at, whole, milliseconds, proofs } = last
  return {
    status: 'success',
    checking,
    last: {
      ...{ outcome, at: checked_at.toISOString(), whole, seconds: Math.ceil(milliseconds / SECOND) },
      proofs: proofs.map(({ name, looked, of, wrong }) => ({
        ...{ name, looked, of },
        wrong: wrong && { says: wrong.says, account: wrong.account ?? null, record: wrong.record ?? null },
      })),
    },
  }
}
