import { Suspense } from 'react'
import * as text from '#texts/referral-detail.ts'
import { fromWire } from '#money/micro-usd.ts'
import { percentFromWire, shareOf } from '#money/percent.ts'
import { showUsdExact } from '#money/show.ts'
import type { Referral } from '#referrals/contract.ts'
import { initialsOf } from '#ui/avatar.tsx'
import { FigureList } from '#ui/figures.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Money } from '#ui/money.tsx'
import { PlumbLine } from '#ui/plumb-line.tsx'
import { Seal } from '#ui/rosette.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { momentOf } from '#ui/times.ts'
import { eventsOf, isHeld } from './referral-events.ts'

const ReferralPostings = lazyPart(async () => (await import('./referral-postings.tsx')).ReferralPostings)

/** Characters in big figures beside the seal. */
const BESIDE_SEAL = 11

/** One referral: who came, of what it is a share, what has happened to it, and what it did to the books. */
export function ReferralDetail({ referral }: { referral: Referral }) {
  const { id, amount, status, reason, created_at, invited } = referral
  const bonus = showUsdExact(fromWire(amount))
  const held = isHeld(referral)
  const standing = {
    pending: text.notYet,
    'waiting approval': text.notYet,
    approved: text.inWallet,
    completed: text.inWallet,
    declined: held ? text.held : text.declinedForGood,
  }[status]
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-3.5">
        <Seal id={invited.id} initials={initialsOf(invited.name)} className="size-14 text-22 [--brand:var(--gold)]" />
        <div className="min-w-0">
          <p className={`font-medium ${bonus.length > BESIDE_SEAL ? 'text-22/10' : 'text-36'}`}>{bonus}</p>
          <p className="text-ink-2 wrap-anywhere">{text.bonusFor(invited.name)}</p>
        </div>
      </div>
      <div>
        <p className="text-ink-2">{standing}</p>
        {reason && !held && <p className="mt-1 text-down first-letter:uppercase">{reason}</p>}
      </div>
      <Formula referral={referral} />
      <PlumbLine events={eventsOf(referral)} />
      <FigureList
        className="rounded-tile bg-sunken p-4"
        figures={[
          { term: text.invited, value: invited.name },
          { term: text.email, value: invited.email },
          { term: text.date, value: momentOf(created_at) },
          { term: text.reference, value: <span className="text-12 font-normal select-all">{id}</span> },
        ]}
      />
      <Suspense fallback={<Skeleton className="h-60" />}>
        <ReferralPostings id={id} />
      </Suspense>
    </div>
  )
}

/** Of which percent of what amount it came; said to have changed where it no longer gives the same. */
function Formula({ referral: { amount, ref_bonus, investment_amount } }: { referral: Referral }) {
  const same = shareOf(fromWire(investment_amount), percentFromWire(ref_bonus)) === fromWire(amount)
  return (
    <section aria-label={text.whatFor} className="rounded-tile bg-sunken p-4">
      <h3 className="text-14 font-normal text-ink-2">{text.whatFor}</h3>
      <FigureList
        className="mt-2"
        figures={[
          { term: text.invested, value: <Money amount={investment_amount} /> },
          { term: text.percent, value: `${text.times} ${ref_bonus}%` },
        ]}
      />
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line-strong pt-2 text-14">
        <span className="text-ink-2">{text.bonus}</span>
        <span className="ms-auto text-17 font-semibold whitespace-nowrap">
          {text.equals} {showUsdExact(fromWire(amount))}
        </span>
      </div>
      {!same && <p className="mt-2 text-13 text-ink-2">{text.otherwiseNow}</p>}
    </section>
  )
}
