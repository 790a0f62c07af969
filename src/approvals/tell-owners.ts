import type { Administrator, Investor } from '#kit/actor.ts'
import { type Clock, HOUR } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { countAttempt } from '#kit/limit.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { ownersTold, MATTERS, type Matter, type OwnersStep } from '#mail/owner-templates.ts'
import { fromWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import type { SubjectKind } from '#notifications/contract.ts'
import { notify } from '#notifications/notify.ts'
import type { Change } from './contract.ts'
import { AMOUNT_FIELDS, MOMENT_FIELDS, REMOVED_COUNTS_FOR, termOf, wordOf } from './rules.ts'
import { selectOwnersToTell } from './store.ts'

/** What one administrator makes owners hear of in an hour, of either count: more than anybody does by hand. */
const MOST = 30

/** What every owner is told of: which wallet, plan, setting, list or mail, or whose roles. */
export type OwnerAlert = {
  matter: Matter
  name: string
  /** of the wallet, the plan, the setting, the import or the person; the name where it has none */
  id?: string | undefined
}

/** What of the desk shows it. */
const ABOUT: Readonly<Record<Matter, SubjectKind>> = {
  ...{ wallet: 'wallet', plan: 'plan', limit: 'setting', kyc: 'setting', setting: 'setting', backing: 'funds' },
  ...{ roles: 'user', invitation: 'invitation', list: 'screening list', mailing: 'mailing' },
}

/**
 * Tells every owner, by notification and by mail, of what may lead money elsewhere or gives somebody power: that it was
 * asked for, made, agreed to or sent. In the transaction of the change; who did it is told too, since somebody else may have
 * used their session. Who was an owner until lately is told as well: else taking their role would come before the theft.
 * 429 beyond 30 in an hour of the same person: nobody buries what matters under what does not.
 */
export async function tellOwners(
  tx: Tx,
  clock: Clock,
  actor: Pick<Administrator | Investor, 'userId' | 'name'>,
  news: OwnerAlert & {
    step: OwnersStep
    changes: readonly Change[]
    /** When it takes effect, where that is later. */
    from?: Date | null
    /** It only takes something away: counted apart, so that a thief who has used up the one has not stopped the other. */
    protects?: boolean
    /** False if a limit of its own comes first, and nobody may be stopped from it. */
    counted?: boolean
  },
): Promise<void> {
  const { matter, name, id, step, changes, from = null, protects = false, counted = step !== 'agreed to' } = news
  const by = actor.name
  // Who agrees answers somebody else's request, which has been counted.
  if (counted) {
    const key = `${protects ? 'protected' : 'owners-told'}/${actor.userId}`
    const limit = { key, most: MOST, milliseconds: HOUR }
    await countAttempt(tx, clock, [limit], `You have done ${MOST} things within an hour that every owner is told of.`)
  }
  const later = from === null ? undefined : moment.format(from)
  const letter = ownersTold({ matter, name, by, step, changes: changes.map(changeLine), from: later })
  const since = new Date((await databaseClock(tx)).now().getTime() - REMOVED_COUNTS_FOR)
  for (const owner of await selectOwnersToTell(tx, since)) {
    await notify(tx, clock, owner.id, 'approvals', {
      icon: 'approval',
      title: MATTERS[matter].title,
      bold_value: name,
      status_color: step === 'asked for' ? 'yellow' : 'green',
      status_text: `${step} by ${by}${later === undefined ? '' : `, from ${later}`}`,
      subject: { kind: ABOUT[matter], id: id ?? name },
    })
    await enqueueMail(tx, clock, { receiver: owner.email, ...letter })
  }
}

/** A change in a line of a mail: `Amount: $500.00 → $2,500.00`. */
export function changeLine(change: Change): string {
  const { field, before, after } = change
  const [was, becomes] = [before, after].map((value) => (value === null ? 'none' : valueOf(field, value)))
  return `${termOf(change)}: ${before === null ? becomes : `${was} → ${becomes}`}`
}

function valueOf(field: string, value: string): string {
  if (MOMENT_FIELDS.includes(field)) return moment.format(new Date(value))
  return AMOUNT_FIELDS.includes(field) && /^\d/.test(value) ? showUsd(fromWire(value)) : wordOf(field, value)
}
/** `Mar 1, 2026, 12:00:00 PM UTC`: nobody knows in which zone a mail is read. */
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' })
