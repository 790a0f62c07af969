import { besidesWhom } from '#kit/cancelled-rules.ts'
import { mayTransition } from '#withdrawals/rules.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { Address } from '#ui/address.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { FigureList, type Figure } from '#ui/figures.tsx'
import { Money } from '#ui/money.tsx'
import { momentOf } from '#ui/times.ts'
import { accountNames } from '#desk/account-names.ts'
import { NextSteps } from './decision-form.tsx'
import { HeldAddress, useHeld } from './held-address.tsx'
import { PersonLine, RecordHead } from '#desk/record-parts.tsx'
import { SaidPaid } from './said-paid.tsx'
import type { Steps } from '#lists/web/steps.ts'
import { TransactionId } from './transaction-id.tsx'
import { payeeHeading } from './transaction-words.ts'
import { Background, Unusual } from './withdrawal-background.tsx'
import { WithdrawalFunds, WithdrawalShortfall } from './withdrawal-funds.tsx'
import { WaitingApproval } from '#desk/approvals/waiting-approval.tsx'
import { dollars } from '#money/show.ts'

export const SOURCES: Record<Withdrawal['source'], string> = {
  investment: accountNames.earnings,
  referral: accountNames.referral,
}

/** Everything about one withdrawal, and what an administrator can do with it. */
export function WithdrawalView({ withdrawal, steps }: { withdrawal: Withdrawal; steps: Steps<Withdrawal> }) {
  const { id, amount, status, source, user, wallet_name, wallet_address, txid } = withdrawal
  const held = useHeld(withdrawal)
  return (
    <>
      <RecordHead record={withdrawal} amount={<Money amount={amount} />}>
        From the {SOURCES[source]} by {wallet_name}
      </RecordHead>
      <SaidPaid withdrawal={withdrawal} />
      <HeldAddress withdrawal={withdrawal} />
      <Unusual withdrawal={withdrawal} />
      <WaitingApproval of={id} className="mt-4" />
      <PersonLine person={user} />
      <WithdrawalShortfall withdrawal={withdrawal} />
      <h3 className="mt-4 mb-2 text-13 font-normal text-ink-2">{payeeHeading(status)}</h3>
      <div className="flex items-start justify-between gap-3 rounded-tile bg-sunken p-4">
        <Address text={wallet_address} className="shrink" />
        <CopyText text={wallet_address} label="Copy the address" />
      </div>
      {txid && (
        <TransactionId of={id} txid={txid} by={{ kind: 'withdrawal', amount }} heading="Paid by this transaction" />
      )}
      <FigureList className="py-4" figures={factsOf(withdrawal)} />
      <WithdrawalFunds withdrawal={withdrawal} />
      <Background withdrawal={withdrawal} />
      <NextSteps
        of={id}
        people={[user.id]}
        edit={() => steps.go('edit')}
        {...(mayTransition('approve', status) && {
          consequence: <WhatIsToBePaid withdrawal={withdrawal} />,
          approve: { word: held ?? `Approve ${dollars(amount)}`, act: () => steps.go('approve'), waits: held !== null },
          decline: () => steps.go('decline'),
        })}
        {...(status === 'approved' && {
          consequence: `It is held for ${user.name} until it is paid out.`,
          approve: { word: held ?? 'Mark as paid', act: () => steps.go('pay'), waits: held !== null },
        })}
      />
    </>
  )
}

export function WhatIsToBePaid({ withdrawal: { amount, user, wallet_name } }: { withdrawal: Withdrawal }) {
  return (
    <>
      After approval we owe {user.name} a payment of <b className="text-ink">{dollars(amount)}</b> by {wallet_name}.
    </>
  )
}

function factsOf({ amount, typed_amount, wallet_name, created_at, completed_at, reason }: Withdrawal): Figure[] {
  const facts: [string, string | null][] = [
    ['Typed by the investor', typed_amount === amount ? null : dollars(typed_amount)],
    ['Wallet', wallet_name],
    ['Requested', momentOf(created_at)],
    ['Paid', completed_at && momentOf(completed_at)],
    ['Reason', besidesWhom(reason)],
  ]
  return facts.flatMap(([term, value]) => (value ? [{ term, value }] : []))
}
