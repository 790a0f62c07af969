import { useState, type FormEvent } from 'react'
import { grownSince } from '#investments/web/growth.ts'
import { fromWire, microUsd, parseAmount, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { Notice } from '#ui/notice.tsx'
import { useRefresh } from '#ui/read.ts'
import { Seal } from '#ui/rosette.tsx'
import { useSubmission } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import type { Wallet } from '#wallets/contract.ts'
import { networkName } from '#wallets/web/networks.ts'
import { exceedsBalance } from '#withdrawals/rules.ts'
import { call } from './calls.ts'
import { portionsOf } from './portions.ts'
import type { Withdrawable } from './withdrawable-card.tsx'

type WithdrawFormProps = {
  /** The payment methods on offer. */
  wallets: readonly Wallet[]
  balance: Withdrawable
  balanceAt: number
  /** The source to begin with, where the form was opened from one. */
  from: string | undefined
  onDone: () => void
}
type Source = 'investment' | 'referral'

/** Asks for a payout: from which balance, how much, how and where to. */
export function WithdrawForm({ wallets, balance, balanceAt, from, onDone }: WithdrawFormProps) {
  const [source, setSource] = useState<Source>(from === 'referral' ? 'referral' : 'investment')
  const [typed, setTyped] = useState('')
  const [method, setMethod] = useState(wallets[0]?.wallet_name ?? '')
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const read = parseAmount(typed)
  const wallet = wallets.find(({ wallet_name }) => wallet_name === method)

  const request = (event: FormEvent) => {
    event.preventDefault()
    const wrong = 'problem' in read ? read.problem : beyond(read.amount, availableNow(balance, balanceAt, source))
    setProblem(wrong)
    if (wrong) return
    const body = { amount: typed, source, wallet_address: address.trim(), wallet_name: method }
    void submit(() => call('POST /api/withdraw', { body }), {
      done: () => {
        refresh()
        onDone()
      },
    })
  }
  const held = fromWire(source === 'investment' ? balance.account_balance : balance.ref_bal)

  if (wallets.length === 0) return <Notice>No payment method is open at the moment, so nothing can be paid out.</Notice>
  return (
    <form onSubmit={request} className="flex flex-col gap-5">
      <Choices
        look="tiles"
        label="Source"
        choices={[
          { value: 'investment', label: 'Earnings Wallet', detail: showUsd(fromWire(balance.account_balance)) },
          { value: 'referral', label: 'Referral Wallet', detail: showUsd(fromWire(balance.ref_bal)) },
        ]}
        chosen={source}
        onChoose={(value) => setSource(value === 'referral' ? 'referral' : 'investment')}
        error={errors['source']}
      />
      <AmountField
        label="Amount in USD"
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setProblem(undefined)
        }}
        hint={`Up to ${showUsd(held)}`}
        error={problem ?? errors['amount']}
        presets={portionsOf(held)}
      />
      <Choices
        look="tiles"
        label="Payment method"
        choices={wallets.map(({ wallet_name, network }) => ({
          value: wallet_name,
          label: wallet_name,
          lead: (
            <Seal
              id={network}
              initials={network.slice(0, 1).toUpperCase()}
              className="mb-1 size-8 text-15 [--brand:var(--gold)]"
            />
          ),
          detail: networkName(network),
        }))}
        chosen={method}
        onChoose={setMethod}
        error={errors['wallet_name']}
      />
      <TextField
        label="Wallet address"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        hint={
          wallet &&
          `Your own address on the ${networkName(wallet.network)} network. What is sent to a wrong one is lost.`
        }
        error={errors['wallet_address']}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
        required
      />
      <Button type="submit" busy={busy} className="w-full">
        {busy ? 'sending...' : 'amount' in read ? `Withdraw ${showUsd(read.amount)}` : 'Withdraw'}
      </Button>
    </form>
  )
}

/** A balance as it is at this second: what earns has gone on since the server answered. */
function availableNow(balance: Withdrawable, balanceAt: number, source: Source): MicroUsd {
  if (source === 'referral') return fromWire(balance.ref_bal)
  return microUsd(fromWire(balance.account_balance) + grownSince(balance, Date.now() - balanceAt))
}

function beyond(amount: MicroUsd, available: MicroUsd): string | undefined {
  return amount > available ? exceedsBalance('withdrawal', available) : undefined
}
