import { useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { usePreload } from '#ui/preload.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { showToast } from '#ui/toast.ts'
import { allWentWell, countOutcomes, lostWords, outcomeWords, totalOf } from './bulk-words.ts'
import { useDecideInBulk, type BulkRun, type Verdict } from './decide-in-bulk.ts'
import type { BulkPanel as Panel, BulkDecision } from './bulk-panel.tsx'
import { MOST_AT_ONCE, type Selected } from './selection.ts'
import { decidedHere } from './leaving.ts'
import type { Pages } from './pages.ts'
import { refusalOf, stepTitle } from './steps.ts'
import { useDecidedMeanwhile } from './decided-meanwhile.ts'

// asked for when the first is selected
const LazyPanel = lazyPart(async () => (await import('./bulk-panel.tsx')).BulkPanel)
const BulkPanel = LazyPanel as unknown as typeof Panel

/** The list that is selected from. */
export type SelectedFrom<Row extends { id: string }> = {
  kind: string
  callKey: `GET ${string}`
  pages: Pages<Row>
  chosen: Selected<Row>
  stillWaits: (id: string) => Promise<boolean>
}
type SelectedBarProps<Row extends { id: string; amount?: string }> = SelectedFrom<Row> & { together: BulkDecision<Row> }

/** The step that a verdict is the end of, by its name in the address. */
function stepOf(verdict: Verdict) {
  return verdict === 'approve' ? verdict : 'decline'
}

/** What of several a verdict is about, and what is left out of it. */
function partsOf<Row>(verdict: Verdict, those: readonly Row[], { heldBy }: Pick<BulkDecision<Row>, 'heldBy'>) {
  const held = verdict === 'approve' ? those.filter((row) => heldBy?.(row)) : []
  return { held, rows: those.filter((row) => !held.includes(row)) }
}

/** How many are selected and how much they are together, and the ways to decide on all of them. */
export function SelectedBar<Row extends { id: string; amount?: string }>(props: SelectedBarProps<Row>) {
  const { kind, chosen, together } = props
  const { selected, selection, lost } = chosen
  const refusal = refusalOf(kind)
  const approve = usePanel(`approve-${kind}s`)
  const decline = usePanel(`decline-${kind}s`)
  const { run, begin, stop, forget } = useDecideInBulk<Row>()
  const { pathname, search } = useLocation()
  useDecidedMeanwhile(props, run?.running === true)
  const isAny = selected.length > 0
  usePreload(isAny && LazyPanel.preload)
  // what was selected when the summary was opened is what is decided on, but for what others decide on meanwhile
  const [listed, setListed] = useState<readonly Row[]>([])
  const open = (panel: typeof approve) => {
    forget()
    setListed(selected)
    panel.show()
  }
  const all = run?.rows ?? listed.filter(({ id }) => selection.has(id))
  const meant = (verdict: Verdict) => partsOf(verdict, all, together)
  const decide = async (verdict: Verdict, send: Parameters<typeof begin>[2]) => {
    const decided = await begin(verdict, meant(verdict).rows, send)
    const down = [...decided.outcomes].filter(([, { state }]) => state === 'done' || state === 'waits')
    chosen.change(decidedHere(down.map(([id]) => id)))
    if (!allWentWell(decided)) return
    const panel = verdict === 'approve' ? approve : decline
    const waits = countOutcomes(decided, 'waits')
    const total = totalOf(decided.rows)
    showToast({
      words: `${outcomeWords(decided)}${total && `: ${total}${decided.rows.length > 1 ? ' together' : ''}`}`,
      waits: waits === decided.rows.length,
      link: { label: 'Results', to: pathname, search: { ...search, panel: `${stepOf(verdict)}-${kind}s` } },
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
      title={`${stepTitle(kind, stepOf(verdict))}s`}
    >
      <Suspense fallback={<p role="status">loading...</p>}>
        <BulkPanel
          verdict={verdict}
          {...meant(verdict)}
          lost={lost}
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
      {(isAny || unseen || lost > 0) && (
        <Bar
          chosen={chosen}
          deciding={run?.running === true}
          unseen={unseen}
          refusal={refusal}
          onApprove={() => open(approve)}
          onDecline={() => open(decline)}
          onSee={(verdict) => (verdict === 'approve' ? approve : decline).show()}
        />
      )}
      {panelOf('approve', approve)}
      {panelOf(refusal, decline)}
    </>
  )
}

type BarProps<Row extends { id: string; amount?: string }> = {
  chosen: Selected<Row>
  deciding: boolean
  /** Decisions that go on, or have gone, while nobody looks at them. */
  unseen: BulkRun<Row> | null
  refusal: 'decline' | 'reject'
  onApprove: () => void
  onDecline: () => void
  onSee: (verdict: Verdict) => void
}

function Bar<Row extends { id: string; amount?: string }>(props: BarProps<Row>) {
  const { chosen, deciding, unseen, refusal, onApprove, onDecline, onSee } = props
  const { selection, selected, lost } = chosen
  const total = totalOf(selected)
  return (
    <section
      aria-label="Selected"
      className="sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-5 flex flex-wrap items-center gap-2 rounded-tile bg-wash p-3 max-xs:static lg:static lg:mx-3 lg:mb-3"
    >
      <p role="status" className="w-full text-14 lg:w-auto lg:flex-1">
        <b className="block">
          {selected.length || 'None'} selected{selected.length === MOST_AT_ONCE && ', the most at once'}
        </b>
        {total && `${total} together`}
        {lost > 0 && <span className="block text-pending">{lostWords(lost)}</span>}
      </p>
      {unseen && (
        <Button variant="secondary" size="small" onClick={() => onSee(unseen.verdict)}>
          {unseen.running ? 'In progress' : 'Results'}
        </Button>
      )}
      {selected.length === 0 && lost > 0 && (
        <Button variant="secondary" size="small" onClick={chosen.clear}>
          Dismiss
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
            {refusal === 'reject' ? 'Reject' : 'Decline'}
          </Button>
          <Button size="small" onClick={onApprove}>
            Approve
          </Button>
        </>
      )}
    </section>
  )
}
