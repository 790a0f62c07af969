import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Contract } from '#kit/wire.ts'
import { CallError, createClient, onSignedOut } from './client.ts'

/** What the next answers are, and what was asked; a null answer cuts the line. */
let answers: ([status: number, reply: unknown] | null)[]
let asked: { line: string; headers: IncomingMessage['headers']; body: string }[]
let server: Server
const call = createClient<Contract>()
const post = (amount: string) => call('POST /api/withdraw', { body: { amount } })
const keys = () => asked.map(({ headers }) => headers['idempotency-key'])

beforeAll(async () => {
  // oxlint-disable-next-line typescript/no-misused-promises -- a failure here fails the test that asked
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
    const answer = answers.shift()
    if (!answer) return void request.socket.destroy()
    response.writeHead(answer[0], { 'content-type': 'application/json' }).end(JSON.stringify(answer[1]))
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(origin + path, init))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { cookie: 'other=1; XSRF-TOKEN=a%3Db' })
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'auth-token' ? 'token-1' : null) })
})
afterAll(() => {
  vi.unstubAllGlobals()
  server.close()
})
beforeEach(() => {
  answers = []
  asked = []
})
afterEach(() => onSignedOut(() => {}))

describe('what a call carries', () => {
  test('a read carries the bearer and its parameters, escaped, and no key', async () => {
    answers = [[200, { status: 'success' }]]
    await call('GET /api/view-user/:id', { params: { id: 'a/b' }, query: { q: 'x y', cursor: undefined } })
    expect(asked[0]?.line).toBe('GET /api/view-user/a%2Fb?q=x+y')
    expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer token-1' })
    expect(asked[0]?.headers).not.toHaveProperty('idempotency-key')
  })
  test('a change carries JSON, the decoded XSRF token and a key', async () => {
    answers = [[200, { message: 'ok' }]]
    expect(await post('5')).toEqual({ message: 'ok' })
    expect(asked[0]).toMatchObject({ line: 'POST /api/withdraw', body: '{"amount":"5"}' })
    expect(asked[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'x-xsrf-token': 'a=b' })
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('the key of a submission', () => {
  test('stays the same when the line was cut, the server stumbled or asked to wait', async () => {
    answers = [null, [500, {}], [429, { message: 'Wait.' }], [200, {}]]
    for (let tries = 0; tries < 3; tries++) await expect(post('6')).rejects.toThrow(CallError)
    await post('6')
    expect(keys()).toHaveLength(4)
    expect(new Set(keys()).size).toBe(1)
  })
  test('is new after a definite answer, be it yes or no, and for another body', async () => {
    answers = [
      [200, {}],
      [422, { message: 'No.' }],
      [200, {}],
      [200, {}],
    ]
    await post('7')
    await expect(post('7')).rejects.toThrow('No.')
    await post('7')
    await post('8')
    expect(new Set(keys()).size).toBe(4)
  })
})

describe('what comes of a failure', () => {
  test('the message and the field errors of the server', async () => {
    answers = [[422, { message: 'Look again.', errors: { amount: ['Too much.'] } }]]
    await expect(post('9')).rejects.toMatchObject({
      status: 422,
      message: 'Look again.',
      errors: { amount: ['Too much.'] },
    })
  })
  test('status 0 and a sentence where the server cannot be reached', async () => {
    answers = [null]
    await expect(post('10')).rejects.toMatchObject({
      status: 0,
      message: expect.stringContaining('could not be reached'),
    })
  })
  test('a 401 tells the app, other refusals do not', async () => {
    const told = vi.fn()
    onSignedOut(told)
    answers = [
      [403, { message: 'Not yours.' }],
      [401, { message: 'Sign in.' }],
    ]
    await expect(post('11')).rejects.toThrow('Not yours.')
    expect(told).not.toHaveBeenCalled()
    await expect(post('11')).rejects.toThrow('Sign in.')
    expect(told).toHaveBeenCalledOnce()
  })
})
