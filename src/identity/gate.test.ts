import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#kit/clock.ts'
import { newId, newSecret } from '#kit/ids.ts'
import type { Investor, Role } from '#kit/actor.ts'
import { Refusal } from '#kit/refusal.ts'
import { type Call, MessageReply, type Who } from '#kit/wire.ts'
import { aRequest, openRegisteringHouse, typed } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { refusalOf } from '../../test/support/traces.ts'
import { join, joinWithRoles, signInAs, signUp } from '../../test/support/registering.ts'
import { type GateRequest, passGate, provenUser, refuseOneHalf } from './gate.ts'
import { signOut } from './sign-out.ts'
import type { OpenedSession } from './cookies.ts'

describe('the session gate', () => {
  const house = opened(openRegisteringHouse)
  let browser: { bearer: string; cookies: Record<string, string>; xsrf: string }
  beforeAll(async () => {
    await join(house, 'amy')
    browser = await twoHalves('amy')
  })

  const call = (who: Who, bothHalves?: true): Call => ({
    who,
    summary: 'a call',
    reply: MessageReply,
    ...(bothHalves === undefined ? {} : { bothHalves }),
  })
  const pass = (of: Call, request: Partial<GateRequest>) =>
    passGate(house, of, { ...aRequest({ oneHalf: true }), method: 'GET', xsrf: undefined, ...request })
  const refused = async (of: Call, request: Partial<GateRequest>) => (await refusalOf(pass(of, request))).code

  async function signedIn(name: string, oneHalf: boolean): Promise<{ session: OpenedSession; xsrf: string }> {
    const request = aRequest({ oneHalf })
    const signedIn = await signInAs(house, `${name}@plumb.test`, undefined, request)
    if (!('session' in signedIn)) throw new Error(`${name} is not verified`)
    return { session: signedIn.session, xsrf: request.cookies['XSRF-TOKEN'] ?? '' }
  }
  async function twoHalves(name: string) {
    const { session, xsrf } = await signedIn(name, false)
    return { bearer: session.bearer, cookies: { plumb_session: session.cookie ?? '', 'XSRF-TOKEN': xsrf }, xsrf }
  }
  const oneHalf = async (name: string) => ({ bearer: (await signedIn(name, true)).session.bearer })

  const anApp = (userId: string) =>
    house.db
      .insertInto('authenticator')
      .values({
        ...{ id: newId(), user_id: userId, name: 'Phone', secret: 'sealed/', last_step: 0n, last_used_at: null },
        created_at: house.clock.now(),
      })
      .execute()

  test('asks nothing of anyone where anyone may call', async () => {
    expect(await pass(call('anyone'), { bearer: 'nonsense' })).toBeUndefined()
  })

  test('proves the user of a session in two halves', async () => {
    expect(await pass(call('investor'), browser)).toMatchObject({ name: 'amy', roles: [], address: '192.0.2.1' })
  })

  test('takes neither half alone, nor one with another’s', async () => {
    await join(house, 'eve')
    const eve = await twoHalves('eve')
    const { plumb_session: _, ...without } = browser.cookies
    expect(await refused(call('investor'), { ...browser, cookies: without })).toBe('not signed in')
    expect(await refused(call('investor'), { cookies: browser.cookies })).toBe('not signed in')
    expect(await refused(call('investor'), { ...browser, bearer: eve.bearer })).toBe('not signed in')
    expect(await refused(call('investor'), { ...browser, bearer: newSecret() })).toBe('not signed in')
    expect(await refused(call('investor'), { ...browser, bearer: browser.cookies.plumb_session })).toBe('not signed in')
  })

  test('wants the XSRF-TOKEN back in a header for what changes something, in a session of two halves', async () => {
    const post = { ...browser, method: 'POST' }
    expect(await pass(call('investor'), post)).toMatchObject({ name: 'amy' })
    for (const xsrf of [undefined, '', newSecret(), `${browser.xsrf}x`]) {
      expect(await refused(call('investor'), { ...post, xsrf })).toBe('not allowed')
    }
    const { 'XSRF-TOKEN': _, ...without } = browser.cookies
    expect(await refused(call('investor'), { ...post, cookies: without })).toBe('not allowed')
    const own = { ...browser.cookies, 'XSRF-TOKEN': 'chosen-by-somebody' }
    expect(await refused(call('investor'), { ...post, cookies: own, xsrf: 'chosen-by-somebody' })).toBe('not allowed')
  })

  test('lets a session of one half make ordinary calls without it, but none that need both', async () => {
    const half = await oneHalf('amy')
    expect(await pass(call('investor'), { ...half, method: 'POST' })).toMatchObject({ name: 'amy' })
    expect(await refused(call('investor', true), { ...half, method: 'POST' })).toBe('not allowed')
    expect(await pass(call('investor', true), { ...browser, method: 'POST' })).toMatchObject({ name: 'amy' })
  })

  test('takes whoever proves another way who they are for no session in two halves', () => {
    const amy = { id: newId(), name: 'amy', roles: [] }
    expect(() => refuseOneHalf(provenUser(amy, aRequest()))).toThrow('full sign-in')
    expect(() => refuseOneHalf({ ...provenUser(amy, aRequest()), oneHalf: false })).not.toThrow()
  })

  test('ends a session that was signed out, and no other', async () => {
    const [one, other] = [await twoHalves('amy'), await twoHalves('amy')]
    const actor = (await pass(call('investor'), one)) as Investor
    await house.write((tx) => signOut(tx, house.clock, actor, aRequest({ bearer: one.bearer })))
    expect(await refused(call('investor'), one)).toBe('not signed in')
    expect(await pass(call('investor'), other)).toMatchObject({ name: 'amy' })
  })

  test('tells a registrant to verify first, and lets them make the verification calls only', async () => {
    const { bearer, registration, ...codes } = await signUp(house, typed('waiting'))
    expect(await pass(call('registrant'), { bearer, method: 'POST' })).toEqual({ registrationId: registration.id })
    const { code, message } = await refusalOf(pass(call('investor'), { bearer }))
    expect([code, message]).toEqual(['not allowed', expect.stringContaining('Verify your account first')])
    expect(codes.email_code).not.toBe('')
    await house.clock.move(7 * DAY)
    expect(await refused(call('registrant'), { bearer })).toBe('not signed in')
    expect(await refused(call('investor'), { bearer })).toBe('not signed in')
  })

  test('knows a registrant by the cookie that signing in unverified gave, and nobody else by it', async () => {
    const { registration } = await signUp(house, typed('by-cookie'))
    const signedIn = await signInAs(house, 'by-cookie@plumb.test')
    const cookies = { plumb_registration: 'awaited' in signedIn ? signedIn.awaited : '' }
    expect(await pass(call('registrant'), { cookies })).toEqual({ registrationId: registration.id })
    expect(await refused(call('investor'), { cookies })).toBe('not signed in')
    expect(await refused(call('registrant'), { cookies: { plumb_registration: newSecret() } })).toBe('not signed in')
    expect(await refused(call('registrant'), {})).toBe('not signed in')
    expect(await refused(call('registrant'), await oneHalf('amy'))).toBe('not signed in')
  })

  test('asks whoever has a second factor for a fresh proof where a call needs one, and nobody else', async () => {
    const { user } = await join(house, 'fay')
    const [fay, half] = [await twoHalves('fay'), await oneHalf('fay')]
    const asked: Call = { ...call('investor', true), stepUp: true }
    const at = (stepped_up_at: Date | null) =>
      house.db.updateTable('session').set({ stepped_up_at }).where('user_id', '=', user.id).execute()
    expect(await pass(asked, { ...fay, method: 'POST' })).toMatchObject({ name: 'fay' })
    await anApp(user.id)
    const refusal = await refusalOf(pass(asked, { ...fay, method: 'POST' }))
    expect([refusal.code, refusal.needed]).toEqual(['not allowed', { step_up: ['authenticator'] }])
    expect(await pass(call('investor', true), { ...fay, method: 'POST' })).toMatchObject({ name: 'fay' })
    await at(house.clock.now())
    await house.clock.move(5 * MINUTE - 1)
    expect(await pass(asked, { ...fay, method: 'POST' })).toMatchObject({ name: 'fay' })
    await house.clock.move(1)
    expect(await refused(asked, { ...fay, method: 'POST' })).toBe('not allowed')
    // the first thing that is wrong is said first: a session of one half, a forged request
    await at(house.clock.now())
    expect((await refusalOf(pass(asked, { ...half, method: 'POST' }))).needed).toBeUndefined()
    expect((await refusalOf(pass(asked, { ...fay, xsrf: '', method: 'POST' }))).needed).toBeUndefined()
  })

  test('lets an administrator without a second factor do nothing but add one, where the house requires it', async () => {
    const strict = { ...house, adminSecondFactor: 'required' as const }
    const { userId } = await joinWithRoles(house, 'gus', ['owner'])
    const gus = await twoHalves('gus')
    const needs = async (of: Call, method: string) =>
      passGate(strict, of, { ...aRequest(), ...gus, method }).then(
        () => null,
        (error: unknown) => (error instanceof Refusal ? error.needed : error),
      )
    const required = { factor_required: true }
    for (const who of ['administrator', 'reviewer', 'owner'] as const) {
      expect(await needs(call(who), 'GET')).toEqual(required)
      expect(await needs(call(who, true), 'POST')).toEqual(required)
    }
    expect(await needs(call('investor', true), 'POST')).toEqual(required)
    // nor read what is their own, but for what it takes
    expect(await needs(call('investor'), 'GET')).toEqual(required)
    expect(await needs({ ...call('investor'), beforeFactor: true }, 'GET')).toBeNull()
    expect(await needs({ ...call('investor', true), stepUp: true, beforeFactor: true }, 'POST')).toBeNull()
    await anApp(userId)
    expect(await needs(call('owner'), 'GET')).toBeNull()
    expect(await needs({ ...call('owner', true), stepUp: true }, 'POST')).toEqual({ step_up: ['authenticator'] })
    // investors are free to have none
    await join(house, 'ina')
    const ina = await twoHalves('ina')
    expect(await passGate(strict, call('investor', true), { ...aRequest(), ...ina, method: 'POST' })).toBeDefined()
  })

  test('lets nobody without a second factor do anything but add one, where the house requires it of everybody', async () => {
    const strict = { ...house, investorSecondFactor: 'required' as const }
    const { user } = await join(house, 'jon')
    await joinWithRoles(house, 'kim', ['support'])
    const [jon, kim] = [await twoHalves('jon'), await twoHalves('kim')]
    for (const [name, who] of Object.entries({ jon, kim })) {
      const asking = (of: Call, method: string) => passGate(strict, of, { ...aRequest(), ...who, method })
      for (const method of ['GET', 'POST']) {
        const { needed } = await refusalOf(asking(call('investor', true), method))
        expect(needed, name).toEqual({ factor_required: true })
        expect(await asking({ ...call('investor', true), beforeFactor: true }, method)).toMatchObject({ name })
      }
    }
    await anApp(user.id)
    expect(await passGate(strict, call('investor', true), { ...aRequest(), ...jon, method: 'POST' })).toBeDefined()
  })

  test('holds the table of roles, and reads the roles anew with every call', async () => {
    const { userId } = await joinWithRoles(house, 'colleague', [])
    const half = await oneHalf('colleague')
    const may = async (roles: Role[]) => {
      await house.db.updateTable('app_user').set({ roles }).where('id', '=', userId).execute()
      const kinds = ['investor', 'administrator', 'reviewer', 'owner'] as const
      const passed = await Promise.all(
        kinds.map((who) =>
          pass(call(who), half).then(
            () => who,
            () => null,
          ),
        ),
      )
      return passed.filter((who) => who !== null)
    }
    expect(await may([])).toEqual(['investor'])
    expect(await may(['support'])).toEqual(['investor', 'administrator'])
    expect(await may(['reviewer'])).toEqual(['investor', 'administrator', 'reviewer'])
    expect(await may(['owner'])).toEqual(['investor', 'administrator', 'reviewer', 'owner'])
    expect(await may([])).toEqual(['investor'])
  })
})
