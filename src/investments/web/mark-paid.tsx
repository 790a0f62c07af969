import { useId, type FormEvent } from 'react'
import * as text from '#texts/mark-paid.ts'
import { Button } from '#ui/button.tsx'
import { useRefresh } from '#ui/read.ts'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { COPIED, TextField } from '#ui/text-field.tsx'
import { call, type Payment } from './calls.ts'

/** Says that the payment has been made, by which transaction if the investor has its id at hand. */
export function MarkPaid({ payment, onDone }: { payment: Payment; onDone: () => void }) {
  const form = useId()
  const { busy, errors, send } = useTxid(payment, onDone)
  return (
    <>
      <form id={form} noValidate onSubmit={send}>
        <TxidField label={text.txidOptional} txid={payment.txid} error={errors['txid']} />
      </form>
      {/* on a phone at its place below the slip, of which it would cover the address */}
      <div className="z-10 bg-linear-to-t from-bg from-75% to-transparent pt-4 pb-3 lg:sticky lg:bottom-0">
        <Button type="submit" form={form} busy={busy} className="w-full">
          {text.completed}
        </Button>
      </div>
    </>
  )
}

/** Sends what a form has in its field as the transaction of a payment. */
export function useTxid(payment: Payment, onDone: () => void) {
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const txid = fieldOf(new FormData(event.currentTarget), 'txid').trim()
    // an empty one takes away what was given before, and says nothing otherwise
    const body = txid === '' && payment.txid === null ? {} : { txid }
    const params = { tranx_id: payment.tranx_id }
    void submit(() => call('POST /api/verify-investment/:tranx_id', { params, body }), {
      done: () => {
        refresh()
        onDone()
      },
    })
  }
  return { busy, errors, send }
}

type TxidFieldProps = {
  label: string
  txid: string | null
  error: readonly string[] | undefined
  /** It comes where a button was pressed. */
  focused?: boolean
}

const focus = (input: HTMLInputElement | null) => input?.focus()

export function TxidField({ label, txid, error, focused = false }: TxidFieldProps) {
  return (
    <TextField
      {...(focused && { ref: focus })}
      label={label}
      name="txid"
      defaultValue={txid ?? ''}
      maxLength={200}
      {...COPIED}
      hint={text.txidHint}
      error={error}
    />
  )
}
