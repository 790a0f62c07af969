import { steppedUpUntil } from '#identity/stepped-up.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { sessionOf } from './challenge.ts'
import type { Factor } from './contract.ts'
import { MOST_FACTORS } from './rules.ts'
import {
  type AuthenticatorRow,
  countRecoveryCodes,
  type PasskeyRow,
  selectAuthenticators,
  selectPasskeys,
} from './store.ts'

/** A user's factors, the oldest first. */
export async function factorsOf(tx: Tx, userId: string): Promise<Factor[]> {
  const passkeys = await selectPasskeys(tx, userId)
  const apps = await selectAuthenticators(tx, userId)
  const factors = [...passkeys.map(passkeyOnWire), ...apps.map(authenticatorOnWire)]
  // ids sort by the time of their making
  return factors.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** What somebody's own screen shows of them. */
export async function readFactors(tx: Tx, clock: Clock, actor: Investor) {
  const until = await steppedUpUntil(tx, clock, sessionOf(actor))
  return {
    factors: await factorsOf(tx, actor.userId),
    recovery_codes: await countRecoveryCodes(tx, actor.userId),
    stepped_up_until: until?.toISOString() ?? null,
  }
}

/** 409 for whoever has as many as there may be. The caller holds the user's lock, or adds nothing yet. */
export async function refuseTooMany(tx: Tx, userId: string): Promise<void> {
  if ((await factorsOf(tx, userId)).length < MOST_FACTORS) return
  refuse('wrong state', `You have ${MOST_FACTORS} second factors. Remove one that you no longer use first.`)
}

export function passkeyOnWire(row: PasskeyRow): Factor {
  return { ...ofEither(row), kind: 'passkey', synced: row.backed_up }
}

export function authenticatorOnWire(row: AuthenticatorRow): Factor {
  return { ...ofEither(row), kind: 'authenticator', synced: false }
}

function ofEither({ id, name, created_at, last_used_at }: PasskeyRow | AuthenticatorRow) {
  return { id, name, created_at: created_at.toISOString(), last_used_at: last_used_at?.toISOString() ?? null }
}
