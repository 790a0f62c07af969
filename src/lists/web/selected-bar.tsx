import { useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { usePreload } from '#ui/preload.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { showToast } from '#ui/toast.ts'
import { allWentWell, countOutcomes, outcomeWords, totalOf } from './bulk-words.ts'
import { useDecideInBulk, type BulkRun, type Verdict } from './decide-in-bulk.ts'
import type { BulkPanel as Panel, BulkDecision } from './bulk-panel.tsx'
import { MOST_AT_ONCE, type Selected } from './selection.ts'
import { stepTitle } from './steps.ts'

// asked for when the first is selected
const LazyPanel = lazyPart(async () => (await import('./bulk-panel.tsx')).BulkPanel)
const BulkPanel = LazyPanel as unknown as typeof Panel

type SelectedBarProps<Row extends { id: string; amount?: string }> = {
  kind: string
  chosen: Selected<Row>
  together: BulkDecision<Row>
}

/** How many are selected and how much they are together, and the ways to decide on all of them. */
export function SelectedBar<Row extends { id: string; amount?: string }>(props: SelectedBarProps<Row>) {
  const { kind, chosen, together } = props
  const { selected } = chosen
  const approve = usePanel(`approve-${kind}s`)
  const decline = usePanel(`decline-${kind}s`)
  const { run, begin, stop, forget } = useDecideInBulk<Row>()
  const { pathname, search } = useLocation()
  const isAny = selected.length > 0
  usePreload(isAny && LazyPanel.preload)
  // what was selected when the summary was opened is what is decided on
  const [listed, setListed] = useState<readonly Row[]>([])
  const open = (panel: typeof approve) => {
    forget()
    setListed(selected)
    panel.show()
  }
  const decide = async (verdict: Verdict, send: Parameters<typeof begin>[2]) => {
    const decided = await begin(verdict, listed, send)
    chosen.keep(({ id }) => {
      const state = decided.outcomes.get(id)?.state
      return state !== 'done' && state !== 'waits'
    })
    if (!allWentWell(decided)) return
    const panel = verdict === 'approve' ? approve : decline
    const waits = countOutcomes(decided, 'waits')
    const total = totalOf(listed)
    showToast({
      words: `${outcomeWords(decided)}${total && `: ${total}${listed.length > 1 ? ' together' : ''}`}`,
      waits: waits === listed.length,
      link: { label: 'Results', to: pathname, search: { ...search, panel: `${verdict}-${kind}s` } },
    })
    panel.close()
  }
  // closed midway, it ends after the current one, and how it went can be looked at again
  const close = (panel: typeof approve) => {
    if (run?.running) stop()
    else forget()
    panel.close()
  }
  const unseen = run && !approve.open && !decline.open && !allWentWell(run) ? run : null
  const panelOf = (verdict: Verdict, panel: typeof approve) => (
    <SidePanel
      open={panel.open && listed.length > 0}
      onClose={() => close(panel)}
      title={`${stepTitle(kind, verdict)}s`}
    >
      <Suspense fallback={<p role="status">loading...</p>}>
        <BulkPanel
          verdict={verdict}
          rows={listed}
          together={together}
          run={run?.verdict === verdict ? run : null}
          onBegin={(send) => void decide(verdict, send)}
          onStop={stop}
          onClose={() => close(panel)}
        />
      </Suspense>
    </SidePanel>
  )
  return (
    <>
      {(isAny || unseen) && (
        <Bar
          chosen={chosen}
          deciding={run?.running === true}
          unseen={unseen}
          onApprove={() => open(approve)}
          onDecline={() => open(decline)}
          onSee={(verdict) => (verdict === 'approve' ? approve : decline).show()}
        />
      )}
      {panelOf('approve', approve)}
      {panelOf('decline', decline)}
    </>
  )
}

type BarProps<Row extends { id: string; amount?: string }> = {
  chosen: Selected<Row>
  deciding: boolean
  /** Decisions that go on, or have gone, while nobody looks at them. */
  unseen: BulkRun<Row> | null
  onApprove: () => void
  onDecline: () => void
  onSee: (verdict: Verdict) => void
}

function Bar<Row extends { id: string; amount?: string }>(props: BarProps<Row>) {
  const { chosen, deciding, unseen, onApprove, onDecline, onSee } = props
  const { selection, selected } = chosen
  const total = totalOf(selected)
  return (
    <section
      aria-label="Selected"
      className="sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-5 flex flex-wrap items-center gap-2 rounded-tile bg-wash p-3 max-xs:static lg:static lg:mx-3 lg:mb-3"
    >
      <p role="status" className="w-full text-14 lg:w-auto lg:flex-1">
        <b className="block">
          {selected.length} selected{selected.length === MOST_AT_ONCE && ', the most at once'}
        </b>
        {total && `${total} together`}
      </p>
      {unseen && (
        <Button variant="secondary" size="small" onClick={() => onSee(unseen.verdict)}>
          {unseen.running ? 'In progress' : 'Results'}
        </Button>
      )}
      {selected.length > 0 && !deciding && (
        <>
          {!selection.all && (
            <Button
              variant="secondary"
              size="small"
              className="lg:hidden"
              aria-label="Select all shown"
              onClick={selection.toggleAll}
            >
              All
            </Button>
          )}
          <Button variant="secondary" size="small" onClick={chosen.clear}>
            None
          </Button>
          <Button variant="danger" size="small" onClick={onDecline}>
            Decline
          </Button>
          <Button size="small" onClick={onApprove}>
            Approve
          </Button>
        </>
      )}
    </section>
  )
}
