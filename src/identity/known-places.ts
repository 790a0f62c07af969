import { type Clock, DAY } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken } from '#kit/ids.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { networkOf } from '#kit/ip-address.ts'
import { deviceOf } from './cookies.ts'
import { deletePlacesBefore, deletePlacesOf, selectKnownPlaces, selectPlacesOfAnybody, upsertPlaces } from './store.ts'

/** Places that a person is known by: no account makes half the world a known place. */
const MOST_PLACES = 20
const NETWORK = 'network/'

type From = Pick<RequestFacts, 'address' | 'cookies'>

/** Where its owner has signed in to an account before, of all that a request says of where it comes from. */
export type KnownPlace = { device: string | undefined; network: boolean }

/**
 * Remembers that somebody has proved who they are from here, and of all such places the newest twenty; `device` is the
 * cookie's value, where there is one.
 */
export async function rememberPlace(
  tx: Tx,
  clock: Clock,
  userId: string,
  { address }: Pick<From, 'address'>,
  device: string | null,
): Promise<void> {
  const places = placesOf(address, device ?? undefined)
  await upsertPlaces(tx, userId, places, { seenAt: clock.now(), most: MOST_PLACES })
}

/**
 * Of the places that a user is known by leaves only this one: they have proved in this session who they are, and changed
 * what proves it, while somebody else may have signed in elsewhere. The caller holds the user's lock.
 */
export async function keepThisPlace(tx: Tx, clock: Clock, userId: string, { address, cookies }: From): Promise<void> {
  const device = deviceOf({ cookies })
  await deletePlacesOf(tx, userId, placesOf(address, device))
  await rememberPlace(tx, clock, userId, { address }, device ?? null)
}

/** Which part of where a request comes from is known of an account; none if there is no such account. */
export async function knownPlace(tx: Tx, email: string, { address, cookies }: From): Promise<KnownPlace> {
  const places = placesOf(address, deviceOf({ cookies }))
  const known = await selectKnownPlaces(tx, email, places)
  return {
    device: known.find((place) => place.startsWith('device/')),
    network: known.some((place) => place.startsWith(NETWORK)),
  }
}

/** Those of the networks from which anybody has signed in. */
export async function knownNetworks(tx: Tx, networks: readonly string[]): Promise<string[]> {
  const known = await selectPlacesOfAnybody(
    tx,
    networks.map((network) => `${NETWORK}${network}`),
  )
  return known.map((place) => place.slice(NETWORK.length))
}

/** Forgets places that nobody has signed in from for half a year. */
export async function forgetPlaces(tx: Tx, clock: Clock): Promise<void> {
  await deletePlacesBefore(tx, new Date(clock.now().getTime() - 180 * DAY))
}

/** The place that stands for a device, by its cookie's value. */
export function devicePlace(device: string): string {
  return `device/${hashToken(device)}`
}

function placesOf(address: string, device: string | undefined): string[] {
  const network = `${NETWORK}${networkOf(address)}`
  return device === undefined ? [network] : [network, devicePlace(device)]
}
