import type { OwnArchive } from '#archive/contract.ts'
import * as text from '#texts/archive.ts'
import { Button } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Notice } from '#ui/notice.tsx'
import { useRefresh } from '#ui/read.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSubmission } from '#ui/submission.ts'
import { momentOf } from '#ui/times.ts'
import { call, useArchive } from './calls.ts'

const KEPT = { sending: false, success: null }

/** The file with everything that is one's own: asked for, on its way, ready, or what went wrong. */
export function OwnArchivePart() {
  const { data, error, refetch } = useArchive()
  if (error) return <LoadFailed again={refetch} />
  if (!data) return <Skeleton className="h-24" />
  const { archive } = data
  if (archive === null) return <MakeButton label={text.make} />
  if (archive.state === 'making') return <Making archive={archive} />
  if (archive.state === 'ready') return <Ready archive={archive} />
  return (
    <>
      <Notice tone="warning">{text.failed}</Notice>
      <MakeButton label={text.tryAgain} />
    </>
  )
}

function MakeButton({ label, quiet = false }: { label: string; quiet?: boolean }) {
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const make = () => void submit(() => call('POST /api/make-archive'), { ...KEPT, done: refresh })
  return (
    <Button variant={quiet ? 'quiet' : 'secondary'} size="medium" busy={busy} onClick={make}>
      {label}
    </Button>
  )
}

function Making({ archive: { step, steps } }: { archive: OwnArchive }) {
  return (
    <div>
      <p role="status" className="text-14 text-ink-2">
        {text.making}
      </p>
      <div
        role="progressbar"
        aria-label={text.title}
        aria-valuetext={text.progress(step, steps)}
        aria-valuenow={step}
        aria-valuemax={steps}
        className="mt-3 overflow-clip rounded-full bg-sunken"
      >
        <div style={{ height: 8, width: `${(100 * step) / steps}%`, background: 'var(--brand)' }} />
      </div>
      <p aria-hidden className="mt-1 text-14 text-ink-2">
        {text.progress(step, steps)}
      </p>
    </div>
  )
}

function Ready({ archive }: { archive: OwnArchive }) {
  const { busy, submit } = useSubmission()
  const { asked_at, made_at, over_at, bytes, sign_in_first } = archive
  const keep = () => void submit(() => download('/api/archive.zip', {}, text.fileName), KEPT)
  return (
    <>
      <div role="status">
        <p className="font-semibold">{text.readyUntil(momentOf(over_at))}</p>
        <p className="mt-0.5 text-14 text-ink-2">
          {text.madeAt(momentOf(made_at ?? asked_at), text.sizeOf(bytes ?? 0))}
        </p>
      </div>
      {sign_in_first && <Notice>{text.signInFirst}</Notice>}
      <div className="flex flex-wrap gap-2">
        {!sign_in_first && (
          <Button size="medium" busy={busy} onClick={keep}>
            {busy ? text.downloading : text.download}
          </Button>
        )}
        <MakeButton label={text.makeAgain} quiet />
      </div>
    </>
  )
}
