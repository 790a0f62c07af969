import { fieldOf } from '#ui/submission.ts'
import { call } from '#desk/calls.ts'
import type { Told } from '#desk/decisions/decided.ts'
import { DecisionForm, ReasonField } from '#desk/decisions/decision-form.tsx'
import type { Person } from '#users/contract.ts'

type CheckFormProps = {
  /** Of the check or its user. */
  id: string
  person: Person
  onBack: () => void
  onDecided?: ((told: Told) => void) | undefined
}

/** What follows from approving an identity check, and the button that does. */
export function ApproveCheck({ id, person, ...ways }: CheckFormProps) {
  return (
    <DecisionForm
      {...ways}
      summary={summaryOf(person)}
      consequence={afterApproval(person)}
      confirm={`Approve ${person.name}`}
      send={() => call('POST /api/approve-kyc/:id', { params: { id } })}
    />
  )
}

/** Why an identity check is rejected, what follows, and the button that does. */
export function RejectCheck({ id, person, ...ways }: CheckFormProps) {
  return (
    <DecisionForm
      {...ways}
      summary={summaryOf(person)}
      fields={(errors) => <ReasonField hint={`Visible to ${person.name}`} errors={errors} />}
      consequence={`${person.name} can ask for another check.`}
      confirm={`Reject ${person.name}`}
      variant="danger"
      send={(given) =>
        call('POST /api/decline-kyc/:id', { params: { id }, body: { reason: fieldOf(given, 'reason').trim() } })
      }
    />
  )
}

export function afterApproval({ name }: Person): string {
  return `After approval ${name} can invest and withdraw.`
}

function summaryOf({ name, email }: Person) {
  return [
    { term: 'Name', value: name },
    { term: 'Email', value: email },
  ]
}
