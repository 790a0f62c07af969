import { useState, type ReactNode } from 'react'
import { fromWire, microUsd, parseAmount, ZERO } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import type { RecordedAccount, Wallet } from '#wallets/contract.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Choices } from '#ui/choices.tsx'
import { call } from './calls.ts'
import { OwnMoneyForm, type Direction } from './own-money-form.tsx'

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
  const [account, setAccount] = useState<RecordedAccount>('capital')
  const areReturnsComing = (direction: Direction) => account === 'returns' && direction === 'in'
  return (
    <OwnMoneyForm
      directions={{ in: 'Coming in', out: 'Going out' }}
      more={(direction, errors) => (
        <>
          <Choices
            label="Account"
            variant="tiles"
            choices={ACCOUNTS}
            chosen={account}
            onChoose={(value) => setAccount(ACCOUNTS.find((one) => one.value === value)?.value ?? 'capital')}
            error={errors['account']}
          />
          {areReturnsComing(direction) && (
            <Checkbox name="to_reserve" error={errors['to_reserve']}>
              Set apart for promises
            </Checkbox>
          )}
        </>
      )}
      consequence={(typed, direction) => (
        <>
          {consequence(wallet.wallet_name, holds, typed, direction)}
          {second}
        </>
      )}
      button={() => 'Record funds'}
      send={(typed, given) => {
        const to_reserve = areReturnsComing(typed.direction) && given.get('to_reserve') !== null
        const body = { wallet_id: wallet.id, account, ...typed, ...(to_reserve && { to_reserve }) }
        return call('POST /api/record-funds', { body })
      }}
      onDone={onDone}
    />
  )
}

function consequence(wallet: string, { custody, to_pay }: Holds, typed: string, direction: Direction): string {
  const read = parseAmount(typed)
  if ('problem' in read) return `${wallet} holds ${showUsd(fromWire(custody))} now.`
  const after = microUsd(fromWire(custody) + (direction === 'in' ? read.amount : -read.amount))
  if (after < ZERO) return `At most ${showUsd(fromWire(custody))} can go out: ${wallet} holds no more.`
  const missing = microUsd(fromWire(to_pay) - after)
  const short = missing > ZERO ? ` ${showUsd(missing)} is then missing to pay the approved withdrawals.` : ''
  return `After this, ${wallet} holds ${showUsd(after)}.${short}`
}
