import { unconfirmedPayouts } from '#approvals/said-paid.ts'
import type { Tx } from '#kit/database.ts'
import { refuseField } from '#kit/refusal.ts'
import { momentInWords } from '#users/pause-rules.ts'

/**
 * 422 where an administrator has said that a withdrawal was paid and no second one has confirmed it, unless `lookedUp` is
 * the id of that request: paying it, or giving its amount back, could be the second time. To be asked under the lock on the
 * withdrawal, and once it is known that nothing waits on it, since what waits may end at any moment.
 */
export async function refuseNotLookedUp(
  tx: Tx,
  withdrawal: { id: string; version: number },
  lookedUp: string | undefined,
): Promise<void> {
  const said = (await unconfirmedPayouts(tx, [withdrawal])).get(withdrawal.id)
  if (said === undefined || said.id === lookedUp) return
  const by = said.txid === null ? 'with no transaction id' : `with transaction ${said.txid}`
  refuseField(
    'looked_up',
    `${said.by} said on ${momentInWords(said.at)} that this was paid, ${by}, and no second administrator has confirmed it. Look it up first, then go on from the withdrawal itself.`,
  )
}
