import { recordAct } from '#audit/record.ts'
import { endOthersAndPlaces } from '#identity/end-sessions.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { Json } from '#kit/database-schema.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { pauseWithdrawals } from '#users/pause-withdrawals.ts'
import { endFactorHelp } from './help/end-help.ts'

/** How people call what they have. */
const CALLED = { passkey: 'passkey', authenticator: 'authenticator app' } as const

/**
 * What follows from every change of a user's factors: a line in the audit log, a notification and a mail, the end of all
 * their other sessions, in which somebody else may sit, and a day in which nothing is withdrawn. The caller holds the
 * user's lock.
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
  },
): Promise<void> {
  const { action, before, after, told } = change
  await recordAct(tx, clock, actor, {
    ...{ action, subject: { kind: 'user', id: actor.userId } },
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  })
  await endFactorHelp(tx, clock, actor, actor.userId, 'factors changed')
  await endOthersAndPlaces(tx, clock, actor, request)
  const follows =
    change.pauses === false ? undefined : await pauseWithdrawals(tx, clock, actor.userId, 'second factor changed')
  await tellOfCredential(tx, clock, actor.userId, {
    ...{ title: told.title, bold_value: told.of ?? '', status_text: told.how, status_color: 'green', follows },
  })
}

/** A factor as people read of it: `passkey Blue phone`. */
export function factorInWords({ kind, name }: { kind: keyof typeof CALLED; name: string }): string {
  return `${CALLED[kind]} ${name}`
}
