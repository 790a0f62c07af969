import type { Clock } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { PRODUCT } from '#mail/letter.ts'
import { mailOfBlock } from './mail-of-block.ts'
import { mailResetLink } from './mail-reset-link.ts'
import { takeResetRequest } from './strangers-store.ts'
import { findUserByEmail } from '#users/find.ts'
import { lockUser } from '#users/lock-user.ts'

/**
 * Mails what the oldest request asked for, where its address has an account: a link, which makes the earlier ones void;
 * to a blocked user the words that a new password would not help. Answers whether there was a request. Any number of
 * processes may ask: each request is answered once.
 */
export function answerResetRequest(house: { db: Database; clock: Clock; appUrl: string }): Promise<boolean> {
  return transaction(house.db, async (tx) => {
    const request = await takeResetRequest(tx)
    if (request !== undefined) await answer(tx, house, request.email)
    return request !== undefined
  })
}

async function answer(tx: Tx, { clock, appUrl }: { clock: Clock; appUrl: string }, email: string): Promise<void> {
  const found = await findUserByEmail(tx, email)
  const user = found && (await lockUser(tx, found.id))
  // they may have closed their account before the lock was held
  if (user === undefined || user.closed_at !== null) return
  if (user.blocked_at !== null) return mailOfBlock(tx, clock, user, appUrl)
  const why = `Somebody, most likely you, asked for a new password for your ${PRODUCT} account.`
  await mailResetLink(tx, clock, user, { appUrl, why })
}
