import webPush from 'web-push'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { insertPushKey, selectPushKey } from './push-store.ts'

/** The server's own pair of keys for web push (VAPID, RFC 8292), base64url. */
export type PushKey = { public_key: string; private_key: string }

/** Reads the keys, and makes them where there are none yet; several processes that start together agree on one pair. */
export async function ensurePushKey(tx: Tx, clock: Clock): Promise<PushKey> {
  const known = await selectPushKey(tx)
  if (known !== undefined) return known
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await insertPushKey(tx, { public_key: publicKey, private_key: privateKey, created_at: clock.now() })
  const kept = await selectPushKey(tx)
  if (kept === undefined) throw new Error('the keys for web push were not kept')
  return kept
}

/** The half that browsers are given. */
export async function publicPushKey(tx: Tx): Promise<string> {
  const key = await selectPushKey(tx)
  if (key === undefined) throw new Error('there are no keys for web push: they are made at the start')
  return key.public_key
}
