import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Sprout } from 'lucide-react'
import { Suspense } from 'react'
import * as text from '#texts/investment.ts'
import type { Investment } from '#investments/contract.ts'
import type { Plan } from '#plans/contract.ts'
import { buttonClass } from '#ui/button.tsx'
import { Certificate } from '#ui/card.tsx'
import { HiddenAmount } from '#ui/hidden-amount.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { readStored, writeStored } from '#ui/stored.ts'
import { useTab } from '#ui/tab-url.ts'
import { Tabs } from '#ui/tabs.tsx'
import { InvestmentList } from './investment-list.tsx'
import { tabs } from './investment-tabs.ts'

const InvestmentDetail = lazyPart(async () => (await import('./investment-detail.tsx')).InvestmentDetail)

/** The record that was opened last, so that it is here at once when its link is opened again. */
const KEPT = 'selected-investment'

export type InvestmentScreenProps = {
  /** Whose investments these are; their mark is engraved. */
  user: { id: string }
  histories: { investments: Investment[]; plans: Plan[] } | undefined
  failed: boolean
  retry: () => void
  balance: { current_investment: string } | undefined
  /** When the balance was true, and how far the server's clock is from this device's, in milliseconds. */
  balanceAt: number
  ahead: number
}

/** All investments of the investor, by what has become of them. */
export function InvestmentScreen(own: InvestmentScreenProps) {
  const { user, histories, failed, retry, balance, balanceAt, ahead } = own
  const panel = usePanel('details')
  const story = usePanel('story')
  const { chosen, choose } = useTab(tabs)
  const investments = histories?.investments
  const opened = investments ? investments.find(({ id }) => id === panel.of) : kept(panel.of)
  const open = (investment: Investment) => {
    writeStored(KEPT, investment)
    panel.show(investment.id)
  }
  return (
    <>
      <ScreenHead title={text.title} line={text.line} />
      <Certificate paper="slate" of={user.id} tall className="mb-5 p-5">
        <p className="text-14">{text.currentInvestment}</p>
        <HiddenAmount
          name="investment"
          amount={balance?.current_investment}
          updatedAt={balanceAt}
          onWhy={() => story.show('invested')}
          className="mt-4"
        />
        <Ways />
      </Certificate>
      <Tabs
        label={text.byState}
        tabs={tabs.map(({ name, label, holds }) => ({
          name,
          label,
          ...(investments && { count: investments.filter(({ status }) => holds.includes(status)).length }),
        }))}
        chosen={chosen.name}
        onChoose={choose}
      >
        {investments ? (
          <InvestmentList
            key={chosen.name}
            investments={investments.filter(({ status }) => chosen.holds.includes(status))}
            tab={chosen}
            ahead={ahead}
            onOpen={open}
          />
        ) : failed ? (
          <LoadFailed again={retry} />
        ) : (
          <ListSkeleton />
        )}
      </Tabs>
      <SidePanel
        open={panel.open && (opened ?? investments) !== undefined}
        onClose={panel.close}
        title={opened?.plan.name ?? text.title}
        description={opened && <StatusPill status={opened.status} />}
      >
        {opened ? (
          <Suspense fallback={<Skeleton className="h-130" />}>
            <InvestmentDetail key={opened.id} investment={opened} plans={histories?.plans} ahead={ahead} />
          </Suspense>
        ) : (
          <p className="py-6 text-center text-ink-2">{text.notFound}</p>
        )}
      </SidePanel>
    </>
  )
}

function Ways() {
  return (
    <nav aria-label={text.title} className="mt-5 flex flex-wrap gap-3">
      <Link to="/invest" className={`${buttonClass('paper', 'medium')} flex-1`}>
        <Sprout className="size-5 shrink-0" aria-hidden />
        {text.invest}
      </Link>
      <Link to="/withdrawal" className={`${buttonClass('slate', 'medium')} flex-1`}>
        <ArrowUpRight className="size-5 shrink-0 rtl:-scale-x-100" aria-hidden />
        {text.withdrawal}
      </Link>
    </nav>
  )
}

/** As high as the sum and three records. */
function ListSkeleton() {
  return (
    <div className="flex flex-col gap-3 pt-4">
      <Skeleton className="h-5" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  )
}

function kept(id: string | undefined): Investment | undefined {
  const investment = readStored<Investment>(KEPT)
  return investment && investment.id === id ? investment : undefined
}
