import { useState, type FormEvent } from 'react'
import { grownSince } from '#investments/rules.ts'
import * as text from '#texts/withdraw-form.ts'
import { fromWire, microUsd, parseAmount, wholeCents, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { Notice } from '#ui/notice.tsx'
import { useRefresh } from '#ui/read.ts'
import { Seal } from '#ui/rosette.tsx'
import { showProblem, useSubmission } from '#ui/submission.ts'
import type { Wallet } from '#wallets/contract.ts'
import { networkName, networkSymbol } from '#wallets/web/networks.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { exceedsBalance } from '#withdrawals/rules.ts'
import { AddressField, addressProblem } from './address-field.tsx'
import { call } from './calls.ts'
import { portionsOf } from './portions.ts'
import { usedAddresses } from './used-addresses.ts'
import { WithdrawSummary } from './withdraw-summary.tsx'
import type { Balance } from './withdrawable.ts'

type WithdrawFormProps = {
  /** The payment methods on offer. */
  wallets: readonly Wallet[]
  /** What has been asked for before, for the addresses. */
  withdrawals: readonly Withdrawal[]
  balance: Balance
  balanceAt: number
  /** The source to begin with, where the form was opened from one. */
  from: string | undefined
  onDone: () => void
}
type Source = 'investment' | 'referral'
const names: Record<Source, string> = { investment: text.earningsWallet, referral: text.referralWallet }

/** Asks for a payout: from which balance, how much, how and where to. */
export function WithdrawForm({ wallets, withdrawals, balance, balanceAt, from, onDone }: WithdrawFormProps) {
  const [source, setSource] = useState<Source>(from === 'referral' ? 'referral' : 'investment')
  const [typed, setTyped] = useState('')
  const [method, setMethod] = useState(wallets[0]?.wallet_name)
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState(false)
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()

  const wallet = wallets.find(({ wallet_name }) => wallet_name === method) ?? wallets[0]
  if (!wallet) return <Notice>{text.noPaymentMethod}</Notice>

  const available = (of: Source) => availableNow(balance, balanceAt, of)
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
      <Choices
        look="tiles"
        label={text.source}
        choices={(['investment', 'referral'] as const).map((value) => {
          const detail = <span className="text-12 whitespace-nowrap">{showUsd(available(value))}</span>
          return { value, label: names[value], detail }
        })}
        chosen={source}
        onChoose={(value) => {
          setSource(value === 'referral' ? 'referral' : 'investment')
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
      <Choices
        look="tiles"
        label={text.paymentMethod}
        choices={wallets.map(({ wallet_name, network }) => ({
          value: wallet_name,
          label: <span className="wrap-anywhere">{wallet_name}</span>,
          lead: (
            <Seal
              id={network}
              initials={networkSymbol(network)}
              className="mb-1 size-10 text-15 [--brand:var(--gold)]"
            />
          ),
          detail: networkName(network),
        }))}
        chosen={wallet.wallet_name}
        onChoose={setMethod}
        error={errors['wallet_name']}
      />
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
function availableNow(balance: Balance, balanceAt: number, source: Source): MicroUsd {
  if (source === 'referral') return wholeCents(fromWire(balance.ref_bal))
  return wholeCents(microUsd(fromWire(balance.account_balance) + grownSince(balance, Date.now() - balanceAt)))
}

/** Says as it is typed that an amount is more than there is. */
function beyond(typed: string, available: MicroUsd): string | undefined {
  const read = parseAmount(typed)
  return 'amount' in read && read.amount > available ? exceedsBalance('withdrawal', available) : undefined
}
