import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#kit/clock.ts'
import { hashToken } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { aRequest, openRegisteringHouse, PASSWORD, typed } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { notificationsOf, refusalOf } from '../../test/support/traces.ts'
import { countingHashes, forgetLimits, join, proveCodes, signInAs, signUp } from '../../test/support/registering.ts'
import { hashPassword, type Passwords } from './passwords.ts'
import { refuseTooManyCodes } from './register.ts'
import { signIn } from './sign-in.ts'
import { tellOfGuessing } from './tell-of-guessing.ts'

describe('signing in', () => {
  const house = opened(openRegisteringHouse)
  beforeAll(async () => {
    await join(house, 'amy')
  })

  /** A stranger's address for each test, so that one's failures are not another's. */
  let addresses = 0
  const elsewhere = () => aRequest({ address: `198.51.100.${(addresses += 1)}` })
  const wrongAt = (email: string, request: ReturnType<typeof aRequest>) =>
    refusalOf(signInAs(house, email, 'not the password', request))

  test('opens a session, whatever the case of the e-mail', async () => {
    expect(await signInAs(house, ' AMY@plumb.test ')).toMatchObject({
      user: { name: 'amy' },
      session: { bearer: expect.any(String) },
    })
  })

  test('takes the same password composed another way', async () => {
    const password = 'caf\u00e9 au lait'
    await join(house, 'composed', { password, password_confirmation: password })
    expect(await signInAs(house, 'composed@plumb.test', 'cafe\u0301 au lait')).toHaveProperty('session')
  })

  test('opens one half only where the csrf-cookie call did not come before', async () => {
    const halves = async (request: ReturnType<typeof aRequest>) => {
      const signedIn = await signInAs(house, 'amy@plumb.test', PASSWORD, request)
      return 'session' in signedIn && signedIn.session.cookie !== null ? 2 : 1
    }
    expect(await halves(aRequest())).toBe(2)
    expect(await halves(aRequest({ oneHalf: true }))).toBe(1)
    expect(await halves(aRequest({ cookies: { 'XSRF-TOKEN': 'made up' } }))).toBe(1)
  })

  test('fails in the same words after one hash, whoever it is for', async () => {
    await signUp(house, typed('waits-once'))
    for (let n = 0; n < 5; n += 1) {
      await signUp(house, typed(`waits-often-${n}`, { email: 'waits-often@plumb.test' }))
      await forgetLimits(house)
    }
    const { counted, house: counting } = countingHashes(house)
    const failures = []
    for (const email of [
      'amy@plumb.test',
      'nobody@plumb.test',
      'waits-once@plumb.test',
      'waits-often@plumb.test',
      '',
      'not an address',
    ]) {
      counted.hashes = 0
      const { code, message } = await refusalOf(signIn(counting, { email, password: 'not the password' }, elsewhere()))
      failures.push(`${code}: ${message} ${counted.hashes}`)
    }
    expect(new Set(failures)).toEqual(new Set(['not signed in: The email address or password is incorrect. 1']))
  })

  test('hashes nothing beyond a limit', async () => {
    const request = elsewhere()
    for (let n = 0; n < 10; n += 1) await wrongAt('limited@plumb.test', request)
    const { counted, house: counting } = countingHashes(house)
    const input = { email: 'limited@plumb.test', password: 'not the password' }
    expect((await refusalOf(signIn(counting, input, request))).code).toBe('too many')
    expect(counted.hashes).toBe(0)
    const { email, phone } = (await signUp(house, typed('codes'), '198.51.100.200')).registration
    const to = { email, phone, address: '198.51.100.200' }
    expect((await refusalOf(house.read((tx) => refuseTooManyCodes(tx, house.clock, to)))).code).toBe('too many')
  })

  test('takes a password whose hash has a salt of its own, and tells a registration with its e-mail from it', async () => {
    const { user } = await join(house, 'salted')
    const password_hash = await hashPassword(PASSWORD)
    await house.db.updateTable('app_user').set({ password_hash }).where('id', '=', user.id).execute()
    const password = 'mallory chose this'
    await forgetLimits(house)
    await signUp(house, typed('salted-too', { email: user.email, password, password_confirmation: password }))
    expect(await signInAs(house, user.email)).toHaveProperty('session')
    expect(await signInAs(house, user.email, password, elsewhere())).toHaveProperty('awaited')
    expect((await wrongAt(user.email, elsewhere())).code).toBe('not signed in')
  })

  test('opens at most twenty sessions of a user, of which the oldest ends', async () => {
    const { user, session: first } = await join(house, 'everywhere')
    const second = await signInAs(house, user.email)
    const openOnes = () =>
      house.db
        .selectFrom('session')
        .select('bearer_hash')
        .where('user_id', '=', user.id)
        .where('ended_at', 'is', null)
        .execute()
    for (let n = 0; n < 18; n += 1) {
      await house.clock.move(1000)
      await signInAs(house, user.email)
    }
    expect(await openOnes()).toHaveLength(20)
    await house.clock.move(1000)
    await signInAs(house, user.email)
    const left = (await openOnes()).map((row) => row.bearer_hash)
    expect(left).toHaveLength(20)
    expect(left).not.toContain(hashToken(first.bearer))
    expect(left).toContain(hashToken('session' in second ? second.session.bearer : ''))
    await Promise.all(Array.from({ length: 8 }, () => signInAs(house, user.email)))
    expect(await openOnes()).toHaveLength(20)
  })

  test('answers unverified with nothing but a cookie while codes are awaited, also for an older registration', async () => {
    const { registration, ...codes } = await signUp(house, typed('patient'))
    await forgetLimits(house)
    await signUp(house, typed('patient', { password: 'another password', password_confirmation: 'another password' }))
    expect(await signInAs(house, 'patient@plumb.test')).toEqual({ awaited: expect.any(String) })
    expect((await refusalOf(signInAs(house, 'patient@plumb.test', 'a third password', elsewhere()))).code).toBe(
      'not signed in',
    )
    await proveCodes(house, registration.id, codes)
    expect(await signInAs(house, 'patient@plumb.test')).toHaveProperty('session')
  })

  test('answers a registration of one’s own the same, whether its e-mail has an account or not', async () => {
    const password = 'mallory chose this'
    for (const email of ['amy@plumb.test', 'without-account@plumb.test']) {
      await forgetLimits(house)
      await signUp(house, typed('mallory', { email, password, password_confirmation: password }))
      expect(await signInAs(house, email, password, elsewhere())).toEqual({ awaited: expect.any(String) })
    }
    expect(await signInAs(house, 'amy@plumb.test')).toHaveProperty('session')
  })

  beforeEach(() => forgetLimits(house))

  test('is limited after ten failures for an account from one address, until 15 minutes have passed', async () => {
    const request = elsewhere()
    for (let n = 0; n < 10; n += 1) expect((await wrongAt('amy@plumb.test', request)).code).toBe('not signed in')
    const limited = await refusalOf(signInAs(house, 'amy@plumb.test', PASSWORD, request))
    expect([limited.code, limited.retryAfter]).toEqual(['too many', 900])
    expect(await signInAs(house, 'amy@plumb.test', PASSWORD, elsewhere())).toHaveProperty('session')
    await house.clock.move(15 * MINUTE)
    expect(await signInAs(house, 'amy@plumb.test', PASSWORD, request)).toHaveProperty('session')
  })

  test('looks at ten guesses of a hundred that come together', async () => {
    const request = elsewhere()
    const guesses = await Promise.all(Array.from({ length: 100 }, () => wrongAt('amy@plumb.test', request)))
    expect(guesses.filter(({ code }) => code === 'not signed in')).toHaveLength(10)
    expect(guesses.filter(({ code }) => code === 'too many')).toHaveLength(90)
  })

  test('is limited the same where the account does not exist', async () => {
    const request = elsewhere()
    const guesses = await Promise.all(Array.from({ length: 12 }, () => wrongAt('no-such@plumb.test', request)))
    expect(guesses.filter(({ code }) => code === 'too many')).toHaveLength(2)
  })

  test('is limited after fifty failures from one address, whatever the account, for a minute', async () => {
    const request = elsewhere()
    for (let n = 0; n < 50; n += 1) expect((await wrongAt(`guess-${n}@plumb.test`, request)).code).toBe('not signed in')
    const limited = await refusalOf(signInAs(house, 'amy@plumb.test', PASSWORD, request))
    expect([limited.code, limited.retryAfter]).toEqual(['too many', 60])
    await house.clock.move(MINUTE)
    expect(await signInAs(house, 'amy@plumb.test', PASSWORD, request)).toHaveProperty('session')
  })

  test('counts failures only: sixty sign-ins that come together all pass', async () => {
    const request = elsewhere()
    const signedIn = await Promise.all(
      Array.from({ length: 60 }, () =>
        signInAs(house, 'amy@plumb.test', PASSWORD, request).catch((error: unknown) => error),
      ),
    )
    expect(signedIn.filter((outcome) => outcome instanceof Refusal)).toEqual([])
    expect(new Set(signedIn.map((outcome) => (outcome as { session: { bearer: string } }).session.bearer)).size).toBe(
      60,
    )
  })

  test('counts a guess that is made by registering with it, and its owner is told', async () => {
    const { user } = await join(house, 'guessed-beside')
    await forgetLimits(house)
    const password = 'is it this one, perhaps'
    await signUp(house, typed('guesser', { email: user.email, password, password_confirmation: password }))
    const request = elsewhere()
    const guess = () => signInAs(house, user.email, password, request)
    for (let n = 0; n < 10; n += 1) expect(await guess()).toHaveProperty('awaited')
    expect((await refusalOf(guess())).code).toBe('too many')
    while (await tellOfGuessing(house));
    expect((await notificationsOf(house, user.id)).map(({ title }) => title)).toEqual(['Wrong passwords'])
  })

  test('counts subscribers of IPv6 by their network', async () => {
    const from = (end: string) => aRequest({ address: `2001:db8:1:2:${end}` })
    for (let n = 0; n < 10; n += 1) await wrongAt('amy@plumb.test', from(`${n}::1`))
    expect((await wrongAt('amy@plumb.test', from('ffff:1:2:3'))).code).toBe('too many')
    expect((await wrongAt('amy@plumb.test', aRequest({ address: '2001:db8:1:3::1' }))).code).toBe('not signed in')
  })

  test('opens nothing with a password that was changed while it was looked at', async () => {
    const { user } = await join(house, 'changing')
    const between: Passwords = {
      ...house.passwords,
      inTurn: async (address, work) => {
        const found = await house.passwords.inTurn(address, work)
        await house.db.updateTable('app_user').set({ password_hash: 'another' }).where('id', '=', user.id).execute()
        return found
      },
    }
    const request = elsewhere()
    const refused = await refusalOf(
      signIn({ ...house, passwords: between }, { email: user.email, password: PASSWORD }, request),
    )
    expect(refused.code).toBe('not signed in')
  })

  test('takes a password of 200 characters exactly as it is, and one that is years old', async () => {
    const password = 'A plumb line hangs straight. '.repeat(7).slice(0, 200)
    await join(house, 'long-worded', { password, password_confirmation: password })
    for (const other of [password.slice(0, 199), password.toLowerCase(), `${password}.`]) {
      expect((await refusalOf(signInAs(house, 'long-worded@plumb.test', other, elsewhere()))).code).toBe(
        'not signed in',
      )
    }
    await house.clock.move(3 * 365 * DAY)
    expect(await signInAs(house, 'long-worded@plumb.test', password)).toHaveProperty('session')
  })
})
