import type { Clock } from '#kit/clock.ts'
import type { Routes } from '#kit/routes.ts'
import type { savedFiltersContract } from './contract.ts'
import { removeFilter, renameFilter, savedFilters, saveFilter } from './save-filter.ts'

/** The calls of this part. */
export function savedFiltersRoutes({ clock }: { clock: Clock }): Routes<typeof savedFiltersContract> {
  return {
    'GET /api/admin/saved-filters': ({ actor, read }) =>
      read(async (tx) => ({ status: 'success' as const, items: await savedFilters(tx, actor) })),
    'POST /api/save-filter': ({ actor, body, write }) =>
      write(async (tx) => {
        await saveFilter(tx, clock, actor, body)
        return { message: 'The filter has been saved.' }
      }),
    'POST /api/rename-filter/:id': ({ actor, params, body, write }) =>
      write(async (tx) => {
        await renameFilter(tx, actor, { id: params.id, name: body.name })
        return { message: 'The filter has another name.' }
      }),
    'POST /api/remove-filter/:id': ({ actor, params, write }) =>
      write(async (tx) => {
        await removeFilter(tx, actor, params)
        return { message: 'The filter has been removed.' }
      }),
  }
}
