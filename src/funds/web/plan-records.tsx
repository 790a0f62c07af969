import type { ReactNode } from 'react'
import type { OpenBooks } from '#funds/books-contract.ts'
import * as text from '#texts/books.ts'
import { Money } from '#ui/money.tsx'
import { FigurePart } from './part.tsx'

/** What each plan has promised and paid, and what became of its investments. */
export function PlanRecords({ plans }: { plans: OpenBooks['plans'] }) {
  return (
    <FigurePart title={text.plans} line={plans.length === 0 ? undefined : text.plansLine}>
      {plans.length === 0 ? (
        <p className="text-14 text-ink-2">{text.noPlans}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {plans.map((plan, place) => (
            <li key={place} className="rounded-tile bg-sunken p-4 text-14">
              <h3 className="font-semibold wrap-anywhere">{plan.name}</h3>
              <dl className="mt-1 flex flex-col gap-1">
                <Fact name={text.promised}>
                  <Money amount={plan.promised} />
                </Fact>
                <Fact name={text.paid}>
                  <Money amount={plan.paid} />
                </Fact>
                <Fact name={text.completed}>{plan.completed}</Fact>
                <Fact name={text.leftEarly}>{plan.left_early}</Fact>
                <Fact name={text.late}>{plan.late}</Fact>
                <Fact name={text.corrected}>{plan.corrected}</Fact>
                {plan.left_to_invest !== null && (
                  <Fact name={text.leftToInvest}>
                    <Money amount={plan.left_to_invest} />
                  </Fact>
                )}
              </dl>
            </li>
          ))}
        </ul>
      )}
    </FigurePart>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
