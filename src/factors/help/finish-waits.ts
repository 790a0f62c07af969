import { holdRequestsOf } from '#approvals/close-requests.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import { voidResetLinks } from '#identity/void-reset-links.ts'
import type { System } from '#kit/actor.ts'
import { type Clock, HOUR } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { oneByOne, sweep } from '#kit/sweep.ts'
import { enqueueText } from '#mail/enqueue.ts'
import { factorsRemovedText } from '#mail/factor-templates.ts'
import { whenTold } from '#mail/when-told.ts'
import { notify } from '#notifications/notify.ts'
import { findUser, type UserRow } from '#users/find.ts'
import { lockUser } from '#users/lock-user.ts'
import { WITHDRAWALS_PAUSED } from '#users/pause-rules.ts'
import { factorInWords } from '../changed.ts'
import { factorsOf } from '../read.ts'
import { removeAllFactors } from '../remove-all.ts'
import { HELP_HOURS } from '../rules.ts'
import { endFactorHelp, LOST_FACTOR } from './end-help.ts'
import { closeHelp, type HelpRow, selectDueWaits, selectHelp } from './store.ts'

const JOB: System = { job: 'remove lost factors' }
/** Removes the factors of everybody whose wait is over, one by one: who cannot be helped keeps nobody else. */
export async function finishWaits(
  { db, clock }: { db: Database; clock: Clock },
  stopping?: AbortSignal,
): Promise<void> {
  await sweep(
    db,
    oneByOne(selectDueWaits, (tx, id) => finishWait(tx, clock, id)),
    stopping,
  )
}

/**
 * Removes all factors of somebody who has lost them, once the 72 hours have passed by the database's clock, and since a
 * message about them was delivered: then the password alone signs in. Sessions end, reset links are void, nothing is
 * withdrawn for a day, and they are told by mail and by text message. Does nothing where another process, or the owner's stop, came first.
 */
async function finishWait(tx: Tx, clock: Clock, id: string): Promise<void> {
  const found = await selectHelp(tx, id)
  if (found !== undefined) await holdRequestsOf(tx, found.user_id)
  const user = found && (await lockUser(tx, found.user_id))
  const help = await selectHelp(tx, id)
  if (user === undefined || help === undefined || help.state !== 'waiting' || help.ends_at === null) return
  if (help.ends_at > (await databaseClock(tx)).now()) return
  const told = await whenTold(tx, help.told)
  if (told === 'may yet' || (told !== 'never' && told.getTime() + HELP_HOURS * HOUR > clock.now().getTime())) return
  if (user.blocked_at !== null) return endFactorHelp(tx, clock, JOB, user.id, 'blocked')
  if (user.reset_required) return endFactorHelp(tx, clock, JOB, user.id, 'reset required')
  if (user.roles.includes('owner')) return endFactorHelp(tx, clock, JOB, user.id, 'is owner')
  const decider = help.decided_by === null ? undefined : await findUser(tx, help.decided_by)
  const isTheirs = user.roles.length === 0 || decider?.roles.includes('owner')
  if (!isTheirs) return endFactorHelp(tx, clock, JOB, user.id, 'roles given')
  if (told === 'never') return endUntold(tx, clock, help, user)
  await closeHelp(tx, help.id, { state: 'done', over_at: clock.now() })
  await recordAct(tx, clock, JOB, {
    ...{ action: 'remove lost factors', subject: { kind: 'user', id: user.id } },
    ...{ before: { factors: (await factorsOf(tx, user.id)).map(factorInWords) }, after: { factors: [] } },
  })
  await voidResetLinks(tx, user.id, clock.now())
  if (user.roles.length > 0 && decider !== undefined) await tellOfAdministrator(tx, clock, user, decider)
  // what it tells is mailed
  await removeAllFactors(tx, clock, JOB, user, 'recovery')
  const { phone } = user
  if (phone !== '')
    await enqueueText(tx, clock, { receiver: phone, ...factorsRemovedText({ follows: WITHDRAWALS_PAUSED }) })
}

/** Every owner hears of an administrator's, in the name of the owner who has begun the wait. */
async function tellOfAdministrator(tx: Tx, clock: Clock, user: UserRow, decider: UserRow): Promise<void> {
  await tellOwners(
    tx,
    clock,
    { userId: decider.id, name: decider.name },
    {
      ...{ matter: 'roles', name: user.name, id: user.id, step: 'made', counted: false },
      changes: [{ field: 'sign_in', before: null, after: 'second factors removed after 72 hours' }],
    },
  )
}

/** Whoever could not be told could not stop it. The administrator who has begun the wait is told why nothing came of it. */
async function endUntold(tx: Tx, clock: Clock, { decided_by }: HelpRow, user: UserRow): Promise<void> {
  await endFactorHelp(tx, clock, JOB, user.id, 'not told')
  if (decided_by === null) return
  await notify(tx, clock, decided_by, 'identity', {
    ...{ icon: 'security', title: LOST_FACTOR, bold_value: user.name },
    ...{ status_text: 'ended: no message was delivered', status_color: 'red' },
    subject: { kind: 'user', id: user.id },
  })
}
