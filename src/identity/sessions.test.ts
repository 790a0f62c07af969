import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#kit/actor.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import { type Call, MessageReply } from '#kit/wire.ts'
import { aRequest, openRegisteringHouse, PASSWORD } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { refusalOf } from '../../test/support/traces.ts'
import { join, joinWithRoles } from '../../test/support/registering.ts'
import { cookiesOf, sessionCookies, wireName } from './cookies.ts'
import { type GateRequest, passGate, passGateToStay, sessionEndNow } from './gate.ts'
import { endOtherSessions, endOwnSession, nameDevice, ownSessions } from './own-sessions.ts'
import { rotateSession } from './rotate-session.ts'
import { signIn } from './sign-in.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('sessions', () => {
  const house = opened(openRegisteringHouse)
  let admin: { userId: string }
  beforeAll(async () => {
    await join(house, 'amy')
    admin = await joinWithRoles(house, 'rita', ['reviewer'])
  })

  const call = { who: 'investor', summary: 'a call', reply: MessageReply } as const satisfies Call
  const away = (milliseconds: number) => house.clock.move(milliseconds, { away: true })
  type Signed = Partial<GateRequest> & { bearer: string }

  async function signedIn(name: string, how: { remember?: boolean; oneHalf?: boolean; cookies?: object } = {}) {
    const fresh = aRequest({ oneHalf: how.oneHalf ?? false, userAgent: FIREFOX })
    const request = { ...fresh, cookies: { ...fresh.cookies, ...how.cookies } }
    const { remember = false } = how
    const result = await signIn(house, { email: `${name}@plumb.test`, password: PASSWORD, remember }, request)
    if (!('session' in result)) throw new Error(`${name} is not verified`)
    const { session } = result
    const cookies = Object.fromEntries(
      sessionCookies(session).flatMap(({ name: cookie, value }) => (value === null ? [] : [[cookie, value]])),
    )
    return { bearer: session.bearer, cookies: { ...request.cookies, ...cookies } } satisfies Signed
  }
  const pass = (of: Signed, more: Partial<GateRequest> = {}) =>
    passGate(house, call, { ...aRequest({ oneHalf: true, ...of }), method: 'GET', xsrf: undefined, ...more })
  const isOpen = (of: Signed, more: Partial<GateRequest> = {}) =>
    pass(of, more).then(
      () => true,
      () => false,
    )
  const actorOf = (of: Signed) => pass(of)
  /** What the gate has noted in the background is there. */
  const seen = async (of: Signed, at: Date) => {
    const id = (await actorOf(of)).sessionId ?? ''
    const row = () => house.db.selectFrom('session').select('seen_at').where('id', '=', id).executeTakeFirstOrThrow()
    await expect.poll(async () => (await row()).seen_at).toEqual(at)
  }

  test('of an investor end after an hour without anybody, and after 24 hours in any case', async () => {
    const left = await signedIn('amy')
    await away(HOUR - SECOND)
    expect(await isOpen(left, { unattended: true })).toBe(true)
    await away(SECOND)
    expect(await isOpen(left)).toBe(false)
    const used = await signedIn('amy')
    for (let hours = 0.5; hours < 24; hours += 0.5) {
      await away(HOUR / 2)
      expect(await isOpen(used)).toBe(true)
      await seen(used, house.clock.now())
    }
    await away(HOUR / 2)
    expect(await isOpen(used)).toBe(false)
  })

  test('of somebody remembered end after seven days without them, and after 30 in any case', async () => {
    const left = await signedIn('amy', { remember: true })
    await away(7 * DAY - SECOND)
    expect(await isOpen(left, { unattended: true })).toBe(true)
    await away(SECOND)
    expect(await isOpen(left)).toBe(false)
    const used = await signedIn('amy', { remember: true })
    for (let days = 6; days < 30; days += 6) {
      await away(6 * DAY)
      expect(await isOpen(used)).toBe(true)
      await seen(used, house.clock.now())
    }
    await away(6 * DAY)
    expect(await isOpen(used)).toBe(false)
  })

  test('of an administrator end after 15 minutes and 12 hours, also where they asked to be remembered', async () => {
    const left = await signedIn('rita', { remember: true })
    await away(15 * MINUTE)
    expect(await isOpen(left)).toBe(false)
    const used = await signedIn('rita', { remember: true })
    for (let minutes = 10; minutes < 12 * 60; minutes += 10) {
      await away(10 * MINUTE)
      expect(await isOpen(used)).toBe(true)
      await seen(used, house.clock.now())
    }
    await away(10 * MINUTE)
    expect(await isOpen(used)).toBe(false)
  })

  test('of somebody who is given roles are an administrator’s at once', async () => {
    const { user } = await join(house, 'rises')
    const session = await signedIn('rises', { remember: true })
    const give = (roles: Role[]) => house.db.updateTable('app_user').set({ roles }).where('id', '=', user.id).execute()
    await away(20 * MINUTE)
    await give(['support'])
    expect(await isOpen(session)).toBe(false)
    await give([])
    expect(await isOpen(session)).toBe(true)
  })

  test('of one half end after 15 minutes, however busy they are', async () => {
    const half = await signedIn('amy', { oneHalf: true, remember: true })
    await away(14 * MINUTE)
    expect(await isOpen(half)).toBe(true)
    await seen(half, house.clock.now())
    await away(MINUTE)
    expect(await isOpen(half)).toBe(false)
  })

  test('are not kept open by a page that asks by itself, nor by a stream of events', async () => {
    const session = await signedIn('rita')
    await away(14 * MINUTE)
    expect(await isOpen(session, { unattended: true })).toBe(true)
    const request = { ...aRequest({ oneHalf: true, ...session }), method: 'GET', xsrf: undefined }
    const { session: stays } = await passGateToStay(house, call, request)
    expect(stays.endsAt.getTime() - house.clock.now().getTime()).toBe(MINUTE)
    await away(MINUTE)
    expect(await sessionEndNow(house, stays.id)).toBeNull()
    expect(await isOpen(session)).toBe(false)
  })

  test('are noted as seen once a minute', async () => {
    const session = await signedIn('amy')
    const opened = house.clock.now()
    await away(MINUTE - 1)
    expect(await isOpen(session)).toBe(true)
    await away(1)
    expect(await isOpen(session)).toBe(true)
    await seen(session, house.clock.now())
    expect(house.clock.now().getTime() - opened.getTime()).toBe(MINUTE)
  })

  test('are listed in words, this one first; one is ended, or all others', async () => {
    const { user } = await join(house, 'lists')
    await house.db.updateTable('session').set({ ended_at: house.clock.now() }).where('user_id', '=', user.id).execute()
    const [one, two, mine] = [await signedIn('lists'), await signedIn('lists'), await signedIn('lists')]
    const me = await actorOf(mine)
    const listed = () => house.read((tx) => ownSessions(tx, house.clock, me))
    expect(await listed()).toMatchObject([
      { current: true, id: me.sessionId, browser: 'Firefox', system: 'Linux', network: '192.0.2.x', name: null },
      { current: false },
      { current: false },
    ])
    const id = (await actorOf(one)).sessionId ?? ''
    await house.write((tx) => endOwnSession(tx, house.clock, me, { id }))
    expect([await isOpen(one), await isOpen(two), await isOpen(mine)]).toEqual([false, true, true])
    expect((await refusalOf(house.write((tx) => endOwnSession(tx, house.clock, me, { id })))).code).toBe('not found')
    const own = house.write((tx) => endOwnSession(tx, house.clock, me, { id: me.sessionId ?? '' }))
    expect((await refusalOf(own)).code).toBe('wrong state')
    expect(await house.write((tx) => endOtherSessions(tx, house.clock, me))).toBe(1)
    expect([await isOpen(two), await isOpen(mine)]).toEqual([false, true])
  })

  test('of others are neither ended nor named', async () => {
    const mine = await actorOf(await signedIn('amy'))
    const id = (await actorOf(await signedIn('rita'))).sessionId ?? ''
    expect((await refusalOf(house.write((tx) => endOwnSession(tx, house.clock, mine, { id })))).code).toBe('not found')
    expect((await refusalOf(house.write((tx) => nameDevice(tx, mine, { id, name: 'Mine' })))).code).toBe('not found')
    expect(admin.userId).not.toBe(mine.userId)
  })

  test('on a device that was named have its name again at the next sign-in', async () => {
    const first = await signedIn('amy')
    const me = await actorOf(first)
    const id = me.sessionId ?? ''
    await house.write((tx) => nameDevice(tx, me, { id, name: '  Kitchen  tablet ' }))
    const { plumb_device: device = '' } = first.cookies as Record<string, string>
    const again = await actorOf(await signedIn('amy', { cookies: { plumb_device: device } }))
    const [current] = await house.read((tx) => ownSessions(tx, house.clock, again))
    expect(current).toMatchObject({ current: true, name: 'Kitchen tablet' })
    for (const name of ['', ' ', 'x'.repeat(41), 'a\u202Eb']) {
      expect((await refusalOf(house.write((tx) => nameDevice(tx, me, { id, name })))).code).toBe('bad input')
    }
  })

  test('are another after a rise of rights, which ends no later than the one before', async () => {
    const old = await signedIn('amy')
    await away(30 * MINUTE)
    const me = await actorOf(old)
    const request = aRequest({ cookies: old.cookies })
    const rotated = await house.write((tx) => rotateSession(tx, house.clock, me, request))
    if (rotated === undefined || rotated.cookie === null) throw new Error('there is no session in two halves')
    expect(await isOpen(old)).toBe(false)
    const next = { bearer: rotated.bearer, cookies: { ...old.cookies, plumb_session: rotated.cookie } }
    expect(await isOpen(next)).toBe(true)
    expect(await isOpen({ ...next, cookies: old.cookies })).toBe(false)
    expect(rotated.expiresAt.getTime() - house.clock.now().getTime()).toBe(DAY - 30 * MINUTE)
  })
})

describe('cookies', () => {
  test('are bound to their host by https, and only those count', () => {
    expect(wireName('plumb_session', 'https://plumb.test')).toBe('__Host-plumb_session')
    expect(wireName('plumb_session', 'http://localhost:3000')).toBe('plumb_session')
    const sent = { '__Host-plumb_session': 'ours', plumb_session: 'a neighbour’s', 'XSRF-TOKEN': 'tossed' }
    expect(cookiesOf(sent, 'https://plumb.test')).toEqual({ plumb_session: 'ours' })
    expect(cookiesOf({ plumb_session: 'ours' }, 'http://localhost')).toEqual({ plumb_session: 'ours' })
  })
})
