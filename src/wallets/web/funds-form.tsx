import { useState, type ReactNode } from 'react'
import { fromWire, microUsd, parseAmount, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { beyondFree } from '#wallets/beyond-rules.ts'
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
  /** What is neither owed nor set apart, of all wallets. */
  free: string
  /** What of the reserve may go out: neither promised nor held for a promise to come. */
  reserve: string
  /** From where on another administrator has to agree. */
  second?: ReactNode
  /** Whether one has to agree to taking out what is owed or set apart. */
  secondBeyond?: ReactNode
}

/** The operator's own money, recorded in a payment wallet against capital, returns or fees. */
export function FundsForm({ wallet, holds, free, reserve, onDone, second, secondBeyond }: FundsFormProps) {
  const [account, setAccount] = useState<RecordedAccount>('capital')
  const beyond = (typed: string, direction: Direction) => {
    const read = parseAmount(typed)
    if ('problem' in read || read.amount > fromWire(holds.custody)) return ZERO
    return beyondFree({ amount: read.amount, direction, account }, fromWire(free))
  }
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
          {(account === 'reserve' && direction === 'out' && beyondReserve(reserve, typed)) ||
            consequence(wallet.wallet_name, holds, typed, direction)}
          {beyond(typed, direction) === ZERO && second}
        </>
      )}
      warning={(typed, direction) => {
        const amount = beyond(typed, direction)
        return amount === ZERO
          ? null
          : { says: <Beyond amount={amount} free={free} second={secondBeyond} />, tick: KNOWN }
      }}
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

const KNOWN = 'I take out money that is owed to investors or set apart for them'

function Beyond({ amount, free, second }: { amount: MicroUsd; free: string; second: ReactNode }) {
  const own = fromWire(free)
  return (
    <>
      <p>
        <b>{showUsd(amount)} of this is owed to investors or set apart for them.</b>{' '}
        {own > ZERO ? `Only ${showUsd(own)} is your own and free.` : 'Nothing is your own and free.'} Everybody who
        reads /books is told the day and the amount, until it has come back.
      </p>
      {second}
    </>
  )
}

/** That no more of the reserve may go, where it is more. */
function beyondReserve(reserve: string, typed: string): string | null {
  const [read, most] = [parseAmount(typed), fromWire(reserve)]
  if ('problem' in read || read.amount <= most) return null
  return most > ZERO
    ? `At most ${showUsd(most)} can go out: no more of the reserve is free.`
    : 'Nothing can go out of the reserve: nothing in it is free.'
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
