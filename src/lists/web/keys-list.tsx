import { Checkbox } from '#ui/checkbox.tsx'
import { Key } from './key.tsx'
import { switchKeys, useKeysOn } from './keys.ts'

const LINES: readonly [keys: string, what: string][] = [
  ['J', 'Open the next record'],
  ['K', 'Open the previous record'],
  ['A', 'Approve the open record (shows a summary first)'],
  ['D', 'Decline or reject it (asks for the reason first)'],
  ['P', 'Mark it as paid (shows the address, asks for the transaction id)'],
  ['E', 'Edit it'],
  ['X', 'Select or deselect it'],
  ['/', 'Search'],
  ['Ctrl K', 'Find people, records, ids and screens, from anywhere on the desk (⌘K on a Mac)'],
  ['?', 'Show this'],
  ['Esc', 'Close'],
]

/** Of no use where there is nothing to decide. */
const DECIDING = ['A', 'D', 'P', 'E', 'X']

/** The keys of a list, and the way to switch them off. */
export function KeysList({ decides }: { decides: boolean }) {
  const on = useKeysOn()
  return (
    <>
      <dl className="divide-y divide-line">
        {LINES.filter(([key]) => decides || !DECIDING.includes(key)).map(([key, what]) => (
          <div key={key} className="flex items-center gap-4 py-2">
            <dt className="w-14 shrink-0">
              <Key name={key} />
            </dt>
            <dd className="text-14">{what}</dd>
          </div>
        ))}
      </dl>
      <Checkbox className="mt-3" checked={on} onChange={(event) => switchKeys(event.target.checked)}>
        Single keys work on this device
      </Checkbox>
      <p className="mt-1 text-13 text-ink-2">
        They never act while you type, or together with Ctrl, Alt or Shift. If your screen reader or voice control uses
        such keys, switch this off: everything here has a button or link too.
      </p>
    </>
  )
}
