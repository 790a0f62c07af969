import { MINUTE, SECOND } from '#kit/clock.ts'
import type { BooksChecks } from './proof/check.ts'

/** All of the books is checked every night, by one process. */
export function fundsJobs({ books }: { books: BooksChecks }) {
  return [
    {
      name: 'books',
      everySeconds: (10 * MINUTE) / SECOND,
      run: () => books.check({ whole: true }),
    },
  ]
}
