import { fromWire } from '#money/micro-usd.ts'
import { dollars } from '#money/show.ts'
import * as text from '#texts/second-approval.ts'
import { useSecondApprover } from './second-approval.ts'

type SecondAboveProps = { kind: keyof typeof text.ownStep; amount: string }

/** Beforehand, of an amount above the limit: whose approval waits for another administrator, where there is one. */
export function SecondAbove({ kind, amount }: SecondAboveProps) {
  const second = useSecondApprover()
  if (!second?.others.reviewers || fromWire(amount) <= fromWire(second.limit)) return null
  return (
    <span className="mt-2 block">
      {text.ownStep[kind]} {text.limit(dollars(second.limit))}
    </span>
  )
}
