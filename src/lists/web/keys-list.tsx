import { Checkbox } from '#ui/checkbox.tsx'
import { Key } from './key.tsx'
import { switchKeys, useKeysOn } from './keys.ts'

const LINES: readonly [keys: string, what: string][] = [
  ['J', 'Open the next record'],
  ['K', 'Open the one before'],
  ['A', 'Approve the open record: the summary comes first'],
  ['D', 'Decline it: the reason comes first'],
  ['E', 'Edit it'],
  ['X', 'Select it, or leave it out again'],
  ['/', 'Search'],
  ['?', 'Show this'],
  ['Esc', 'Close'],
]

/** Of no use where there is nothing to decide. */
const DECIDING = ['A', 'D', 'E', 'X']

/** The keys of a list, and the way to switch them off. */
export function KeysList({ decides }: { decides: boolean }) {
  const on = useKeysOn()
  return (
    <>
      <dl className="divide-y divide-line">
        {LINES.filter(([key]) => decides || !DECIDING.includes(key)).map(([key, what]) => (
          <div key={key} className="flex items-center gap-4 py-2">
            <dt className="w-11 shrink-0">
              <Key name={key} />
            </dt>
            <dd className="text-14">{what}</dd>
          </div>
        ))}
      </dl>
      <Checkbox className="mt-3" checked={on} onChange={(event) => switchKeys(event.target.checked)}>
        Single keys act on this device
      </Checkbox>
      <p className="mt-1 text-13 text-ink-2">
        They never act while you type, nor together with Ctrl, Alt or Shift. A screen reader or a voice control that
        uses such keys itself works best with this switched off: each of them has a button or a link too.
      </p>
    </>
  )
}
