import { Suspense } from 'react'
import * as text from '#texts/withdrawal-detail.ts'
import { isCancelled } from '#records/rules.ts'
import { BigMoney } from '#ui/big-money.tsx'
import { FigureList } from '#ui/figures.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PlumbLine } from '#ui/plumb-line.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { momentOf } from '#ui/times.ts'
import { ToCompare } from '#ui/to-compare.tsx'
import { networkName } from '#wallets/web/networks.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { mayTransition } from '#withdrawals/rules.ts'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { HeldNote } from './held-note.tsx'
import { eventsOf } from './withdrawal-events.ts'

const WithdrawalPostings = lazyPart(async () => (await import('./withdrawal-postings.tsx')).WithdrawalPostings)

const wallets = { investment: text.earningsWallet, referral: text.referralWallet }
const headings = {
  pending: text.toBePaidTo,
  'waiting approval': text.toBePaidTo,
  approved: text.toBePaidTo,
  completed: text.paidTo,
  declined: text.askedToPayTo,
}

type WithdrawalDetailProps = {
  withdrawal: Withdrawal
  /** For which a new address is held once it is confirmed; undefined until they are known. */
  holdHours: number | undefined
  now: number
}

/** One withdrawal: where to, what has happened to it, what it did to the books, and the way out of it. */
export function WithdrawalDetail({ withdrawal, holdHours, now }: WithdrawalDetailProps) {
  const { id, amount, source, status, reason, wallet_name, wallet_address, network, txid } = withdrawal
  const { created_at, completed_at } = withdrawal
  const wallet = wallets[source]
  const cancelled = isCancelled(withdrawal)
  return (
    <div className="flex flex-col gap-5">
      <div>
        <BigMoney amount={amount} />
        <p className="mt-1 text-ink-2">
          {cancelled && `${text.youCancelled} `}
          {status === 'declined' ? text.wentBack(wallet) : text.fromWallet(wallet)}
        </p>
        {status === 'declined' && reason && !cancelled && (
          <p className="mt-1 text-down first-letter:uppercase">{reason}</p>
        )}
      </div>
      <HeldNote {...{ held: withdrawal.held, hours: holdHours, now }} />
      <ToCompare heading={headings[status]} of={wallet_address} copy={text.copyAddress}>
        <p className="mt-1 text-14 text-ink-2">{text.onNetwork(networkName(network))}</p>
      </ToCompare>
      {txid !== null && <ToCompare heading={text.transaction} of={txid} copy={text.copyTransaction} mono />}
      <PlumbLine events={eventsOf(withdrawal, now)} />
      <FigureList
        className="rounded-tile bg-sunken p-4"
        figures={[
          { term: text.method, value: wallet_name },
          { term: text.asked, value: momentOf(created_at) },
          ...(completed_at === null ? [] : [{ term: text.paid, value: momentOf(completed_at) }]),
          { term: text.reference, value: <span className="text-12 font-normal select-all">{id}</span> },
        ]}
      />
      <Suspense fallback={<Skeleton className="h-60" />}>
        <WithdrawalPostings id={id} />
      </Suspense>
      {mayTransition('cancel', status) && <CancelWithdrawal id={id} amount={amount} wallet={wallet} />}
    </div>
  )
}
