import type { Administrator } from '#kit/actor.ts'
import { type Clock, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { countAttempt } from '#kit/limit.ts'

/** Mails in an hour that one administrator sends to addresses of their own choice. */
const MOST = 30

/**
 * Counts a mail to an address that an administrator typed, who may be a stranger to the house. 429 beyond 30 in an hour:
 * nobody turns the house's good name into a source of unwanted mail, whoever has their session.
 */
export async function countWrittenMail(tx: Tx, clock: Clock, { userId }: Administrator): Promise<void> {
  const limit = { key: `written-mail/${userId}`, most: MOST, milliseconds: HOUR }
  await countAttempt(tx, clock, [limit], `You have sent ${MOST} mails to single addresses within an hour.`)
}
