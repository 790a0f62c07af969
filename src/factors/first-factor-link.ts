import { settleNoSooner } from '#addresses/distrust.ts'
import { spendTextBeside } from '#identity/text-budget.ts'
import { type Clock, DAY, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newSecret } from '#kit/ids.ts'
import { countAttempt } from '#kit/limit.ts'
import { enqueueTelling, enqueueText } from '#mail/enqueue.ts'
import { firstFactorAdded, firstFactorAddedText } from '#mail/factor-templates.ts'
import { UNDO_HOURS } from '#mail/rules.ts'
import type { UserRow } from '#users/find.ts'
import { openTakeBack } from '#users/take-back.ts'
import { lostGuardSince } from './guard.ts'
import {
  closeFactorTakeBacks,
  type FactorTakeBackRow,
  insertFactorTakeBack,
  selectFactorTakeBack,
  selectOpenTakeBacks,
} from './store.ts'

/** First factors in a day of whoever has a number: each sends it a text. */
const MOST_A_DAY = 3
const TOO_MANY =
  'No further second factor can be added today, because several were added and removed. Try again tomorrow.'

/**
 * Tells somebody of the first factor of their account, by mail and by text message, with a link that takes the account back
 * for 72 hours: whoever knows the password alone can add one, and its owner would stay out. Both go to where the account
 * would go back to, and not to an address or a number that a thief has just given it. The link takes back what was changed
 * since a change of contact details that can be taken back, and all that the earlier links would which it replaces. For as
 * long, what it would remove of the address book is held.
 *
 * An account that another factor guarded 72 hours before, which was replaced since, gets the link by text message alone:
 * who reads its mailbox could not come in, and would now. Answers whether the mail went to the address that the account has. `user` is as they
 * were before, under their lock; `factor` in words. 429 where no text goes out any more today: it may be the only link that
 * somebody else does not read.
 */
export async function linkFirstFactor(
  tx: Tx,
  clock: Clock,
  user: UserRow,
  {
    factor,
    follows,
    ended,
    appUrl,
  }: Record<'factor' | 'appUrl', string> & Record<'follows' | 'ended', string | undefined>,
): Promise<boolean> {
  const now = clock.now()
  const reach = new Date(now.getTime() - UNDO_HOURS * HOUR)
  const changed = await openTakeBack(tx, user.id, now)
  const [email, phone] = [changed?.email ?? user.email, changed?.phone ?? user.phone]
  const token = newSecret()
  const letter = { factor, link: `${appUrl}/undo-change?token=${token}`, hours: UNDO_HOURS, follows }
  const isGuarded = await lostGuardSince(tx, user.id, reach)
  const isMailed =
    !isGuarded && (await enqueueTelling(tx, clock, { receiver: email, ...firstFactorAdded({ ...letter, ended }) }))
  const isTexted = phone !== ''
  if (isTexted) {
    const today = { key: `first-factor-text/${user.id}`, most: MOST_A_DAY, milliseconds: DAY }
    await countAttempt(tx, clock, [today], TOO_MANY)
    await spendTextBeside(tx, clock)
    await enqueueText(tx, clock, { receiver: phone, ...firstFactorAddedText(letter) })
  }
  if (!isMailed && !isTexted) return false
  // A link that somebody has kept must not take back what its owner does later: the newest alone is good, where it has
  // reached all whom the earlier ones reached and takes back as much.
  const earlier = isMailed || isGuarded ? await openFirstFactorLinks(tx, user.id, { since: reach, now }) : []
  const replaced = earlier.filter(({ since }) => since >= reach)
  await endFirstFactorLinks(tx, replaced, now)
  const starts = [now, ...(changed === null ? [] : [changed.since]), ...replaced.map(({ since }) => since)]
  const since = new Date(Math.min(...starts.map(Number)))
  const until = new Date(now.getTime() + UNDO_HOURS * HOUR)
  await insertFactorTakeBack(tx, {
    ...{ token_hash: hashToken(token), user_id: user.id, created_at: now, over_at: null },
    ...{ since, good_until: until },
  })
  await settleNoSooner(tx, user.id, { begun: since, now, until })
  return isMailed && email === user.email
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

/** The links of first factors of somebody that are good now and were made since a moment. */
export async function openFirstFactorLinks(
  tx: Tx,
  userId: string,
  moments: { since: Date; now: Date },
): Promise<FactorTakeBackRow[]> {
  return selectOpenTakeBacks(tx, userId, moments)
}

/** Ends links of first factors: the account was taken back to what it was before them. */
export async function endFirstFactorLinks(tx: Tx, links: readonly FactorTakeBackRow[], at: Date): Promise<void> {
  await closeFactorTakeBacks(
    tx,
    links.map(({ token_hash }) => token_hash),
    at,
  )
}
