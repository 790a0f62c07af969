import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ArrowUpRight, Sprout } from 'lucide-react'
import * as text from '#texts/investment.ts'
import type { Investment } from '#investments/contract.ts'
import type { Plan } from '#plans/contract.ts'
import type { OfferedBacking } from '#reserve/contract.ts'
import { shownState } from '#records/rules.ts'
import { buttonClass } from '#ui/button.tsx'
import { Certificate } from '#ui/card.tsx'
import { OpenedRecord } from '#lists/web/opened-record.tsx'
import { RecordPanel } from '#lists/web/record-panel.tsx'
import { RecordTabs } from '#lists/web/record-tabs.tsx'
import { HiddenAmount } from '#ui/hidden-amount.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { readStored, writeStored } from '#ui/stored.ts'
import { TwoColumns } from '#ui/two-columns.tsx'
import { InvestmentList } from './investment-list.tsx'
import { tabs } from './investment-tabs.ts'

const InvestmentDetail = lazyPart(async () => (await import('./investment-detail.tsx')).InvestmentDetail)
const LeaveEarly = lazyPart(async () => (await import('./leave-early.tsx')).LeaveEarly)

/** The record that was opened last, so that it is here at once when its link is opened again. */
const KEPT = 'selected-investment'

type Withdrawal = { id: string; status: string }

export type InvestmentScreenProps = {
  /** Whose investments these are; their mark is engraved. */
  user: { id: string }
  histories:
    | { investments: Investment[]; withdrawals: Withdrawal[]; plans: Plan[]; reserve: OfferedBacking }
    | undefined
  failed: boolean
  retry: () => unknown
  balance: { current_investment: string } | undefined
  /** When the balance was true, and how far the server's clock is from this device's, in milliseconds. */
  balanceAt: number
  ahead: number
}

/** All investments of the investor, by what has become of them. */
export function InvestmentScreen(own: InvestmentScreenProps) {
  'use no memo'
  const { user, histories, failed, retry, balance, balanceAt, ahead } = own
  const panel = usePanel('details')
  const story = usePanel('story')
  const leaving = usePanel('leave')
  const investments = histories?.investments
  const opened = investments ? investments.find(({ id }) => id === panel.of) : kept(panel.of)
  const shown = panel.open && (opened ?? investments) !== undefined
  const open = (investment: Investment) => {
    writeStored(KEPT, investment)
    panel.show(investment.id)
  }
  return (
    <>
      <ScreenHead title={text.title} line={text.line} />
      <TwoColumns
        covered={shown || leaving.open}
        aside={
          <Certificate paper="slate" of={user.id} tall className="p-5">
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
        }
        panels={
          <>
            <OpenedRecord
              open={shown}
              onClose={panel.close}
              title={opened?.plan.name ?? text.title}
              record={opened && { id: opened.id, ...shownState(opened) }}
              notFound={text.notFound}
            >
              {opened && (
                <InvestmentDetail
                  investment={opened}
                  plans={histories?.plans}
                  reserve={histories?.reserve}
                  ahead={ahead}
                  onLeave={() => leaving.show(opened.id)}
                />
              )}
            </OpenedRecord>
            <LeavingPanel panel={leaving} histories={histories} ahead={ahead} />
          </>
        }
      >
        <RecordTabs
          label={text.byState}
          tabs={tabs}
          records={investments}
          opened={panel.open ? panel.of : undefined}
          failed={failed}
          retry={retry}
          skeleton={<ListSkeleton />}
        >
          {(listed, tab) => (
            <InvestmentList
              investments={listed}
              tab={tab}
              ahead={ahead}
              opened={panel.open ? panel.of : undefined}
              onOpen={open}
            />
          )}
        </RecordTabs>
      </TwoColumns>
    </>
  )
}

type LeavingPanelProps = {
  panel: ReturnType<typeof usePanel>
  histories: InvestmentScreenProps['histories']
  ahead: number
}

/** What leaving the investment that the address names comes to, once there are any. */
function LeavingPanel({ panel, histories, ahead }: LeavingPanelProps) {
  'use no memo'
  const opened = histories?.investments.find(({ id }) => id === panel.of)
  const open = histories?.withdrawals.find(({ status }) => status === 'pending' || status === 'approved')
  return (
    <RecordPanel
      open={panel.open && opened !== undefined}
      onClose={panel.close}
      title={text.leaveEarly}
      description={opened?.plan.name}
    >
      <Suspense fallback={<Skeleton className="h-130" />}>
        {opened && <LeaveEarly investment={opened} withdrawal={open?.id} ahead={ahead} onDone={panel.close} />}
      </Suspense>
    </RecordPanel>
  )
}

function Ways() {
  'use no memo'
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
  'use no memo'
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
