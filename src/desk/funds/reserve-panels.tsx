import { useState } from 'react'
import { fromWire, microUsd, parseAmount, ZERO } from '#money/micro-usd.ts'
import { toTheCentAbove } from '#money/to-the-cent-above.ts'
import { showUsd } from '#money/show.ts'
import { NOTHING_TO_SET_APART } from '#reserve/rules.ts'
import { OwnMoneyForm, type Direction } from '#wallets/web/own-money-form.tsx'
import { Button } from '#ui/button.tsx'
import { useChange } from '#ui/change.ts'
import { Choices } from '#ui/choices.tsx'
import { fieldOf } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { useSecondApprover } from '#desk/approvals/second-approval.ts'
import { call, type BackingNow } from '#desk/calls.ts'
import { freeAfter, mostFreed } from './reserve-figures.ts'

type PanelProps = { backing: BackingNow; onDone: () => void }

/** Sets apart some of the operator's own money that is in the wallets already, or frees it again. */
export function MoveForm({ backing, onDone }: PanelProps) {
  return (
    <OwnMoneyForm
      directions={{ in: 'Set apart', out: 'Free again' }}
      consequence={(typed, direction) => consequence(backing, typed, direction)}
      button={(direction) => (direction === 'in' ? 'Set apart' : 'Free again')}
      send={(body) => call('POST /api/move-to-reserve', { body })}
      onDone={onDone}
    />
  )
}

function consequence(backing: BackingNow, typed: string, direction: Direction): string {
  const isHeld = fromWire(backing.held) > ZERO
  const most = direction === 'in' ? fromWire(backing.own) : mostFreed(backing)
  const read = parseAmount(typed)
  const into = direction === 'in'
  if (most <= ZERO)
    return into
      ? NOTHING_TO_SET_APART
      : `Nothing can be freed: ${isHeld ? 'what is not promised yet is held for investments not approved yet' : 'nothing is set apart that is not promised'}.`
  const can = `${showUsd(most)} can be ${into ? 'set apart' : 'freed again'}.`
  if ('problem' in read) return can
  if (read.amount > most) {
    const rest = isHeld ? 'The rest is held for investments not approved yet.' : 'No more of the reserve is free.'
    return `At most ${can} ${into ? 'The rest is owed to investors, or set apart already.' : rest}`
  }
  const after = freeAfter(backing, into ? read.amount : microUsd(-read.amount))
  return `After this, ${showUsd(after)} is free for promises.`
}

const BACKINGS = [
  { value: 'disclosed', label: 'Disclosed', detail: 'Promise more than is set apart, and say so on every plan' },
  { value: 'strict', label: 'Strict', detail: 'Promise only what is set apart' },
]

/** How far promises are set apart before they are made. */
export function BackingForm({ backing, onDone }: PanelProps) {
  const [chosen, choose] = useState(backing.backing)
  const { busy, errors, change } = useChange(onDone)
  const alone = useSecondApprover()?.others.reviewers === false
  const send = (given: FormData) =>
    call('POST /api/set-backing', { body: { backing: chosen, reason: fieldOf(given, 'reason').trim() } })
  return (
    <form noValidate onSubmit={(event) => change(event, send)} className="flex flex-col gap-4">
      <Choices
        label="Backing"
        variant="tiles"
        choices={BACKINGS}
        chosen={chosen}
        onChoose={(value) => choose(value === 'strict' ? 'strict' : 'disclosed')}
        error={errors['backing']}
      />
      <TextArea label="Reason" name="reason" required maxLength={500} error={errors['reason']} />
      <p className="min-h-5 text-13 text-ink-2" aria-live="polite">
        {whatFollows(backing, chosen, alone)}
      </p>
      <Button type="submit" busy={busy}>
        {busy ? 'sending...' : 'Choose'}
      </Button>
    </form>
  )
}

function whatFollows(
  { backing, needed_for_strict, disclosed_from }: BackingNow,
  chosen: 'strict' | 'disclosed',
  /** nobody else could agree */
  alone: boolean,
): string {
  if (chosen === 'strict' && backing === 'disclosed') {
    const needed = fromWire(needed_for_strict)
    return needed > ZERO
      ? `${showUsd(toTheCentAbove(needed))} is missing in the reserve: all that runs and waits has to be set apart first.`
      : 'From then on an investment is taken only where its earnings and its bonus are set apart, before any address is shown.'
  }
  if (chosen === 'strict')
    return disclosed_from === null ? 'This already applies.' : 'This calls the change off: promises stay strict.'
  if (backing === 'disclosed')
    return 'This applies now: more can be promised than is set apart, and every plan says what is not.'
  if (disclosed_from !== null) return 'This is chosen already. Investors have been told.'
  return alone
    ? 'There is no other administrator to agree. Every investor is told at once, and it takes effect three days later.'
    : 'A second administrator has to agree. Every investor is told then, and it takes effect three days later.'
}
