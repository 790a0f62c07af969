import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addEvents } from '#app/events.ts'
import { MINUTE } from '#kit/clock.ts'
import { makeServer } from '#app/server.ts'
import type { Listener } from '#notifications/hand-on.ts'
import type { Relay } from '#notifications/relay.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { giveRoles } from './support/roles.ts'
import type { Visitor } from './support/visitor.ts'

/** Opens somebody's stream of events; `text` grows while it speaks, `over` resolves when the server ends it. */
async function listenAs(who: Visitor, headers: Record<string, string> = {}) {
  const cookie = [...who.cookies].map((pair) => pair.join('=')).join('; ')
  const leaving = new AbortController()
  const response = await fetch(`${who.url}/api/events`, {
    headers: { authorization: `Bearer ${who.bearer}`, cookie, ...headers },
    signal: leaving.signal,
  })
  const stream = { status: response.status, text: '', over: Promise.resolve(), leave: () => leaving.abort() }
  const listen = async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) stream.text += part
  }
  // left, or cut: it is over all the same
  stream.over = listen().catch(() => {})
  return stream
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

  /** Still open: what is said of somebody now reaches them all. What was to end them was said before. */
  async function areOpen(who: Visitor, ...streams: Awaited<ReturnType<typeof listenAs>>[]): Promise<void> {
    const before = streams.map(({ text }) => text.length)
    await owner.must(`/api/topup-user/${who.id}`, { amount: '1', account: 'bonus' })
    const heard = () => streams.map(({ text }, at) => /event: change/.test(text.slice(before[at])))
    await expect.poll(heard).toEqual(streams.map(() => true))
  }

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
    addEvents(server, {
      db: house.app.db,
      clock: house.clock,
      relay,
      appUrl: 'http://localhost',
      ...{ adminSecondFactor: 'optional', investorSecondFactor: 'optional' },
    })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    const ask = async (untilGone: () => unknown) => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      const cookie = [...amy.cookies].map((pair) => pair.join('=')).join('; ')
      socket.write(
        `GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${amy.bearer}\r\nCookie: ${cookie}\r\n\r\n`,
      )
      await untilGone()
      socket.destroy()
    }
    await ask(async () => {
      await expect.poll(() => subscribed).toBe(1)
    })
    for (let n = 0; n < 20; n += 1) await ask(() => pause(0))
    await pause(500)
    await expect.poll(() => listeners.size).toBe(0)
    await server.close()
  })

  test('does not outlive what it was opened with: roles are looked at anew', async () => {
    await giveRoles(owner, amy, ['support'])
    const stream = await listenAs(amy)
    await owner.must(`/api/set-roles/${amy.id}`, { roles: [] })
    await stream.over
    expect((await listenAs(amy)).status).toBe(200)
  })

  test('ends when sign-in is blocked, at another process too', async () => {
    const other = await house.second()
    const elsewhere = other.visitor()
    await elsewhere.signIn(amy.email, 'correct horse battery')
    const streams = [await listenAs(amy), await listenAs(elsewhere)]
    await owner.must(`/api/block-user/${amy.id}`, { reason: 'Somebody else has the password' })
    await Promise.all(streams.map(({ over }) => over))
    expect([(await listenAs(amy)).status, (await listenAs(elsewhere)).status]).toEqual([401, 401])
    await owner.must(`/api/unblock-user/${amy.id}`, { reason: 'It was changed' })
    await amy.signIn(amy.email, 'correct horse battery')
    await other.stop()
  })

  test('ends with the session', async () => {
    const stream = await listenAs(amy)
    await owner.must(`/api/sign-out-everywhere/${amy.id}`)
    await stream.over
    expect((await listenAs(amy)).status).toBe(401)
  })

  test('ends with its own session at whichever process, and with no other', async () => {
    const other = await house.second()
    const [here, there] = [house.visitor(), other.visitor()]
    for (const visitor of [here, there]) await visitor.signIn(amy.email, 'correct horse battery')
    const [mine, same] = [await listenAs(here), await listenAs(here.at(there.url))]
    const kept = await listenAs(there)
    await here.must('/api/logout')
    await Promise.all([mine.over, same.over])
    await areOpen(amy, kept)
    kept.leave()
    await other.stop()
  })

  test('ends with the half of its session that it was opened with, and opens again with the new one alone', async () => {
    const hal = house.visitor()
    await hal.join('hal')
    const stream = await listenAs(hal)
    const copy = hal.at(house.url)
    const passwords = { password: 'a longer horse battery', password_confirmation: 'a longer horse battery' }
    await hal.must('/api/change-password', { current_password: 'correct horse battery', ...passwords })
    await stream.over
    expect([(await copy.get('/api/user')).status, (await listenAs(copy)).status]).toEqual([200, 409])
    const newer = await listenAs(hal)
    expect(newer.status).toBe(200)
    await areOpen(hal, newer)
    newer.leave()
  })

  test('ends with the session that a twenty-first sign-in ends', async () => {
    const bob = house.visitor()
    await bob.join('bob')
    const stream = await listenAs(bob)
    for (let n = 0; n < 19; n += 1) await house.visitor().signIn(bob.email, 'correct horse battery')
    expect((await bob.get('/api/user')).status).toBe(200)
    await house.visitor().signIn(bob.email, 'correct horse battery')
    await stream.over
    expect((await bob.get('/api/user')).status).toBe(401)
  })

  test('ends when its session runs out', async () => {
    const late = house.visitor()
    await late.join('late')
    const oneHalf = house.visitor()
    oneHalf.keepSession(await oneHalf.post('/api/login', { email: late.email, password: 'correct horse battery' }))
    const [stream, longer] = [await listenAs(oneHalf), await listenAs(late)]
    await house.clock.move(15 * MINUTE, { away: true })
    await stream.over
    owner = await house.owner()
    await areOpen(late, longer)
    // a call by somebody who is there keeps it open for another hour, the stream alone for none
    const seen = async () => (await late.get('/api/sessions')).body.items[0].seen_at
    await expect.poll(seen).toBe(house.clock.now().toISOString())
    await house.clock.move(50 * MINUTE, { away: true })
    owner = await house.owner()
    await areOpen(late, longer)
    await house.clock.move(10 * MINUTE, { away: true })
    await longer.over
    expect((await late.get('/api/user')).status).toBe(401)
    owner = await house.owner()
  })

  test('is one of five of the same person, in all processes: the oldest is told to end and not to come back', async () => {
    const carol = house.visitor()
    await carol.join('carol')
    const other = await house.second()
    const elsewhere = carol.at(other.visitor().url)
    const streams = [await listenAs(carol), await listenAs(carol), await listenAs(elsewhere)]
    streams.push(await listenAs(elsewhere), await listenAs(carol))
    const sixth = await listenAs(elsewhere)
    await streams[0]?.over
    expect(streams[0]?.text).toMatch(/\n\nid: ended\nevent: end\ndata: \{\}\n\n$/)
    expect((await listenAs(carol, { 'last-event-id': 'ended' })).status).toBe(204)
    const left = [...streams.slice(1), sixth]
    await areOpen(carol, ...left)
    for (const stream of left) stream.leave()
    await other.stop()
  })

  test('that its reader has left makes room for another', async () => {
    const dave = house.visitor()
    await dave.join('dave')
    const kept = await listenAs(dave)
    const count = async () => {
      const rows = await house.app.db.selectFrom('event_stream').select('id').where('user_id', '=', dave.id).execute()
      return rows.length
    }
    for (let n = 0; n < 8; n += 1) {
      const stream = await listenAs(dave)
      stream.leave()
      await expect.poll(count).toBe(1)
    }
    await areOpen(dave, kept)
    kept.leave()
  })

  test('is not ended by what happens to others', async () => {
    const stream = await listenAs(owner)
    await owner.must(`/api/sign-out-everywhere/${amy.id}`)
    await areOpen(amy, stream)
  })
})
