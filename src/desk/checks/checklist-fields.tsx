import type { ReviewChecklist as Checklist } from '#kyc/contract.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import type { CallError } from '#ui/client.ts'
import { problemsOf } from '#ui/submission.ts'
import { CHECKLIST } from './check-words.ts'

const ITEMS = Object.keys(CHECKLIST) as (keyof Checklist)[]

/** What a reviewer ticks once they have looked at it. */
export function ChecklistFields({ errors }: { errors: CallError['errors'] }) {
  return (
    <fieldset>
      <legend className="mb-1 text-14 text-ink-2">Tick what you have looked at</legend>
      {ITEMS.map((item) => (
        <Checkbox key={item} name={item} error={errors[item]}>
          {CHECKLIST[item]}
        </Checkbox>
      ))}
    </fieldset>
  )
}

export function checklistIn(given: FormData): Checklist {
  return Object.fromEntries(ITEMS.map((item) => [item, given.has(item)])) as Checklist
}

/** Nobody is approved of whom something was not looked at, or not found right. */
export function missingTicks(given: FormData): CallError['errors'] {
  return problemsOf(
    Object.fromEntries(
      ITEMS.map((item) => [item, given.has(item) ? null : 'Look at it and tick it, or reject the check.']),
    ),
  )
}
