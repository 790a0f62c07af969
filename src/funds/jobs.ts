import { MINUTE, SECOND } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { keepDay } from './days/keep-day.ts'
import type { BooksChecks } from './proof/check.ts'

/** All of the books is checked every night, by one process; the figures of a day are kept when it is over. */
export function fundsJobs({ db, books }: { db: Database; books: BooksChecks }) {
  return [
    {
      name: 'books',
      everySeconds: (10 * MINUTE) / SECOND,
      run: () => books.check({ whole: true }),
    },
    {
      name: 'kept days',
      everySeconds: MINUTE / SECOND,
      run: (stopping?: AbortSignal) => keepDay(db, stopping),
    },
  ]
}
