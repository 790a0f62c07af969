import { SECOND } from '#kit/clock.ts'
import { type Sender, Undeliverable } from './deliver.ts'

const PATIENCE = 20 * SECOND
/** Where Twilio takes messages. */
const TWILIO = 'https://api.twilio.com/2010-04-01/Accounts'
/** The gateway says that this message, number or text, can never be taken. */
const FINAL = new Set([400, 404, 410, 413, 422])

/** A text message: the number in E.164. */
export type TextMessage = { id: string; receiver: string; content: string }

/**
 * Sends text messages through `https://gateway.example/path`, which is posted `{ to, text }`, or
 * `twilio://sid:token@from`. Throws a sentence for the operator where SMS_URL is neither.
 */
export function gatewaySender(smsUrl: string): Sender {
  const requestFor = gatewayRequest(smsUrl)
  return async (message) => {
    const response = await fetch(requestFor(message), { signal: AbortSignal.timeout(PATIENCE), redirect: 'error' })
    await response.body?.cancel()
    if (response.ok) return
    const problem = `the gateway answered ${response.status}`
    throw FINAL.has(response.status) ? new Undeliverable(problem) : new Error(problem)
  }
}

/** What is asked of the gateway for a message. */
export function gatewayRequest(smsUrl: string): (message: TextMessage) => Request {
  const url = URL.canParse(smsUrl) ? new URL(smsUrl) : undefined
  if (url?.protocol === 'twilio:' && url.username !== '' && url.password !== '' && url.host !== '') {
    return twilioRequest(url)
  }
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return plainRequest(url)
  throw new Error('SMS_URL may be an address such as https://gateway.example.com/send, or twilio://sid:token@from.')
}

function plainRequest(url: URL): (message: TextMessage) => Request {
  const authorization = url.username === '' ? {} : { authorization: basic(url) }
  const address = new URL(url)
  address.username = ''
  address.password = ''
  return ({ id, receiver, content }) =>
    new Request(address, {
      method: 'POST',
      // The gateway may know by the key that it had this message before.
      headers: { 'content-type': 'application/json', 'idempotency-key': id, ...authorization },
      body: JSON.stringify({ to: receiver, text: content }),
    })
}

function twilioRequest(url: URL): (message: TextMessage) => Request {
  const from = decodeURIComponent(url.host)
  const sender: Record<string, string> = /^MG[0-9a-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from }
  return ({ receiver, content }) =>
    new Request(`${TWILIO}/${url.username}/Messages.json`, {
      method: 'POST',
      headers: { authorization: basic(url) },
      body: new URLSearchParams({ To: receiver, ...sender, Body: content }),
    })
}

function basic(url: URL): string {
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}
