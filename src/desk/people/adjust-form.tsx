import { useState, type FormEvent } from 'react'
import { fromWire, microUsd, parseAmount, ZERO } from '#money/micro-usd.ts'
import { showUsd, dollars } from '#money/show.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { useRefresh } from '#ui/read.ts'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import type { Account } from './account.ts'
import { call } from '#desk/calls.ts'
import { SecondWhere } from '#desk/approvals/waiting-approval.tsx'
import type { Category } from '#adjustments/contract.ts'
import { CATEGORIES } from '#adjustments/rules.ts'

const NAMES = ['earnings', 'referral', 'bonus'] as const
const WORDS = { topup: { button: 'Top up', toward: 'more' }, deduct: { button: 'Deduct', toward: 'less' } }

type AdjustFormProps = { account: Account; direction: 'topup' | 'deduct'; onDone: () => void }

/** Sets a balance right against the operator's own equity: which, by how much, for what, and why. */
export function AdjustForm({ account, direction, onDone }: AdjustFormProps) {
  const { user, investment_balance, referral_balance, bonus_balance } = account
  const balances = { earnings: investment_balance, referral: referral_balance, bonus: bonus_balance }
  const [amount, setAmount] = useState('')
  const [name, setName] = useState<(typeof NAMES)[number]>('earnings')
  const [category, setCategory] = useState<Category>('correction')
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const { button } = WORDS[direction]

  const adjust = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = fieldOf(new FormData(event.currentTarget), 'reason').trim()
    const input = { params: { id: user.id }, body: { amount, account: name, category, ...(reason && { reason }) } }
    const send = () =>
      direction === 'topup' ? call('POST /api/topup-user/:id', input) : call('POST /api/deduct-user/:id', input)
    void submit(send, {
      done: () => {
        refresh()
        onDone()
      },
    })
  }

  return (
    <form onSubmit={adjust} className="flex flex-col gap-4">
      <AmountField label="Amount" value={amount} onChange={setAmount} error={errors['amount']} />
      <Choices
        label="Account"
        look="tiles"
        choices={[
          { value: 'earnings', label: 'Earnings', detail: dollars(balances.earnings) },
          { value: 'referral', label: 'Referral', detail: dollars(balances.referral) },
          { value: 'bonus', label: 'Bonus', detail: dollars(balances.bonus) },
        ]}
        chosen={name}
        onChoose={(value) => setName(NAMES.find((known) => known === value) ?? name)}
        error={errors['account']}
      />
      <Choices
        label="Category"
        look="segments"
        choices={Object.entries(CATEGORIES).map(([value, label]) => ({ value, label }))}
        chosen={category}
        onChoose={(value) => setCategory(value as Category)}
        error={errors['category']}
      />
      <TextArea
        label="Reason"
        name="reason"
        required
        maxLength={500}
        hint={`Visible to ${user.name}, with the category`}
        error={errors['reason']}
      />
      <p aria-live="polite" className="min-h-9 text-13 text-ink-2">
        <Consequence user={user.name} typed={amount} account={name} balance={balances[name]} direction={direction} />
        <SecondWhere />
      </p>
      <Button type="submit" busy={busy}>
        {busy ? 'sending...' : button}
      </Button>
    </form>
  )
}

type ConsequenceProps = { user: string; typed: string; account: string; balance: string; direction: 'topup' | 'deduct' }

function Consequence({ user, typed, account, balance, direction }: ConsequenceProps) {
  const read = parseAmount(typed)
  if ('problem' in read) return null
  const after = microUsd(fromWire(balance) + (direction === 'topup' ? read.amount : -read.amount))
  if (after < ZERO)
    return (
      <>
        At most <b className="text-ink">{dollars(balance)}</b> can be deducted: {account} holds no more.
      </>
    )
  return (
    <>
      After this we owe {user} <b className="text-ink">{showUsd(read.amount)}</b> {WORDS[direction].toward}: {account}{' '}
      will then be <b className="text-ink">{showUsd(after)}</b>.
    </>
  )
}
