import type { ReactNode } from 'react'

export type Column<Row> = {
  label: string
  show: (row: Row) => ReactNode
  /** On a phone's card: `lead` stands large at the top, `corner` at its right; the others each with their label. */
  place?: 'lead' | 'corner'
  /** Figures stand at the right on a wide screen. */
  figures?: boolean
  /** Left out of the table where the screen is only just wide. */
  spare?: boolean
  /** Of a long list's width; 1 where it does not say. */
  share?: number
}

type RecordTableProps<Row> = {
  /** What the table holds, for those who cannot see it. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Round the table there is a card already. */
  inCard?: boolean
}

/** A table on a wide screen; on a phone a card for each row, in which each field keeps its label. */
export function RecordTable<Row extends { id: string }>(props: RecordTableProps<Row>) {
  const { label, columns, rows, inCard = false } = props
  return (
    <table role="table" aria-label={label} className="w-full text-start max-lg:block">
      <thead role="rowgroup" className="max-lg:sr-only">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.label}
              role="columnheader"
              scope="col"
              className={`border-b border-line px-2.5 py-2 text-start text-12 font-normal text-ink-2 first:ps-5 last:pe-5 ${onTable(column)}`}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody
        role="rowgroup"
        className={`max-lg:flex max-lg:flex-col ${inCard ? 'max-lg:divide-y max-lg:divide-line' : 'max-lg:gap-3'}`}
      >
        {rows.map((row) => (
          <TableRow key={row.id} row={row} columns={columns} inCard={inCard} />
        ))}
      </tbody>
    </table>
  )
}

type TableRowProps<Row> = { row: Row; columns: readonly Column<Row>[]; inCard: boolean }

function TableRow<Row>({ row, columns, inCard }: TableRowProps<Row>) {
  return (
    <tr role="row" className={`relative ${inCard ? `${gridClass} max-lg:py-4` : cardClass}`}>
      {columns.map((column) => (
        <td
          key={column.label}
          role="cell"
          className={`border-line lg:border-b lg:px-2.5 lg:py-1 lg:text-14 lg:first:ps-5 lg:last:pe-5 lg:[tr:last-child>&]:border-b-0 ${onTable(column)} ${cardCellClass(column)}`}
        >
          {!column.place && <span className="shrink-0 text-14 text-ink-2 lg:hidden">{column.label}</span>}
          <div className={`min-w-0 max-lg:wrap-anywhere ${column.place ? '' : 'max-md:text-end max-xs:text-start'}`}>
            {column.show(row)}
          </div>
        </td>
      ))}
    </tr>
  )
}

function onTable({ place, figures, spare }: Column<never>): string {
  const width = place === 'lead' && figures ? 'lg:w-32' : ''
  return `${width} ${figures ? 'lg:text-end' : ''} ${spare ? 'lg:max-[75rem]:hidden' : ''}`
}

const gridClass =
  'max-lg:grid max-md:grid-cols-[1fr_auto] max-xs:grid-cols-1 max-md:gap-x-1 md:max-lg:grid-cols-3 md:max-lg:gap-x-6'
/** A row as a phone shows it: a card of its own. */
export const cardClass = `${gridClass} max-lg:rounded-card max-lg:bg-surface max-lg:px-5 max-lg:pt-2 max-lg:pb-4 max-lg:shadow-raised`

/** Where a field stands on a card: one under another on a phone, three beside one another on a tablet. */
export function cardCellClass({ place }: Column<never>): string {
  if (place === 'lead')
    return 'max-lg:pb-1 max-lg:text-22 max-lg:font-semibold max-lg:order-first max-lg:flex max-lg:items-center md:max-lg:col-span-2'
  if (place === 'corner') return 'max-lg:-order-1 max-lg:flex max-lg:items-center max-lg:pb-1 md:max-lg:justify-end'
  return 'max-md:col-span-full max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-lg:py-1 max-xs:block'
}
