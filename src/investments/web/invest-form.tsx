import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { fromWire, parseAmount, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import type { Plan } from '#plans/contract.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { useLater } from '#ui/later.ts'
import { Notice } from '#ui/notice.tsx'
import { useRefresh } from '#ui/read.ts'
import { Seal } from '#ui/rosette.tsx'
import { useSubmission } from '#ui/submission.ts'
import type { Wallet } from '#wallets/contract.ts'
import { networkName } from '#wallets/web/networks.ts'
import { call } from './calls.ts'
import { presetsOf } from './presets.ts'
import { Receipt } from './receipt.tsx'

const LEAVES_AFTER = 3000

type InvestFormProps = {
  plan: Plan
  wallets: readonly Wallet[]
  /** Promotional credit, which may be invested. */ bonus: string
}
type Source = 'payment' | 'bonus'

/** How much, for how long, paid to which wallet, with the receipt as it will be. */
export function InvestForm({ plan, wallets, bonus }: InvestFormProps) {
  const least = fromWire(plan.min_amount)
  const most = fromWire(plan.max_amount)
  const [presets] = useState(() => presetsOf(least, most))
  const [typed, setTyped] = useState(presets[0]?.amount ?? '')
  const [duration, setDuration] = useState(plan.durations[0] ?? 0)
  const [walletId, setWalletId] = useState(wallets[0]?.id ?? '')
  const [source, setSource] = useState<Source>('payment')
  const [problem, setProblem] = useState<string>()
  const { busy, errors, submit } = useSubmission()
  const leave = useLeave()
  const read = parseAmount(typed)
  const amount = 'amount' in read ? read.amount : undefined

  const invest = (event: FormEvent) => {
    event.preventDefault()
    const wrong = 'problem' in read ? read.problem : outside(read.amount, least, most)
    setProblem(wrong)
    if (wrong) return
    const body = { plan_id: plan.id, wallet_id: walletId, amount: typed, duration, source }
    void submit(() => call('POST /api/save-investment', { body }), {
      leaves: true,
      done: ({ r_url }) => leave(source, r_url),
    })
  }

  if (wallets.length === 0) return <Notice>No payment wallet is open at the moment, so nothing can be paid in.</Notice>
  return (
    <form onSubmit={invest} noValidate className="flex flex-col gap-4">
      <AmountField
        label="Amount"
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setProblem(undefined)
        }}
        hint={`Between ${showUsd(least)} and ${showUsd(most)}`}
        error={problem ?? errors['amount']}
        presets={presets}
      />
      <Choices
        look="segments"
        label="Duration"
        choices={plan.durations.map((days) => ({ value: String(days), label: daysText(days) }))}
        chosen={String(duration)}
        onChoose={(days) => setDuration(Number(days))}
        error={errors['duration']}
      />
      {fromWire(bonus) > ZERO && (
        <Choices
          look="segments"
          label="Pay from"
          choices={[
            { value: 'payment', label: 'Payment wallet' },
            { value: 'bonus', label: `Bonus balance, ${showUsd(fromWire(bonus))}` },
          ]}
          chosen={source}
          onChoose={(value) => setSource(value === 'bonus' ? 'bonus' : 'payment')}
        />
      )}
      {source === 'payment' && (
        <WalletChoices wallets={wallets} chosen={walletId} onChoose={setWalletId} error={errors['wallet_id']} />
      )}
      <Receipt amount={amount} dailyRoi={plan.daily_roi} duration={duration} />
      <p className="text-12 text-ink-2">
        Your capital is at risk. What it earns counts from the second in which your payment is approved.
      </p>
      <Button type="submit" busy={busy} className="w-full">
        {busy ? 'sending...' : amount === undefined ? 'Invest' : `Invest ${showUsd(amount)}`}
      </Button>
    </form>
  )
}

type WalletChoicesProps = {
  wallets: readonly Wallet[]
  chosen: string
  onChoose: (id: string) => void
  error: readonly string[] | undefined
}

function WalletChoices({ wallets, ...rest }: WalletChoicesProps) {
  return (
    <Choices
      look="tiles"
      label="Payment wallet"
      choices={wallets.map(({ id, wallet_name, network }) => ({
        value: id,
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
      {...rest}
    />
  )
}

/** After three seconds on to the payment, or to what runs already; Back leads to the plans from there. */
function useLeave() {
  const navigate = useNavigate()
  const later = useLater()
  const refresh = useRefresh()
  return (source: Source, r_url: string) => {
    refresh()
    const pay = { to: '/payment', search: Object.fromEntries(new URLSearchParams(r_url)) } as const
    const look = { to: '/investment', search: { tab: 'active' } } as const
    later(() => void navigate({ ...(source === 'payment' ? pay : look), replace: true }), LEAVES_AFTER)
  }
}

function outside(amount: MicroUsd, least: MicroUsd, most: MicroUsd): string | undefined {
  const fits = amount >= least && amount <= most
  return fits ? undefined : `The amount must be between ${showUsd(least)} and ${showUsd(most)}.`
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
