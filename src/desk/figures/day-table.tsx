import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

type Table = { head: readonly string[]; caption: string; rows: readonly (readonly string[])[] }

/** The same as a chart, figure by figure, for who would rather read; it is made when it is asked for. */
export function DayTable({ more, ...table }: Table & { more?: Table }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 items-center gap-2 rounded-control text-14 font-semibold text-brand">
        As a table <ChevronDown className="size-4" aria-hidden />
      </summary>
      {open && (
        <div className="flex flex-col gap-4 overflow-x-auto pb-2">
          {[table, ...(more ? [more] : [])].map(({ head, caption, rows }) => (
            <table key={caption} className="w-full text-13">
              <caption className="pb-1 text-start font-semibold">{caption}</caption>
              <thead>
                <tr>
                  {head.map((name, place) => (
                    <th
                      key={name}
                      scope="col"
                      className={`py-1 font-medium text-ink-2 ${place > 0 ? 'text-end' : 'text-start'}`}
                    >
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([day, ...figures]) => (
                  <tr key={day} className="border-t border-line">
                    <th scope="row" className="py-1 text-start font-medium whitespace-nowrap">
                      {day}
                    </th>
                    {figures.map((figure, place) => (
                      <td key={place} className="py-1 ps-3 text-end whitespace-nowrap">
                        {figure}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </div>
      )}
    </details>
  )
}
