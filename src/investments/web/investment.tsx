import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Sprout } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Investment } from '#investments/contract.ts'
import type { Plan } from '#plans/contract.ts'
import { buttonClass } from '#ui/button.tsx'
import { Certificate } from '#ui/card.tsx'
import { HiddenAmount } from '#ui/hidden-amount.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { useTab } from '#ui/tab-url.ts'
import { Tabs } from '#ui/tabs.tsx'
import { InvestmentList } from './investment-list.tsx'
import { tabs } from './investment-tabs.ts'

const InvestmentDetail = lazy(async () => ({ default: (await import('./investment-detail.tsx')).InvestmentDetail }))

export type InvestmentScreenProps = {
  /** Whose investments these are; their mark is engraved. */
  user: { id: string }
  histories: { investments: Investment[]; plans: Plan[] } | undefined
  balance: { current_investment: string } | undefined
  /** When the balance was true, and how far the server's clock is from this device's, in milliseconds. */
  balanceAt: number
  ahead: number
}

/** All investments of the investor, by what has become of them. */
export function InvestmentScreen({ user, histories, balance, balanceAt, ahead }: InvestmentScreenProps) {
  const panel = usePanel('details')
  const { chosen, choose } = useTab(tabs)
  const investments = histories?.investments
  const opened = investments?.find(({ id }) => id === panel.of)
  return (
    <>
      <ScreenHead title="Investment" line="Your money at work" />
      <Certificate paper="slate" of={user.id} tall className="mb-5 p-5">
        <p className="text-14">Current Investment</p>
        <HiddenAmount name="investment" amount={balance?.current_investment} updatedAt={balanceAt} className="mt-4" />
        <nav aria-label="Investment" className="mt-5 grid grid-cols-2 gap-3">
          <Link to="/invest" className={buttonClass('paper', 'medium')}>
            <Sprout className="size-5" aria-hidden />
            Invest
          </Link>
          <Link to="/withdrawal" className={buttonClass('slate', 'medium')}>
            <ArrowUpRight className="size-5" aria-hidden />
            Withdrawal
          </Link>
        </nav>
      </Certificate>
      <Tabs
        label="Investments by state"
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
            investments={investments.filter(({ status }) => chosen.holds.includes(status))}
            tab={chosen}
            ahead={ahead}
            onOpen={panel.show}
          />
        ) : (
          <Skeleton className="mt-4 h-40" />
        )}
      </Tabs>
      <SidePanel
        open={panel.open && opened !== undefined}
        onClose={panel.close}
        title={opened?.plan.name ?? 'Investment'}
        description={opened && <StatusPill status={opened.status} />}
      >
        {opened && histories && (
          <Suspense fallback={<Skeleton className="h-130" />}>
            <InvestmentDetail key={opened.id} investment={opened} plans={histories.plans} ahead={ahead} />
          </Suspense>
        )}
      </SidePanel>
    </>
  )
}
