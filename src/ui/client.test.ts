import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Contract } from '#kit/wire.ts'
import { CallError, changesAnswered, createClient, onNeeded, onSignedOut } from './client.ts'
import { fetchFile } from './download.ts'

/**
 * What the next answers are, and what was asked; a null answer cuts the line. One that
 * stands names the key that it stands under, as the server does; one that is `raw` is sent
 * as it is, and one that is `cut` is announced longer than it comes.
 */
let answers: ([status: number, reply: unknown, how?: 'stands' | 'raw' | 'cut'] | null)[]
/** How many milliseconds each of them is held back. */
let answersHeld: number[]
let asked: { line: string; headers: IncomingMessage['headers']; body: string }[]
let onAsked = () => {}
let server: Server
const stored = new Map<string, string>()
const call = createClient<Contract>()
const post = (amount: string) => call('POST /api/withdraw', { body: { amount } })
const keys = () => asked.map(({ headers }) => headers['idempotency-key'])

beforeAll(async () => {
  // oxlint-disable-next-line typescript/no-misused-promises -- a failure here fails the test that asked
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
    onAsked()
    const answer = answers.shift()
    await new Promise((held) => setTimeout(held, answersHeld.shift() ?? 0))
    if (!answer) return void request.socket.destroy()
    const [status, reply, how] = answer
    const key = request.headers['idempotency-key']
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(how === 'cut' ? { 'content-length': 1000 } : {}),
      ...(how !== 'stands' || key === undefined ? {} : { 'idempotency-key': key }),
    })
    const said = how === 'raw' || how === 'cut' ? String(reply) : JSON.stringify(reply)
    if (how !== 'cut') return void response.end(said)
    response.write(said)
    await new Promise((sent) => setTimeout(sent, 50))
    request.socket.destroy()
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(origin + path, init))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('document', { cookie: 'other=1; XSRF-TOKEN=a%3Db', documentElement: { dataset: {} } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
  server.close()
})
beforeEach(() => {
  answers = []
  answersHeld = []
  asked = []
  onAsked = () => {}
  stored.clear()
  stored.set('auth-token', 'token-1')
  stored.set('user', '{"id":"amy"}')
})
afterEach(() => {
  onSignedOut(undefined)
  onNeeded(undefined)
})

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
  test('stays the same until an answer stands: after a cut line, 500, 502, 503, 429, 409 being worked on, 401 and 403', async () => {
    answers = [null, [500, {}], [502, null], [503, {}], [429, {}], [409, {}], [401, {}], [403, {}], [200, {}, 'stands']]
    for (let tries = 0; tries < 8; tries++) await expect(post('6')).rejects.toThrow(CallError)
    await post('6')
    expect(keys()).toHaveLength(9)
    expect(new Set(keys()).size).toBe(1)
  })
  test('is new after an answer that stands, be it yes or no, and for another body', async () => {
    answers = [
      [200, {}, 'stands'],
      [422, { message: 'No.' }, 'stands'],
      [200, {}, 'stands'],
      [503, {}],
      [200, {}, 'stands'],
    ]
    await post('7')
    await expect(post('7')).rejects.toThrow('No.')
    await post('7')
    await expect(post('7')).rejects.toThrow(CallError)
    await post('8')
    expect(new Set(keys()).size).toBe(5)
  })
  test('is there again in a page that is loaded again, for the same person, and tells nothing of what was sent', async () => {
    answers = [
      [503, {}],
      [503, {}],
      [200, {}, 'stands'],
      [200, {}, 'stands'],
    ]
    await expect(post('9')).rejects.toThrow(CallError)
    expect([...stored.values()].join(' ')).not.toMatch(/amount|withdraw/)
    vi.resetModules()
    const { createClient: createAgain } = await import('./client.ts')
    const again = createAgain<Contract>()
    const postAgain = () => again('POST /api/withdraw', { body: { amount: '9' } })
    stored.set('user', '{"id":"ben"}')
    await expect(postAgain()).rejects.toThrow('')
    stored.set('user', '{"id":"amy"}')
    await postAgain()
    await postAgain()
    const [first, ofAnother, second, third] = keys()
    expect(second).toBe(first)
    expect(new Set([first, ofAnother, third]).size).toBe(3)
  })
  test('leaves no trace of a password, whoever had signed in before', async () => {
    answers = [[422, {}]]
    const body = { email: 'amy@plumb.test', password: 'correct horse battery' }
    await expect(call('POST /api/login', { body })).rejects.toThrow(CallError)
    expect(stored.get('unsettled-keys')).toBeUndefined()
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/)
  })
  test('of what has a password in it is the same for as long as the page is there, and never on the device', async () => {
    answers = [null, [200, {}, 'stands'], [200, {}, 'stands']]
    const body = { current_password: 'a', password: 'correct horse battery', password_confirmation: 'b' }
    const change = () => call('POST /api/change-password', { body })
    await expect(change()).rejects.toThrow(CallError)
    expect(JSON.parse(stored.get('unsettled-keys') ?? '{}')).toEqual({})
    await change()
    await change()
    const [first, again, third] = keys()
    expect(again).toBe(first)
    expect(third).not.toBe(first)
    expect([...stored.values()].join(' ')).not.toContain(first)
  })
  test('is not held longer than the server knows it', async () => {
    answers = [
      [503, {}],
      [200, {}, 'stands'],
    ]
    await expect(post('11')).rejects.toThrow(CallError)
    const text = stored.get('unsettled-keys') ?? ''
    stored.set('unsettled-keys', text.replaceAll(/"at":\d+/g, `"at":${Date.now() - 24 * 3_600_000}`))
    await post('11')
    expect(new Set(keys()).size).toBe(2)
  })
  test('lasts as long as the page where nothing can be stored', async () => {
    const { localStorage } = globalThis
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => (key === 'unsettled-keys' ? null : localStorage.getItem(key)),
      setItem: () => {
        throw new Error('closed')
      },
    })
    answers = [null, [200, {}, 'stands'], [200, {}, 'stands']]
    await expect(post('12')).rejects.toThrow(CallError)
    await post('12')
    await post('12')
    vi.stubGlobal('localStorage', localStorage)
    const [first, second, third] = keys()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
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
  test('status 0 where no answer came, and that nothing is known', async () => {
    answers = [null]
    await expect(post('10')).rejects.toMatchObject({
      status: 0,
      message: expect.stringContaining('it is not known whether this was done'),
    })
  })
  test('status 0 where an answer cannot be read: cut on its way, or of something else that is asked first', async () => {
    for (const unreadable of [
      [200, '<html>Sign in to the network</html>', 'raw'],
      [200, '{"status"', 'cut'],
      [200, '', 'raw'],
    ] as const) {
      answers = [[...unreadable]]
      const read = await call('GET /api/balance').catch((error: unknown) => error)
      expect(read).toMatchObject({ status: 0, message: expect.stringMatching(/could not be reached/) })
      answers = [[...unreadable], [200, { status: 'success' }, 'stands']]
      const changed = await post('10').catch((error: unknown) => error)
      expect(changed).toMatchObject({ status: 0, message: expect.stringMatching(/not known/) })
      await post('10')
      // so that it is done once, whether it was done before or not
      expect(keys().at(-1)).toBe(keys().at(-2))
    }
    answers = [[204, null]]
    expect(await call('GET /api/balance')).toBeNull()
  })

  test('what is not known where something on the way answers for the server', async () => {
    answers = [[504, null]]
    await expect(post('13')).rejects.toMatchObject({
      status: 504,
      message: expect.stringContaining('it is not known whether this was done'),
    })
  })
  test('a 401 to what was under way in a session that another has replaced is no sign-out: it is asked in that one', async () => {
    const told = vi.fn()
    onSignedOut(told)
    onAsked = () => stored.set('auth-token', 'token-2')
    answers = [
      [401, { message: 'Sign in.' }],
      [200, { message: 'ok' }],
    ]
    expect(await post('14')).toEqual({ message: 'ok' })
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
    expect(new Set(keys()).size).toBe(1)
    expect(told).not.toHaveBeenCalled()
  })
  test('a 401 to a read waits for what the page is changing: the next session comes with the answer of that', async () => {
    const told = vi.fn()
    onSignedOut(told)
    answers = [
      [401, { message: 'Sign in.' }],
      [200, { access_token: 'token-2' }],
      [200, { user: 'amy' }],
    ]
    // longer than a session that comes from another window is waited for
    answersHeld = [300, 1500, 0]
    const read = call('GET /api/user')
    await vi.waitUntil(() => asked.length === 1)
    const accepted = post('16').then((reply) => {
      stored.set('auth-token', (reply as { access_token: string }).access_token)
    })
    expect(await read).toEqual({ user: 'amy' })
    expect(asked[2]?.headers.authorization).toBe('Bearer token-2')
    await accepted
    expect(told).not.toHaveBeenCalled()
  })
  test('a 401 tells the app only when no other session has come a moment later, from another window', async () => {
    const told = vi.fn()
    onSignedOut(told)
    answers = [
      [401, { message: 'Sign in.' }],
      [200, { user: 'amy' }],
    ]
    const read = call('GET /api/user')
    setTimeout(() => stored.set('auth-token', 'token-2'), 250)
    expect(await read).toEqual({ user: 'amy' })
    expect(told).not.toHaveBeenCalled()
  })
  test('a 401 with the bearer of now is asked once more: the browser may have had an older half of it to send', async () => {
    const told = vi.fn()
    onSignedOut(told)
    answers = [
      [401, { message: 'Sign in.' }],
      [200, { user: 'amy' }],
      [401, { message: 'Sign in.' }],
      [200, { message: 'ok' }],
    ]
    expect(await call('GET /api/user')).toEqual({ user: 'amy' })
    expect(await post('17')).toEqual({ message: 'ok' })
    expect(new Set(keys().slice(2)).size).toBe(1)
    expect(told).not.toHaveBeenCalled()
  })
  test('a 401 to a file, such as a picture of an identity check, is asked once more like every other', async () => {
    const told = vi.fn()
    onSignedOut(told)
    answers = [
      [401, { message: 'Sign in.' }],
      [200, 'a picture'],
      [401, { message: 'Sign in.' }],
      [401, { message: 'Sign in.' }],
    ]
    expect(await (await fetchFile('/api/file', 'image/webp')).json()).toBe('a picture')
    expect(asked[1]?.headers).toMatchObject({ accept: 'image/webp', authorization: 'Bearer token-1' })
    expect(told).not.toHaveBeenCalled()
    await expect(fetchFile('/api/file')).rejects.toThrow('Sign in.')
    expect(asked).toHaveLength(4)
    expect(told).toHaveBeenCalledOnce()
  })
  test('while somebody looks for the second factor that a change needs, nothing is being changed', async () => {
    let prove = (_: boolean) => {}
    const asking = new Promise<void>((begun) =>
      onNeeded(() => {
        begun()
        return new Promise((proved) => (prove = proved))
      }),
    )
    answers = [
      [403, { step_up: ['authenticator'] }],
      [200, { message: 'ok' }],
    ]
    const changed = post('18')
    await asking
    const begun = performance.now()
    await changesAnswered()
    expect(performance.now() - begun).toBeLessThan(2000)
    prove(true)
    expect(await changed).toEqual({ message: 'ok' })
  })
  test('a 401 where nobody is signed in is of what they typed, and is not sent again', async () => {
    answers = [[401, { message: 'Wrong.' }]]
    const body = { email: 'amy@plumb.test', password: 'not the password' }
    await expect(call('POST /api/login', { body })).rejects.toThrow('Wrong.')
    expect(asked).toHaveLength(1)
  })
  test('a 401 after somebody else has signed in is asked in nobody’s name', async () => {
    const told = vi.fn()
    onSignedOut(told)
    stored.set('user', JSON.stringify({ id: 'one' }))
    onAsked = () => {
      stored.set('auth-token', 'token-2')
      stored.set('user', JSON.stringify({ id: 'another' }))
    }
    answers = [[401, { message: 'Sign in.' }]]
    await expect(post('15')).rejects.toThrow('Sign in.')
    expect(asked).toHaveLength(1)
    // their page is loaded anew by itself
    expect(told).not.toHaveBeenCalled()
  })
  test('a 401 tells the app, other refusals do not', async () => {
    const told = vi.fn()
    onSignedOut(told)
    answers = [
      [403, { message: 'Not yours.' }],
      [401, { message: 'Sign in.' }],
      [401, { message: 'Sign in.' }],
    ]
    await expect(post('11')).rejects.toThrow('Not yours.')
    expect(told).not.toHaveBeenCalled()
    await expect(post('11')).rejects.toThrow('Sign in.')
    expect(told).toHaveBeenCalledOnce()
  })
})
