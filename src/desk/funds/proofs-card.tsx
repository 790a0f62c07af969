import { useState } from 'react'
import { dollars } from '#money/show.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useChange } from '#ui/change.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { fieldOf } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { momentOf } from '#ui/times.ts'
import { call, useRead } from '#desk/calls.ts'
import { useMayOwn } from '#desk/decisions/may-decide.ts'
import type { PublishedProof } from '#proofs/contract.ts'

/** So many are shown before more are asked for. */
const FIRST = 5

/** The proofs of what is owed, as everybody is shown them, and for owners the way to one beyond that of the day. */
export function ProofsCard() {
  const { data, error, refetch } = useRead('GET /api/proofs')
  const make = usePanel('make-proof')
  const mayOwn = useMayOwn()
  const proofs = data && 'proofs' in data ? data.proofs : undefined
  return (
    <Card className="px-5 pt-4 pb-4">
      <h2 className="text-17">Proofs of what is owed</h2>
      <p className="pb-2 text-13 text-ink-2">One a day. Everybody can check that what we owe them is counted.</p>
      {proofs ? (
        <Proofs proofs={proofs} />
      ) : error ? (
        <LoadFailed again={refetch}>{error.message}</LoadFailed>
      ) : (
        <Skeleton className="h-20" />
      )}
      {mayOwn && (
        <Button variant="quiet" size="small" className="mt-3" onClick={() => make.show()}>
          Make a proof
        </Button>
      )}
      <SidePanel
        open={mayOwn && make.open}
        onClose={make.close}
        title="Make a proof"
        description="In addition to the daily one, at most once an hour. With few investors it takes less than a minute."
      >
        <MakeForm onDone={make.close} />
      </SidePanel>
    </Card>
  )
}

function Proofs({ proofs }: { proofs: readonly PublishedProof[] }) {
  const [all, setAll] = useState(false)
  if (proofs.length === 0) return <EmptyState>No proof has been made yet.</EmptyState>
  return (
    <>
      <ul className="divide-y divide-line">
        {proofs.slice(0, all ? undefined : FIRST).map(({ epoch, made_at, total, reason }) => (
          <li key={epoch} className="flex items-baseline justify-between gap-3 py-2">
            <span className="min-w-0">
              <span className="block text-15 font-semibold">Proof {epoch}</span>
              <span className="block text-13 text-ink-2">{momentOf(made_at)}</span>
              {reason !== null && <span className="block text-13 text-ink-2 wrap-anywhere">{reason}</span>}
            </span>
            <span className="text-15 font-semibold">{dollars(total)}</span>
          </li>
        ))}
      </ul>
      {proofs.length > FIRST && !all && (
        <button
          type="button"
          className="block min-h-11 font-semibold underline lg:min-h-9"
          onClick={() => setAll(true)}
        >
          {`Show all ${proofs.length}`}
        </button>
      )}
    </>
  )
}

function MakeForm({ onDone }: { onDone: () => void }) {
  const { busy, errors, change } = useChange(onDone)
  const send = (given: FormData) => call('POST /api/make-proof', { body: { reason: fieldOf(given, 'reason').trim() } })
  return (
    <form noValidate onSubmit={(event) => change(event, send)} className="flex flex-col gap-4">
      <TextArea label="Reason" name="reason" required maxLength={500} error={errors['reason']} />
      <p className="text-13 text-ink-2">The reason is published with the proof.</p>
      <Button type="submit" busy={busy}>
        {busy ? 'sending...' : 'Make a proof'}
      </Button>
    </form>
  )
}
