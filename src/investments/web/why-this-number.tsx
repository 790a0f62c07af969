import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import * as text from '#texts/investment-detail.ts'
import type { Investment } from '#investments/contract.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const InvestmentStory = lazyPart(async () => (await import('./investment-story.tsx')).InvestmentStory)

type WhyThisNumberProps = {
  investment: Investment
  ahead: number
  /** Under a ring; else it follows the number at the start of the line. */
  centred: boolean
}

/** The formula with its inputs and the postings, for whoever asks; their code comes then. */
export function WhyThisNumber({ investment, ahead, centred }: WhyThisNumberProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className="-my-3">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={`flex min-h-11 items-center gap-1.5 rounded-control text-15 font-semibold text-brand ${centred ? 'mx-auto' : ''}`}
      >
        {open ? text.hide : text.whyThisNumber}
        <ChevronDown className={`size-5 ${open ? 'rotate-180' : ''}`} aria-hidden />
      </button>
      {open && (
        <Suspense fallback={<Skeleton className="mt-3 h-130" />}>
          <InvestmentStory investment={investment} ahead={ahead} />
        </Suspense>
      )}
    </div>
  )
}
