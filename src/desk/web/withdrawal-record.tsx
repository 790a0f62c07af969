import { mayMove } from '#withdrawals/rules.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { Address } from '#ui/address.tsx'
import { Button } from '#ui/button.tsx'
import { FigureList, type Figure } from '#ui/figures.tsx'
import { momentOf } from '#ui/times.ts'
import { DecisionButtons } from './decision.tsx'
import { useWhyNotDecide } from './may-decide.ts'
import { PersonLine, RecordFoot, RecordHead } from './record-parts.tsx'
import type { Steps } from './steps.ts'
import { bold, dollars } from './words.tsx'

export const SOURCES: Record<Withdrawal['source'], string> = {
  investment: 'Earnings Wallet',
  referral: 'Referral Wallet',
}

/** Everything about one withdrawal, and what an administrator can do with it. */
export function WithdrawalRecord({ withdrawal, steps }: { withdrawal: Withdrawal; steps: Steps<Withdrawal> }) {
  const { id, amount, status, source, user, wallet_name, wallet_address } = withdrawal
  const whyNot = useWhyNotDecide([user.id])
  return (
    <>
      <RecordHead id={id} amount={amount} status={status} onEdit={whyNot ? undefined : () => steps.go('edit')}>
        From the {SOURCES[source]} by {wallet_name}
      </RecordHead>
      <PersonLine person={user} />
      <h3 className="mt-4 mb-2 text-13 font-normal text-ink-2">Pay to this address</h3>
      <Address text={wallet_address} className="rounded-tile bg-sunken p-4" />
      <FigureList className="py-4" figures={factsOf(withdrawal)} />
      {!whyNot && mayMove('approve', status) && (
        <DecisionButtons
          consequence={<WhatIsToBePaid withdrawal={withdrawal} />}
          approve={`Approve ${dollars(amount)}`}
          onApprove={() => steps.go('approve')}
          onDecline={() => steps.go('decline')}
        />
      )}
      {!whyNot && status === 'approved' && (
        <RecordFoot>
          <p>It is held for {user.name} until it is paid out.</p>
          <Button size="medium" className="mt-3 w-full" onClick={() => steps.go('pay')}>
            Mark as paid
          </Button>
        </RecordFoot>
      )}
      {whyNot && <RecordFoot>{whyNot}</RecordFoot>}
    </>
  )
}

export function WhatIsToBePaid({ withdrawal: { amount, user, wallet_name } }: { withdrawal: Withdrawal }) {
  return (
    <>
      From then on we owe {user.name} a payment of {bold(dollars(amount))} by {wallet_name}.
    </>
  )
}

function factsOf({ wallet_name, created_at, completed_at, txid, reason }: Withdrawal): Figure[] {
  const facts: [string, string | null][] = [
    ['Wallet', wallet_name],
    ['Asked for', momentOf(created_at)],
    ['Paid', completed_at && momentOf(completed_at)],
    ['Transaction id', txid],
    ['Reason', reason],
  ]
  return facts.flatMap(([term, value]) => (value ? [{ term, value }] : []))
}
