import * as text from '#texts/proof.ts'
import { Card } from '#ui/card.tsx'
import type { ProofStep } from './calls.ts'

const colours = { yes: 'text-up', no: 'text-down', 'not checked': 'text-pending' } as const

/** What was looked at, each with its answer; where the answer is no, the place. */
export function ProofSteps({ steps }: { steps: readonly ProofStep[] }) {
  return (
    <Card className="p-5">
      <h2 className="text-17">{text.steps}</h2>
      <ol className="mt-3 flex flex-col gap-2 text-14">
        {steps.map(({ what, is, where }) => (
          <li key={what} className="flex items-baseline justify-between gap-3 border-t border-line py-2">
            <span className="min-w-0 wrap-anywhere">
              {text.stepNames[what]}
              {where !== '' && <span className="block text-ink-2">{where}</span>}
            </span>
            <span className={`font-semibold ${colours[is]}`}>{text.answers[is]}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
