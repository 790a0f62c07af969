import type { ScreeningImport } from '#screening/contract.ts'
import { LIST_NAMES } from '#screening/rules.ts'
import { useMayChange } from '#desk/decisions/may-decide.ts'
import { WhenCell } from '#desk/record-parts.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { type Column, RecordTable } from '#ui/record-table.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useRead } from './calls.ts'
import { ImportForm } from './import-form.tsx'

const count = (number: number) => number.toLocaleString('en-US')

const columns: readonly Column<ScreeningImport>[] = [
  {
    label: 'List',
    place: 'lead',
    show: ({ list, format }) => (
      <span className="font-semibold">
        {LIST_NAMES[list]} <span className="font-normal text-ink-2">{format.toUpperCase()}</span>
      </span>
    ),
  },
  { label: 'Published', show: ({ published_on }) => published_on ?? 'not given' },
  { label: 'People', figures: true, show: ({ persons }) => count(persons) },
  { label: 'Names', figures: true, show: ({ names }) => count(names) },
  {
    label: 'Since the one before',
    show: ({ added, changed, removed }) =>
      `${count(added)} added, ${count(changed)} changed, ${count(removed)} removed`,
  },
  { label: 'Imported', show: ({ imported_at }) => <WhenCell at={imported_at} /> },
  { label: 'By', show: ({ imported_by }) => <span className="wrap-anywhere">{imported_by.name}</span> },
]

/** Every import, newest first, and the way to the next one. */
export function ImportedLists() {
  const { data, error, refetch } = useRead('GET /api/admin/screening-lists')
  const panel = usePanel('import-list')
  const mayChange = useMayChange()
  return (
    <div className="flex flex-col gap-3 lg:min-h-0 lg:flex-1 lg:overflow-y-auto">
      {mayChange && (
        <div className="lg:px-4">
          <Button size="small" onClick={() => panel.show()}>
            Import a list
          </Button>
        </div>
      )}
      {data ? (
        data.items.length > 0 ? (
          <RecordTable label="Imported lists" columns={columns} rows={data.items} />
        ) : (
          <EmptyState>No list has been imported yet</EmptyState>
        )
      ) : error ? (
        <LoadFailed again={refetch}>{error.message}</LoadFailed>
      ) : (
        <Skeleton className="h-44 lg:mx-4" />
      )}
      <SidePanel open={panel.open} onClose={panel.close} title="Import a list">
        <ImportForm onDone={panel.close} />
      </SidePanel>
    </div>
  )
}
