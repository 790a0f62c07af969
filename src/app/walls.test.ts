import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { lineOf } from './csp-reports.ts'
import { makeServer } from './server.ts'
import { networkInLog } from './who-asked.ts'

async function listening(appUrl: string): Promise<{ server: FastifyInstance; port: number }> {
  const server = await makeServer({ appUrl, trustedProxies: [], log: false })
  server.post('/api/change', async () => ({ message: 'changed' }))
  server.get('/api/look', async () => ({ message: 'seen' }))
  await server.listen({ port: 0, host: '127.0.0.1' })
  const [address] = server.addresses()
  if (typeof address !== 'object') throw new Error('the server listens nowhere')
  return { server, port: address.port }
}

describe('a change that a browser sends', () => {
  let here: Awaited<ReturnType<typeof listening>>
  let abroad: Awaited<ReturnType<typeof listening>>
  beforeAll(async () => {
    here = await listening('http://localhost')
    abroad = await listening('https://plumb.example')
  })
  afterAll(() => Promise.all([here.server.close(), abroad.server.close()]))
  const status = async ({ port }: { port: number }, headers: Record<string, string>, method = 'POST') => {
    const path = method === 'POST' ? '/api/change' : '/api/look'
    return (await fetch(`http://127.0.0.1:${port}${path}`, { method, headers })).status
  }

  test('is taken from the address that people use, whatever host is called', async () => {
    expect(await status(abroad, { origin: 'https://plumb.example' })).toBe(200)
    expect(await status(abroad, { origin: 'https://plumb.example', 'sec-fetch-site': 'same-origin' })).toBe(200)
    // what is no browser says neither
    expect(await status(abroad, {})).toBe(200)
  })

  test('is not taken from the host that is called, where that is another address', async () => {
    for (const origin of [`http://127.0.0.1:${abroad.port}`, `http://localhost:${abroad.port}`, 'null', '']) {
      expect(await status(abroad, { origin }), origin).toBe(403)
    }
    expect(await status(abroad, { origin: 'https://plumb.example.evil.test' })).toBe(403)
    expect(await status(abroad, { origin: 'http://plumb.example' })).toBe(403)
    expect(await status(abroad, { origin: 'https://plumb.example:8443' })).toBe(403)
  })

  test('is taken from any name of this machine at the called port, where the app is this machine’s own', async () => {
    for (const host of ['localhost', '127.0.0.1', 'plumb.localhost', '127.1.2.3', '[::1]']) {
      expect(await status(here, { origin: `http://${host}:${here.port}` }), host).toBe(200)
      expect(await status(here, { origin: `http://${host}:${here.port + 1}` }), host).toBe(403)
      expect(await status(here, { origin: `https://${host}:${here.port}` }), host).toBe(403)
    }
    for (const host of ['rebound.evil.test', 'localhost.evil.test', '127.0.0.1.evil.test', '10.0.0.1']) {
      expect(await status(here, { origin: `http://${host}:${here.port}`, host: `${host}:${here.port}` }), host).toBe(
        403,
      )
    }
  })

  test('is not taken from another site or from a neighbour under the same name, even if it says no origin', async () => {
    for (const server of [here, abroad]) {
      expect(await status(server, { 'sec-fetch-site': 'cross-site' })).toBe(403)
      expect(await status(server, { 'sec-fetch-site': 'same-site' })).toBe(403)
      expect(await status(server, { 'sec-fetch-site': 'none' })).toBe(200)
      // a link from elsewhere may lead here
      expect(await status(server, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }, 'GET')).toBe(200)
    }
  })

  test('is answered with the walls around it: nobody frames, sniffs, embeds or reads it', async () => {
    const answer = await fetch(`http://127.0.0.1:${abroad.port}/api/look`)
    const said = Object.fromEntries(answer.headers)
    expect(said).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    })
    const policy = new Map(
      (said['content-security-policy'] ?? '').split(';').map((part) => {
        const [name = '', ...values] = part.trim().split(' ')
        return [name, values.join(' ')]
      }),
    )
    expect(Object.fromEntries(policy)).toMatchObject({
      ...{ 'default-src': "'self'", 'object-src': "'none'", 'base-uri': "'none'", 'frame-src': "'none'" },
      ...{ 'frame-ancestors': "'none'", 'form-action': "'self'", 'require-trusted-types-for': "'script'" },
      ...{ 'trusted-types': 'worker mail default', 'report-uri': '/csp-report' },
    })
    expect(said['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
    expect(said['permissions-policy']).toContain('camera=(self), publickey-credentials-create=(self)')
    expect(said['permissions-policy']).toContain('microphone=()')
    // of what not every Chromium knows each page would warn; nobody is asked for it in any frame of ours
    expect(said['permissions-policy']).not.toContain('bluetooth')
    expect(said['access-control-allow-origin']).toBeUndefined()
    expect((await fetch(`http://127.0.0.1:${here.port}/api/look`)).headers.has('strict-transport-security')).toBe(false)
  })
})

test('of a report only a short, plain line is kept: no query, no sample, no control characters', () => {
  const report = (more: object) => ({ 'csp-report': { 'effective-directive': 'script-src-elem', ...more } })
  expect(
    lineOf(
      report({
        'document-uri': 'https://plumb.example/reset-password?token=secret-of-the-link#x',
        'blocked-uri': 'https://evil.test:8443/steal?cookie=secret',
        'script-sample': 'what somebody has typed',
        referrer: 'https://elsewhere.test/?secret',
      }),
    ),
  ).toEqual({ directive: 'script-src-elem', page: '/reset-password', blocked: 'https://evil.test:8443' })
  expect(lineOf(report({ 'blocked-uri': 'inline' }))).toEqual({
    directive: 'script-src-elem',
    page: '',
    blocked: 'inline',
  })
  const forged = lineOf({
    'csp-report': { 'effective-directive': `\n{"level":60,"msg":"forged"}\u001b[2J${'x'.repeat(500)}` },
  })
  expect(forged?.directive).toMatch(/^[\w./:-]{1,60}$/)
  for (const none of [
    undefined,
    null,
    7,
    'x',
    [],
    {},
    { 'csp-report': [] },
    { 'csp-report': { 'effective-directive': 7 } },
  ]) {
    expect(lineOf(none)).toBeUndefined()
  }
})

test('the log says from which network a request came, and not from whom in it', () => {
  expect(networkInLog('203.0.113.77')).toBe('203.0.113.0/24')
  expect(networkInLog('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(networkInLog('::1')).toBe('0:0:0::/48')
})
