import { useState } from 'react'
import { fromWire, microUsd, parseAmount, ZERO } from '#money/micro-usd.ts'
import { showUsd, dollars } from '#money/show.ts'
import { problemOfAmount } from '#money/typed.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { FigureList } from '#ui/figures.tsx'
import { useChange } from '#ui/change.ts'
import { fieldOf, problemsOf } from '#ui/submission.ts'
import { ReasonField } from '#desk/decisions/decision-form.tsx'
import type { UserView } from './user-view.ts'
import { accountNames } from '#desk/account-names.ts'
import { call } from '#desk/calls.ts'
import { SecondApprovalLimit } from '#desk/approvals/waiting-approval.tsx'
import type { Category } from '#adjustments/contract.ts'
import { CATEGORIES } from '#adjustments/rules.ts'

const NAMES = ['earnings', 'referral', 'bonus'] as const
const WORDS = { topup: { button: 'Top up', toward: 'more' }, deduct: { button: 'Deduct', toward: 'less' } }

type AdjustFormProps = { view: UserView; direction: 'topup' | 'deduct'; onDone: () => void }

/** Sets a balance right against the operator's own equity: which, by how much, for what, and why. */
export function AdjustForm({ view, direction, onDone }: AdjustFormProps) {
  const { user, investment_balance, referral_balance, bonus_balance } = view
  const balances = { earnings: investment_balance, referral: referral_balance, bonus: bonus_balance }
  const [amount, setAmount] = useState('')
  const [name, setName] = useState<(typeof NAMES)[number]>('earnings')
  const [category, setCategory] = useState<Category>('correction')
  const { busy, errors, change } = useChange(onDone)
  const { button } = WORDS[direction]
  const typed = parseAmount(amount)

  const adjust = (given: FormData) => {
    const reason = fieldOf(given, 'reason').trim()
    const input = { params: { id: user.id }, body: { amount, account: name, category, ...(reason && { reason }) } }
    return direction === 'topup' ? call('POST /api/topup-user/:id', input) : call('POST /api/deduct-user/:id', input)
  }
  const check = () => problemsOf({ amount: problemOfAmount(amount) })

  return (
    <form noValidate onSubmit={(event) => change(event, adjust, check)} className="flex flex-col gap-4">
      <AmountField label="Amount" value={amount} onChange={setAmount} error={errors['amount']} />
      <Choices
        label="Account"
        variant="tiles"
        choices={NAMES.map((value) => ({ value, label: accountNames[value], detail: dollars(balances[value]) }))}
        chosen={name}
        onChoose={(value) => setName(NAMES.find((known) => known === value) ?? name)}
        error={errors['account']}
      />
      <Choices
        label="Category"
        variant="segments"
        choices={Object.entries(CATEGORIES).map(([value, label]) => ({ value, label }))}
        chosen={category}
        onChoose={(value) => setCategory(value as Category)}
        error={errors['category']}
      />
      <ReasonField hint={`Visible to ${user.name}, with the category`} errors={errors} />
      <div aria-live="polite" className="min-h-20 rounded-tile bg-sunken p-4 text-13 text-ink-2">
        <Consequence
          user={user.name}
          typed={amount}
          account={accountNames[name]}
          balance={balances[name]}
          direction={direction}
        />
        <SecondApprovalLimit />
      </div>
      <Button type="submit" busy={busy}>
        {busy ? 'sending...' : `${button}${'problem' in typed ? '' : ` ${showUsd(typed.amount)}`}`}
      </Button>
    </form>
  )
}

type ConsequenceProps = { user: string; typed: string; account: string; balance: string; direction: 'topup' | 'deduct' }

function Consequence({ user, typed, account, balance, direction }: ConsequenceProps) {
  const read = parseAmount(typed)
  const now = dollars(balance)
  if ('problem' in read) return <FigureList figures={[{ term: account, value: now }]} />
  const after = microUsd(fromWire(balance) + (direction === 'topup' ? read.amount : -read.amount))
  if (after < ZERO)
    return (
      <p className="text-down">
        At most <b className="text-ink">{dollars(balance)}</b> can be deducted: {account} holds no more.
      </p>
    )
  return (
    <>
      <FigureList className="mb-2" figures={[{ term: account, value: `${now} → ${showUsd(after)}` }]} />
      <p>
        After this, we owe {user} <b className="text-ink">{showUsd(read.amount)}</b> {WORDS[direction].toward}.
      </p>
    </>
  )
}
