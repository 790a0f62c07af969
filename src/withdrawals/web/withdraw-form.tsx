import { useState, type FormEvent } from 'react'
import { grownSince } from '#investments/rules.ts'
import * as text from '#texts/withdraw-form.ts'
import { fromWire, microUsd, parseAmount, wholeCents, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useRefresh } from '#ui/read.ts'
import { showProblem, useSubmission } from '#ui/submission.ts'
import type { Wallet } from '#wallets/contract.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { exceedsBalance } from '#withdrawals/rules.ts'
import { AddressField, addressProblem } from './address-field.tsx'
import { call } from './calls.ts'
import { portionsOf } from './portions.ts'
import { usedAddresses } from './used-addresses.ts'
import { MethodChoices, names, type WithdrawalSource, SourceChoices } from './withdraw-choices.tsx'
import { WithdrawSummary } from './withdraw-summary.tsx'
import type { Balance } from './withdrawable.ts'

type WithdrawFormProps = {
  /** The available payment methods. */
  wallets: readonly Wallet[]
  /** What has been asked for before, for the addresses. */
  withdrawals: readonly Withdrawal[]
  balance: Balance
  balanceAt: number
  /** The source to begin with, where the form was opened from one. */
  from: string | undefined
  onDone: () => void
}

/** Asks for a payout: from which balance, how much, how and where to. */
export function WithdrawForm({ wallets, withdrawals, balance, balanceAt, from, onDone }: WithdrawFormProps) {
  const [source, setSource] = useState<WithdrawalSource>(from === 'referral' ? 'referral' : 'investment')
  const [typed, setTyped] = useState('')
  const [method, setMethod] = useState(wallets[0]?.wallet_name)
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState(false)
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()

  const wallet = wallets.find(({ wallet_name }) => wallet_name === method) ?? wallets[0]
  if (!wallet) return <Notice>{text.noPaymentMethod}</Notice>

  const available = (of: WithdrawalSource) => availableNow(balance, balanceAt, of)
  const read = parseAmount(typed)
  const type = (amount: string) => {
    setTyped(amount)
    setProblem(beyond(amount, available(source)))
  }
  const request = (event: FormEvent) => {
    event.preventDefault()
    const wrong = 'problem' in read ? read.problem : beyond(typed, available(source))
    const say = () => {
      setProblem(wrong)
      setAsked(true)
    }
    if (wrong !== undefined || addressProblem(address, wallet) !== null) return showProblem(say)
    say()
    const body = { amount: typed, source, wallet_address: address, wallet_name: wallet.wallet_name }
    void submit(() => call('POST /api/withdraw', { body }), {
      done: () => {
        refresh()
        onDone()
      },
    })
  }
  const ready = 'amount' in read && read.amount <= available(source) && addressProblem(address, wallet) === null

  return (
    <form noValidate onSubmit={request} className="flex flex-col gap-5">
      <SourceChoices
        available={available}
        chosen={source}
        onChoose={(chosen) => {
          setSource(chosen)
          setProblem(undefined)
        }}
        error={errors['source']}
      />
      <AmountField
        label={text.amount}
        value={typed}
        onChange={type}
        hint={text.upTo(showUsd(available(source)))}
        error={problem ?? errors['amount']}
        presets={portionsOf(available(source))}
      />
      <MethodChoices wallets={wallets} chosen={wallet.wallet_name} onChoose={setMethod} error={errors['wallet_name']} />
      <AddressField
        value={address}
        onChange={setAddress}
        wallet={wallet}
        used={usedAddresses(withdrawals, wallet.wallet_name)}
        asked={asked}
        error={errors['wallet_address']}
      />
      {ready && (
        <WithdrawSummary
          address={address}
          method={wallet.wallet_name}
          from={names[source]}
          left={microUsd(available(source) - read.amount)}
        />
      )}
      <Button type="submit" busy={busy} className="w-full">
        {busy ? text.sending : 'amount' in read ? text.withdrawAmount(showUsd(read.amount)) : text.withdraw}
      </Button>
    </form>
  )
}

/** The whole cents of a balance at this second: what earns has gone on since the server answered. */
function availableNow(balance: Balance, balanceAt: number, source: WithdrawalSource): MicroUsd {
  if (source === 'referral') return wholeCents(fromWire(balance.ref_bal))
  return wholeCents(microUsd(fromWire(balance.account_balance) + grownSince(balance, Date.now() - balanceAt)))
}

/** Says as it is typed that an amount is more than there is. */
function beyond(typed: string, available: MicroUsd): string | undefined {
  const read = parseAmount(typed)
  return 'amount' in read && read.amount > available ? exceedsBalance('withdrawal', available) : undefined
}
