import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as text from '#texts/chart-table.ts'

export type ChartTable = {
  caption: string
  head: readonly string[]
  /** Each headed by its name. Where cells are missing, the last one takes their place. */
  rows: readonly { name: ReactNode; cells: readonly ReactNode[] }[]
}

const cellClass = 'border-b border-line py-2 ps-3 text-end whitespace-nowrap first:ps-0'

/** A year of days is not to push all else out of sight. */
const MOST = 320

/** A shade where it goes on at a side, under what covers it at the very end. */
const shade = (to: string, at: string) =>
  `linear-gradient(to ${to}, var(--surface) 1rem, transparent) ${at}/2rem 100% no-repeat local, linear-gradient(to ${to}, var(--line-strong), transparent) ${at}/0.75rem 100% no-repeat`
const SHADES = `${shade('right', '0')}, ${shade('left', '100%')}`

type ChartTablesProps = { label: string; tables: readonly ChartTable[]; height?: number }

/** The figures of a chart, row by row. Where it has less room than it needs it scrolls, by keyboard as well. */
export function ChartTables({ label, tables, height }: ChartTablesProps) {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      style={{ background: SHADES, ...(height === undefined ? { maxHeight: MOST } : { height }) }}
      className="overflow-auto text-13"
    >
      {tables.map(({ caption, head, rows }) => (
        <table key={caption} className="w-full">
          <caption className={caption === label ? 'sr-only' : 'py-2 text-start font-semibold'}>{caption}</caption>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col" className={`${cellClass} font-normal text-ink-2 first:text-start`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cells }, row) => (
              <tr key={row}>
                <th scope="row" className={`${cellClass} text-start font-normal`}>
                  {name}
                </th>
                {cells.map((cell, place) => (
                  <td
                    key={head[place + 1]}
                    colSpan={place === cells.length - 1 ? head.length - cells.length : undefined}
                    className={cellClass}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}

type AsTableProps = {
  /** What the chart shows. */
  label: string
  /** Made when it is asked for. */
  tables: () => readonly ChartTable[]
}

/** The same as a chart, figure by figure, for whoever would rather read. */
export function AsTable({ label, tables }: AsTableProps) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 items-center gap-2 rounded-control text-14 font-semibold text-brand">
        {text.asTable} <ChevronDown className="size-4" aria-hidden />
      </summary>
      {open && <ChartTables label={label} tables={tables()} />}
    </details>
  )
}
