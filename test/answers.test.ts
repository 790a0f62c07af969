/** What every answer says to a browser, whatever it is an answer to. */
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import type { Call } from '#kit/wire.ts'
import { OWNER, startTestApp, type TestApp } from './support/app.ts'
import type { Visitor } from './support/visitor.ts'

let house: TestApp
let owner: Visitor
beforeAll(async () => {
  house = await startTestApp({ env: { APP_URL: 'https://plumb.example', KYC: 'off' } })
  owner = await house.owner()
})
afterAll(() => house.close())

/** Every call that reads and needs no id, but for streams and pictures. */
const READS = Object.entries<Call>(contract).flatMap(([key, { raw }]) => {
  const [method, path = ''] = key.split(' ')
  return method === 'GET' && !path.includes(':') && raw !== 'event-stream' && raw !== 'image' ? [path] : []
})

test('what a call answers is kept by nobody, taken for nothing else, and says in which letters it is written', async () => {
  expect(READS.length).toBeGreaterThan(40)
  for (const path of READS) {
    const { status, headers } = await owner.get(path)
    expect([200, 204, 404, 422], path).toContain(status)
    // what is kept for everybody on the server would be older than it may be, kept on the way as well
    expect(headers.get('cache-control'), path).toBe('no-store')
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    if (status !== 204) expect(headers.get('content-type'), path).toMatch(/; charset=utf-8$|^application\/pdf$/)
  }
})

test('every cookie is for this host alone, for https alone, for our own pages alone, and hidden from scripts but the one that they send back', async () => {
  const visitor = house.visitor()
  const first = await visitor.get('/sanctum/csrf-cookie')
  const second = await visitor.signIn(OWNER.email, OWNER.password)
  const cookies = [first, second].flatMap(({ headers }) => headers.getSetCookie())
  expect(cookies.length).toBeGreaterThan(2)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/(;|$)/)
    expect(cookie).toMatch(/; Secure(;|$)/)
    expect(cookie).toMatch(/; SameSite=Strict(;|$)/)
    expect(cookie).not.toMatch(/; Domain=/i)
    if (!/XSRF-TOKEN=/.test(cookie)) expect(cookie).toMatch(/; HttpOnly(;|$)/)
  }
  // the half that is http-only stands in no body
  const session = visitor.cookies.get([...visitor.cookies.keys()].find((name) => name.includes('session')) ?? '')
  expect(session?.length).toBe(43)
  expect(JSON.stringify(second.body)).not.toContain(session)
})

test('a stream of events is taken for nothing else either', async () => {
  const abort = new AbortController()
  const answer = await fetch(`${house.url}/api/events`, {
    headers: {
      authorization: `Bearer ${owner.bearer}`,
      cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    signal: abort.signal,
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  abort.abort()
})

const statusOf = (method: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(house.url)
    request({ host: hostname, port, method, path }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .once('error', reject)
      .end()
  })

test('no other method than those of the contract does anything, TRACE least of all', async () => {
  for (const method of ['TRACE', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    for (const path of ['/', '/api/user', '/api/login', '/assets/'])
      expect(await statusOf(method, path), `${method} ${path}`).toBeGreaterThanOrEqual(400)
  }
})

test('no folder is listed, and nothing outside of the build is answered', async () => {
  for (const path of [
    '/assets',
    '/assets/',
    '/assets/..',
    '/assets/../package.json',
    '/assets/%2e%2e/package.json',
    '/prerendered/',
    '/.git/config',
    '/package.json',
    '/..%2fpackage.json',
    '/src/app/start.ts',
  ]) {
    const { body } = await house.visitor().get(path)
    expect(typeof body === 'string' ? body : JSON.stringify(body), path).not.toMatch(
      /devDependencies|\[core\]|Index of|startApp|core-[\w-]+\.js<\/a>/,
    )
  }
})
