import type { VirtualItem } from '@tanstack/react-virtual'
import * as text from '#texts/list.ts'
import { cellClass, rowClass, columnWidth, TableRow } from './table-row.tsx'
import type { LongRowsProps } from './long-rows.ts'
import type { ListPart } from './pages.ts'

type TableRowsProps<Row extends { id: string }> = LongRowsProps<Row> & {
  items: readonly VirtualItem[]
  body: (part: HTMLElement | null) => void
  measure: (part: HTMLElement | null) => void
  onFocus: (id: string) => void
}

/** The table with those of its rows that are in the document; the others are counted anyway. */
export function TableRows<Row extends { id: string }>(props: TableRowsProps<Row>) {
  const { label, columns, rows, pages, items, body, measure, onFocus, onChoose, hrefOf, nameOf, chosen, selection } =
    props
  return (
    <table role="table" aria-label={label} aria-rowcount={countOf(pages, rows.length)} className="block text-start">
      <thead role="rowgroup" className="block max-lg:sr-only lg:sticky lg:top-0 lg:z-2 lg:bg-surface">
        <tr role="row" aria-rowindex={1} className={rowClass}>
          {selection && (
            <th role="columnheader" className="grid w-11 place-items-center">
              <input
                type="checkbox"
                aria-label={text.selectAll}
                checked={selection.all}
                onChange={selection.toggleAll}
                className="size-4.5 accent-brand max-lg:hidden"
              />
            </th>
          )}
          {columns.map((column) => (
            <th
              key={column.label}
              role="columnheader"
              scope="col"
              style={columnWidth(column)}
              className={`py-2 text-start text-12 font-normal text-ink-2 ${cellClass(column)}`}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={body} className="relative block">
        {items.map(({ index, key }) => {
          const row = rows[index]
          return (
            row && (
              <TableRow
                key={key}
                row={row}
                index={index}
                columns={columns}
                measure={measure}
                onFocus={onFocus}
                onChoose={onChoose}
                hrefOf={hrefOf}
                nameOf={nameOf}
                open={row.id === chosen}
                selected={selection?.has(row.id)}
                toggle={selection?.toggle}
              />
            )
          )
        })}
      </tbody>
    </table>
  )
}

/** With its head; -1 where nobody knows how many rows there are. */
function countOf({ more, all }: Pick<ListPart<unknown>, 'more' | 'all'>, shown: number): number {
  if (!more) return shown + 1
  return all && !all.more ? all.count + 1 : -1
}
