import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { requestFacts } from './request-facts.ts'
import { makeServer } from './server.ts'

describe('the server', () => {
  let server: FastifyInstance
  beforeAll(async () => {
    server = await makeServer({ appUrl: 'http://localhost:3000', trustedProxies: [], log: false })
    server.get('/api/thing/:id', async () => ({ message: 'found' }))
    server.get('/api/bug', async () => {
      throw new Error('a secret of the inside')
    })
  })
  afterAll(() => server.close())

  test('waits for no request for ever', () => {
    expect(server.server.requestTimeout).toBeGreaterThan(0)
    expect(server.server.headersTimeout).toBeGreaterThan(0)
  })

  test('answers a bug with a sentence and an id, and nothing of its inside', async () => {
    const answer = await server.inject({ url: '/api/bug' })
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([500, ['message']])
    expect(answer.json().message).toMatch(/^Something went wrong on our side\. Reference: [\da-f-]{36}$/)
    expect(answer.body).not.toMatch(/secret|Error|\.ts/)
  })

  test.each(['/api/thing/%E0%A4%A', '/api/thing/%', `/api/thing/${'a'.repeat(301)}`])(
    'answers an address that cannot be read, %s, in the shape of every error',
    async (url) => {
      const answer = await server.inject({ url })
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([404, ['message']])
      expect(answer.headers['content-type']).toContain('application/json')
    },
  )
})

describe('whom a request comes from', () => {
  let server: FastifyInstance
  beforeAll(async () => {
    const trustedProxies = ['loopback', '10.0.0.0/8', '2001:db8:ffff::/48']
    server = await makeServer({ appUrl: 'http://localhost:3000', trustedProxies, log: false })
    server.get('/from', (request, reply) => reply.send(requestFacts(request, 'http://localhost').address))
  })
  afterAll(() => server.close())
  const from = async (said: string | undefined, remoteAddress = '127.0.0.1') => {
    const headers = said === undefined ? {} : { 'x-forwarded-for': said }
    return (await server.inject({ url: '/from', headers, remoteAddress })).body
  }

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:40000', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['[2001:DB8:0:1::5]:40000', '2001:db8:0:1::5'],
    // what the one before the nearest trusted proxy says is anybody's word
    ['198.51.100.1, 203.0.113.7:40000', '203.0.113.7'],
    // trusted proxies, whatever they call each other
    ['203.0.113.7:40000, 10.1.2.3:5000', '203.0.113.7'],
    ['203.0.113.7, ::ffff:10.1.2.3', '203.0.113.7'],
    ['203.0.113.7, [2001:DB8:FFFF::1]:443, 127.0.0.1:80', '203.0.113.7'],
  ])('is the one address that a trusted proxy means by %s', async (said, address) => {
    expect(await from(said)).toBe(address)
    expect(await from(said, '::ffff:127.0.0.1')).toBe(address)
  })

  test.each([undefined, '', 'unknown', 'x'.repeat(80), '203.0.113.7, unknown', '203.0.113.7, 0x7f.1', '1.2.3.4:port'])(
    'is the proxy itself where that says no address: “%s”',
    async (said) => {
      expect(await from(said, '10.0.0.9')).toBe('10.0.0.9')
      expect(await from(said, '::ffff:10.0.0.9')).toBe('10.0.0.9')
    },
  )

  test('is nobody else on the word of a stranger', async () => {
    expect(await from('203.0.113.7', '198.51.100.2')).toBe('198.51.100.2')
    expect(await from('203.0.113.7:1', '2001:db8:fffe::1')).toBe('2001:db8:fffe::1')
  })
})
