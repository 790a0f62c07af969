import { Navigate } from '@tanstack/react-router'
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { DIRECTION } from '#texts/locale.ts'

export type Tab<Name extends string> = { name: Name; label: string; count?: number }

type TabsProps<Name extends string> = {
  /** What the tabs choose between, for those who cannot see it. */
  label: string
  tabs: readonly Tab<Name>[]
  /** None while it is not known yet which. */
  chosen: Name | undefined
  onChoose: (name: Name) => void
  /** Nobody has chosen it: it goes into the address, and stays whatever becomes of what it holds. */
  keep?: boolean
  /** Next to the tabs where there is room, above the panel where there is not: a search. */
  beside?: ReactNode
  panelClass?: string
  /** The panel of the chosen tab. */
  children: ReactNode
}

const FORWARD = DIRECTION === 'rtl' ? -1 : 1
const STEPS: Record<string, number> = { ArrowRight: FORWARD, ArrowLeft: -FORWARD }

/** Tabs: arrow keys, Home and End move and choose; Tab goes on to the panel. */
export function Tabs<Name extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  keep = false,
  beside,
  panelClass = '',
  children,
}: TabsProps<Name>) {
  const id = useId()
  const move = (event: KeyboardEvent) => {
    const present = tabs.findIndex(({ name }) => name === chosen)
    const step = STEPS[event.key]
    const place = event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : step && present + step
    const next = place === undefined ? undefined : tabs.at(place % tabs.length)
    if (!next) return
    event.preventDefault()
    onChoose(next.name)
    document.getElementById(`${id}-${next.name}`)?.focus()
  }
  const list = (
    <div
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={move}
      className="relative flex overflow-x-auto rounded-control bg-sunken p-1"
    >
      {tabs.map(({ name, label: text, count }) => (
        <button
          key={name}
          ref={name === chosen ? reveal : undefined}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          aria-selected={name === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={name === (chosen ?? tabs[0]?.name) ? 0 : -1}
          onClick={() => onChoose(name)}
          className="min-h-11 flex-auto rounded-[0.6875rem] px-1.5 text-13 whitespace-nowrap sm:text-14 font-medium text-ink-2 aria-selected:bg-chosen aria-selected:text-ink aria-selected:shadow-raised"
        >
          {text}
          {count !== undefined && (
            <span
              ref={name === chosen ? reveal : undefined}
              className={`ms-1.5 ${name === chosen ? 'text-brand' : 'text-ink-3'}`}
            >
              {count}
            </span>
          )}
        </button>
      ))}
    </div>
  )
  return (
    <>
      {keep && <Navigate to="." search={withTab(chosen)} state={(present) => present} replace resetScroll={false} />}
      {beside ? (
        <div className="flex flex-col gap-3 lg:flex-row lg:items-center lg:justify-between lg:[&_[role=tab]]:px-4">
          {list}
          {beside}
        </div>
      ) : (
        list
      )}
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={chosen && `${id}-${chosen}`}
        tabIndex={0}
        className={`rounded-control ${panelClass}`}
      >
        {children}
      </div>
    </>
  )
}

const withTab = (tab: string | undefined) => (present: object) => ({ ...present, tab })

/** Brings the chosen tab, once it is chosen and once it has its count, to where a narrow screen shows it. */
function reveal(part: HTMLElement | null) {
  const tab = part?.closest<HTMLElement>('[role=tab]')
  const row = tab?.parentElement
  if (tab && row) row.scrollTo({ left: tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2 })
}
