import { Suspense, useState } from 'react'
import type { Steps } from '#lists/web/steps.ts'
import { dollars } from '#money/show.ts'
import { Address } from '#ui/address.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { FigureList } from '#ui/figures.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Money } from '#ui/money.tsx'
import { fieldOf, problemsOf } from '#ui/submission.ts'
import { networkName } from '#wallets/web/networks.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { SecondAbove } from '#desk/approvals/second-above.tsx'
import { call } from '#desk/calls.ts'
import { CoinToPay } from './coin-to-pay.tsx'
import { useDecided } from './decided.ts'
import { DecisionForm } from './decision-form.tsx'
import { HeldAddress } from './held-address.tsx'
import { LookedUp, lookedUpIn, problemOfLookedUp, SaidPaid } from './said-paid.tsx'
import { TransactionField } from './transaction-field.tsx'
import { UnusualInShort } from './withdrawal-background.tsx'
import { WithdrawalShortfall } from './withdrawal-funds.tsx'
import { SOURCES } from './withdrawal-view.tsx'

const QrCode = lazyPart(async () => (await import('#ui/qr-code.tsx')).QrCode)
/** Fetches what draws the code, before the step is opened. */
export const loadQrCode = QrCode.preload

/**
 * Marks a withdrawal as paid: what to pay and where, to be scanned or copied, and the transaction's id. As it was when the
 * step was opened: where it has changed since, the server refuses. Where somebody said that it was paid, that is looked up
 * before anything is shown to pay.
 */
export function Pay({ withdrawal, steps }: { withdrawal: Withdrawal; steps: Steps<Withdrawal> }) {
  const [opened] = useState(withdrawal)
  const onDecided = useDecided(opened, steps)
  const { id, amount, created_at: date, version, said_paid: said } = opened
  const [isLookedUp, setLookedUp] = useState(false)
  return (
    <DecisionForm
      first={
        <>
          <SaidPaid withdrawal={opened} />
          <HeldAddress withdrawal={withdrawal} />
          <UnusualInShort withdrawal={withdrawal} />
        </>
      }
      summary={[]}
      fields={(errors) => (
        <>
          {said && <LookedUp said={said} errors={errors} onChange={setLookedUp} />}
          {said && isLookedUp && <IfItWas />}
          {(!said || isLookedUp) && <WhatToPay withdrawal={opened} />}
          <WithdrawalShortfall withdrawal={withdrawal} />
          <TransactionField of={id} known={said?.txid} error={errors['txid']} />
        </>
      )}
      consequence={
        <>
          Mark it as paid only after you have paid it. The payout will be posted.
          <SecondAbove kind="update withdrawal" amount={amount} />
        </>
      }
      confirm={`Mark ${dollars(amount)} as paid`}
      check={(given) => problemsOf(problemOfLookedUp(said, given))}
      send={(given) => {
        const txid = fieldOf(given, 'txid').trim()
        const asked = { ...(txid && { txid }), ...lookedUpIn(given) }
        const body = { amount, date, status: 'completed', version, ...asked } as const
        return call('POST /api/update-withdrawal/:id', { params: { id }, body })
      }}
      onBack={steps.back}
      onDecided={onDecided}
    />
  )
}

function IfItWas() {
  return (
    <p className="text-14 text-ink-2">
      If it was paid, don’t pay it again: leave the transaction id as it is. If it wasn’t, pay it now and enter the id
      of the new transaction.
    </p>
  )
}

/** How much to whom, in dollars and in coin, and the address to compare, to copy or to scan. */
function WhatToPay({ withdrawal }: { withdrawal: Withdrawal }) {
  const { id, amount, network, source, user, wallet_address, wallet_name } = withdrawal
  return (
    <section aria-label="What to pay" className="flex flex-col gap-3.5">
      <div>
        <p className="text-13 text-ink-2">Pay {user.name}</p>
        <p className="flex items-center justify-between gap-3 text-36 font-medium">
          <Money amount={amount} />
          <CopyText text={amount} label="Copy the amount" />
        </p>
      </div>
      <CoinToPay id={id} />
      <div className="rounded-tile bg-sunken p-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <div className="size-32">
            <Suspense>
              <QrCode text={wallet_address} label={`QR code of the address of ${user.name}`} className="size-32" />
            </Suspense>
          </div>
          <FigureList
            className="min-w-32 flex-1"
            figures={[
              { term: 'By', value: wallet_name },
              { term: 'Network', value: networkName(network) },
              { term: 'From', value: SOURCES[source] },
            ]}
          />
        </div>
        <div className="mt-3 flex items-start justify-between gap-3">
          <Address text={wallet_address} className="shrink" />
          <CopyText text={wallet_address} label="Copy the address" />
        </div>
      </div>
    </section>
  )
}
