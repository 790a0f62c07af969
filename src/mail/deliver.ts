import { Claims, retryUntilDone } from '#kit/claim.ts'
import { type Clock, DAY, HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { logToKeep } from '#log/read-log.ts'
import type { Mail } from './compose-mail.ts'
import { claimDue, type ClaimedMessage, type Lane, markDelivered, markForRetry, markGivenUp } from './delivery-store.ts'

/** Milliseconds for which a deliverer has a message to itself. Longer than any sender waits for an answer. */
export const LEASE = 2 * MINUTE
/** Milliseconds from a try that failed to the next; the last one repeats. */
export const PAUSES = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR]
/** Milliseconds after which a message that cannot be delivered is given up. */
export const GIVE_UP = 3 * DAY
/** Characters that are kept of what the other side said. */
const LONGEST_ERROR = 500

/** Hands a message on and resolves when whoever took it has answered for it; to `file` where nobody but us has it. */
export type Sender = (message: ClaimedMessage & Pick<Mail, 'sender_name' | 'log'>) => Promise<void | 'file'>
export type Senders = { readonly mail: Sender; readonly text: Sender }

/** The other side refuses this message for good: trying again is of no use. */
export class Undeliverable extends Error {}

/**
 * Delivers up to `most` messages of one lane that are due and answers how many it took on. The sending is outside of any
 * transaction. Each is sent by one deliverer; only where one dies, or loses the database for longer than the lease,
 * between sending and noting it is a message sent again, under the same id. `claims` is kept from round to round.
 */
export async function deliverDue(
  house: {
    db: Database
    clock: Clock
    senders: Senders
    /** what the operator is called now */
    senderName?(tx: Tx): Promise<string | undefined>
    log(error: unknown): void
  },
  lane: Lane,
  most: number,
  claims = new Claims(),
): Promise<number> {
  const now = house.clock.now()
  const leaseEnds = new Date(now.getTime() + LEASE)
  const { claimed, ...known } = await claims.make((claim) =>
    transaction(house.db, async (tx) => {
      const due = await claimDue(tx, { lane, now, leaseEnds, most, claim: claim() })
      if (due.length === 0) return { claimed: due }
      return { claimed: due, sender_name: await house.senderName?.(tx), log: await logToKeep(tx) }
    }),
  )
  await Promise.all(claimed.map((message) => deliverOne(house, { ...message, ...known }).catch(house.log)))
  return claimed.length
}

async function deliverOne(
  { db, clock, senders, log }: Parameters<typeof deliverDue>[0],
  message: Parameters<Sender>[0],
): Promise<void> {
  const result = await senders[message.channel](message).then(
    (to) => ({ toFile: to === 'file' }),
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  const now = clock.now()
  const note = (noted: (tx: Tx) => Promise<void>) => retryUntilDone(() => transaction(db, noted), log)
  if (!(result instanceof Error)) return note((tx) => markDelivered(tx, message.id, now, result.toFile))
  const failure = result
  log(new Error(`message ${message.id} was not delivered at try ${message.tries}: ${failure.message}`))
  const nextTry = new Date(now.getTime() + pauseAfter(message.tries))
  const tooLate = nextTry.getTime() - (message.retried_at ?? message.created_at).getTime() > GIVE_UP
  const why = failure.message.slice(0, LONGEST_ERROR)
  return note((tx) =>
    failure instanceof Undeliverable || tooLate
      ? markGivenUp(tx, message, now, why)
      : markForRetry(tx, message, nextTry, why),
  )
}

/** Milliseconds to wait after so many tries. */
export function pauseAfter(tries: number): number {
  return PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 0
}
