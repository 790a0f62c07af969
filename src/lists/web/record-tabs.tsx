import { Fragment, type ReactNode } from 'react'
import type { Status } from '#kit/wire.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTab } from '#ui/tab-url.ts'
import { Tabs } from '#ui/tabs.tsx'

/** A tab, the states that it lists, and what it says while there are none. */
export type RecordTab = { name: string; label: string; holds: readonly Status[]; empty: string }

type RecordTabsProps<Tab extends RecordTab, Own extends { id: string; status: Status }> = {
  /** What the tabs choose between, for those who cannot see it. */
  label: string
  tabs: readonly [Tab, ...Tab[]]
  /** All of somebody's; not here while they are being read. */
  records: readonly Own[] | undefined
  /** The one that is open, in whose tab it is then. */
  opened: string | undefined
  /** They could not be read, and none are here from before. */
  failed: boolean
  retry: () => unknown
  /** As high as what is being read. */
  skeleton?: ReactNode
  /** The list of a tab. */
  children: (records: readonly Own[], tab: Tab) => ReactNode
}

/** An investor's records by what has become of them, each tab with how many it lists. */
export function RecordTabs<Tab extends RecordTab, Own extends { id: string; status: Status }>({
  label,
  tabs,
  records,
  opened,
  failed,
  retry,
  skeleton = <Skeleton className="mt-4 h-40" />,
  children,
}: RecordTabsProps<Tab, Own>) {
  'use no memo'
  const of = ({ holds }: Tab) => (records ?? []).filter(({ status }) => holds.includes(status))
  const counts = records && tabs.map((tab) => of(tab).length)
  const open = records?.find(({ id }) => id === opened)
  const { chosen, keep, choose } = useTab(
    tabs,
    counts ?? (failed ? [] : undefined),
    open && tabs.find(({ holds }) => holds.includes(open.status)),
  )
  return (
    <Tabs
      label={label}
      tabs={tabs.map(({ name, label: shown }, place) => ({
        name,
        label: shown,
        ...(counts && { count: counts[place] }),
      }))}
      chosen={chosen?.name}
      onChoose={choose}
      keep={keep}
    >
      {records && chosen ? (
        <Fragment key={chosen.name}>{children(of(chosen), chosen)}</Fragment>
      ) : failed ? (
        <LoadFailed again={retry} />
      ) : (
        skeleton
      )}
    </Tabs>
  )
}
