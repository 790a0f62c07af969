import type { ReviewChecklist as Checklist } from '#kyc/contract.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import type { CallError } from '#ui/client.ts'
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

/** Nobody is approved of whom something was not looked at, or not found right. It is said once, under the first of them. */
export function missingTicks(given: FormData): CallError['errors'] {
  const first = ITEMS.find((item) => !given.has(item))
  return first ? { [first]: ['Tick all four once you have looked at them, or reject the check.'] } : {}
}
