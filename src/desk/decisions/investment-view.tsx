import { besidesWhom } from '#kit/cancelled-rules.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { withGaps } from '#lists/web/left-out.tsx'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import { days } from '#texts/plan-terms.ts'
import type { Investment } from '#investments/contract.ts'
import { mayTransition } from '#investments/rules.ts'
import { choosesEnd, onlyNames } from '#investments/web/only-names.ts'
import { Rate } from '#plans/web/rate.tsx'
import { Address } from '#ui/address.tsx'
import { FigureList, type Figure } from '#ui/figures.tsx'
import { PlumbLine, type PlumbEvent } from '#ui/plumb-line.tsx'
import { Money } from '#ui/money.tsx'
import { momentOf, wholeMomentOf } from '#ui/times.ts'
import { CoinQuotes } from './coin-quotes.tsx'
import { TransactionId } from './transaction-id.tsx'
import { NextSteps } from './decision-form.tsx'
import { PersonLine, RecordHead, statusWords } from '#desk/record-parts.tsx'
import type { Steps } from '#lists/web/steps.ts'
import { WaitingApproval } from '#desk/approvals/waiting-approval.tsx'
import { perDay } from '#desk/per-day.ts'
import { dollars } from '#money/show.ts'

/** Everything about one investment, and what an administrator can do with it. */
export function InvestmentView({ investment, steps }: { investment: Investment; steps: Steps<Investment> }) {
  const { id, amount, status, duration, daily_roi, plan, source, user, history, txid } = investment
  return (
    <>
      <RecordHead record={investment} amount={<Money amount={amount} />}>
        {plan.name} for {days(duration)}, <Rate daily={daily_roi} />
      </RecordHead>
      <WaitingApproval of={id} className="mt-4" />
      <PersonLine person={user} />
      {txid && (
        <TransactionId
          of={id}
          txid={txid}
          by={{ kind: 'investment', amount }}
          heading="Paid by this transaction, says the investor"
        />
      )}
      {source === 'payment' && <CoinQuotes of={id} />}
      <FigureList className="py-4" figures={factsOf(investment)} />
      <h3 className="mb-2 border-t border-line pt-4 text-13 font-normal text-ink-2">History</h3>
      <PlumbLine events={withGaps(history, eventOf, <AllLines of={id} />)} />
      <NextSteps
        of={id}
        people={[user.id]}
        {...(!investment.left_early && { edit: () => steps.go('edit') })}
        {...(mayTransition('approve', status) && {
          consequence: <WhatWeOwe investment={investment} />,
          approve: { word: `Approve ${dollars(amount)}`, act: () => steps.go('approve') },
          decline: () => steps.go('decline'),
        })}
      />
    </>
  )
}

/** *After approval we owe …*: the principal, and what it earns. */
export function WhatWeOwe({ investment: { user, amount, daily_roi } }: { investment: Investment }) {
  return (
    <>
      After approval we owe {user.name} <b className="text-ink">{dollars(amount)}</b> and{' '}
      <b className="text-ink">{perDay(amount, daily_roi)}</b> a day.
    </>
  )
}

function factsOf(investment: Investment): Figure[] {
  const {
    amount,
    typed_amount,
    wallet,
    tranx_id,
    source,
    created_at,
    began_at,
    ends_at,
    completed_at,
    expires_at,
    status,
    earned,
    reason,
    received,
    held,
    from_suspense,
    early_roi,
    left_early,
    at_end,
    reinvested,
  } = investment
  const running = status === 'approved' || status === 'completed'
  const atWallet = source === 'payment' || fromWire(received) > ZERO
  const address = <Address text={wallet.wallet_address} className="text-start" />
  const facts: [string, ReactNode][] = [
    ['Typed by the investor', typed_amount === amount ? null : dollars(typed_amount)],
    ['Paid to', atWallet ? wallet.wallet_name : null],
    ['Address', atWallet && address],
    ['Reference', tranx_id],
    ['Source', { payment: null, bonus: 'Bonus balance', reinvest: 'Reinvested' }[source]],
    ['Created', momentOf(created_at)],
    ['Pay by', status === 'pending' && expires_at ? momentOf(expires_at) : null],
    ['Started', running && began_at ? momentOf(began_at) : null],
    ['Ends', status === 'approved' && ends_at ? momentOf(ends_at) : null],
    ['At its end', status === 'approved' ? AT_END[at_end] : null],
    [left_early ? 'Left early' : 'Completed', completed_at && momentOf(completed_at)],
    ['Early rate', `${early_roi}% a day`],
    ['Reinvested', reinvested ? 'Yes' : null],
    [left_early ? 'Kept' : 'Earned so far', running ? dollars(earned) : null],
    ['Reason', left_early ? null : besidesWhom(reason)],
    [
      status === 'declined' ? 'Received anyway' : 'Received before',
      fromWire(received) > ZERO ? dollars(received) : null,
    ],
    ['Still held in suspense', fromWire(received) > ZERO ? dollars(held) : null],
    ['Paid with', from_suspense && running ? 'Money held for another investment' : null],
  ]
  return facts.flatMap(([term, value]) => (value ? [{ term, value }] : []))
}

const AT_END = {
  'to wallet': null,
  'reinvest principal': 'Principal reinvested',
  'reinvest all': 'Principal and earnings reinvested',
}

const ACTORS = { investor: 'by the investor', administrator: 'by an administrator', system: 'automatically' }

/** The way to everything that the log has about a record. */
function AllLines({ of }: { of: string }) {
  return (
    <Link to="/admin-audit" search={{ q: of }} className="font-semibold text-brand underline">
      All of them are in the audit log
    </Link>
  )
}

/** What has happened, as the investor sees it too; which administrator it was is told here alone. */
function eventOf({ at, by, by_name, before, after, reason }: Investment['history'][number]): PlumbEvent {
  const changes = [
    before && before.amount !== after.amount && `${dollars(before.amount)} → ${dollars(after.amount)}`,
    before &&
      before.date !== after.date &&
      before.status === after.status &&
      `${wholeMomentOf(before.date)} → ${wholeMomentOf(after.date)}`,
    after.held !== undefined && after.held !== before?.held && `${dollars(after.held)} held in suspense`,
    after.refund?.address && `to ${after.refund.address}`,
    after.refund?.txid && `transaction ${after.refund.txid}`,
    after.txid !== undefined && after.txid !== before?.txid && `transaction ${after.txid}`,
    before && choosesEnd(before, after) && (AT_END[after.at_end ?? 'to wallet'] ?? 'Back to the balance'),
    reason,
  ].filter(Boolean)
  return {
    title: titleOf({ by, before, after }),
    detail: [by_name ? `by ${by_name}` : ACTORS[by], ...changes].join(', '),
    aside: momentOf(at),
    state: 'done',
  }
}

function titleOf({ by, before, after }: Pick<Investment['history'][number], 'by' | 'before' | 'after'>): string {
  if (after.refund) return `${dollars(after.refund.amount)} refunded`
  if (before?.status !== after.status) {
    if (by === 'investor' && after.status === 'completed') return 'Left early'
    return by === 'investor' && after.status === 'declined' ? 'Cancelled' : statusWords(after.status)
  }
  if (before && choosesEnd(before, after)) return 'Choice for its end'
  if (onlyNames(before, after)) return 'Transaction id changed'
  return before.held === after.held || before.amount !== after.amount ? 'Corrected' : 'Money held for it'
}
