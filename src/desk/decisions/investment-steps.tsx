import { useState } from 'react'
import { days } from '#texts/plan-terms.ts'
import type { Investment } from '#investments/contract.ts'
import { stillToCome } from '#investments/rules.ts'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import { showUsd, dollars } from '#money/show.ts'
import { plainAmount, problemOfAmount } from '#money/typed.ts'
import { Choices } from '#ui/choices.tsx'
import type { Figure } from '#ui/figures.tsx'
import { fieldOf, problemsOf } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import { dayOf } from '#ui/times.ts'
import { SecondAbove } from '#desk/approvals/second-above.tsx'
import { call, useRead } from '#desk/calls.ts'
import { DecisionForm, personFigures } from './decision-form.tsx'
import { useDecided } from './decided.ts'
import { DeclineStep } from './decline-step.tsx'
import { EditForm } from './edit-form.tsx'
import { InvestmentView, WhatWeOwe } from './investment-view.tsx'
import type { Steps } from '#lists/web/steps.ts'
import { perDay } from '#desk/per-day.ts'

type StepProps = { investment: Investment; steps: Steps<Investment> }

/** An open investment in the step that the address names; nothing that is typed for one goes over to another. */
export function InvestmentSteps({ investment, steps }: StepProps) {
  if (steps.step === 'approve') return <Approve key={investment.id} investment={investment} steps={steps} />
  if (steps.step === 'decline') return <Decline key={investment.id} investment={investment} steps={steps} />
  if (steps.step === 'edit') return <Edit key={investment.id} investment={investment} steps={steps} />
  return <InvestmentView investment={investment} steps={steps} />
}

function Approve({ investment, steps }: StepProps) {
  const onDecided = useDecided(investment, steps)
  const held = useRead('GET /api/admin/suspense-for/:id', { params: { id: investment.id } }).data?.items ?? []
  const [from, setFrom] = useState('')
  const used = held.find((item) => item.id === from)
  const { id, amount, daily_roi, duration, plan, user, version, wallet } = investment
  return (
    <DecisionForm
      summary={[
        ...personFigures(user),
        { term: 'Amount', value: dollars(amount) },
        { term: 'Plan', value: `${plan.name}, ${days(duration)}` },
        { term: 'Earns', value: `${perDay(amount, daily_roi)} a day` },
        ...paymentOf(investment),
      ]}
      fields={
        held.length > 0
          ? (errors) => (
              <Choices
                label="Paid with"
                variant="tiles"
                choices={[
                  { value: '', label: 'New money', detail: `at ${wallet.wallet_name}` },
                  ...held.map((item) => ({
                    value: item.id,
                    label: 'Use money held in suspense',
                    detail: `${dollars(item.held)} since ${dayOf(item.since)}`,
                  })),
                ]}
                chosen={from}
                onChoose={setFrom}
                error={errors['from_suspense']}
              />
            )
          : undefined
      }
      consequence={
        from && !used ? (
          'The money you chose is no longer held. Go back and choose again.'
        ) : (
          <>
            {used ? (
              `It is paid with the ${dollars(used.held)} held in suspense.`
            ) : (
              <WhatHasToBeThere investment={investment} />
            )}{' '}
            <WhatWeOwe investment={investment} />
            <SecondAbove kind="approve investment" amount={amount} />
          </>
        )
      }
      confirm={`Approve ${dollars(amount)}`}
      send={() =>
        call('POST /api/approve-investment/:id', {
          params: { id },
          body: { version, ...(from && { from_suspense: from }) },
        })
      }
      onBack={steps.back}
      onDecided={onDecided}
    />
  )
}

/** Where the amount comes from, and what the investor says of that. */
function paymentOf({ source, status, wallet }: Investment): Figure[] {
  if (source !== 'payment')
    return [{ term: 'Paid from', value: source === 'bonus' ? 'Bonus balance' : 'Earnings Wallet' }]
  return [
    { term: 'Paid to', value: wallet.wallet_name },
    { term: 'Payment', value: status === 'pending' ? 'Not marked as paid yet' : 'Marked as paid by the investor' },
  ]
}

/** Where it is taken from, or what the wallet has to have received: all of it, or the rest where some came in before, which is used first. */
function WhatHasToBeThere({ investment }: { investment: Investment }) {
  const { held, source, status, wallet } = investment
  if (source !== 'payment')
    return <>It is taken from the investor’s {source === 'bonus' ? 'bonus balance' : 'Earnings Wallet'}.</>
  const before = fromWire(held) > ZERO
  const rest = before ? stillToCome(investment) : null
  const money =
    rest === null ? (
      'the money'
    ) : (
      <>
        the other <b className="text-ink">{showUsd(rest)}</b>
      </>
    )
  return (
    <>
      {before && (
        <>
          <b className="text-ink">{dollars(held)}</b> came in before and is used first.{' '}
        </>
      )}
      {rest === ZERO ? (
        'Nothing more needs to come in.'
      ) : (
        <>
          The investor {status === 'pending' ? 'hasn’t' : 'has'} marked it as paid. Approve it only if the wallet{' '}
          {wallet.wallet_name} has received {money}.
        </>
      )}
    </>
  )
}

function Decline({ investment, steps }: StepProps) {
  const onDecided = useDecided(investment, steps)
  const { id, amount, received, user, wallet, version } = investment
  const before = fromWire(received) > ZERO
  return (
    <DeclineStep
      amount={amount}
      summary={[...personFigures(user), { term: 'Amount', value: dollars(amount) }]}
      reader={user.name}
      more={(errors) => (
        <TextField
          label="Received anyway (optional)"
          name="received"
          inputMode="decimal"
          autoComplete="off"
          hint={
            before
              ? `Everything received at ${wallet.wallet_name}, including the ${dollars(received)} from before. Leave it empty if nothing has come in since`
              : `Everything received at ${wallet.wallet_name}, if anything`
          }
          error={errors['received']}
        />
      )}
      consequence="Nothing starts earning. What was received is held in suspense until it is refunded or used."
      check={(given) => {
        const received = receivedIn(given)
        return problemsOf({ received: received ? problemOfAmount(received) : null })
      }}
      send={(reason, given) => {
        const received = receivedIn(given)
        const body = { version, ...(reason && { reason }), ...(received && { received }) }
        return call('POST /api/decline-investment/:id', { params: { id }, body })
      }}
      onBack={steps.back}
      onDecided={onDecided}
    />
  )
}

/** What came in for it, as the wire takes it; empty for nothing. */
function receivedIn(given: FormData): string {
  const received = plainAmount(fieldOf(given, 'received'))
  return /^0(\.0*)?$/.test(received) ? '' : received
}

function Edit({ investment, steps }: StepProps) {
  const onDecided = useDecided(investment, steps)
  const { id, amount, status, version, created_at, began_at, user, plan, duration } = investment
  const running = status === 'approved' || status === 'completed'
  return (
    <EditForm
      record={{ id, amount, status, version, date: (running && began_at) || created_at }}
      whose={[...personFigures(user), { term: 'Plan', value: `${plan.name}, ${days(duration)}` }]}
      preview={(body) => call('POST /api/admin/preview-investment/:id', { params: { id }, body })}
      send={(body) => call('POST /api/update-investment/:id', { params: { id }, body })}
      onBack={steps.back}
      onDecided={onDecided}
    />
  )
}
