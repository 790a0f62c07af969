import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import * as text from '#texts/check-postings.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { ShownPosting } from '../check-opening-rules.ts'
import type { AskOpening, CheckedPosting } from './check-shown.ts'

const CheckedPostings = lazyPart(async () => (await import('./checked-postings.tsx')).CheckedPostings)

type CheckPostingsProps = {
  /** What the screen shows, the newest first. */
  shown: readonly ShownPosting[]
  /** As whom the log is asked; as oneself, unless said otherwise. */
  ask?: AskOpening
  className?: string
}

/** Under what a screen shows of postings: whether the log has them, looked up and checked here once that is asked. */
export function CheckPostings({ shown, ask, className = '' }: CheckPostingsProps) {
  const [found, setFound] = useState<readonly CheckedPosting[] | 'checking' | 'failed'>()
  const check = () => {
    setFound('checking')
    checkAll(shown, ask).then(setFound, () => setFound('failed'))
  }
  const busy = found === 'checking'
  return (
    <div className="flex flex-col">
      <button
        type="button"
        aria-disabled={busy || undefined}
        onClick={() => busy || check()}
        className={`flex min-h-11 items-center gap-2 self-start rounded-control font-semibold text-brand ${className}`}
      >
        <ShieldCheck className="size-5" aria-hidden />
        {busy ? text.checking : text.check(shown.length)}
      </button>
      <div role="status" className="mt-1">
        {found === 'failed' && <p className="text-14 text-ink-2">{text.failed}</p>}
        {Array.isArray(found) && <CheckedPostings checked={found} />}
      </div>
    </div>
  )
}

async function checkAll(shown: readonly ShownPosting[], ask: AskOpening | undefined) {
  const [{ askOwn, checkShown }] = await Promise.all([import('./check-shown.ts'), CheckedPostings.preload()])
  return await checkShown(shown, ask ?? askOwn)
}
