import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { ReplyOf } from '#kit/wire.ts'
import * as text from '#texts/kyc.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useSubmission } from '#ui/submission.ts'
import type { CheckStep as Step, kycContract } from '../contract.ts'
import { call } from './calls.ts'
import { AddressStep, DocumentStep, PersonStep } from './details-steps.tsx'
import { FaceStep } from './face-step.tsx'
import { PictureStep } from './picture-step.tsx'

type Draft = ReplyOf<(typeof kycContract)['GET /api/kyc']>['draft']

/** Before anything is begun nobody knows whether the document has a back. */
const FROM_THE_BEGINNING: readonly Step[] = ['person', 'address', 'document', 'front', 'face']
const ORDER: readonly Step[] = ['person', 'address', 'document', 'front', 'back', 'face']

/**
 * The steps of an identity check, one open at a time: the first that is missing, or one that is to be changed. Each is
 * saved when it is done, so the check goes on where it was left, on any device.
 */
export function IdentitySteps({ draft }: { draft: Draft }) {
  const cache = useQueryClient()
  const [changed, setChanged] = useState<Step>()
  const done = draft?.done ?? []
  const missing = draft?.missing ?? FROM_THE_BEGINNING
  const all = ORDER.filter((step) => done.includes(step) || missing.includes(step))
  const open = changed ?? missing[0]
  const saved = () => {
    setChanged(undefined)
    void cache.invalidateQueries({ queryKey: ['GET /api/kyc'] })
  }
  return (
    <ol aria-label={text.stepsLabel} className="flex min-w-0 flex-col gap-3">
      {all.map((step, place) => (
        <li key={step} aria-current={step === open ? 'step' : undefined}>
          <Card className="p-5">
            <StepHead
              step={step}
              place={place + 1}
              isDone={done.includes(step)}
              isOpen={step === open}
              onChange={() => setChanged(step)}
            />
            {step === open && (
              <div className="mt-4">
                <StepForm step={step} draft={draft} onSaved={saved} />
              </div>
            )}
          </Card>
        </li>
      ))}
      {open === undefined && (
        <li>
          <Submit onSubmitted={saved} />
        </li>
      )}
    </ol>
  )
}

type StepHeadProps = { step: Step; place: number; isDone: boolean; isOpen: boolean; onChange: () => void }

function StepHead({ step, place, isDone, isOpen, onChange }: StepHeadProps) {
  const { name, line } = text.steps[step]
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden
        className={`grid size-8 shrink-0 place-items-center rounded-full text-14 font-semibold ${isDone ? 'bg-brand text-on-brand' : isOpen ? 'border-2 border-brand' : 'border-2 border-line text-ink-2'}`}
      >
        {isDone ? <Check className="size-5" strokeWidth={3} /> : place}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-17 font-semibold">{name}</h2>
        <p className="text-14 text-ink-2">{isDone && !isOpen ? text.done : line}</p>
      </div>
      {isDone && !isOpen && (
        <Button variant="quiet" size="small" aria-label={text.changeStep(name)} onClick={onChange}>
          {text.change}
        </Button>
      )}
    </div>
  )
}

function StepForm({ step, draft, onSaved }: { step: Step; draft: Draft; onSaved: () => void }) {
  if (step === 'person') return <PersonStep onSaved={onSaved} />
  if (step === 'address') return <AddressStep onSaved={onSaved} />
  if (step === 'document') return <DocumentStep known={draft?.document ?? null} onSaved={onSaved} />
  if (step === 'face') return <FaceStep known={draft?.word ?? null} onSaved={onSaved} />
  return <PictureStep key={step} side={step} onSaved={onSaved} />
}

/** All is there: what happens next, and the button that submits it. */
function Submit({ onSubmitted }: { onSubmitted: () => void }) {
  const { busy, submit } = useSubmission()
  return (
    <Card className="p-5">
      <h2 className="text-17 font-semibold">{text.ready}</h2>
      <p className="mt-1 text-14 text-ink-2">{text.readyLine}</p>
      <Button
        busy={busy}
        className="mt-4 w-full"
        onClick={() => void submit(() => call('POST /api/kyc', { body: {} }), { done: onSubmitted })}
      >
        {text.submit}
      </Button>
    </Card>
  )
}
