import { holdRequestsOf } from '#approvals/close-requests.ts'
import { recordAct } from '#audit/record.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { MATTERS, ownersTold } from '#mail/owner-templates.ts'
import { notify } from '#notifications/notify.ts'
import { findUser, findUserByEmail, ownersOf } from '#users/find.ts'
import { lockUser } from '#users/lock-user.ts'
import { normaliseEmail } from '#users/rules.ts'
import { endFactorHelp } from './help/end-help.ts'
import { factorsOf } from './read.ts'
import { removeAllFactors } from './remove-all.ts'

const BY = 'the owner command'

/**
 * Removes all second factors of an owner who has lost them: by whoever has the machine, since nobody stands above an
 * owner. Every owner is told, by notification and mail. Refused for whoever is no owner or has no factor.
 */
export async function resetOwnersFactors(tx: Tx, clock: Clock, email: string): Promise<{ name: string }> {
  const found = await findUserByEmail(tx, normaliseEmail(email))
  if (found !== undefined) await holdRequestsOf(tx, found.id)
  const user = found && (await lockUser(tx, found.id))
  if (user === undefined) refuse('not found', `There is no user with the email address ${email}.`)
  const { id, name, roles } = user
  if (!roles.includes('owner')) refuse('not allowed', `${email} is no owner. This command is for owners alone.`)
  const factors = await factorsOf(tx, id)
  if (factors.length === 0) refuse('wrong state', `${email} has no second factor.`)
  await recordAct(
    tx,
    clock,
    { job: BY },
    {
      ...{ action: 'reset factors', subject: { kind: 'user', id } },
      ...{ before: factors.map(({ kind, name: called }) => ({ kind, name: called })), after: [] },
    },
  )
  await endFactorHelp(tx, clock, { job: BY }, id, 'is owner')
  await removeAllFactors(tx, clock, { job: BY }, user)
  await tellEveryOwner(tx, clock, { id, name })
  return { name }
}

async function tellEveryOwner(tx: Tx, clock: Clock, of: { id: string; name: string }): Promise<void> {
  const letter = ownersTold({
    ...{ matter: 'roles', name: of.name, by: BY, step: 'made' },
    changes: ['Second factors: removed, for an owner who has lost them'],
  })
  for (const ownerId of await ownersOf(tx)) {
    const owner = await findUser(tx, ownerId)
    if (owner === undefined) continue
    await notify(tx, clock, ownerId, 'approvals', {
      ...{ icon: 'approval', title: MATTERS.roles.title, bold_value: of.name },
      ...{ status_color: 'green', status_text: 'second factors removed', subject: { kind: 'user', id: of.id } },
    })
    await enqueueMail(tx, clock, { receiver: owner.email, ...letter })
  }
}
