import type { Clock } from '#kit/clock.ts'
import type { Routes } from '#kit/routes.ts'
import type { whatIfContract } from './contract.ts'
import { readBooksNow, readDues } from './read-books.ts'
import { savedWhatIf, savedWhatIfs } from './read.ts'
import { removeWhatIf } from './remove.ts'
import { saveWhatIf } from './save.ts'

/** The calls of this slice. */
export function whatIfRoutes({ clock }: { clock: Clock }): Routes<typeof whatIfContract> {
  return {
    'GET /api/admin/dues': ({ read }) => read(readDues),
    'GET /api/admin/what-ifs': ({ read }) =>
      read(async (tx) => ({ status: 'success' as const, items: await savedWhatIfs(tx) })),
    'GET /api/admin/what-ifs/:id': ({ params, read }) => read((tx) => savedWhatIf(tx, params)),
    'POST /api/save-what-if': async ({ actor, body, read, write }) => {
      // what is written is written among others; what is read has to be of one moment
      const books = await read(readBooksNow)
      return write(async (tx) => ({ message: 'Saved.', id: await saveWhatIf(tx, clock, actor, body, books) }))
    },
    'POST /api/remove-what-if/:id': ({ actor, params, write }) =>
      write(async (tx) => {
        await removeWhatIf(tx, clock, actor, params)
        return { message: 'Removed.' }
      }),
  }
}
