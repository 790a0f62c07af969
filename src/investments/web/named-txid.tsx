import { useState } from 'react'
import * as text from '#texts/mark-paid.ts'
import { Button } from '#ui/button.tsx'
import { ToCompare } from '#ui/to-compare.tsx'
import type { Payment } from './calls.ts'
import { TxidField, useTxid } from './mark-paid.tsx'

/** The transaction of a payment that is being checked: as it was given, and to be given or changed until then. */
export function NamedTxid({ payment }: { payment: Payment }) {
  const [typing, setTyping] = useState(false)
  if (typing) return <TxidForm payment={payment} onDone={() => setTyping(false)} />
  if (payment.txid === null) {
    return (
      <Button variant="secondary" size="medium" className="w-full" onClick={() => setTyping(true)}>
        {text.addTxid}
      </Button>
    )
  }
  return (
    <ToCompare heading={text.txid} of={payment.txid} copy={text.copyTxid} mono>
      <Button variant="secondary" size="small" className="mt-3" onClick={() => setTyping(true)}>
        {text.changeTxid}
      </Button>
    </ToCompare>
  )
}

function TxidForm({ payment, onDone }: { payment: Payment; onDone: () => void }) {
  const { busy, errors, send } = useTxid(payment, onDone)
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-3">
      <TxidField label={text.txid} txid={payment.txid} error={errors['txid']} focused />
      <div className="flex gap-2">
        <Button type="submit" size="medium" busy={busy} className="flex-1">
          {text.save}
        </Button>
        <Button variant="secondary" size="medium" className="flex-1" onClick={onDone}>
          {text.back}
        </Button>
      </div>
    </form>
  )
}
