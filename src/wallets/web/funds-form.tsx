import { useState, type ReactNode } from 'react'
import { fromWire, microUsd, parseAmount, ZERO } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { problemOfAmount } from '#money/typed.ts'
import type { RecordedAccount, Wallet } from '#wallets/contract.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Choices } from '#ui/choices.tsx'
import { useChange } from '#ui/change.ts'
import { fieldOf, problemsOf } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { call } from './calls.ts'

const DIRECTIONS = [
  { value: 'in', label: 'Coming in' },
  { value: 'out', label: 'Going out' },
]
const ACCOUNTS: readonly { value: RecordedAccount; label: string; detail: string }[] = [
  { value: 'capital', label: 'Capital', detail: 'our own money' },
  { value: 'returns', label: 'Returns', detail: 'what our investing earned' },
  { value: 'fees', label: 'Fees', detail: 'paid or taken' },
  { value: 'reserve', label: 'Reserve', detail: 'capital set apart for promises' },
]

type Holds = { custody: string; to_pay: string }
type FundsFormProps = {
  wallet: Wallet
  holds: Holds
  onDone: () => void
  /** From where on another administrator has to agree. */
  second?: ReactNode
}

/** The operator's own money, recorded in a payment wallet against capital, returns or fees. */
export function FundsForm({ wallet, holds, onDone, second }: FundsFormProps) {
  const [amount, setAmount] = useState('')
  const [direction, setDirection] = useState<'in' | 'out'>('in')
  const [account, setAccount] = useState<RecordedAccount>('capital')
  const { busy, errors, change } = useChange(onDone)
  const returnsComeIn = account === 'returns' && direction === 'in'

  const record = (given: FormData) => {
    const reason = fieldOf(given, 'reason').trim()
    const to_reserve = returnsComeIn && given.get('to_reserve') !== null
    const body = { wallet_id: wallet.id, amount, direction, account, reason, ...(to_reserve && { to_reserve }) }
    return call('POST /api/record-funds', { body })
  }
  const check = () => problemsOf({ amount: problemOfAmount(amount) })

  return (
    <form noValidate onSubmit={(event) => change(event, record, check)} className="flex flex-col gap-4">
      <AmountField label="Amount" value={amount} onChange={setAmount} error={errors['amount']} />
      <Choices
        label="Direction"
        variant="segments"
        choices={DIRECTIONS}
        chosen={direction}
        onChoose={(value) => setDirection(value === 'out' ? 'out' : 'in')}
        error={errors['direction']}
      />
      <Choices
        label="Account"
        variant="tiles"
        choices={ACCOUNTS}
        chosen={account}
        onChoose={(value) => setAccount(ACCOUNTS.find((one) => one.value === value)?.value ?? 'capital')}
        error={errors['account']}
      />
      {returnsComeIn && (
        <Checkbox name="to_reserve" error={errors['to_reserve']}>
          Set apart for promises
        </Checkbox>
      )}
      <TextArea label="Reason" name="reason" required maxLength={500} error={errors['reason']} />
      <p className="min-h-5 text-13 text-ink-2" aria-live="polite">
        {consequence(wallet.wallet_name, holds, amount, direction)}
        {second}
      </p>
      <Button type="submit" busy={busy}>
        {busy ? 'sending...' : 'Record funds'}
      </Button>
    </form>
  )
}

function consequence(wallet: string, { custody, to_pay }: Holds, typed: string, direction: 'in' | 'out'): string {
  const read = parseAmount(typed)
  if ('problem' in read) return `${wallet} holds ${showUsd(fromWire(custody))} now.`
  const after = microUsd(fromWire(custody) + (direction === 'in' ? read.amount : -read.amount))
  if (after < ZERO) return `At most ${showUsd(fromWire(custody))} can go out: ${wallet} holds no more.`
  const missing = microUsd(fromWire(to_pay) - after)
  const short = missing > ZERO ? ` ${showUsd(missing)} is then missing to pay the approved withdrawals.` : ''
  return `After this, ${wallet} holds ${showUsd(after)}.${short}`
}
