import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addEvents } from '#app/events.ts'
import { makeServer } from '#app/server.ts'
import type { Listener, Relay } from '#notifications/relay.ts'
import { startTestApp, type TestApp } from './app.ts'
import { giveRoles } from './roles.ts'
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

  test('of somebody who has gone while the gate looked is not kept', async () => {
    const listeners = new Set<Listener>()
    let subscribed = 0
    const relay: Relay = {
      wake() {},
      subscribe(listener) {
        subscribed += 1
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      async stop() {},
    }
    const server = await makeServer({ appUrl: 'http://localhost', trustedProxies: [], log: false })
    addEvents(server, { db: house.app.db, clock: house.clock, relay })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    const ask = async (patience: number) => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      const cookie = [...amy.cookies].map((pair) => pair.join('=')).join('; ')
      socket.write(
        `GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${amy.bearer}\r\nCookie: ${cookie}\r\n\r\n`,
      )
      await pause(patience)
      socket.destroy()
    }
    await ask(300)
    expect(subscribed).toBe(1)
    for (let n = 0; n < 20; n += 1) await ask(0)
    await pause(500)
    expect(listeners.size).toBe(0)
    await server.close()
  })

  test('does not outlive what it was opened with: roles are looked at anew', async () => {
    await giveRoles(owner, amy, ['support'])
    const stream = await listenAs(amy)
    await owner.must(`/api/set-roles/${amy.id}`, { roles: [] })
    expect(await stream.over()).toBe('over')
    expect((await listenAs(amy)).status).toBe(200)
  })

  test('ends when sign-in is blocked, at another process too', async () => {
    const other = await house.second()
    const elsewhere = other.visitor()
    await elsewhere.signIn(amy.email, 'correct horse battery')
    const streams = [await listenAs(amy), await listenAs(elsewhere)]
    await owner.must(`/api/block-user/${amy.id}`, { reason: 'Somebody else has the password' })
    expect(await Promise.all(streams.map((stream) => stream.over()))).toEqual(['over', 'over'])
    expect([(await listenAs(amy)).status, (await listenAs(elsewhere)).status]).toEqual([401, 401])
    await owner.must(`/api/unblock-user/${amy.id}`, { reason: 'It was changed' })
    await amy.signIn(amy.email, 'correct horse battery')
    await other.stop()
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
