import { ChevronDown } from 'lucide-react'
import { microUsd } from '#money/micro-usd.ts'
import { showSix } from '#money/show.ts'
import * as text from '#texts/opening.ts'
import { FigureList } from '#ui/figures.tsx'
import { momentOf } from '#ui/times.ts'
import type { StoryDifference } from '../check-opening-rules.ts'
import { verdictOf } from '../verdict-rules.ts'
import type { CheckedPosting, ShownStep } from './check-shown.ts'
import { OpenedParts } from './opened-parts.tsx'

const colours = { yes: 'text-brand', no: 'text-down', 'not checked': '' } as const

/** What the check of some postings has come to: of all, then of each. */
export function CheckedPostings({ checked }: { checked: readonly CheckedPosting[] }) {
  const verdict = verdictOf(checked.map((one) => ({ is: one.verdict })))
  const unsure = checked.find((one) => one.verdict === verdict)
  const [only, ...others] = checked
  return (
    <div className="rounded-tile bg-sunken p-4 text-14 text-ink">
      <p className={`font-semibold ${colours[verdict]}`}>{text.verdicts[verdict](checked.length)}</p>
      {verdict === 'not checked' && unsure && <p className="mt-1 text-ink-2">{whyNot(unsure)}</p>}
      {only && others.length === 0 ? (
        <OnePosting checked={only} />
      ) : (
        <ol className="mt-1 divide-y divide-line">
          {checked.map((one) => (
            <li key={one.shown.id}>
              <details className="group">
                <summary className="flex min-h-11 items-center gap-1.5 rounded-control">
                  <span className="min-w-0 flex-1">{momentOf(one.shown.at)}</span>
                  <span className={`font-semibold ${colours[one.verdict]}`}>{text.answers[one.verdict]}</span>
                  <ChevronDown className="size-4 text-ink-3 group-open:rotate-180" aria-hidden />
                </summary>
                <OnePosting checked={one} />
              </details>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function OnePosting({ checked: { opened, steps } }: { checked: CheckedPosting }) {
  return (
    <>
      <FigureList className="mt-3" figures={[{ term: text.position, value: positionIn(opened) }]} />
      <ol className="mt-3">
        {steps.map((step) => (
          <li key={step.what} className="flex items-baseline justify-between gap-3 border-t border-line py-2">
            <span className="min-w-0 wrap-anywhere">
              {text.steps[step.what]}
              {step.is === 'no' && <span className="block text-ink-2">{whereOf(step, opened.position)}</span>}
            </span>
            <span className={`font-semibold whitespace-nowrap ${colours[step.is]}`}>{text.answers[step.is]}</span>
          </li>
        ))}
      </ol>
      {opened.position !== null && <OpenedParts opened={opened} />}
    </>
  )
}

function positionIn({ position, log }: CheckedPosting['opened']): string {
  if (position === null) return text.noPosition
  return log === null ? text.unsignedPosition(position) : text.positionOf(position, log.size)
}

function whyNot({ opened: { position, log } }: CheckedPosting): string {
  if (position === null) return text.notNumbered
  return log === null ? text.notSigned : text.cannotCheck
}

/** Where it goes wrong. */
function whereOf(step: ShownStep, position: number | null): string {
  if (step.what === 'shown') return step.difference === null ? '' : differenceIn(step.difference)
  return text.places[step.what](String(position))
}

function differenceIn(difference: StoryDifference): string {
  if (difference.field === 'account') return text.noEntry(difference.account)
  if (!('shown' in difference)) return text.differs[difference.field]
  const { field, account, shown, logged } = difference
  const say = field === 'amount' ? text.otherAmount : text.otherBalance
  return say(account, showSix(microUsd(shown)), showSix(microUsd(logged)))
}
