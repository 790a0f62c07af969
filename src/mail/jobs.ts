import { Claims } from '#kit/claim.ts'
import { type Clock, SECOND } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { type Delivery, keepDelivering, type DeliveryLane } from '#kit/delivery.ts'
import type { Settings } from '#kit/config.ts'
import { transaction } from '#kit/transaction.ts'
import { readMailFrom } from './compose-mail.ts'
import { deliverDue, type Senders } from './deliver.ts'
import { messagesAreDue } from './delivery-store.ts'
import { expandMailing } from './expand-mailing.ts'
import { mailingIsOpen } from './mailing-store.ts'
import type { ReceiverFinder } from './segment.ts'
import { gatewaySender } from './send-by-gateway.ts'
import { smtpSender } from './send-by-smtp.ts'
import { outboxSenders } from './write-to-outbox.ts'

const BATCH = 20
/** Milliseconds for which changes are gathered before open screens are told of them. */
const GATHER = SECOND

/** Where messages go, and how. */
type SendingSettings = Pick<Settings, 'smtpUrl' | 'smsUrl' | 'mailFrom' | 'dataDir' | 'outgoingTls'>
type House = {
  db: Database
  clock: Clock
  settings: SendingSettings
  /** who belongs to a segment */
  finder: ReceiverFinder
  /** what the operator is called now; undefined if that is as the sender is called */
  senderName(tx: Tx): Promise<string | undefined>
  /** tells open screens that messages have changed */
  changed(tx: Tx): Promise<void>
  log(error: unknown): void
}

/**
 * Delivers messages, and writes those of mailings, for as long as the app runs: at once when woken, and every second
 * whatever is due by its state. Mail, text messages and mailings do not wait for each other. Any number of processes may
 * deliver. Throws a sentence for the operator where a setting cannot be used.
 */
export function startDelivery(house: House): Delivery {
  const deliverer = { ...house, senders: sendersFor(house.settings) }
  const telling = tellNowAndThen(house)
  const counted = (count: number) => {
    if (count > 0) telling.soon()
    return count
  }
  const sending = (['mail', 'text', 'mailing'] as const).map((lane): DeliveryLane => {
    const claims = new Claims()
    return {
      isDue: (now) => messagesAreDue(lane, now),
      deliver: async () => counted(await deliverDue(deliverer, lane, BATCH, claims)),
      batch: BATCH,
    }
  })
  const writing: DeliveryLane = {
    isDue: mailingIsOpen,
    deliver: async () => counted(Number(await expandMailing(house))),
    batch: 1,
  }
  const delivery = keepDelivering(house, [...sending, writing])
  return {
    wake: delivery.wake,
    async stop() {
      await delivery.stop()
      await telling.stop()
    },
  }
}

/** However much is delivered, screens are told once in a while. */
function tellNowAndThen({ db, changed, log }: Pick<House, 'db' | 'changed' | 'log'>) {
  let waiting: NodeJS.Timeout | undefined
  let told = Promise.resolve()
  const tell = () => {
    waiting = undefined
    told = transaction(db, changed).catch(log)
  }
  return {
    soon() {
      waiting ??= setTimeout(tell, GATHER)
    },
    async stop() {
      if (waiting !== undefined) {
        clearTimeout(waiting)
        tell()
      }
      await told
    },
  }
}

function sendersFor(settings: SendingSettings): Senders {
  const from = readMailFrom(settings.mailFrom)
  const files = outboxSenders(settings.dataDir, from)
  return {
    mail:
      settings.smtpUrl === undefined
        ? files.mail
        : smtpSender(settings.smtpUrl, from, { requireTls: settings.outgoingTls === 'required' }),
    text: settings.smsUrl === undefined ? files.text : gatewaySender(settings.smsUrl),
  }
}
