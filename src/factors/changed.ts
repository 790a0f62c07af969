import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import { putOut } from '#identity/end-sessions.ts'
import { keepThisPlace } from '#identity/known-places.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { Json } from '#kit/database-schema.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { REQUESTS_ENDED } from '#mail/password-templates.ts'
import { findUser, type UserRow } from '#users/find.ts'
import { pauseWithdrawals } from '#users/pause-withdrawals.ts'
import { linkFirstFactor } from './first-factor-link.ts'
import { endFactorHelp } from './help/end-help.ts'

/** How people call what they have. */
const CALLED = { passkey: 'passkey', authenticator: 'authenticator app' } as const

/**
 * What follows from every change of a user's factors: a line in the audit log, a notification and a mail, the end of all
 * their other sessions, in which somebody else may sit, with what was begun there, and a day in which nothing is withdrawn.
 * The mail about a first factor has a link that takes the account back. Of an administrator's every owner is told. The
 * caller has held the user's requests, and then locked the user.
 */
export async function factorsChanged(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  request: Pick<RequestFacts, 'address' | 'cookies'>,
  change: {
    action: string
    before?: Json
    after?: Json
    told: { title: string; of?: string; how: string }
    /** codes that stand in for a factor change nothing of who somebody is known to be */
    pauses?: false
    /** where the factor was added: whose it is, as they were before */
    addedTo?: { user: UserRow; appUrl: string }
  },
): Promise<void> {
  const { action, before, after, told } = change
  await recordAct(tx, clock, actor, {
    ...{ action, subject: { kind: 'user', id: actor.userId } },
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  })
  await endFactorHelp(tx, clock, actor, actor.userId, 'factors changed')
  const user = { id: actor.userId, name: actor.name }
  await putOut(tx, clock, actor, { user, why: `${user.name} has changed their second factors.`, but: actor })
  await keepThisPlace(tx, clock, user.id, request)
  const paused =
    change.pauses === false ? undefined : await pauseWithdrawals(tx, clock, actor.userId, 'second factor changed')
  await tellOfAdministrator(tx, clock, actor, `${told.title.toLowerCase()} ${told.how}`)
  const { addedTo } = change
  const ended = actor.roles.length > 0 ? REQUESTS_ENDED : undefined
  // who has none has shown no more than a password
  const ownLetter =
    addedTo !== undefined &&
    addedTo.user.factors.length === 0 &&
    (await linkFirstFactor(tx, clock, addedTo.user, {
      ...{ factor: told.of ?? '', follows: paused, ended, appUrl: addedTo.appUrl },
    }))
  await tellOfCredential(tx, clock, actor.userId, {
    ...{ title: told.title, bold_value: told.of ?? '', status_text: told.how, status_color: 'green' },
    ...{ follows: [paused, ended].filter(Boolean).join(' ') || undefined, ownLetter },
  })
}

async function tellOfAdministrator(tx: Tx, clock: Clock, actor: Investor, what: string): Promise<void> {
  const user = await findUser(tx, actor.userId)
  if (user === undefined || user.roles.length === 0) return
  await tellOwners(tx, clock, actor, {
    ...{ matter: 'roles', name: user.name, id: user.id, step: 'made', counted: false },
    changes: [{ field: 'sign_in', before: null, after: what }],
  })
}

/** A factor as people read of it: `passkey Blue phone`. */
export function factorInWords({ kind, name }: { kind: keyof typeof CALLED; name: string }): string {
  return `${CALLED[kind]} ${name}`
}
