import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import type { CallError } from '#ui/client.ts'
import { FigureList, type Figure } from '#ui/figures.tsx'
import { useChange } from '#ui/change.ts'
import { TextArea } from '#ui/text-area.tsx'
import type { Person } from '#users/contract.ts'
import { useWaitsFor } from '#desk/approvals/second-approval.ts'
import { RecordFoot } from '#desk/record-parts.tsx'
import type { Told } from './decided.ts'
import { useWhyNotDecide } from './may-decide.ts'
import { onceDown } from './once-down.ts'

type DecisionFormProps = {
  /** What is to be seen before all else. */
  first?: ReactNode
  /** What is decided on. */
  summary: readonly Figure[]
  /** What is so from then on. */
  consequence: ReactNode
  /** The word on the button that decides. */
  confirm: string
  variant?: 'primary' | 'danger'
  /** The consequence says for what, and nothing is sent yet. */
  waits?: boolean
  send: (given: FormData) => Promise<Told>
  /** What is wrong by field, besides what is missing, before it is sent. */
  check?: ((given: FormData) => CallError['errors']) | undefined
  onBack: () => void
  /** Says that it is done, and goes on from there; without it the screen goes back. */
  onDecided?: ((told: Told) => void) | undefined
  /** Fields that go with the decision: a reason, an amount. */
  fields?: ((errors: CallError['errors']) => ReactNode) | undefined
}

/** The summary before something that cannot be undone, with what follows from it above the button. */
export function DecisionForm({
  first,
  summary,
  consequence,
  confirm,
  variant = 'primary',
  waits = false,
  send,
  check,
  onBack,
  onDecided,
  fields,
}: DecisionFormProps) {
  const { busy, errors, change } = useChange<Told>(onDecided ?? onBack, onDecided !== undefined)
  return (
    <form noValidate onSubmit={(event) => change(event, send, check)} className="flex grow flex-col">
      {first}
      {summary.length > 0 && <FigureList figures={summary} className="mt-3 rounded-tile bg-sunken p-4" />}
      {fields && <div className="mt-4 flex flex-col gap-3.5">{fields(errors)}</div>}
      <RecordFoot>
        <p>{consequence}</p>
        <div className="mt-3 grid grid-cols-[2fr_3fr] gap-2">
          <Button variant="quiet" size="medium" onClick={onBack}>
            Back
          </Button>
          {/* the second click of a double click on the button before is no decision */}
          <Button
            type="submit"
            size="medium"
            busy={busy}
            disabled={waits}
            className={variant === 'danger' ? 'bg-down! text-surface!' : ''}
            onClick={(event) => event.detail > 1 && event.preventDefault()}
            onKeyDown={onceDown}
          >
            {busy ? 'sending...' : confirm}
          </Button>
        </div>
      </RecordFoot>
    </form>
  )
}

/** Whose record it is, in a summary. */
export function personFigures({ name, email }: Person): Figure[] {
  return [
    { term: 'Investor', value: name },
    { term: 'Email', value: email },
  ]
}

/** Why it is decided so; `hint` says who reads it. */
export function ReasonField({ hint, errors }: { hint: string; errors: CallError['errors'] }) {
  return <TextArea label="Reason" name="reason" required maxLength={500} hint={hint} error={errors['reason']} />
}

type NextStepsProps = {
  /** The id of the record, on which something may wait for a second administrator. */
  of: string
  /** The ids of those who have a part in it. */
  people: readonly string[]
  /** What would follow from going on, or why nothing can be done. */
  consequence?: ReactNode
  /** `waits`: it says for what, and leads nowhere yet. */
  approve?: { word: string; act: () => void; waits?: boolean } | undefined
  /** What has to be done first, in the place of the approval. */
  first?: ReactNode
  decline?: (() => void) | undefined
  declineWord?: string
  edit?: (() => void) | undefined
}

/** The buttons that lead from an open record to a summary or a form, or why the administrator cannot decide on it. */
export function NextSteps({
  of,
  people,
  consequence,
  approve,
  first,
  decline,
  declineWord = 'Decline',
  edit,
}: NextStepsProps) {
  const whyNot = useWhyNotDecide(people)
  const waits = useWaitsFor(of).length > 0
  if (whyNot) return <RecordFoot>{whyNot}</RecordFoot>
  if (waits || !(approve || first || decline || edit)) return null
  return (
    <RecordFoot>
      {consequence && <p className="mb-3">{consequence}</p>}
      <div className="flex flex-wrap gap-2">
        {edit && (
          <Button variant="quiet" size="medium" className="grow" onClick={edit}>
            Edit
          </Button>
        )}
        {decline && (
          <Button variant="danger" size="medium" className="grow" onClick={decline}>
            {declineWord}
          </Button>
        )}
        {approve && (
          <Button
            size="medium"
            className="grow-3 xs:whitespace-nowrap"
            disabled={approve.waits === true}
            onClick={approve.act}
          >
            {approve.word}
          </Button>
        )}
        {first}
      </div>
    </RecordFoot>
  )
}
