import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Status } from '#kit/wire.ts'
import type { PreviewReply } from '#records/contract.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { useChange } from '#ui/change.ts'
import { FigureList, type Figure } from '#ui/figures.tsx'
import { fieldOf, problemsOf } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Told } from './decided.ts'
import { changesOf, EDITABLE, editedAmount, editedDate, isLookedUpFirst, toLocal, type EditValues } from './edit.ts'
import { ownZone } from '#ui/times.ts'
import { LookedUp, lookedUpIn, problemOfLookedUp, SaidPaid } from './said-paid.tsx'
import { TransactionField } from './transaction-field.tsx'
import { EditConsequences, PREVIEW } from './edit-consequences.tsx'
import { RecordFoot, statusWords } from '#desk/record-parts.tsx'
import { SecondApprovalLimit } from '#desk/approvals/waiting-approval.tsx'
import { problemOfAmount } from '#money/typed.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'

type EditBody = EditValues & { version: number; reason?: string; txid?: string; looked_up?: string }
type EditFormProps = {
  record: EditValues & { id: string; version: number; txid?: string | null }
  /** Whose it is, and what else tells it from others. */
  whose: readonly Figure[]
  /** A completed record may carry the id of the transaction that paid it. */
  paysOut?: boolean
  /** Who said of a withdrawal that it was paid, where nobody has confirmed it: that is looked up before it is decided. */
  said?: Withdrawal['said_paid']
  /** What it would move if it were sent. */
  preview: (body: EditValues & { version: number }) => Promise<PreviewReply>
  send: (body: EditBody) => Promise<Told>
  onBack: () => void
  onDecided: ((told: Told) => void) | undefined
}

/** Corrects a record as it was when the form was opened: the server refuses where it has changed since. */
export function EditForm(props: EditFormProps) {
  const { record, whose, paysOut = false, said = null, preview, send, onBack, onDecided } = props
  const [opened] = useState(record)
  const [amount, setAmount] = useState(opened.amount)
  const [local, setLocal] = useState(() => toLocal(opened.date))
  const [status, setStatus] = useState<Status>(opened.status)
  const previews = useQueryClient()
  const { busy, errors, change } = useChange<Told>(onDecided ?? onBack, onDecided !== undefined)

  const edited = {
    amount: editedAmount(opened.amount, amount),
    date: editedDate(opened.date, local),
    status,
  }
  const changes = changesOf(opened, edited)
  const asked = isLookedUpFirst(opened, edited) ? said : null
  const choices = EDITABLE.includes(opened.status) ? EDITABLE : [opened.status, ...EDITABLE]

  const save = (given: FormData) => {
    // what has been sent is no longer what would be
    void previews.cancelQueries({ queryKey: [PREVIEW] })
    return send({ ...edited, version: opened.version, ...besidesIn(given) })
  }

  // one left alone stays, whatever it is
  const check = (given: FormData) => {
    const amount = edited.amount === opened.amount ? null : problemOfAmount(edited.amount)
    return problemsOf({ amount, ...problemOfLookedUp(asked, given) })
  }

  return (
    <form noValidate onSubmit={(event) => change(event, save, check)} className="mt-3 flex grow flex-col gap-3.5">
      <SaidPaid withdrawal={{ id: opened.id, said_paid: said }} />
      <FigureList figures={whose} className="rounded-tile bg-sunken p-4" />
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
        hint={`Your time zone: ${ownZone()}`}
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
      {paysOut && status === 'completed' && (
        <TransactionField of={opened.id} known={opened.txid ?? said?.txid} error={errors['txid']} />
      )}
      {asked && <LookedUp said={asked} errors={errors} />}
      <TextArea
        label="Reason"
        name="reason"
        maxLength={500}
        hint="Visible to the investor in the history"
        error={errors['reason']}
      />
      <EditFoot changes={changes} busy={busy} onBack={onBack}>
        <EditConsequences before={opened} edited={edited} preview={preview} sent={busy} />
      </EditFoot>
    </form>
  )
}

/** What is sent besides the values, where it was given. */
function besidesIn(given: FormData) {
  const reason = fieldOf(given, 'reason').trim()
  const txid = fieldOf(given, 'txid').trim()
  return { ...(reason && { reason }), ...(txid && { txid }), ...lookedUpIn(given) }
}

type EditFootProps = {
  changes: readonly Figure[]
  children: ReactNode
  busy: boolean
  onBack: () => void
}

/** What would change and what follows from it, above the buttons. */
function EditFoot({ changes, children, busy, onBack }: EditFootProps) {
  return (
    <RecordFoot>
      <div aria-live="polite" className="min-h-9">
        {changes.length > 0 && <FigureList figures={changes} className="mb-1" />}
        {changes.length === 0 ? 'No changes yet.' : children}
        <SecondApprovalLimit typed />
      </div>
      <div className="mt-3 grid grid-cols-[2fr_3fr] gap-2">
        <Button variant="quiet" size="medium" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" size="medium" busy={busy}>
          {busy ? 'sending...' : 'Save changes'}
        </Button>
      </div>
    </RecordFoot>
  )
}
