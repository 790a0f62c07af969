import { useState, type FormEvent } from 'react'
import type { WithdrawalConditions } from '#addresses/contract.ts'
import * as text from '#texts/withdraw-form.ts'
import * as conditionsText from '#texts/withdrawal-conditions.ts'
import { microUsd, parseAmount, wholeCents, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { useRefresh } from '#ui/read.ts'
import { showProblem, useSubmission } from '#ui/submission.ts'
import { SubmitAtEnd } from '#ui/submit-at-end.tsx'
import type { Wallet } from '#wallets/contract.ts'
import { networkName } from '#wallets/web/networks.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { exceedsBalance } from '#withdrawals/rules.ts'
import { addressProblem } from './address-field.tsx'
import { AddressPart, isNewAddress } from './address-part.tsx'
import { call } from './calls.ts'
import { leftOf, limitWords } from './conditions.ts'
import { portionsOf } from './portions.ts'
import { usedAddresses } from './used-addresses.ts'
import { MethodChoices, names, type WithdrawalSource, SourceChoices } from './withdraw-choices.tsx'
import { WithdrawSummary } from './withdraw-summary.tsx'
import type { InWallets } from './withdrawable.ts'

type WithdrawFormProps = {
  /** The available payment methods. */
  wallets: readonly Wallet[]
  /** What has been asked for before, for the addresses. */
  withdrawals: readonly Withdrawal[]
  /** What it has to keep to, and the saved addresses, once they are known. */
  conditions: WithdrawalConditions | undefined
  /** At the second that the screen shows. */
  inWallets: InWallets
  /** The source to begin with, where the form was opened from one. */
  from: string | undefined
  onDone: () => void
}

/** What is wrong with an amount that can be read: more than there is at this second, or than the limit leaves. Said at once. */
function problemBeyond(amount: MicroUsd, available: MicroUsd, left: MicroUsd | undefined): string | undefined {
  if (amount > available) return exceedsBalance('withdrawal', available)
  return left !== undefined && amount > left ? conditionsText.beyondLimit(showUsd(left)) : undefined
}

function upTo(available: MicroUsd, left: MicroUsd | undefined): string {
  return left !== undefined && left < available
    ? conditionsText.upToLimit(showUsd(left))
    : text.upTo(showUsd(available))
}

/** Asks for a payout: from which balance, how much, how and where to. */
export function WithdrawForm({ wallets, withdrawals, conditions, inWallets, from, onDone }: WithdrawFormProps) {
  const [source, setSource] = useState<WithdrawalSource>(from === 'referral' ? 'referral' : 'investment')
  const [typed, setTyped] = useState('')
  const [method, setMethod] = useState(wallets[0]?.wallet_name)
  const [address, setAddress] = useState('')
  const [addressName, setAddressName] = useState('')
  /** It was sent with an amount that cannot be read, and has not been changed since. */
  const [unread, setUnread] = useState(false)
  const [asked, setAsked] = useState(false)
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()

  const wallet = wallets.find(({ wallet_name }) => wallet_name === method) ?? wallets[0]
  if (!wallet) return <Notice>{text.noPaymentMethod}</Notice>

  const book = (conditions?.addresses ?? []).filter(({ network }) => network === wallet.network)
  // in whole cents, as it is asked for
  const available = (of: WithdrawalSource) => wholeCents(of === 'referral' ? inWallets.referral : inWallets.earned)
  const read = parseAmount(typed)
  const left = leftOf(conditions)
  const beyond = 'amount' in read ? problemBeyond(read.amount, available(source), left) : undefined
  const problem = 'problem' in read ? (unread ? read.problem : undefined) : beyond
  const type = (amount: string) => {
    setTyped(amount)
    setUnread(false)
  }
  const request = (event: FormEvent) => {
    event.preventDefault()
    const say = () => {
      setUnread('problem' in read)
      setAsked(true)
    }
    if ('problem' in read || beyond !== undefined || addressProblem(address, wallet) !== null) return showProblem(say)
    say()
    const named = isNewAddress(book, address) && addressName.trim() !== '' && { address_name: addressName }
    const body = { amount: typed, source, wallet_address: address, wallet_name: wallet.wallet_name, ...named }
    void submit(() => call('POST /api/withdraw', { body }), {
      done: () => {
        refresh()
        onDone()
      },
    })
  }
  const ready = 'amount' in read && beyond === undefined && addressProblem(address, wallet) === null

  return (
    <form noValidate onSubmit={request} className="flex flex-col gap-4">
      {conditions?.limit && <Notice>{limitWords(conditions.limit)}</Notice>}
      <SourceChoices available={available} chosen={source} onChoose={setSource} error={errors['source']} />
      <AmountField
        label={text.amount}
        value={typed}
        onChange={type}
        hint={upTo(available(source), left)}
        error={problem ?? errors['amount']}
        presets={portionsOf(available(source))}
      />
      <MethodChoices wallets={wallets} chosen={wallet.wallet_name} onChoose={setMethod} error={errors['wallet_name']} />
      <AddressPart
        value={address}
        onChange={setAddress}
        {...{ wallet, book, asked, errors }}
        used={usedAddresses(withdrawals, wallet.wallet_name)}
        name={addressName}
        onName={setAddressName}
        holdHours={conditions?.hold_hours ?? 0}
      />
      {ready && (
        <WithdrawSummary
          {...{ amount: read.amount, address, method: wallet.wallet_name, from: names[source] }}
          network={networkName(wallet.network)}
          left={microUsd(available(source) - read.amount)}
        />
      )}
      <SubmitAtEnd busy={busy}>
        {busy ? text.sending : 'amount' in read ? text.withdrawAmount(showUsd(read.amount)) : text.withdraw}
      </SubmitAtEnd>
    </form>
  )
}
