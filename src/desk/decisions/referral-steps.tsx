import type { Referral } from '#referrals/contract.ts'
import { mayTransition } from '#referrals/rules.ts'
import { FigureList } from '#ui/figures.tsx'
import { momentOf } from '#ui/times.ts'
import { call } from '#desk/calls.ts'
import { DecisionForm, NextSteps } from './decision-form.tsx'
import { useDecided } from './decided.ts'
import { DeclineStep } from './decline-step.tsx'
import { PersonLine, RecordHead } from '#desk/record-parts.tsx'
import type { Steps } from '#lists/web/steps.ts'
import { SecondAbove } from '#desk/approvals/second-above.tsx'
import { WaitingApproval } from '#desk/approvals/waiting-approval.tsx'
import { fromWire } from '#money/micro-usd.ts'
import { showUsdExact } from '#money/show.ts'

type StepProps = { referral: Referral; steps: Steps<Referral> }

/** An open referral in the step that the address names; nothing that is typed for one goes over to another. */
export function ReferralSteps({ referral, steps }: StepProps) {
  if (steps.step === 'approve') return <Approve key={referral.id} referral={referral} steps={steps} />
  if (steps.step === 'decline') return <Decline key={referral.id} referral={referral} steps={steps} />
  return <ReferralRecord referral={referral} steps={steps} />
}

function ReferralRecord({ referral, steps }: StepProps) {
  const { id, amount, status, ref_bonus, created_at, reason, inviter, invited } = referral
  return (
    <>
      <RecordHead record={referral} amount={showUsdExact(fromWire(amount))}>
        {ref_bonus}% of an investment
      </RecordHead>
      <WaitingApproval of={id} className="mt-4" />
      <PersonLine person={inviter} label="Upliner" />
      <PersonLine person={invited} label="Downliner" />
      <FigureList
        className="py-4"
        figures={[
          { term: 'Date', value: momentOf(created_at) },
          ...(reason ? [{ term: 'Reason', value: reason }] : []),
        ]}
      />
      <NextSteps
        of={id}
        people={[inviter.id, invited.id]}
        {...(mayTransition('approve', status) && {
          consequence: <WhatWeOwe referral={referral} />,
          approve: { word: `Approve ${showUsdExact(fromWire(amount))}`, act: () => steps.go('approve') },
          decline: () => steps.go('decline'),
        })}
      />
    </>
  )
}

function WhatWeOwe({ referral: { amount, inviter } }: { referral: Referral }) {
  return (
    <>
      After approval we owe {inviter.name} <b className="text-ink">{showUsdExact(fromWire(amount))}</b>, which they can
      withdraw at any time.
    </>
  )
}

function Approve({ referral, steps }: StepProps) {
  const onDecided = useDecided(referral, steps)
  const { id, amount, version } = referral
  return (
    <DecisionForm
      summary={summaryOf(referral)}
      consequence={
        <>
          <WhatWeOwe referral={referral} />
          <SecondAbove kind="approve referral" amount={amount} />
        </>
      }
      confirm={`Approve ${showUsdExact(fromWire(amount))}`}
      send={() => call('POST /api/approve-referral/:id', { params: { id }, body: { version } })}
      onBack={steps.back}
      onDecided={onDecided}
    />
  )
}

function Decline({ referral, steps }: StepProps) {
  const onDecided = useDecided(referral, steps)
  const { id, amount, inviter, version } = referral
  return (
    <DeclineStep
      amount={amount}
      summary={summaryOf(referral)}
      reader={inviter.name}
      consequence={`${inviter.name} gets no bonus for this investment, now or later.`}
      send={(reason) =>
        call('POST /api/decline-referral/:id', { params: { id }, body: { version, ...(reason && { reason }) } })
      }
      onBack={steps.back}
      onDecided={onDecided}
    />
  )
}

function summaryOf({ amount, ref_bonus, inviter, invited }: Referral) {
  return [
    { term: 'Upliner', value: inviter.email },
    { term: 'Downliner', value: invited.email },
    { term: 'Bonus', value: `${showUsdExact(fromWire(amount))}, ${ref_bonus}% of an investment` },
  ]
}
