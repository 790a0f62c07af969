import { useState } from 'react'
import type { Status } from '#kit/wire.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { useChange } from '#ui/change.ts'
import { FigureList, type Figure } from '#ui/figures.tsx'
import { fieldOf } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { changesOf, EDITABLE, editedDate, toLocal, type EditValues } from './edit.ts'
import { RecordFoot, statusWords } from '#desk/record-parts.tsx'
import { SecondAbove } from '#desk/approvals/second-above.tsx'
import { SecondApprovalLimit } from '#desk/approvals/waiting-approval.tsx'
import { dollars } from '#money/show.ts'

type EditBody = EditValues & { version: number; reason?: string; txid?: string }
type EditFormProps = {
  record: EditValues & { version: number; txid?: string | null }
  /** What the status is set to at first, where that is what the form was opened for. */
  to?: Status
  /** A completed record may carry the id of the transaction that paid it. */
  paysOut?: boolean
  send: (body: EditBody) => Promise<{ message: string }>
  onBack: () => void
}

/** Corrects a record as it was when the form was opened: the server refuses where it has changed since. */
export function EditForm({ record, to, paysOut = false, send, onBack }: EditFormProps) {
  const [opened] = useState(record)
  const [amount, setAmount] = useState(opened.amount)
  const [local, setLocal] = useState(() => toLocal(opened.date))
  const [status, setStatus] = useState<Status>(to ?? opened.status)
  const { busy, errors, change } = useChange(onBack)

  const edited = {
    amount: amount.trim(),
    date: editedDate(opened.date, local),
    status,
  }
  const changes = changesOf(opened, edited)
  const pays = to === 'completed' && status === to && edited.amount === opened.amount
  const choices = EDITABLE.includes(opened.status) ? EDITABLE : [opened.status, ...EDITABLE]

  const save = (given: FormData) => {
    const reason = fieldOf(given, 'reason').trim()
    const txid = fieldOf(given, 'txid').trim()
    return send({ ...edited, version: opened.version, ...(reason && { reason }), ...(txid && { txid }) })
  }

  return (
    <form noValidate onSubmit={(event) => change(event, save)} className="mt-3 flex grow flex-col gap-3.5">
      <TextField
        label="Amount"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
        error={errors['amount']}
      />
      <TextField
        label="Date"
        name="date"
        type="datetime-local"
        step={1}
        required
        value={local}
        onChange={(event) => setLocal(event.target.value)}
        error={errors['date']}
      />
      <Choices
        label="Status"
        variant="segments"
        choices={choices.map((value) => ({ value, label: statusWords(value) }))}
        chosen={status}
        onChoose={(value) => setStatus(choices.find((choice) => choice === value) ?? status)}
        error={errors['status']}
      />
      {paysOut && status === 'completed' && <TransactionField known={opened.txid} error={errors['txid']} />}
      <TextArea
        label="Reason"
        name="reason"
        maxLength={500}
        hint="Visible to the investor in the history"
        error={errors['reason']}
      />
      <EditFoot changes={changes} paying={pays ? opened.amount : undefined} busy={busy} onBack={onBack} />
    </form>
  )
}

type TransactionFieldProps = { known: string | null | undefined; error: readonly string[] | undefined }

function TransactionField({ known, error }: TransactionFieldProps) {
  return (
    <TextField
      label="Transaction id"
      name="txid"
      maxLength={200}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      hint="Of the transaction that paid it, if there is one"
      defaultValue={known ?? ''}
      error={error}
    />
  )
}

type EditFootProps = {
  changes: readonly Figure[]
  /** The amount that is only marked as paid; undefined for every other edit. */
  paying: string | undefined
  busy: boolean
  onBack: () => void
}

/** What would change and what follows from it, above the buttons. */
function EditFoot({ changes, paying, busy, onBack }: EditFootProps) {
  return (
    <RecordFoot>
      <div aria-live="polite" className="min-h-9">
        {changes.length > 0 && <FigureList figures={changes} className="mb-1" />}
        {changes.length === 0
          ? 'No changes yet.'
          : paying
            ? 'Mark it as paid only after you have paid it. The payout will be posted.'
            : 'One correction will be posted.'}
        {paying ? <SecondAbove kind="update withdrawal" amount={paying} /> : <SecondApprovalLimit typed />}
      </div>
      <div className="mt-3 grid grid-cols-[2fr_3fr] gap-2">
        <Button variant="quiet" size="medium" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" size="medium" busy={busy}>
          {busy ? 'sending...' : paying ? `Mark ${dollars(paying)} as paid` : 'Save changes'}
        </Button>
      </div>
    </RecordFoot>
  )
}
