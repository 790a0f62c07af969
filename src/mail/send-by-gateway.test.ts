import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { Undeliverable } from './deliver.ts'
import { gatewayRequest, gatewaySender } from './send-by-gateway.ts'

let server: Server
let asked: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }[]
let answer: { status: number; location?: string }

beforeEach(async () => {
  asked = []
  answer = { status: 202 }
  server = createServer((request, reply) => {
    const { method, url, headers } = request
    void readText(request).then((body) => {
      asked.push({ method, url, headers, body })
      const redirect = answer.location === undefined ? {} : { location: answer.location }
      reply.writeHead(answer.status, redirect).end('{"ok":1}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const gateway = (user = '') => `http://${user}127.0.0.1:${(server.address() as AddressInfo).port}/send?key=k`
const message = () => ({
  ...{ id: newId(), channel: 'text' as const, receiver: '+12025550123', subject: null, content: 'Code:\n123456' },
  ...{ created_at: new Date('2026-03-01T12:00:00Z'), tries: 1 },
  ...{ secret: true, markdown: false, retried_at: null },
})

test('the gateway is posted the number and the text as JSON, under the message’s own key', async () => {
  const one = message()
  await gatewaySender(gateway())(one)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ method: 'POST', url: '/send?key=k' })
  expect(asked[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': one.id })
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ to: '+12025550123', text: 'Code:\n123456' })
})

test('a name and password in its address are sent as basic authorization', async () => {
  await gatewaySender(gateway('plumb:p%40ss@'))(message())
  expect(asked[0]?.headers.authorization).toBe(`Basic ${btoa('plumb:p@ss')}`)
})

test.each([400, 422])('an answer %i means that this message can never be sent', async (status) => {
  answer = { status }
  await expect(gatewaySender(gateway())(message())).rejects.toBeInstanceOf(Undeliverable)
})

test.each([401, 403, 429, 500, 503])('an answer %i means to try again', async (status) => {
  answer = { status }
  const failure = await gatewaySender(gateway())(message()).catch((error: unknown) => error)
  expect(String(failure)).toContain(`the gateway answered ${status}`)
  expect(failure).not.toBeInstanceOf(Undeliverable)
})

test('nothing is passed on to where a gateway redirects', async () => {
  answer = { status: 307, location: '/elsewhere' }
  await expect(gatewaySender(gateway())(message())).rejects.toThrow()
  expect(asked.map(({ url }) => url)).toEqual(['/send?key=k'])
})

test('Twilio is asked as it wants to be: its own address, basic authorization, a form', async () => {
  const request = gatewayRequest('twilio://AC123:secret@+15005550006')(message())
  expect(request.url).toBe('https://api.twilio.com/2010-04-01/Accounts/AC123/Messages.json')
  expect(request.method).toBe('POST')
  expect(request.headers.get('authorization')).toBe(`Basic ${btoa('AC123:secret')}`)
  expect(Object.fromEntries(new URLSearchParams(await request.text()))).toEqual({
    To: '+12025550123',
    From: '+15005550006',
    Body: 'Code:\n123456',
  })
  const service = `MG${'a1'.repeat(16)}`
  const ofService = await gatewayRequest(`twilio://AC123:secret@${service}`)(message()).text()
  expect(new URLSearchParams(ofService).get('MessagingServiceSid')).toBe(service)
})

test.each(['gateway.example.com', 'ftp://gateway.example.com', 'twilio://AC123@+15005550006', ''])(
  'an address of no gateway is refused in words: %j',
  (wrong) => {
    expect(() => gatewaySender(wrong)).toThrow('SMS_URL may be an address such as')
  },
)
