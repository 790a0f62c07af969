import { textIfAllowed } from '#identity/text-budget.ts'
import { type Clock, DAY, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newSecret } from '#kit/ids.ts'
import { isWithin } from '#kit/limit.ts'
import { enqueueTelling } from '#mail/enqueue.ts'
import { firstFactorAdded, firstFactorAddedText } from '#mail/factor-templates.ts'
import { UNDO_HOURS } from '#mail/rules.ts'
import type { UserRow } from '#users/find.ts'
import { openTakeBack } from '#users/take-back.ts'
import { closeFactorTakeBacks, type FactorTakeBackRow, insertFactorTakeBack, selectFactorTakeBack } from './store.ts'

/** Texts about first factors that one person gets in a day: whoever adds and removes one over and over spends no budget. */
const MOST_TEXTS = 3

/**
 * Tells somebody of the first factor of their account, by mail and by text message, with a link that takes the account back
 * for 72 hours: whoever knows the password alone can add one, and its owner would stay out. It takes back what was changed
 * since a change of number that can be taken back. False where the address is not the one that the account would go back
 * to: whoever reads there may be the thief, and the old address has a link that takes the factor back, too.
 *
 * `user` is as they were before, under their lock; `factor` in words.
 */
export async function linkFirstFactor(
  tx: Tx,
  clock: Clock,
  user: UserRow,
  { factor, follows, appUrl }: { factor: string; follows: string | undefined; appUrl: string },
): Promise<boolean> {
  const now = clock.now()
  const open = await openTakeBack(tx, user.id, now)
  if (open !== null && open.email !== null && open.email !== user.email) return false
  const token = newSecret()
  await insertFactorTakeBack(tx, {
    ...{ token_hash: hashToken(token), user_id: user.id, since: open?.since ?? now, created_at: now },
    ...{ good_until: new Date(now.getTime() + UNDO_HOURS * HOUR), over_at: null },
  })
  const letter = { factor, link: `${appUrl}/undo-change?token=${token}`, hours: UNDO_HOURS, follows }
  await enqueueTelling(tx, clock, { receiver: user.email, ...firstFactorAdded(letter) })
  const isTheirs = open === null || open.phone === null || open.phone === user.phone
  const texts = { key: `first-factor-text/${user.id}`, most: MOST_TEXTS, milliseconds: DAY }
  if (user.phone !== '' && isTheirs && (await isWithin(tx, clock, texts))) {
    await textIfAllowed(tx, clock, user.phone, firstFactorAddedText(letter))
  }
  return true
}

/** Whose account a link of a first factor takes back, and since when; undefined for what is no such link, or is over. */
export async function firstFactorOfLink(
  tx: Tx,
  token: string,
  now: Date,
): Promise<Pick<FactorTakeBackRow, 'user_id' | 'since'> | undefined> {
  const link = await selectFactorTakeBack(tx, hashToken(token))
  return link === undefined || link.over_at !== null || link.good_until <= now ? undefined : link
}

/** Ends the links of first factors that were made from a moment on: the account was taken back to what it was then. */
export async function endFirstFactorLinks(tx: Tx, userId: string, since: Date, at: Date): Promise<void> {
  await closeFactorTakeBacks(tx, userId, since, at)
}
