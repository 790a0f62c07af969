import { Pencil, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { keeps, title } from '#texts/leave-early.ts'
import { days } from '#texts/plan-terms.ts'
import type { Plan } from '#plans/contract.ts'
import { ActionCard } from '#ui/action-card.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FigureList } from '#ui/figures.tsx'
import { keepRecord, useKeptRecord } from '#ui/kept-record.ts'
import { Money } from '#ui/money.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Ahead, PlanForm } from './plan-form.tsx'
import { Rate } from './rate.tsx'

type PlanInUse = Plan & {
  /** how many investments run on it */
  running: number
}
type PlansScreenProps = {
  /** All plans, available or not; undefined while they are coming. */
  plans: readonly PlanInUse[] | undefined
  mayChange: boolean
  /** What a plan has brought and costs. */
  money: (planId: string) => ReactNode
  /** What waits for a second administrator on a plan. */
  waiting: (planId: string) => ReactNode
  /** New plans that wait for one. */
  waitingNew: ReactNode
  /** Whether a new plan waits, or a change, each in a sentence. */
  notes: { create: ReactNode; update: ReactNode }
  ahead: Ahead
}

const UPDATE = 'update-plan'

/** All plans, making a new one and changing one. */
export function PlansScreen({ plans, mayChange, money, waiting, waitingNew, notes, ahead }: PlansScreenProps) {
  const create = usePanel('create-plan')
  const update = usePanel(UPDATE)
  const kept = useKeptRecord<Plan>(UPDATE)
  const opened = plans?.find(({ id }) => id === update.of) ?? kept
  const open = (plan: Plan) => {
    keepRecord(UPDATE, plan)
    update.show(plan.id)
  }
  return (
    <>
      <PageHead over="Plans" title="Investment Plans" />
      {mayChange && (
        <ActionCard
          icon={Plus}
          title="Create Plan"
          line="Add new investment plan"
          onClick={() => create.show()}
          className="w-full sm:w-80"
        />
      )}
      {waitingNew}
      <h2 className="mt-7 mb-3 text-17 first-letter:uppercase">plans History</h2>
      {plans?.length === 0 && (
        <Card>
          <EmptyState>No plans available yet!</EmptyState>
        </Card>
      )}
      <ul className="grid grid-cols-1 gap-x-4 md:grid-cols-[repeat(auto-fill,minmax(20rem,1fr))]">
        {plans ? (
          plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} waiting={waiting(plan.id)} onOpen={mayChange ? open : undefined}>
              {money(plan.id)}
            </PlanCard>
          ))
        ) : (
          <Coming />
        )}
      </ul>
      <SidePanel
        open={mayChange && create.open}
        onClose={create.close}
        title="Create Plan"
        description="Add new investment plan"
      >
        <PlanForm note={notes.create} ahead={ahead} onDone={create.close} />
      </SidePanel>
      <SidePanel
        open={mayChange && update.open}
        onClose={update.close}
        title="Update plan"
        description="Investments made before keep the terms they were made with."
      >
        {opened && <PlanForm key={opened.id} plan={opened} note={notes.update} ahead={ahead} onDone={update.close} />}
      </SidePanel>
    </>
  )
}

type PlanCardProps = {
  plan: PlanInUse
  waiting: ReactNode
  onOpen: ((plan: Plan) => void) | undefined
  children: ReactNode
}

/** Its parts begin where those of the plans beside it do; what waits comes last, so that it parts no others. */
function PlanCard({ plan, waiting, onOpen, children }: PlanCardProps) {
  const { name, daily_roi, early_roi, min_amount, max_amount, ref_bonus, durations, description, available, running } =
    plan
  return (
    <li className="row-span-5 mb-4 grid min-w-0 grid-cols-1 grid-rows-subgrid rounded-card bg-surface p-5 shadow-raised">
      <div>
        <div className="flex items-start justify-between gap-3">
          <h3 className="text-17 wrap-anywhere">{name}</h3>
          {!available && (
            <span className="shrink-0 rounded-full bg-completed-wash px-2.5 py-0.5 text-12 font-medium text-completed">
              Not available
            </span>
          )}
        </div>
        <p className="text-14 text-ink-2">
          <Rate daily={daily_roi} />
          {', capital at risk'}
        </p>
      </div>
      <FigureList
        className="my-4 border-y border-line py-3"
        figures={[
          { term: 'Minimum amount', value: <Money amount={min_amount} /> },
          { term: 'Maximum amount', value: <Money amount={max_amount} /> },
          { term: 'Referral bonus', value: `${ref_bonus}%` },
          { term: title, value: keeps(early_roi, daily_roi) },
          { term: 'Durations', value: durationsInWords(durations) },
          { term: 'Running investments', value: running.toLocaleString('en-US') },
        ]}
      />
      <div>{description && <p className="mb-4 text-14 text-ink-2 wrap-anywhere">{description}</p>}</div>
      <div>{children}</div>
      <div>
        {onOpen && (
          <Button
            variant="quiet"
            size="medium"
            className="w-full"
            aria-label={`Update plan ${name}`}
            onClick={() => onOpen(plan)}
          >
            <Pencil className="size-4" aria-hidden />
            Update plan
          </Button>
        )}
        {waiting}
      </div>
    </li>
  )
}

function Coming() {
  return (
    <>
      <li className="contents">
        <Skeleton className="h-72 rounded-card" />
      </li>
      <li className="contents">
        <Skeleton className="h-72 rounded-card" />
      </li>
    </>
  )
}

/** `7, 14, 30 days` */
function durationsInWords(durations: readonly number[]): string {
  return [...durations.slice(0, -1), days(durations.at(-1) ?? 0)].join(', ')
}
