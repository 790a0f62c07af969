import { useState } from 'react'
import * as text from '#texts/at-end.ts'
import { type AtEnd, AT_ENDS, atEndsOf } from '#investments/at-end-rules.ts'
import type { Investment } from '#investments/contract.ts'
import { earnedBy } from '#investments/rules.ts'
import { fromWire } from '#money/micro-usd.ts'
import { dollars, showUsd } from '#money/show.ts'
import type { Plan } from '#plans/contract.ts'
import { Rate } from '#plans/web/rate.tsx'
import type { OfferedBacking } from '#reserve/contract.ts'
import { backingOfPlan } from '#reserve/web/backing-of-plan.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { useRefresh } from '#ui/read.ts'
import { useSubmission } from '#ui/submission.ts'
import { momentOf } from '#ui/times.ts'
import { call } from './calls.ts'
import { termsOf } from './terms.ts'

type AtEndProps = {
  investment: Investment
  /** When that is. */
  ends: string
  /** Its plan as it is on offer now; null where it is not, undefined as long as nobody knows. */
  plan: Plan | null | undefined
  reserve: OfferedBacking | undefined
}

/** What a running investment does at its end: chosen, read in a sentence, and saved. */
export function AtEndChoice({ investment, ends, plan, reserve }: AtEndProps) {
  const { id, source, amount, duration, at_end: saved } = investment
  const [picked, setPicked] = useState<AtEnd>()
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const chosen = picked ?? saved
  const isBonus = source === 'bonus'
  const earned = showUsd(earnedBy(termsOf(investment), new Date(ends)))
  const what = { moment: momentOf(ends), amount: showUsd(fromWire(amount)), earned, duration }
  const save = () =>
    void submit(() => call('POST /api/set-at-end/:id', { params: { id }, body: { at_end: chosen } }), { done: refresh })
  return (
    <section className="flex flex-col gap-3">
      <Choices
        label={text.label}
        variant="segments"
        choices={atEndsOf(investment).map((value) => ({ value, label: text.names[value] }))}
        chosen={chosen}
        onChoose={(value) => setPicked(AT_ENDS.find((one) => one === value))}
        error={errors['at_end']}
      />
      <p aria-live="polite" className="text-14">
        {isBonus && chosen === 'to wallet' ? text.meansToBonus(what) : text.means[chosen](what)} {text.until}
      </p>
      {chosen !== 'to wallet' && (
        <p className="text-13 text-ink-2">
          {plan === null ? text.notOnOffer : text.termsThen}{' '}
          {plan && (
            <>
              {text.atPresent} <Rate daily={plan.daily_roi} />. {reserve && backingOfPlan(reserve, dollars)}{' '}
            </>
          )}
          {text.otherwise}
        </p>
      )}
      {chosen !== saved && (
        <Button size="medium" busy={busy} onClick={save}>
          {text.save}
        </Button>
      )}
    </section>
  )
}
