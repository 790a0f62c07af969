import { Claims } from '#kit/claim.ts'
import { type Clock, DAY, HOUR, SECOND } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { type Delivery, keepDelivering, type DeliveryLane } from '#kit/delivery.ts'
import type { Settings } from '#kit/config.ts'
import { transaction } from '#kit/transaction.ts'
import { deliverPushes } from './deliver-pushes.ts'
import type { PushKey } from './push-key.ts'
import { pushContact, pushSender } from './send-push.ts'
import { forgetPushesBefore, pushesAreDue } from './push-store.ts'

const BATCH = 20
/** Milliseconds for which answers are still waited for when the app stops. */
const LAST_WAIT = 2 * SECOND

type House = {
  db: Database
  clock: Clock
  settings: Pick<Settings, 'appUrl' | 'mailFrom' | 'pushLoopback'>
  key: PushKey
  log(error: unknown): void
}

/** Sends pushes for as long as the app runs, to devices that fail apart from the others. Any number of processes may. */
export function startPushes({ db, clock, settings, key, log }: House): Delivery {
  const send = pushSender({ key, contact: pushContact(settings), mayBeLoopback: settings.pushLoopback })
  const leaving = new AbortController()
  const lanes = (['well', 'failing'] as const).map((devices): DeliveryLane => {
    const claims = new Claims()
    const deliver = () => deliverPushes({ db, clock, send, log }, devices, BATCH, leaving.signal, claims)
    return { isDue: pushesAreDue, deliver, batch: BATCH }
  })
  const delivery = keepDelivering({ db, clock, log }, lanes)
  return {
    wake: delivery.wake,
    async stop() {
      const late = setTimeout(() => leaving.abort(), LAST_WAIT)
      await delivery.stop()
      clearTimeout(late)
    },
  }
}

/** What was sent is forgotten after a day, and devices that were closed once nothing waits for them. */
export function notificationJobs({ db, clock }: Pick<House, 'db' | 'clock'>) {
  return [
    {
      name: 'forget pushes',
      everySeconds: HOUR / 1000,
      run: () => transaction(db, (tx) => forgetPushesBefore(tx, new Date(clock.now().getTime() - DAY))),
    },
  ]
}
