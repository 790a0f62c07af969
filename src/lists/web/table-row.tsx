import { Link, type LinkProps } from '@tanstack/react-router'
import { memo, type MouseEvent as Press, type ReactNode } from 'react'
import * as text from '#texts/list.ts'
import { cardCellClass, cardClass, type Column } from '#ui/record-table.tsx'

type TableRowProps<Row> = {
  columns: readonly Column<Row>[]
  row: Row
  index: number
  measure: (part: HTMLElement | null) => void
  onFocus: (id: string) => void
  onChoose: ((row: Row) => void) | undefined
  hrefOf: ((row: Row) => LinkProps) | undefined
  nameOf: ((row: Row) => string) | undefined
  open: boolean
  /** Undefined if there is no checkbox. */
  selected: boolean | undefined
  toggle: ((row: Row, range: boolean) => void) | undefined
}

/** One row of a long table; read again only where something of it has changed. */
export const TableRow = memo(function TableRow<Row extends { id: string }>(props: TableRowProps<Row>) {
  const { row, index, columns, measure, onFocus, onChoose, hrefOf, nameOf, open, selected, toggle } = props
  const background = open
    ? 'lg:bg-wash/55 lg:shadow-[inset_4px_0_var(--brand)]'
    : onChoose || hrefOf
      ? 'lg:hover:bg-bg'
      : ''
  return (
    <tr
      role="row"
      ref={measure}
      data-index={index}
      data-id={row.id}
      aria-rowindex={index + 2}
      onFocus={() => onFocus(row.id)}
      onClick={hrefOf && followLead}
      className={`absolute inset-x-0 top-0 ${rowClass} ${cardClass} ${background}`}
    >
      {selected !== undefined && (
        <td role="cell" className="max-lg:order-last max-lg:col-span-full max-lg:pt-2 lg:w-11">
          <RowCheckbox label={nameOf?.(row) ?? row.id} checked={selected} onToggle={(range) => toggle?.(row, range)} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.label}
          role="cell"
          style={columnWidth(column)}
          className={`lg:py-1 lg:text-14 ${cellClass(column)} ${cardCellClass(column)}`}
        >
          {!column.place && <span className="shrink-0 text-14 text-ink-2 lg:hidden">{column.label}</span>}
          {column.place === 'lead' && onChoose ? (
            <button
              type="button"
              aria-label={nameOf?.(row)}
              aria-current={open || undefined}
              onClick={() => onChoose(row)}
              className="min-h-11 rounded-control text-start font-semibold after:absolute after:inset-0 lg:min-h-9"
            >
              {column.show(row)}
            </button>
          ) : column.place === 'lead' && hrefOf ? (
            <Link {...hrefOf(row)} data-lead className="min-w-0 rounded-control">
              {column.show(row)}
            </Link>
          ) : (
            <div className={`min-w-0 max-lg:wrap-anywhere ${column.place ? '' : 'max-md:text-end max-xs:text-start'}`}>
              {column.show(row)}
            </div>
          )}
        </td>
      ))}
    </tr>
  )
}) as <Row extends { id: string }>(props: TableRowProps<Row>) => ReactNode

/** A press anywhere on a row that stands for its link: but not on what can be pressed itself, nor at the end of selecting text. */
function followLead({ target, currentTarget, ctrlKey, metaKey, shiftKey }: Press<HTMLElement>) {
  if (!(target instanceof Element) || target.closest('a, button, input, label')) return
  if (getSelection()?.isCollapsed === false) return
  const press = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey })
  currentTarget.querySelector('[data-lead]')?.dispatchEvent(press)
}

type RowCheckboxProps = { label: string; checked: boolean; onToggle: (range: boolean) => void }

/** Above the row's own button. Shift selects all up to here. */
function RowCheckbox({ label, checked, onToggle }: RowCheckboxProps) {
  return (
    <label className="relative z-1 flex min-h-11 items-center justify-center gap-3 max-lg:rounded-control max-lg:bg-sunken">
      <input
        type="checkbox"
        aria-label={text.selectOne(label)}
        checked={checked}
        onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey)}
        className="size-4.5 accent-brand"
      />
      <span aria-hidden className="text-14 lg:hidden">
        {checked ? text.selected : text.select}
      </span>
    </label>
  )
}

export const rowClass = 'lg:flex lg:items-center lg:border-b lg:border-line lg:pe-3'

export function cellClass({ figures, spare }: Column<never>): string {
  return `lg:min-w-0 lg:px-2.5 ${figures ? 'lg:text-end' : ''} ${spare ? 'lg:max-[75rem]:hidden' : ''}`
}

/** All rows share their width in the same way, so that what stands under one another does so without a table's layout. */
export function columnWidth({ share = 1 }: Column<never>) {
  return { flex: `${share} 0 0%` }
}
