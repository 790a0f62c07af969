import type { Withdrawal } from '#withdrawals/contract.ts'
import { Address } from '#ui/address.tsx'
import { usePreload } from '#ui/preload.ts'
import { problemsOf } from '#ui/submission.ts'
import { SecondAbove } from '#desk/approvals/second-above.tsx'
import { call } from '#desk/calls.ts'
import { DecisionForm, personFigures } from './decision-form.tsx'
import { useDecided } from './decided.ts'
import { DeclineStep } from './decline-step.tsx'
import { EditForm } from './edit-form.tsx'
import { HeldAddress } from './held-address.tsx'
import { loadQrCode, Pay } from './pay-step.tsx'
import { LookedUp, lookedUpIn, problemOfLookedUp, SaidPaid } from './said-paid.tsx'
import type { Steps } from '#lists/web/steps.ts'
import { Unusual } from './withdrawal-background.tsx'
import { SOURCES, WhatIsToBePaid, WithdrawalView } from './withdrawal-view.tsx'
import { dollars } from '#money/show.ts'

type StepProps = { withdrawal: Withdrawal; steps: Steps<Withdrawal> }

/** An open withdrawal in the step that the address names; nothing that is typed for one goes over to another. */
export function WithdrawalSteps({ withdrawal, steps }: StepProps) {
  usePreload(withdrawal.status === 'approved' && loadQrCode)
  if (steps.step === 'approve') return <Approve key={withdrawal.id} withdrawal={withdrawal} steps={steps} />
  if (steps.step === 'decline') return <Decline key={withdrawal.id} withdrawal={withdrawal} steps={steps} />
  if (steps.step === 'edit') return <Edit key={withdrawal.id} withdrawal={withdrawal} steps={steps} />
  if (steps.step === 'pay') return <Pay key={withdrawal.id} withdrawal={withdrawal} steps={steps} />
  return <WithdrawalView withdrawal={withdrawal} steps={steps} />
}

function Approve({ withdrawal, steps }: StepProps) {
  const onDecided = useDecided(withdrawal, steps)
  const { id, amount, version } = withdrawal
  return (
    <DecisionForm
      first={
        <>
          <SaidPaid withdrawal={withdrawal} />
          <HeldAddress withdrawal={withdrawal} />
          <Unusual withdrawal={withdrawal} />
        </>
      }
      summary={summaryOf(withdrawal)}
      consequence={
        <>
          <WhatIsToBePaid withdrawal={withdrawal} />
          <SecondAbove kind="update withdrawal" amount={amount} />
        </>
      }
      confirm={`Approve ${dollars(amount)}`}
      send={() => call('POST /api/approve-withdrawal/:id', { params: { id }, body: { version } })}
      onBack={steps.back}
      onDecided={onDecided}
    />
  )
}

function Decline({ withdrawal, steps }: StepProps) {
  const onDecided = useDecided(withdrawal, steps)
  const { id, amount, source, user, version, said_paid: said } = withdrawal
  return (
    <DeclineStep
      first={<SaidPaid withdrawal={withdrawal} />}
      amount={amount}
      summary={summaryOf(withdrawal)}
      reader={user.name}
      consequence={`${dollars(amount)} goes back to the ${SOURCES[source]} of ${user.name}.`}
      more={(errors) => said && <LookedUp said={said} errors={errors} />}
      check={(given) => problemsOf(problemOfLookedUp(said, given))}
      send={(reason, given) => {
        const body = { version, ...(reason && { reason }), ...lookedUpIn(given) }
        return call('POST /api/decline-withdrawal/:id', { params: { id }, body })
      }}
      onBack={steps.back}
      onDecided={onDecided}
    />
  )
}

function Edit({ withdrawal, steps }: StepProps) {
  const onDecided = useDecided(withdrawal, steps)
  const { id, amount, status, version, created_at, txid, user, wallet_name, wallet_address } = withdrawal
  const { said_paid: said } = withdrawal
  // nothing is done yet
  const asIf = said ? { looked_up: said.id } : {}
  return (
    <EditForm
      record={{ id, amount, status, version, date: created_at, txid }}
      whose={[...personFigures(user), { term: 'By', value: wallet_name }, toWhere(wallet_address)]}
      paysOut
      said={said}
      preview={(body) => call('POST /api/admin/preview-withdrawal/:id', { params: { id }, body: { ...body, ...asIf } })}
      send={(body) => call('POST /api/update-withdrawal/:id', { params: { id }, body })}
      onBack={steps.back}
      onDecided={onDecided}
    />
  )
}

function summaryOf({ amount, user, wallet_name, wallet_address, source }: Withdrawal) {
  return [
    ...personFigures(user),
    { term: 'Amount', value: dollars(amount) },
    { term: 'From', value: SOURCES[source] },
    { term: 'By', value: wallet_name },
    toWhere(wallet_address),
  ]
}

/** In groups, to be compared. */
function toWhere(address: string) {
  return { term: 'To', value: <Address text={address} className="text-start" /> }
}
