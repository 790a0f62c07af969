import type { Tx } from '#kit/database.ts'
import { forgetAttempts, type Limit } from '#kit/limit.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { networkOf } from '#kit/ip-address.ts'
import { knownPlace } from './known-places.ts'
import { accountLimits, addressLimit, strangersLimits } from './limits.ts'

/**
 * What a sign-in counts under (decision 30). A device that its owner has signed in from has a count of its own, which
 * nobody else can use up. Elsewhere the network counts, and where its owner has never signed in from it, everybody else
 * who never has: guesses from a thousand networks are as few as from one.
 */
export async function signInLimits(
  tx: Tx,
  email: string,
  request: Pick<RequestFacts, 'address' | 'cookies'>,
): Promise<Limit[]> {
  const known = await knownPlace(tx, email, request)
  if (known.device !== undefined) return accountLimits(email, known.device)
  const { address } = request
  return [
    addressLimit(address),
    ...accountLimits(email, networkOf(address)),
    ...(known.network ? [] : strangersLimits(email)),
  ]
}

/** Starts counting the failures again of an account in a network: somebody has proved from there that it is theirs. */
export async function forgetFailures(tx: Tx, email: string, address: string): Promise<void> {
  for (const limit of accountLimits(email, networkOf(address))) await forgetAttempts(tx, limit)
}
