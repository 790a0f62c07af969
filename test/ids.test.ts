import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { splitKey } from '#app/routes.ts'
import type { Call } from '#kit/wire.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import type { Visitor } from './support/visitor.ts'
import { askForCheck } from './support/identity.ts'

/** Calls on a record, with what makes each a request that is in order. */
const BODIES: Readonly<Record<string, unknown>> = {
  'POST /api/topup-user/:id': { amount: '5' },
  'POST /api/deduct-user/:id': { amount: '5' },
  'POST /api/set-roles/:id': { roles: ['support'] },
  'POST /api/decline-kyc/:id': { reason: 'blurred' },
  'POST /api/block-user/:id': { reason: 'on request' },
  'POST /api/unblock-user/:id': { reason: 'on request' },
  'POST /api/note-user/:id': { text: 'called today' },
}
const onRecords = Object.entries<Call>(contract).filter(([key]) => key.endsWith('/:id'))

/** PostgreSQL takes an id in capitals for the same id; whoever compares it as text does not. */
describe('an id in capitals', () => {
  let house: TestApp
  let owner: Visitor
  beforeAll(async () => {
    house = await startTestApp({ env: { KYC: 'off' } })
    owner = await house.owner()
    await askForCheck(owner)
  })
  afterAll(async () => {
    await house.close()
  })

  test.each(onRecords)('%s takes it for no record, one’s own least of all', async (key) => {
    const { method, path } = splitKey(key)
    const answer = await owner.send(
      method,
      path.replace(':id', owner.id.toUpperCase()),
      method === 'POST' ? JSON.stringify(BODIES[key] ?? {}) : undefined,
    )
    expect(answer).toMatchObject({ status: 404, body: { message: 'There is no such record.' } })
    expect((await owner.get('/api/user')).body.user).toMatchObject({ roles: ['owner'], kyc: 'submitted' })
  })

  test('is refused in a body', async () => {
    const answer = await owner.post('/api/read-notifications', { ids: [owner.id.toUpperCase()] })
    expect(answer.status).toBe(422)
  })
})
