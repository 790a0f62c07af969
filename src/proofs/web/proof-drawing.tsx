import { fromWire, microUsd } from '#money/micro-usd.ts'
import { showUsdExact } from '#money/show.ts'
import * as text from '#texts/proof.ts'
import { Card } from '#ui/card.tsx'
import { PlumbLine, type PlumbEvent } from '#ui/plumb-line.tsx'
import { ago } from '#ui/times.ts'
import type { CheckedProof, ProofStep } from './check-own.ts'

/** From my balance to who else has signed: what hangs there is filled as each step is checked. */
const KNOTS = [
  { name: 'balance', steps: ['balance'] },
  { name: 'leaves', steps: ['yours', 'parts'] },
  { name: 'total', steps: ['part 1', 'part 2', 'published'] },
  { name: 'log', steps: ['log'] },
  { name: 'signed', steps: ['signature'] },
  { name: 'cosigned', steps: ['cosigned'] },
] as const satisfies { name: keyof typeof text.knots; steps: ProofStep['what'][] }[]

const colours = { yes: 'text-up', no: 'text-down', 'not checked': 'text-pending', 'not there': '' } as const

/** The way from one’s balance to the signatures, with what was looked at on it; where an answer is no, the place. */
export function ProofDrawing({ proof }: { proof: CheckedProof }) {
  const figures = figuresOf(proof)
  return (
    <Card className="p-5">
      <h2 className="mb-4 text-17">{text.drawing}</h2>
      <PlumbLine
        events={KNOTS.map(({ name, steps: names }): PlumbEvent => {
          const steps = names.map((what) => proof.steps.find((step) => step.what === what))
          return {
            title: text.knots[name],
            state: stateOf(steps),
            aside: figures[name],
            detail: (
              <>
                {steps.map((step, place) => (
                  <Looked key={names[place]} what={names[place] as ProofStep['what']} step={step} />
                ))}
                {name === 'cosigned' && <Cosigners proof={proof} />}
              </>
            ),
          }
        })}
      />
    </Card>
  )
}

function stateOf(steps: readonly (ProofStep | undefined)[]): PlumbEvent['state'] {
  if (steps.every((step) => step?.is === 'yes')) return 'done'
  return steps.some((step) => step?.is === 'no') ? 'wrong' : 'ahead'
}

/** What was looked at and what it has come to. */
function Looked({ what, step }: { what: ProofStep['what']; step: ProofStep | undefined }) {
  return (
    <p className="mt-1 flex items-baseline justify-between gap-3">
      <span className="min-w-0 wrap-anywhere">
        {text.stepNames[what]}
        {step && step.where !== '' && <span className="block text-ink">{step.where}</span>}
      </span>
      <span className={`shrink-0 font-semibold ${step ? colours[step.is] : ''}`}>
        {step ? text.answers[step.is] : text.toCome}
      </span>
    </p>
  )
}

function Cosigners({ proof: { cosigned, now } }: { proof: CheckedProof }) {
  return cosigned?.witnesses.map(({ name, is, seconds }) => (
    <p key={name} className="mt-1 flex items-baseline justify-between gap-3">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <span className={`shrink-0 font-semibold ${colours[is]}`}>
        {seconds === null ? text.answers[is] : text.signedAgo(ago(seconds * 1000, now))}
      </span>
    </p>
  ))
}

/** What stands beside each knot. */
function figuresOf({ balance, bundle: { parts, total, log } }: CheckedProof) {
  const [one, other] = parts.map(({ amount }) => showUsdExact(microUsd(BigInt(amount))))
  return {
    balance: balance && showUsdExact(fromWire(balance.owed)),
    leaves: `${one} + ${other}`,
    total: showUsdExact(microUsd(BigInt(total))),
    log: log && text.positionOf(log.index, log.size),
    signed: log?.note.split('\n')[0],
    cosigned: null,
  }
}
