import { Suspense, useRef } from 'react'
import * as text from '#texts/invest.ts'
import { TermsNotice } from '#identity/web/terms-notice.tsx'
import { KycNotice } from '#kyc/web/kyc-notice.tsx'
import { RecordPanel } from '#lists/web/record-panel.tsx'
import type { Plan } from '#plans/contract.ts'
import { Rate } from '#plans/web/rate.tsx'
import { BackedPlace } from '#ui/backed-place.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { writeStored } from '#ui/stored.ts'
import { TwoColumns } from '#ui/two-columns.tsx'
import { useWide } from '#ui/wide.ts'
import { useLeave } from './leave.ts'
import { type Offer, useOffer } from './offer.ts'
import { PlanList } from './plan-list.tsx'

const InvestForm = lazyPart(async () => (await import('./invest-form.tsx')).InvestForm)

export type InvestScreenProps = {
  histories: Offer | undefined
  failed: boolean
  retry: () => unknown
  balance: { bonus_balanace: string } | undefined
}

/** The available plans; choosing one opens the form. Where that has room beside them, the first one's is open at once. */
export function InvestScreen({ histories, failed, retry, balance }: InvestScreenProps) {
  'use no memo'
  const panel = usePanel('invest')
  const offer = useOffer(histories)
  const leave = useLeave()
  const beside = useWide()
  const form = useRef<HTMLDivElement>(null)
  const chosen = offer?.plans.find(({ id }) => id === panel.of)
  const plan = chosen ?? (beside && !panel.open ? offer?.plans[0] : undefined)
  const closed = panel.open && histories !== undefined && !plan
  const choose = (chosen: Plan) => {
    writeStored('selected-plan', chosen)
    panel.show(chosen.id)
    // what stands there already says in no other way that it was chosen
    if (chosen.id === plan?.id) form.current?.querySelector<HTMLElement>('form input')?.focus()
  }
  return (
    <>
      <ScreenHead title={text.title} line={text.line} />
      <TwoColumns
        aside={
          <>
            <KycNotice step="invest" />
            <TermsNotice />
          </>
        }
        covered
        panels={
          <RecordPanel
            open={(panel.open || beside) && (plan !== undefined || closed)}
            onClose={panel.close}
            of={panel.open ? plan?.id : undefined}
            stays={beside && !closed}
            title={plan ? text.investIn(plan.name) : text.title}
            description={plan && <Rate daily={plan.daily_roi} />}
          >
            {closed && <EmptyState>{text.planClosed}</EmptyState>}
            {plan && offer && (
              <Suspense fallback={<Skeleton className="h-130" />}>
                {/* who types in the first one has chosen it, and has it still when the window is turned */}
                <div ref={form} className="flex flex-col gap-4" onInput={() => panel.open || panel.show(plan.id, true)}>
                  {/* here too, so that nobody fills it in to be refused at its end */}
                  <KycNotice step="invest" />
                  <TermsNotice />
                  <InvestForm
                    key={plan.id}
                    plan={plan}
                    wallets={offer.wallets}
                    reserve={offer.reserve}
                    bonus={balance?.bonus_balanace ?? '0.00'}
                    onSaved={leave}
                  />
                  <BackedPlace />
                </div>
              </Suspense>
            )}
          </RecordPanel>
        }
      >
        {offer ? (
          <PlanList
            plans={offer.plans}
            reserve={offer.reserve}
            credit={(balance?.bonus_balanace ?? '0.00') !== '0.00'}
            chosen={beside ? plan?.id : undefined}
            onInvest={choose}
          />
        ) : (
          <Waiting failed={failed} retry={retry} />
        )}
        <p className="mt-4 text-13 text-ink-2">{text.atRisk}</p>
      </TwoColumns>
    </>
  )
}

function Waiting({ failed, retry }: { failed: boolean; retry: () => unknown }) {
  'use no memo'
  if (failed) return <LoadFailed again={retry} />
  return <Skeleton className="h-88 rounded-card" />
}
