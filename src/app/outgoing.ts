import { startAnsweringStrangers } from '#identity/jobs.ts'
import { mailingReceivers } from '#investments/mailing-receivers.ts'
import type { Clock } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import type { Database } from '#kit/database.ts'
import { startDelivery } from '#mail/jobs.ts'
import { startPushes } from '#notifications/jobs.ts'
import { announce } from '#notifications/notify.ts'
import type { PushKey } from '#notifications/push-key.ts'
import { type Relay, startRelay } from '#notifications/relay.ts'
import { settingsNow } from '#settings/read.ts'

type House = {
  db: Database
  connectionString: string
  clock: Clock
  settings: Settings
  key: PushKey
  log(error: unknown): void
}

type Outgoing = {
  relay: Relay
  /** To be called after a transaction has committed: what it wants to say goes out in a moment. */
  wake(): void
  /** Resolves when what was being sent has been answered for. */
  stop(): Promise<void>
}

/** Everything that goes out: answers to strangers, mail and text messages, pushes, and what open screens are told. */
export async function startOutgoing(house: House): Promise<Outgoing> {
  const { db, clock, settings, log } = house
  const delivery = startDelivery({
    ...{ db, clock, settings, log, finder: mailingReceivers },
    senderName: async (tx) => (await settingsNow(tx, { platformName: undefined })).platformName,
    changed: (tx) => announce(tx, null, 'messages'),
  })
  const strangers = startAnsweringStrangers({
    ...{ db, clock, appUrl: settings.appUrl, log },
    answered: () => delivery.wake(),
  })
  const pushes = startPushes(house)
  const relay = await startRelay(house)
  return {
    relay,
    wake() {
      for (const waiting of [strangers, delivery, pushes, relay]) waiting.wake()
    },
    async stop() {
      await strangers.stop()
      await Promise.all([delivery.stop(), pushes.stop()])
      await relay.stop()
    },
  }
}
