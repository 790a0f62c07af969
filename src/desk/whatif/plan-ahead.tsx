import type { ReactNode } from 'react'
import { fromWire, parseAmount, toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { dollars } from '#money/show.ts'
import type { Plan } from '#plans/contract.ts'
import { readDurations, type TypedPlan } from '#plans/rules.ts'
import { parsePercent } from '#money/percent.ts'
import { days } from '#texts/plan-terms.ts'
import type { PlanFigures } from '#figures/contract.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { dateOf } from '#ui/times.ts'
import { dayAfter } from '#whatif/rules.ts'
import { useRead } from '#desk/calls.ts'
import { paceOf, mostPromised, uncoveredAt, type Promising } from './plan-pace.ts'
import { takenInStrict } from './taken-in-strict.ts'
import { booksNowOf } from './typed.ts'
import { useDues } from './use-dues.ts'

const SAMPLE = fromWire('1000.00')
const READING = 'Reading how long the reserve lasts…'

type PlanAheadProps = {
  plan: Plan | undefined
  typed: TypedPlan & { available?: boolean }
  /** The plan's last 30 days; undefined while they come, and where there are none. */
  figures: PlanFigures | undefined
}

/** What the plan would promise as it is typed, at its present pace, and how long the reserve covers that. */
export function PlanAhead({ plan, typed, figures }: PlanAheadProps) {
  const terms = termsOf(typed)
  if (terms === undefined) return <Said>Enter durations, rate and bonus to see what the plan would promise.</Said>
  const longest = terms.durations.at(-1) ?? 0
  const each = `Each ${dollars(toWire(SAMPLE))} invested for ${days(longest)} promises ${dollars(toWire(mostPromised(SAMPLE, terms)))}, an inviter’s bonus included.`
  if (typed.available === false) return <Said>{each} While it isn’t available, nothing new is promised.</Said>
  const covered = (pace: MicroUsd) => <Covered pace={pace} terms={terms} minimum={minimumOf(typed)} />
  if (!plan) {
    return (
      <Said>
        {each} A new plan has no pace yet, so how much it would promise isn’t known. {covered(ZERO)}
      </Said>
    )
  }
  if (!figures) return <Skeleton className="h-24" />
  const pace = paceOf(figures.days)
  if (pace === ZERO) {
    return (
      <Said>
        {each} Nothing was invested in it in the last 30 days, so at its present pace it promises nothing.{' '}
        {covered(ZERO)}
      </Said>
    )
  }
  return (
    <Said>
      {each} At its present pace, {dollars(toWire(pace))} in the last 30 days, it would promise up to{' '}
      <b className="text-ink">{dollars(toWire(mostPromised(pace, terms)))}</b> every 30 days. {covered(pace)}
    </Said>
  )
}

/** What of the terms makes a promise; undefined for as long as it cannot be read. */
function termsOf({ daily_roi, ref_bonus, durations_copy }: TypedPlan): Promising | undefined {
  const [daily, bonus, lasts] = [parsePercent(daily_roi), parsePercent(ref_bonus), readDurations(durations_copy)]
  if ('problem' in daily || 'problem' in bonus || 'problem' in lasts) return undefined
  return { daily_roi: daily.percent, ref_bonus: bonus.percent, durations: lasts.durations }
}

/** The least that an investment may be, as typed: none for as long as it cannot be read. */
function minimumOf({ min_amount }: TypedPlan): MicroUsd {
  const read = parseAmount(min_amount)
  return 'problem' in read ? ZERO : read.amount
}

type LastsProps = { pace: MicroUsd; terms: Promising }

/** What the reserve means for it: in `strict`, up to where it takes new investments; else how long it lasts. */
function Covered({ minimum, ...promising }: LastsProps & { minimum: MicroUsd }) {
  const { data, error } = useRead('GET /api/admin/backing')
  const { pace, terms } = promising
  if (!data) return error ? error.message : pace === ZERO ? null : READING
  if (data.backing === 'strict') return takenInStrict(fromWire(data.free), terms, pace, minimum)
  return pace === ZERO ? null : <Lasts {...promising} />
}

/** How long the reserve lasts, once it is known what else falls due. */
function Lasts({ pace, terms }: LastsProps) {
  const { data, error } = useDues()
  if (!data) return error ? error.message : READING
  const books = booksNowOf(data)
  const reserve = dollars(data.reserve)
  const from = uncoveredAt(pace, terms, books)
  if (from === null) return `The reserve of ${reserve} covers this and all that runs for two years.`
  if (books.reserve === ZERO) return 'Nothing is set apart for it: the reserve is $0.00.'
  if (from === books.days[0]?.day) return `The reserve of ${reserve} doesn’t cover what falls due today.`
  return `With all that runs already, the reserve of ${reserve} lasts until ${dateOf(dayAfter(from, -1))}.`
}

function Said({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-control bg-sunken p-4 text-14 text-ink-2">
      {children}
    </p>
  )
}
