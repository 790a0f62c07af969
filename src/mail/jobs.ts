import type { Clock } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { type Delivery, keepDelivering } from '#kit/delivery.ts'
import type { Settings } from '#kit/settings.ts'
import { readMailFrom } from './compose-mail.ts'
import { deliverDue, type Senders } from './deliver.ts'
import { gatewaySender } from './send-by-gateway.ts'
import { smtpSender } from './send-by-smtp.ts'
import { outboxSenders } from './write-to-outbox.ts'

const BATCH = 20

/**
 * Delivers messages for as long as the app runs: at once when woken, and every second whatever is due by its state.
 * Mail and text messages do not wait for each other. Any number of processes may deliver.
 * Throws a sentence for the operator where a setting cannot be used.
 */
export function startDelivery(house: {
  db: Database
  clock: Clock
  settings: Pick<Settings, 'smtpUrl' | 'smsUrl' | 'mailFrom' | 'dataDir'>
  log(error: unknown): void
}): Delivery {
  const deliverer = { ...house, senders: sendersFor(house.settings) }
  const loops = (['mail', 'text'] as const).map((channel) =>
    keepDelivering(() => deliverDue(deliverer, channel, BATCH), BATCH, house.log),
  )
  return {
    wake() {
      for (const loop of loops) loop.wake()
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

function sendersFor(settings: Pick<Settings, 'smtpUrl' | 'smsUrl' | 'mailFrom' | 'dataDir'>): Senders {
  const from = readMailFrom(settings.mailFrom)
  const files = outboxSenders(settings.dataDir, from)
  return {
    mail: settings.smtpUrl === undefined ? files.mail : smtpSender(settings.smtpUrl, from),
    text: settings.smsUrl === undefined ? files.text : gatewaySender(settings.smsUrl),
  }
}
