import { fieldOf } from '#ui/submission.ts'
import { call } from '#desk/calls.ts'
import type { Told } from '#desk/decisions/decided.ts'
import { REASON_NAMES } from '#desk/checks/check-words.ts'
import { ChecklistFields, checklistIn, missingTicks } from '#desk/checks/checklist-fields.tsx'
import { ToMatches } from '#desk/screening/matches-of.tsx'
import { NothingCompared } from '#desk/screening/nothing-compared.tsx'
import { DecisionForm } from '#desk/decisions/decision-form.tsx'
import type { IdentityCheck, ReasonCode } from '#kyc/contract.ts'
import { CHECK_HOLDS, type CheckHold } from '#kyc/hold-rules.ts'
import { REASONS } from '#kyc/rules.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { type CallError } from '#ui/client.ts'
import { useState } from 'react'
import type { Person } from '#users/contract.ts'

const IN_WORDS = '-my-3 inline-flex min-h-11 items-center font-semibold text-pending underline'

type CheckFormProps = {
  /** The one whose account, details and pictures are shown with it. */
  check: Pick<IdentityCheck, 'id' | 'user' | 'matches' | 'held'>
  onBack: () => void
  onDecided?: ((told: Told) => void) | undefined
}

/** What follows from approving an identity check, and the button that does. */
export function ApproveCheck({ check, ...ways }: CheckFormProps) {
  const { id, user, held } = check
  return (
    <DecisionForm
      {...ways}
      summary={[]}
      fields={(errors) => <ChecklistFields errors={errors} />}
      check={missingTicks}
      consequence={<AfterApproval check={check} />}
      confirm={`Approve ${user.name}`}
      waits={held !== null}
      send={(given) => call('POST /api/approve-kyc/:id', { params: { id }, body: { checklist: checklistIn(given) } })}
    />
  )
}

/** Why an identity check is rejected, what follows, and the button that does. */
export function RejectCheck({ check: { id, user }, ...ways }: CheckFormProps) {
  return (
    <DecisionForm
      {...ways}
      summary={[]}
      fields={(errors) => <WhyRejected person={user} errors={errors} />}
      consequence={`${user.name} can ask for another check.`}
      confirm={`Reject ${user.name}`}
      variant="danger"
      send={(given) => call('POST /api/decline-kyc/:id', { params: { id }, body: reasonIn(given) })}
    />
  )
}

const CODES = Object.entries(REASON_NAMES).map(([value, label]) => ({ value, label }))

/** Why a check is rejected: the sentence that its owner will read, and a note that is added to it. */
function WhyRejected({ person, errors }: { person: Person; errors: CallError['errors'] }) {
  const [code, setCode] = useState<ReasonCode | ''>('')
  return (
    <>
      <SelectField
        label="Reason"
        name="code"
        required
        choices={[{ value: '', label: 'Choose a reason' }, ...CODES]}
        value={code}
        onChange={({ target }) => setCode(target.value as ReasonCode | '')}
        hint={code && REASONS[code]}
        error={errors['code'] ?? errors['reason']}
      />
      <TextArea
        label="Note"
        name="note"
        maxLength={400}
        required={code === 'other'}
        hint={`Visible to ${person.name}, after the reason`}
        error={errors['note']}
      />
    </>
  )
}

function reasonIn(given: FormData) {
  const note = fieldOf(given, 'note').trim()
  return { code: fieldOf(given, 'code') as ReasonCode, ...(note && { note }) }
}

/** Why a check can't be approved now. */
export function WhyHeld({ held }: { held: CheckHold }) {
  return <span className="block text-pending">{CHECK_HOLDS[held]}</span>
}

/** What follows from an approval and that nothing was compared where no list is there; or why there can be none yet. */
export function AfterApproval({ check: { user, matches, held } }: Pick<CheckFormProps, 'check'>) {
  if (held)
    return (
      <>
        <WhyHeld held={held} />
        {held === 'to review' && <ToMatches userId={user.id} open={matches.open} className={IN_WORDS} />}
      </>
    )
  return (
    <>
      <span className="block">After approval {user.name} can invest and withdraw.</span>
      <NothingCompared />
    </>
  )
}
