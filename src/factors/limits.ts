import { DAY, HOUR, MINUTE } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { networkOf, siteOf } from '#kit/ip-address.ts'
import type { Limit } from '#kit/limit.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { knownPlace } from '#identity/known-places.ts'
import { FROM_YOUR_NETWORK } from '#identity/limits.ts'
import { normaliseEmail } from '#users/rules.ts'

/** What is said of a limit on codes that has no words of its own. */
export const TOO_MANY_TRIES = 'Too many incorrect codes were entered.'

/** Wrong codes in one session: five in 15 minutes, twenty in a day. */
export function stepUpLimits(userId: string, sessionId: string): Limit[] {
  return fiveAndTwenty(`factor/${userId}/session/${sessionId}`)
}

/**
 * Wrong codes after a right password. Where they count follows the person, as wrong passwords do (decision 30): a device
 * or a network that its owner has signed in from has a count of its own, which nobody elsewhere can use up.
 */
export async function signInFactorLimits(
  tx: Tx,
  user: { id: string; email: string },
  request: Pick<RequestFacts, 'address' | 'cookies'>,
): Promise<Limit[]> {
  const known = await knownPlace(tx, normaliseEmail(user.email), request)
  const key = `factor/${user.id}`
  if (known.device !== undefined) return fiveAndTwenty(`${key}/${known.device}`)
  const here = fiveAndTwenty(`${key}/${networkOf(request.address)}`)
  if (known.network) return here
  return [
    ...here,
    { key: `${key}/strangers`, most: 10, milliseconds: HOUR },
    { key: `${key}/strangers/day`, most: 30, milliseconds: DAY },
  ]
}

function fiveAndTwenty(key: string): Limit[] {
  return [
    { key, most: 5, milliseconds: 15 * MINUTE },
    { key: `${key}/day`, most: 20, milliseconds: DAY },
  ]
}

/** Requests for help with lost factors: five a day. They count by person and place, as wrong codes do. */
export async function lostFactorLimits(
  tx: Tx,
  user: { id: string; email: string },
  request: Pick<RequestFacts, 'address' | 'cookies'>,
): Promise<Limit[]> {
  const known = await knownPlace(tx, normaliseEmail(user.email), request)
  const place = known.device ?? (known.network ? networkOf(request.address) : 'strangers')
  return [{ key: `factor-help/${user.id}/${place}`, most: 5, milliseconds: DAY }]
}

/** Wrong codes of a day of which their owner is not told yet, and how often they are told. */
export function unreportedCodes(userId: string): Limit {
  return { key: `wrong-factors/${userId}`, most: 4, milliseconds: DAY }
}
export function tellingOfCodes(userId: string): Limit {
  return { key: `told-of-factors/${userId}`, most: 1, milliseconds: DAY }
}

/** Sign-ins by a passkey that one network begins: sixty a minute, six hundred an hour; four times that for its site. */
export function passkeyLoginLimits(address: string): Limit[] {
  const [network, site] = [networkOf(address), siteOf(address)]
  return [
    ...aMinuteAndAnHour(network, { minute: 60, hour: 600 }),
    ...(site === network ? [] : aMinuteAndAnHour(site, { minute: 240, hour: 2400 })),
  ]
}

function aMinuteAndAnHour(place: string, most: { minute: number; hour: number }): Limit[] {
  const key = `passkey-login/${place}`
  return [
    { key, most: most.minute, milliseconds: MINUTE, words: FROM_YOUR_NETWORK },
    { key: `${key}/hour`, most: most.hour, milliseconds: HOUR, words: FROM_YOUR_NETWORK },
  ]
}
