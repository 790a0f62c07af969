import { Suspense } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { Key } from './key.tsx'
import { useKeysOn } from './keys.ts'

const KeysList = lazyPart(async () => (await import('./keys-list.tsx')).KeysList)

type KeyHintsProps = {
  /** What is listed waits for a decision, or to be paid. */
  queue?: 'decide' | 'pay' | undefined
  /** What refusing one of them is called. */
  refusal?: 'decline' | 'reject'
  /** The list's records are decided on at all. */
  decides?: boolean
}

/** The most used keys, and the way to the others; the button is there when they are switched off too. */
export function KeyHints({ queue, refusal = 'decline', decides = true }: KeyHintsProps) {
  const on = useKeysOn()
  const panel = usePanel('keys')
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="ms-auto bg-transparent! font-normal! text-ink-2"
        onClick={() => panel.show()}
      >
        {on ? (
          <>
            <Key name="J" /> <Key name="K" /> move{' '}
            {queue === 'decide' && (
              <>
                <Key name="A" /> approve <Key name="D" /> {refusal}
              </>
            )}
            {queue === 'pay' && (
              <>
                <Key name="P" /> paid
              </>
            )}
            <span className="sr-only">, all keys</span>
          </>
        ) : (
          'Keys are off'
        )}
      </Button>
      <SidePanel open={panel.open} onClose={panel.close} title="Keys">
        <Suspense>
          <KeysList decides={decides} />
        </Suspense>
      </SidePanel>
    </>
  )
}
