import { hasTaken } from '#approvals/whose-step.ts'
import { leadsTo } from '#audit/read.ts'
import type { Settings } from '#kit/config.ts'
import type { Tx } from '#kit/database.ts'
import { settingsNow } from '#settings/read.ts'
import { findUser } from '#users/find.ts'
import { selectCountingCheck } from './store.ts'

/**
 * Whether nobody but this administrator answers for who a user is, and why: they have approved the identity, or nobody has
 * and they could do so afterwards. The latter counts in every state but `off` of the setting: there is no check to be made
 * then. Null where somebody else does.
 */
export async function onlyKnownBy(
  tx: Tx,
  administratorId: string,
  userId: string,
  defaults: Pick<Settings, 'kyc'>,
): Promise<'identity' | 'no identity' | null> {
  const user = await findUser(tx, userId)
  if (user?.kyc !== 'approved') return (await settingsNow(tx, defaults)).kyc === 'off' ? null : 'no identity'
  const check = await selectCountingCheck(tx, userId)
  const theirs = check !== undefined && (await hasTaken(tx, administratorId, check.id, leadsTo('approved')))
  return theirs ? 'identity' : null
}
