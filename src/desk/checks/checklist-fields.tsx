import type { ReviewChecklist as Checklist } from '#kyc/contract.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import type { CallError } from '#ui/client.ts'
import { useFieldNote } from '#ui/text-field.tsx'
import { CHECKLIST } from './check-words.ts'

const ITEMS = Object.keys(CHECKLIST) as (keyof Checklist)[]

/** What a reviewer ticks once they have looked at it. What is wrong stands over them, where it pushes none of them away. */
export function ChecklistFields({ errors }: { errors: CallError['errors'] }) {
  const wrong = ITEMS.find((item) => errors[item])
  const { said, control, forgive } = useFieldNote({ error: wrong && errors[wrong] })
  return (
    <fieldset>
      <legend className="mb-1 text-14 text-ink-2">
        {said.message ? (
          <span id={`${said.field}-error`} className="text-down">
            {said.message}
          </span>
        ) : (
          'Tick what you have looked at'
        )}
      </legend>
      {ITEMS.map((item) => (
        <Checkbox key={item} name={item} onChange={forgive} {...(item === wrong && control)}>
          {CHECKLIST[item]}
        </Checkbox>
      ))}
    </fieldset>
  )
}

export function checklistIn(given: FormData): Checklist {
  return Object.fromEntries(ITEMS.map((item) => [item, given.has(item)])) as Checklist
}

/** Nobody is approved of whom something was not looked at, or not found right. It is said once, of the first of them. */
export function missingTicks(given: FormData): CallError['errors'] {
  const first = ITEMS.find((item) => !given.has(item))
  return first ? { [first]: ['Tick all four, or reject the check.'] } : {}
}
