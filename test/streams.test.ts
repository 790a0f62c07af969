import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './app.ts'
import type { Visitor } from './visitor.ts'

const PATIENCE = 3000

/** Opens somebody's stream of events; `over` resolves when the server ends it. */
async function listenAs(who: Visitor) {
  const cookie = [...who.cookies].map((pair) => pair.join('=')).join('; ')
  const headers = { authorization: `Bearer ${who.bearer}`, cookie }
  const response = await fetch(`${who.url}/api/events`, { headers })
  const over = response.text().then(
    () => 'over' as const,
    () => 'over' as const,
  )
  return { status: response.status, over: () => Promise.race([over, pause(PATIENCE).then(() => 'open' as const)]) }
}

describe('an open stream of events', () => {
  let house: TestApp
  let owner: Visitor
  let amy: Visitor
  beforeAll(async () => {
    house = await startTestApp()
    owner = await house.owner()
    amy = house.visitor()
    await amy.join('amy')
  })
  afterAll(async () => {
    await house.close()
  })

  test('does not outlive what it was opened with: roles are looked at anew', async () => {
    await owner.must(`/api/set-roles/${amy.id}`, { roles: ['support'] })
    const stream = await listenAs(amy)
    await owner.must(`/api/set-roles/${amy.id}`, { roles: [] })
    expect(await stream.over()).toBe('over')
    expect((await listenAs(amy)).status).toBe(200)
  })

  test('ends with the session', async () => {
    const stream = await listenAs(amy)
    await owner.must(`/api/sign-out-everywhere/${amy.id}`)
    expect(await stream.over()).toBe('over')
    expect((await listenAs(amy)).status).toBe(401)
  })

  test('is not ended by what happens to others', async () => {
    const stream = await listenAs(owner)
    await owner.must(`/api/sign-out-everywhere/${amy.id}`)
    expect(await stream.over()).toBe('open')
  })
})
