import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import webPush from 'web-push'
import { SECOND } from '#kit/clock.ts'
import type { PushKey } from './push-key.ts'
import { lookUpPublic, mayBeEndpoint } from './push-address.ts'
import type { ClaimedPush } from './push-store.ts'

const PATIENCE = 15 * SECOND
/** Seconds for which a push service keeps a message for a device that is switched off. */
const KEPT = 24 * 60 * 60

/** What a push service answered, and the seconds after which it wants to be asked again. */
export type PushServiceReply = { status: number; retryAfter: number | undefined }
/** Throws where there is no answer, or none is waited for any more. */
export type PushSender = (push: ClaimedPush, leaving: AbortSignal) => Promise<PushServiceReply>

/**
 * Seals a push for its device (RFC 8291), signs for its push service who sends it (RFC 8292), and hands it over. The
 * library seals and signs; the request is our own, so that it reaches public addresses only and follows no redirect.
 */
export function pushSender(house: { key: PushKey; contact: string; mayBeLoopback: boolean }): PushSender {
  const vapidDetails = { subject: house.contact, publicKey: house.key.public_key, privateKey: house.key.private_key }
  return async ({ endpoint, p256dh, auth, notification_id, title, content, path }, leaving) => {
    if (!mayBeEndpoint(endpoint, house.mayBeLoopback)) return { status: 410, retryAfter: undefined }
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify({ id: notification_id, title, content, path }),
      // A later try replaces one that still waits at the service.
      { vapidDetails, TTL: KEPT, contentEncoding: 'aes128gcm', topic: notification_id.replaceAll('-', '') },
    )
    const signal = AbortSignal.any([leaving, AbortSignal.timeout(PATIENCE)])
    return post(endpoint, headers, body, signal)
  }
}

function post(
  endpoint: string,
  headers: Record<string, string>,
  body: Buffer | null,
  signal: AbortSignal,
): Promise<PushServiceReply> {
  const secure = endpoint.startsWith('https:')
  return new Promise((resolve, reject) => {
    const sent = (secure ? requestSecure : requestPlain)(endpoint, {
      method: 'POST',
      headers,
      agent: false,
      signal,
      ...(secure ? { lookup: lookUpPublic } : {}),
    })
    sent.once('error', reject)
    sent.once('response', (response) => {
      const after = Number(response.headers['retry-after'])
      // What it says besides is of no use, and may be long.
      response.destroy()
      resolve({ status: response.statusCode ?? 0, retryAfter: Number.isFinite(after) ? after : undefined })
    })
    sent.end(body)
  })
}

/** Who a push service can write to, as it asks: the app's address where that is a real one, else who mail comes from. */
export function pushContact({ appUrl, mailFrom }: { appUrl: string; mailFrom: string }): string {
  return appUrl.startsWith('https:') ? appUrl : `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}
