import { Bookmark } from 'lucide-react'
import { Suspense } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import type { SavedFilter } from '#lists/contract.ts'
import { useRead } from './calls.ts'
import type { ListAddress } from './list-query.ts'
import type { SavedFiltersProps } from './saved-panel.tsx'

const SavedPanel = lazyPart(async () => (await import('./saved-panel.tsx')).SavedPanel)

/** The filters of a list that were saved, each a press away, and the way to save the present one. */
export function SavedFilters({ list, of }: SavedFiltersProps) {
  const panel = usePanel('saved-filters')
  const { data } = useRead('GET /api/admin/saved-filters')
  const saved = data?.items.filter((one) => one.list === of) ?? []
  if (saved.length === 0 && !list.narrowed && !panel.open) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {saved.length > 0 && (
        <ul aria-label="Saved filters" className="contents">
          {saved.map((filter) => (
            <li key={filter.id}>
              <Button
                variant={isShown(filter, list.address) ? 'primary' : 'secondary'}
                size="small"
                aria-pressed={isShown(filter, list.address)}
                onClick={() => list.change({ ...blank(list.address), ...filter.search })}
              >
                <Bookmark className="size-4" aria-hidden />
                {filter.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="quiet" size="small" onClick={() => panel.show()}>
        {list.narrowed ? 'Save this filter' : 'Edit saved filters'}
      </Button>
      <SidePanel open={panel.open} onClose={panel.close} title="Saved filters">
        <Suspense>
          <SavedPanel list={list} of={of} saved={saved} onSaved={panel.close} />
        </Suspense>
      </SidePanel>
    </div>
  )
}

const blank = (address: ListAddress): ListAddress => Object.fromEntries(Object.keys(address).map((name) => [name, '']))

/** The list is narrowed and ordered just so. */
function isShown({ search }: SavedFilter, address: ListAddress): boolean {
  const names = new Set([...Object.keys(search), ...Object.keys(address)] as (keyof ListAddress)[])
  return [...names].every((name) => (search[name] || '') === (address[name] || ''))
}
