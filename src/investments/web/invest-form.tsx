import { useId, useState, type FormEvent } from 'react'
import * as text from '#texts/invest-form.ts'
import { days } from '#texts/plan-terms.ts'
import { fromWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import type { Plan } from '#plans/contract.ts'
import type { OwnBacking } from '#reserve/contract.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { Choices } from '#ui/choices.tsx'
import { Notice } from '#ui/notice.tsx'
import { showProblem, useSubmission } from '#ui/submission.ts'
import { SubmitAtEnd } from '#ui/submit-at-end.tsx'
import type { Wallet } from '#wallets/contract.ts'
import { backingOfEarnings, leftFor, nothingLeft } from './backing.ts'
import { call } from './calls.ts'
import { IncomeChart } from './income-chart.tsx'
import { readInvestAmount } from './invest-amount.ts'
import type { PaymentSource } from './leave.ts'
import { presetsOf } from './presets.ts'
import { Receipt } from './receipt.tsx'
import { WalletChoices } from './wallet-choices.tsx'

type InvestFormProps = {
  plan: Plan
  wallets: readonly Wallet[]
  /** What is set apart; undefined until the server has said it. */
  reserve: OwnBacking | undefined
  /** Promotional credit, which may be invested. */
  bonus: string
  onSaved: (source: PaymentSource, r_url: string) => void
}

/** How much, for how long, paid to which wallet, with the receipt as it will be. */
export function InvestForm({ wallets, ...given }: InvestFormProps) {
  const { offer, busy, saved, errors, send, isRefused } = useInvest(given)
  const { plan, reserve, bonus } = offer
  const credit = fromWire(bonus)
  const [duration, setDuration] = useState(plan.durations[0] ?? 0)
  const [source, setSource] = useState<PaymentSource>('payment')
  const fromBonus = source === 'bonus'
  const { least, most, covered, presets } = amountsOf({ plan, duration, reserve, fromBonus })
  const [typed, setTyped] = useState(presets[0]?.amount ?? '')
  const [chosenWallet, setWallet] = useState('')
  const [problem, setProblem] = useState<string>()
  const read = readInvestAmount(typed, { least, most, bonus: fromBonus ? credit : undefined })
  // the list may change while the form is open
  const walletId = wallets.find(({ id }) => id === chosenWallet)?.id ?? wallets[0]?.id ?? ''
  const choice = { amount: typed, duration, source }
  const reason = useId()
  const why = reserve && nothingLeft(reserve, plan, duration, fromBonus)
  const said = isRefused(choice)
    ? undefined
    : backingOf({ ...{ plan, duration, reserve, fromBonus }, amount: read.amount })

  const invest = (event: FormEvent) => {
    event.preventDefault()
    if (read.problem) return showProblem(() => setProblem(read.problem))
    setProblem(undefined)
    send(choice, walletId)
  }

  if (wallets.length === 0) return <Notice>{text.noWallets}</Notice>
  return (
    <form onSubmit={invest} noValidate className="flex flex-col gap-4">
      <AmountField
        label={text.amount}
        value={typed}
        onChange={(amount) => {
          setTyped(amount)
          setProblem(undefined)
        }}
        hint={limits({ least, most, covered }, duration)}
        error={problem ?? errors['amount']}
        presets={presets}
      />
      <Choices
        variant="segments"
        label={text.duration}
        required
        choices={plan.durations.map((count) => ({ value: String(count), label: days(count) }))}
        chosen={String(duration)}
        onChoose={(count) => setDuration(Number(count))}
        error={errors['duration']}
      />
      {credit > ZERO && (
        <PayFrom
          credit={credit}
          chosen={source}
          onChoose={(chosen) => {
            setSource(chosen)
            setProblem(undefined)
          }}
          error={errors['source']}
        />
      )}
      {!fromBonus && (
        <WalletChoices wallets={wallets} chosen={walletId} onChoose={setWallet} error={errors['wallet_id']} />
      )}
      <Receipt amount={read.amount} plan={plan} duration={duration} fromBonus={fromBonus} />
      <SubmitAtEnd
        busy={busy}
        why={why && reason}
        first={<ReadFirst id={reason} said={why ?? said} fromBonus={fromBonus} />}
      >
        {saved ? (fromBonus ? text.toInvestments : text.toPayment) : busy ? text.sending : label(read)}
      </SubmitAtEnd>
      {read.amount !== undefined && (
        <IncomeChart amount={read.amount} dailyRoi={plan.daily_roi} duration={duration} fromBonus={fromBonus} />
      )}
    </form>
  )
}

type Choice = { amount: string; duration: number; source: PaymentSource }

/**
 * What is offered, and the way to send what was chosen of it. From when that is pressed the offer stands still: what an
 * investment holds itself is not free any more.
 */
function useInvest({ onSaved, ...latest }: Omit<InvestFormProps, 'wallets'>) {
  const { busy, errors, submit } = useSubmission()
  const [sent, setSent] = useState<{ offer: typeof latest; choice: Choice }>()
  const [saved, setSaved] = useState(false)
  const offer = busy && sent ? sent.offer : latest
  const send = (choice: Choice, walletId: string) => {
    setSent({ offer, choice })
    const body = { plan_id: offer.plan.id, wallet_id: walletId, ...choice }
    void submit(() => call('POST /api/save-investment', { body }), {
      leaves: true,
      done: ({ r_url }) => {
        setSaved(true)
        onSaved(choice.source, r_url)
      },
    })
  }
  /** What the server has said of this stands at its field, and nothing else of the same. */
  const isRefused = ({ amount, duration, source }: Choice) =>
    errors['amount'] !== undefined &&
    sent?.choice.amount === amount &&
    sent.choice.duration === duration &&
    sent.choice.source === source
  return { offer, busy, saved, errors, send, isRefused }
}

type Of = Pick<InvestFormProps, 'reserve' | 'plan'> & { duration: number; fromBonus: boolean }

/** What a plan takes, what of that enough is set apart for where promises are `strict`, and what to choose from with a tap. */
function amountsOf({ plan, duration, reserve, fromBonus }: Of) {
  const [least, most] = [fromWire(plan.min_amount), fromWire(plan.max_amount)]
  const left = reserve ? leftFor(reserve, plan, duration, fromBonus) : null
  const covered = left !== null && left < most ? left : most
  return { least, most, covered, presets: covered < least ? [] : presetsOf(least, covered) }
}

/** What can be invested, and for how much of it enough is set apart where that is less; where it is too little, the end says so. */
function limits(
  { least, most, covered }: Pick<ReturnType<typeof amountsOf>, 'least' | 'most' | 'covered'>,
  duration: number,
) {
  const range = text.limits(showUsd(least), showUsd(most))
  return covered === most || covered < least ? range : text.limitsNow(range, showUsd(covered), duration)
}

/** What of its earnings is set apart in advance; nothing until the server has said it. */
function backingOf({ reserve, amount, ...chosen }: Of & { amount: MicroUsd | undefined }): string | undefined {
  return reserve && amount !== undefined ? backingOfEarnings(reserve, { ...chosen, amount }) : undefined
}

type ReadFirstProps = { id: string; said: string | undefined; fromBonus: boolean }

/** What is to be read before it is sent, with what is set apart for it. */
function ReadFirst({ id, said, fromBonus }: ReadFirstProps) {
  return (
    <div className="mb-3 flex flex-col gap-2">
      {said && (
        <p id={id} className="text-13 text-ink-2">
          {said}
        </p>
      )}
      <p className="text-12 text-ink-2">{fromBonus ? text.riskOfBonus : text.risk}</p>
    </div>
  )
}

type PayFromProps = {
  credit: MicroUsd
  chosen: PaymentSource
  onChoose: (source: PaymentSource) => void
  error: readonly string[] | undefined
}

function PayFrom({ credit, chosen, onChoose, error }: PayFromProps) {
  const terms = chosen === 'bonus' ? text.bonusTerms : undefined
  return (
    <Choices
      variant="segments"
      label={text.payFrom}
      choices={[
        { value: 'payment', label: text.fromWallet },
        { value: 'bonus', label: text.fromBonus(showUsd(credit)) },
      ]}
      chosen={chosen}
      onChoose={(value) => onChoose(value === 'bonus' ? 'bonus' : 'payment')}
      hint={terms}
      error={error}
    />
  )
}

function label({ amount }: ReturnType<typeof readInvestAmount>): string {
  return amount === undefined ? text.invest : text.investAmount(showUsd(amount))
}
