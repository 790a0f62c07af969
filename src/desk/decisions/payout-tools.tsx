import { useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { useSubmission } from '#ui/submission.ts'
import { showToast } from '#ui/toast.ts'
import { allWentWell, countOutcomes, outcomeWords } from '#lists/web/bulk-words.ts'
import { useDecideInBulk } from '#lists/web/decide-in-bulk.ts'
import { showTotal } from '#money/show.ts'
import { call } from '#desk/calls.ts'
import type { CheckedFile, SentRow } from './check-payout-file.ts'
import { useMayChange } from './may-decide.ts'

const PayoutPanel = lazyPart(async () => (await import('./payout-panel.tsx')).PayoutPanel)

/** The way to pay many at once: the list of what is to be paid, as it is narrowed, and its return with transaction ids. */
export function PayoutTools({ query: { status: _, ...query } }: { query: Record<string, string> }) {
  const mayChange = useMayChange()
  const panel = usePanel('payout-file')
  const { busy, submit } = useSubmission()
  const { pathname, search } = useLocation()
  const [checked, setChecked] = useState<CheckedFile | null>(null)
  const { run, begin, stop, forget } = useDecideInBulk<SentRow, 'pay'>()
  const restart = () => {
    forget()
    setChecked(null)
  }
  const open = () => {
    if (run && !run.running && allWentWell(run)) restart()
    panel.show()
  }
  const close = () => {
    if (run?.running) stop()
    panel.close()
  }
  const send = async (rows: readonly SentRow[]) => {
    const done = await begin('pay', rows, ({ pay: { id, amount, date, version, txid } }) =>
      call('POST /api/update-withdrawal/:id', {
        params: { id },
        body: { amount, date, status: 'completed', version, txid },
      }).then((reply) => (reply.approval_id === undefined ? { message: 'Marked as paid.' } : reply)),
    )
    if (!allWentWell(done) || checked?.rows.some(({ verdict }) => verdict === 'refused')) return
    showToast({
      words: `${outcomeWords(done)}: ${showTotal(rows)}${rows.length > 1 ? ' together' : ''}`,
      waits: countOutcomes(done, 'waits') === rows.length,
      link: { label: 'Results', to: pathname, search: { ...search, panel: 'payout-file' } },
    })
    panel.close()
  }
  const fetchList = () => download('/api/admin/withdrawals/payout-list', query, 'payouts.csv')
  return (
    <div className="flex gap-2">
      <Button variant="quiet" size="small" busy={busy} onClick={() => void submit(fetchList, { success: null })}>
        {busy ? 'loading...' : 'Payout list'}
      </Button>
      {mayChange && (
        <Button variant="quiet" size="small" onClick={open}>
          {run?.running ? 'In progress' : 'Mark paid from file'}
        </Button>
      )}
      <SidePanel open={mayChange && panel.open} onClose={close} title="Mark paid from a file">
        <Suspense fallback={<p role="status">loading...</p>}>
          <PayoutPanel
            {...{ checked, run }}
            onChecked={setChecked}
            onSend={(rows) => void send(rows)}
            onStop={stop}
            onRestart={restart}
            onClose={close}
          />
        </Suspense>
      </SidePanel>
    </div>
  )
}
