import { Claims, retryUntilDone } from '#kit/claim.ts'
import { type Clock, DAY, HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import type { PushServiceReply, PushSender } from './send-push.ts'
import {
  claimPushes,
  type ClaimedPush,
  deleteSubscriptionById,
  type Devices,
  noteDeviceFails,
  noteDeviceWorks,
  settlePush,
} from './push-store.ts'

/** Milliseconds for which a deliverer has a push to itself. Longer than a push service is waited for. */
export const LEASE = MINUTE
/** Milliseconds from a try that failed to the next; the last one repeats. */
export const PAUSES = [15 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR]
/** Milliseconds after which a push is no longer news. */
export const GIVE_UP = DAY

/**
 * Sends up to `most` pushes that are due and answers how many it took on. The sending is outside of any transaction.
 * Each is sent by one deliverer; only where one dies, or loses the database for longer than the lease, between sending and
 * noting it is a push sent again, and then the device shows it in the place of the first. `claims` is kept from round to
 * round. Devices that fail are sent to apart: whoever waits for the answer of a
 * push service that gives none keeps nobody waiting whose device works.
 */
export async function deliverPushes(
  house: { db: Database; clock: Clock; send: PushSender; log(error: unknown): void },
  devices: Devices,
  most: number,
  leaving: AbortSignal = new AbortController().signal,
  claims = new Claims(),
): Promise<number> {
  const now = house.clock.now()
  const leaseEnds = new Date(now.getTime() + LEASE)
  const claimed = await claims.make((claim) =>
    transaction(house.db, (tx) => claimPushes(tx, { devices, now, leaseEnds, most, claim: claim() })),
  )
  await Promise.all(claimed.map((push) => deliverOne(house, push, leaving).catch(house.log)))
  return claimed.length
}

async function deliverOne(
  { db, clock, send, log }: Parameters<typeof deliverPushes>[0],
  push: ClaimedPush,
  leaving: AbortSignal,
): Promise<void> {
  const answer = await send(push, leaving).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  )
  const now = clock.now()
  const note = (noted: (tx: Tx) => Promise<void>) => retryUntilDone(() => transaction(db, noted), log)
  // Nothing is wrong with the device: another process may go on at once.
  if (answer instanceof Error && leaving.aborted) return note((tx) => settlePush(tx, push, { next_try_at: now }))
  if ('status' in answer && answer.status >= 200 && answer.status < 300)
    return note(async (tx) => {
      await settlePush(tx, push, { delivered_at: now })
      await noteDeviceWorks(tx, push.subscription_id, now)
    })
  // The browser has gone: its endpoint is good for nothing any more, whoever asks.
  if ('status' in answer && (answer.status === 404 || answer.status === 410))
    return note((tx) => deleteSubscriptionById(tx, push.subscription_id))
  const failure = 'status' in answer ? `the push service answered ${answer.status}` : answer.message
  log(new Error(`push ${push.notification_id} was not delivered at try ${push.tries}: ${failure}`))
  const nextTry = new Date(now.getTime() + pauseAfter(push.tries, answer))
  const tooLate = nextTry.getTime() - push.created_at.getTime() > GIVE_UP
  return note(async (tx) => {
    await settlePush(tx, push, isFinal(answer) || tooLate ? { given_up_at: now } : { next_try_at: nextTry })
    if (isFinal(answer)) return
    await noteDeviceFails(tx, push.subscription_id, { failed_at: now, last_failure: failure.slice(0, 300) }, nextTry)
  })
}

/** The push service refuses this message for good: trying again is of no use. */
function isFinal(answer: PushServiceReply | Error): boolean {
  return 'status' in answer && answer.status >= 300 && answer.status < 500 && ![408, 425, 429].includes(answer.status)
}

/** Milliseconds to wait after so many tries, or longer where the push service asks for it. */
function pauseAfter(tries: number, answer: PushServiceReply | Error): number {
  const own = PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 0
  const asked = 'status' in answer ? (answer.retryAfter ?? 0) * SECOND : 0
  return Math.max(own, Math.min(asked, 6 * HOUR))
}
