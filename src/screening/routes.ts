import { countOf } from '#kit/count-of.ts'
import type { Clock } from '#kit/clock.ts'
import type { Routes } from '#kit/routes.ts'
import { asCount, asItem, asPage, withPageSize } from '#lists/replies.ts'
import type { screeningContract } from './contract.ts'
import { clearHit, confirmHit } from './decide-hit.ts'
import { importList } from './import-list.ts'
import { countHits, findHit, importOnWire, listHits, readLists } from './read.ts'
import { receiveList } from './receive-list.ts'
import { LIST_NAMES } from './rules.ts'

/** The calls of this slice. */
export function screeningRoutes({ clock }: { clock: Clock }): Routes<typeof screeningContract> {
  return {
    'GET /api/admin/screening-lists': ({ read }) =>
      read(async (tx) => ({ status: 'success' as const, ...(await readLists(tx)) })),
    'POST /api/import-screening-list': async ({ actor, query, uploads, write }) => {
      const list = await receiveList(actor, uploads)
      return write(async (tx) => {
        const made = await importList(tx, clock, actor, { list, fewer: query.fewer === 'yes' })
        const people = countOf(made.persons, 'person', 'people')
        return {
          message: `${LIST_NAMES[made.list]} imported: ${people}. Everybody is being compared with it.`,
          item: importOnWire(made, actor.name),
        }
      })
    },
    'GET /api/admin/screening-hits': ({ query, read }) =>
      read(async (tx) => asPage(await listHits(tx, withPageSize(query)))),
    'GET /api/admin/screening-hits/count': ({ query, read }) => read(async (tx) => asCount(await countHits(tx, query))),
    'GET /api/admin/screening-hits/:id': ({ params, read }) => read(async (tx) => asItem(await findHit(tx, params.id))),
    'POST /api/clear-screening-hit/:id': ({ actor, params, body, write }) =>
      write(async (tx) => {
        await clearHit(tx, clock, actor, { ...params, ...body })
        return { message: 'The match is cleared.' }
      }),
    'POST /api/confirm-screening-hit/:id': ({ actor, params, body, write }) =>
      write(async (tx) => {
        await confirmHit(tx, clock, actor, { ...params, ...body })
        return { message: 'The match is confirmed.' }
      }),
  }
}
