import { randomBytes } from 'node:crypto'
import { holdRequestsOf } from '#approvals/close-requests.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { lockUser } from '#users/lock-user.ts'
import { factorsChanged } from './changed.ts'
import { hashRecoveryCode } from './prove.ts'
import { factorsOf } from './read.ts'
import { readRecoveryCode, RECOVERY_CODE_BYTES, RECOVERY_CODES, recoveryCodeOf } from './rules.ts'
import { deleteRecoveryCodes, insertRecoveryCodes } from './store.ts'

/** Ten recovery codes, in place of those that there were. They are shown this once. 409 where they stand in for nothing. */
export async function makeRecoveryCodes(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  request: RequestFacts,
): Promise<string[]> {
  const { userId } = actor
  await holdRequestsOf(tx, userId)
  await lockUser(tx, userId)
  if ((await factorsOf(tx, userId)).length === 0) {
    refuse('wrong state', 'Recovery codes stand in for a second factor. Add a passkey or an authenticator app first.')
  }
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeOf(randomBytes(RECOVERY_CODE_BYTES)))
  const hashes = codes.map((code) => hashRecoveryCode(tx, userId, readRecoveryCode(code) ?? ''))
  await deleteRecoveryCodes(tx, userId)
  await insertRecoveryCodes(tx, userId, hashes, clock.now())
  await factorsChanged(tx, clock, actor, request, {
    ...{ action: 'make recovery codes', after: { codes: RECOVERY_CODES } },
    told: { title: 'Recovery codes', how: 'replaced' },
    pauses: false,
  })
  return codes
}
