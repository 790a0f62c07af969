import { type Clock, SECOND } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import type { Settings } from '#kit/settings.ts'
import { readMailFrom } from './compose-mail.ts'
import { deliverDue, type Senders } from './deliver.ts'
import { gatewaySender } from './send-by-gateway.ts'
import { smtpSender } from './send-by-smtp.ts'
import { outboxSenders } from './write-to-outbox.ts'

const BATCH = 20

export type Delivery = {
  /** To be called after a transaction has committed: what it wants to say goes out at once. */
  wake(): void
  /** Resolves when what was being sent has been answered for. */
  stop(): Promise<void>
}

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
    repeat(() => deliverDue(deliverer, channel, BATCH), house.log),
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

/** Delivers again at once while there is more, else when woken or after a second. */
function repeat(deliver: () => Promise<number>, log: (error: unknown) => void): Delivery {
  let stopped = false
  let woken = Promise.withResolvers<void>()
  const run = async () => {
    let failing = false
    while (!stopped) {
      woken = Promise.withResolvers()
      try {
        const taken = await deliver()
        failing = false
        if (taken === BATCH) continue
      } catch (error) {
        if (!failing) log(error)
        failing = true
      }
      const second = setTimeout(woken.resolve, SECOND)
      await woken.promise
      clearTimeout(second)
    }
  }
  const running = run()
  return {
    wake: () => woken.resolve(),
    async stop() {
      stopped = true
      woken.resolve()
      await running
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
