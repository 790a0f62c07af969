import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
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

/** The most used keys, and the way to the others; the button is there when they are switched off too. */
export function KeyHints({ decides = true }: { decides?: boolean }) {
  const on = useKeysOn()
  const panel = usePanel('keys')
  return (
    <>
      <Button
        look="quiet"
        size="small"
        className="ms-auto bg-transparent! font-normal! text-ink-2"
        onClick={() => panel.show()}
      >
        {on ? (
          <>
            <Key name="J" /> <Key name="K" /> move{' '}
            {decides && (
              <>
                <Key name="A" /> approve <Key name="D" /> decline
              </>
            )}
            <span className="sr-only">, all keys</span>
          </>
        ) : (
          'Keys are off'
        )}
      </Button>
      <SidePanel open={panel.open} onClose={panel.close} title="Keys">
        <KeysList decides={decides} />
      </SidePanel>
    </>
  )
}

/** The keys of a list, and the way to switch them off. */
function KeysList({ decides }: { decides: boolean }) {
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

function Key({ name }: { name: string }) {
  return (
    <kbd className="inline-grid min-w-6 place-items-center rounded-control border border-line-strong px-1.5 text-12">
      {name}
    </kbd>
  )
}
