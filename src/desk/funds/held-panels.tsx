import { useState } from 'react'
import type { HeldMoney } from '#investments/contract.ts'
import { fromWire, microUsd, parseAmount, ZERO } from '#money/micro-usd.ts'
import { showUsd, dollars } from '#money/show.ts'
import { plainAmount, problemOfAmount } from '#money/typed.ts'
import type { CallError } from '#ui/client.ts'
import { Choices } from '#ui/choices.tsx'
import { fieldOf, problemsOf } from '#ui/submission.ts'
import { COPIED, TextField } from '#ui/text-field.tsx'
import { dayOf } from '#ui/times.ts'
import { call } from '#desk/calls.ts'
import { DecisionForm, ReasonField } from '#desk/decisions/decision-form.tsx'
import { SecondApprovalLimit } from '#desk/approvals/waiting-approval.tsx'

type HeldPanelProps = { item: HeldMoney; onDone: () => void }

/** Records that money held in suspense was paid back: all of it, or a part. */
export function RefundForm({ item, onDone }: HeldPanelProps) {
  const { id, held, user } = item
  const [amount, setAmount] = useState('')
  const send = (given: FormData) => {
    const typed = (name: string) => fieldOf(given, name).trim()
    const [address, txid] = [typed('address'), typed('txid')]
    const optional = {
      ...(amount && { amount }),
      ...(address && { address }),
      ...(txid && { txid }),
    }
    const body = { ...optional, reason: typed('reason') }
    return call('POST /api/refund-suspense/:id', { params: { id }, body })
  }
  return (
    <DecisionForm
      summary={summaryOf(item)}
      fields={(errors) => (
        <>
          <TextField
            label="Amount (optional)"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            onChange={(event) => setAmount(plainAmount(event.target.value))}
            hint={`All of the ${dollars(held)} if left empty`}
            error={errors['amount']}
          />
          <TextField
            label="Paid to address (optional)"
            name="address"
            maxLength={120}
            {...COPIED}
            error={errors['address']}
          />
          <TextField label="Transaction id (optional)" name="txid" maxLength={200} {...COPIED} error={errors['txid']} />
          <ReasonField hint={`Visible to ${user.name}`} errors={errors} />
        </>
      )}
      consequence={
        <>
          <AfterRefund item={item} typed={amount} />
          <SecondApprovalLimit />
        </>
      }
      confirm="Record the refund"
      check={() => problemsOf({ amount: amount ? problemOfAmount(amount) : null })}
      send={send}
      onBack={onDone}
    />
  )
}

function AfterRefund({ item: { held, user, wallet }, typed }: { item: HeldMoney; typed: string }) {
  const read = typed === '' ? { amount: fromWire(held) } : parseAmount(typed)
  if ('problem' in read || read.amount > fromWire(held))
    return (
      <>
        At most <b className="text-ink">{dollars(held)}</b> can be refunded.
      </>
    )
  const rest = microUsd(fromWire(held) - read.amount)
  return (
    <>
      After this, {wallet.wallet_name} holds <b className="text-ink">{showUsd(read.amount)}</b> less, and{' '}
      {rest > ZERO ? (
        <>
          <b className="text-ink">{showUsd(rest)}</b> stays held for
        </>
      ) : (
        'nothing more is held for'
      )}{' '}
      {user.name}.
    </>
  )
}

/** Approves an investment that waits with money that is held for another of the same investor. */
export function UseForm({ item, onDone }: HeldPanelProps) {
  const { id, held, user, uses } = item
  const [chosen, setChosen] = useState(uses[0]?.id ?? '')
  const use = uses.find((known) => known.id === chosen)
  const choices = (errors: CallError['errors'] = {}) => (
    <Choices
      label="Use it for"
      variant="tiles"
      choices={uses.map(({ id: value, amount, plan, created_at }) => ({
        value,
        label: dollars(amount),
        detail: `${plan}, created ${dayOf(created_at)}`,
      }))}
      chosen={chosen}
      onChoose={setChosen}
      error={errors['from_suspense']}
    />
  )
  if (uses.length === 0)
    return <p role="status">None of {user.name}’s open investments is small enough for this amount.</p>
  if (use === undefined) {
    // somebody has decided on it meanwhile: another one is for the administrator to choose
    return (
      <>
        <p role="status" className="mb-3">
          The investment you chose is no longer open. Choose another.
        </p>
        {choices()}
      </>
    )
  }
  return (
    <DecisionForm
      summary={summaryOf(item)}
      fields={choices}
      consequence={
        <>
          <b className="text-ink">{dollars(use.amount)}</b> of the {dollars(held)} starts earning for {user.name}. The
          rest stays held.
        </>
      }
      confirm={`Approve ${dollars(use.amount)}`}
      send={() => call('POST /api/approve-investment/:id', { params: { id: use.id }, body: { from_suspense: id } })}
      onBack={onDone}
    />
  )
}

function summaryOf({ user, wallet, held, received, since }: HeldMoney) {
  return [
    { term: 'Investor', value: user.name },
    { term: 'Email', value: user.email },
    { term: 'At', value: wallet.wallet_name },
    { term: 'Came in', value: dollars(received) },
    { term: 'Held', value: dollars(held) },
    { term: 'Since', value: dayOf(since) },
  ]
}
