import type { MailLink } from '#addresses/contract.ts'
import { goodLink, LINK_IS_OVER, useUp } from '#addresses/use-link.ts'
import { provenUser } from '#identity/gate.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { toWire } from '#money/micro-usd.ts'
import { findUser } from '#users/find.ts'
import { cancelWithdrawal } from './cancel.ts'
import { mayTransition } from './rules.ts'
import { selectWithdrawal } from './store.ts'

/** What a link of a mail is for, while it works: what was decided meanwhile is not cancelled any more. */
export async function lookAtLink(tx: Tx, token: string): Promise<MailLink | null> {
  const link = await goodLink(tx, await databaseClock(tx), token)
  if (link === undefined) return null
  const { user_id, withdrawal_id } = link
  if (withdrawal_id === null) {
    const { network, address, name } = link
    return { kind: 'confirm address', network, address, name, amount: null }
  }
  const withdrawal = await selectWithdrawal(tx, user_id, withdrawal_id)
  if (withdrawal === undefined || !mayTransition('cancel', withdrawal.status)) return null
  const { network, wallet_address: address, amount } = withdrawal
  return { kind: 'cancel withdrawal', network, address, name: null, amount: toWire(amount) }
}

/**
 * Cancels the withdrawal of a link, as its owner would, who may have lost the account to somebody: 409 where it is decided
 * or being paid, 422 where the link no longer works.
 */
export async function cancelByLink(
  tx: Tx,
  token: string,
  request: Pick<RequestFacts, 'address' | 'userAgent'>,
): Promise<void> {
  const clock = await databaseClock(tx)
  const link = await goodLink(tx, clock, token)
  if (link === undefined || link.withdrawal_id === null) refuse('bad input', LINK_IS_OVER)
  const id = link.withdrawal_id
  const user = await findUser(tx, link.user_id)
  if (user === undefined) throw new Error(`user ${link.user_id} has gone`)
  // it takes the locks in their order; whoever is second finds the withdrawal decided
  await cancelWithdrawal(tx, provenUser(user, request), { id })
  await useUp(tx, clock, link)
}
