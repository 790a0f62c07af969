import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { ownersTold, MATTERS, type Matter, type OwnersStep } from '#mail/templates.ts'
import { fromWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { notify } from '#notifications/notify.ts'
import type { Change } from './contract.ts'
import { AMOUNT_FIELDS, FIELD_WORDS, GONE_COUNTS_FOR } from './rules.ts'
import { selectOwnersToTell } from './store.ts'

/** What every owner is told of: which wallet, plan, setting or mail, or whose roles. */
export type Told = { matter: Matter; name: string }

/**
 * Tells every owner, by notification and by mail, of what may lead money elsewhere or gives somebody power: that it was
 * asked for, made, agreed to or sent. In the transaction of the change; who did it is told too, since somebody else may have
 * used their session. Who was an owner until lately is told as well: else taking their role would come before the theft.
 */
export async function tellOwners(
  tx: Tx,
  clock: Clock,
  news: Told & { by: string; step: OwnersStep; changes: readonly Change[] },
): Promise<void> {
  const { matter, name, by, step, changes } = news
  const letter = ownersTold({ matter, name, by, step, changes: changes.map(inALine) })
  const since = new Date(clock.now().getTime() - GONE_COUNTS_FOR)
  for (const { id, email } of await selectOwnersToTell(tx, since)) {
    await notify(tx, clock, id, 'approvals', {
      icon: 'approval',
      title: MATTERS[matter].title,
      bold_value: name,
      status_color: step === 'asked for' ? 'yellow' : 'green',
      status_text: `${step} by ${by}`,
    })
    await enqueueMail(tx, clock, { receiver: email, ...letter })
  }
}

function inALine({ field, before, after }: Change): string {
  const [was, becomes] = [before, after].map((value) => (value === null ? 'none' : valueOf(field, value)))
  return `${FIELD_WORDS[field] ?? field}: ${before === null ? becomes : `${was} → ${becomes}`}`
}

function valueOf(field: string, value: string): string {
  return AMOUNT_FIELDS.includes(field) && /^\d/.test(value) ? showUsd(fromWire(value)) : value
}
