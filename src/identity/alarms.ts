import type { Administrator, Investor } from '#kit/actor.ts'
import { type Clock, DAY, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { deviceInWords } from '#kit/device-in-words.ts'
import { countWithin, isWithin } from '#kit/limit.ts'
import type { RequestFacts } from '#kit/routes.ts'
import type { NotificationContent, NotificationSubject } from '#notifications/notification-content.ts'
import { notify } from '#notifications/notify.ts'
import { ownersOf, type UserRow } from '#users/find.ts'
import { deviceOf, xsrfOf } from './cookies.ts'
import { knownPlace } from './known-places.ts'
import { hasHadSession } from './store.ts'

/** Refusals of one person within an hour of which the owners are told: screens offer nothing that is refused. */
const MANY_REFUSALS = 30
/** Alarms of one kind in a day: whoever can set one off cannot bury the next mail that matters. */
const MOST_ALARMS = 10
const NO_LIMIT = 1_000_000_000

/** Counts a refusal, and tells the owners when one person has been refused thirty times within an hour; once a day for each. */
export async function alarmOfRefusals(tx: Tx, clock: Clock, { userId, name }: Investor | Administrator): Promise<void> {
  const refusals = await countWithin(tx, clock, { key: `refusals/${userId}`, most: NO_LIMIT, milliseconds: HOUR })
  if (refusals !== MANY_REFUSALS) return
  await alarmOwners(tx, clock, `refusals/${userId}`, {
    ...{ title: 'Many refusals', bold_value: name, status_text: `${MANY_REFUSALS} requests refused within an hour` },
    subject: { kind: 'user', id: userId },
  })
}

/** Tells the owners that limits refuse many requests; once a day. */
export async function alarmOfLimits(tx: Tx, clock: Clock, refused: number): Promise<void> {
  await alarmOwners(tx, clock, 'limits/all', {
    ...{ title: 'Limits reached', bold_value: `${refused} requests`, status_text: 'refused within an hour' },
  })
}

/** Tells the owners what is wrong with the certificate by which people reach this house, or will be soon; once a day. */
export async function alarmOfCertificate(tx: Tx, clock: Clock, problem: string): Promise<void> {
  await alarmOwners(tx, clock, 'certificate/own', {
    ...{ title: 'Certificate', bold_value: 'The certificate of this address', status_text: problem },
  })
}

/**
 * Tells an administrator, and the owners, of a sign-in on a device that this account was never used on. Not of the very
 * first one: then there is nothing to compare with. To be called before the session is opened.
 */
export async function alarmOfNewDevice(
  tx: Tx,
  clock: Clock,
  user: Pick<UserRow, 'id' | 'name' | 'email' | 'roles'>,
  request: Pick<RequestFacts, 'address' | 'userAgent' | 'cookies'>,
): Promise<void> {
  if (user.roles.length === 0) return
  const { device, network } = await knownPlace(tx, user.email, request)
  // A script has no device of its own, so it is known by its network.
  const isScript = xsrfOf(request) === undefined && deviceOf(request) === undefined
  if (device !== undefined || (isScript && network)) return
  if (!(await hasHadSession(tx, user.id))) return
  if (!(await mayAlarm(tx, clock, `new-device/${user.id}/${request.address}`))) return
  const words = deviceInWords(request.userAgent)
  await notify(tx, clock, user.id, 'identity', {
    ...{ icon: 'security', title: 'New device', status_color: 'yellow' },
    ...{ bold_value: words, status_text: 'signed in to your account' },
  })
  await alarmOwners(
    tx,
    clock,
    'new-devices',
    {
      ...{ title: 'Administrator on a new device', bold_value: user.name, status_text: `signed in on ${words}` },
      subject: { kind: 'user', id: user.id },
    },
    user.id,
  )
}

type Alarm = Pick<NotificationContent, 'title' | 'bold_value' | 'status_text'> & { subject?: NotificationSubject }

async function alarmOwners(tx: Tx, clock: Clock, about: string, alarm: Alarm, but?: string): Promise<void> {
  if (!(await mayAlarm(tx, clock, about))) return
  for (const id of await ownersOf(tx)) {
    if (id !== but) await notify(tx, clock, id, 'identity', { icon: 'approval', status_color: 'red', ...alarm })
  }
}

/** Once a day about one thing, and ten times a day of one kind. */
async function mayAlarm(tx: Tx, clock: Clock, about: string): Promise<boolean> {
  const [kind = ''] = about.split('/')
  const most = about === kind ? MOST_ALARMS : 1
  if (!(await isWithin(tx, clock, { key: `alarm/${about}`, most, milliseconds: DAY }))) return false
  return about === kind || isWithin(tx, clock, { key: `alarms/${kind}`, most: MOST_ALARMS, milliseconds: DAY })
}
