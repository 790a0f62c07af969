import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { makeServer } from './server.ts'

describe('the server', () => {
  let server: FastifyInstance
  beforeAll(async () => {
    server = await makeServer({ appUrl: 'http://localhost:3000', trustedProxies: [], log: false })
    server.get('/api/thing/:id', async () => ({ message: 'found' }))
  })
  afterAll(() => server.close())

  test('waits for no request for ever', () => {
    expect(server.server.requestTimeout).toBeGreaterThan(0)
    expect(server.server.headersTimeout).toBeGreaterThan(0)
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
