/** What guards an account holds in every process of a house, whichever of them somebody comes to. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#kit/clock.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { addApp, addPasskey, codeOf, stepUpByPasskey } from './support/factors.ts'
import { giveRoles } from './support/roles.ts'
import { SoftAuthenticator } from './support/soft-authenticator.ts'
import type { Answer, Visitor } from './support/visitor.ts'

const PASSWORD = 'correct horse battery'
const ANOTHER = 'another horse, another battery'

describe('three processes on one database', () => {
  let house: TestApp
  let others: Awaited<ReturnType<TestApp['second']>>[]
  let urls: string[]
  beforeAll(async () => {
    house = await startTestApp({ env: { KYC: 'off' } })
    others = [await house.second(), await house.second()]
    urls = [house.url, ...others.map((other) => other.visitor().url)]
  })
  afterAll(async () => {
    for (const other of others) await other.stop()
    await house.close()
  })

  const joined = async (name: string) => {
    const visitor = house.visitor()
    await visitor.join(name)
    return visitor
  }
  /** The same browser at each process, with what it holds now. */
  const everywhere = (who: Visitor) => urls.map((url) => who.at(url))
  const statusesOf = async (asked: readonly Promise<Answer>[]) => (await Promise.all(asked)).map(({ status }) => status)
  const reads = (who: Visitor) => statusesOf(everywhere(who).map((there) => there.get('/api/balance')))
  const proves = (who: Visitor) =>
    statusesOf(everywhere(who).map((there) => there.post('/api/mail-word', { word: 'plumb' })))
  const times = (count: number, status: number) => Array.from({ length: count }, () => status)

  test('wrong passwords and wrong codes are counted once for all of them', async () => {
    const guess = async (name: string, at: readonly string[]) => {
      const who = await joined(name)
      await addApp(who, house.clock.now(), { password: PASSWORD })
      const stranger = house.visitor()
      const guesses = async (send: (there: Visitor, n: number) => Promise<Answer>, from: Visitor) => {
        const statuses: number[] = []
        for (let n = 0; n < 30; n += 1) statuses.push((await send(from.at(at[n % at.length] ?? ''), n)).status)
        return statuses
      }
      return {
        passwords: await guesses(
          (there, n) => there.post('/api/login', { email: who.email, password: `guess ${n}` }),
          stranger,
        ),
        codes: await guesses((there, n) => there.post('/api/step-up', { code: String(100_000 + n) }), who),
      }
    }
    const [one, three] = [await guess('one-process', [house.url]), await guess('three-processes', urls)]
    expect(three).toEqual(one)
    expect([one.passwords.includes(429), one.codes.includes(429)]).toEqual([true, true])
  })

  test('a session is good at each, and ends at all of them at once', async () => {
    const amy = await joined('amy')
    expect(await reads(amy)).toEqual(times(3, 200))
    expect((await amy.at(urls[2] ?? '').post('/api/logout')).status).toBe(200)
    expect(await reads(amy)).toEqual(times(3, 401))
  })

  test('a factor that was proved at one is proved at all, for five minutes, and for the new half alone', async () => {
    const ben = await joined('ben')
    const key = new SoftAuthenticator('http://localhost')
    await addPasskey(ben, key, { password: PASSWORD })
    await house.clock.move(5 * MINUTE)
    expect(await proves(ben)).toEqual(times(3, 403))
    const copy = ben.at(house.url)
    const there = ben.at(urls[1] ?? '')
    expect((await stepUpByPasskey(there, key)).status).toBe(200)
    expect(await proves(there)).toEqual(times(3, 200))
    expect(await proves(copy)).toEqual(times(3, 403))
    await house.clock.move(MINUTE)
    expect(await reads(copy)).toEqual(times(3, 401))
    await house.clock.move(4 * MINUTE)
    expect(await proves(there)).toEqual(times(3, 403))
    expect(await reads(there)).toEqual(times(3, 200))
  })

  test('a code of an app is good at one of them, once, however many are asked at the same moment', async () => {
    const cleo = await joined('cleo')
    const { secret } = await addApp(cleo, house.clock.now(), { password: PASSWORD })
    await house.clock.move(5 * MINUTE)
    const code = codeOf(secret, house.clock.now())
    const statuses = await statusesOf(everywhere(cleo).map((there) => there.post('/api/step-up', { code })))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  test('another password, a lost role and a block end what was open at each', async () => {
    const owner = await house.owner()
    const [dora, elsewhere] = [await joined('dora'), house.visitor()]
    await elsewhere.signIn(dora.email, PASSWORD)
    await dora
      .at(urls[1] ?? '')
      .must('/api/change-password', { current_password: PASSWORD, password: ANOTHER, password_confirmation: ANOTHER })
    expect(await reads(elsewhere)).toEqual(times(3, 401))
    await elsewhere.signIn(dora.email, ANOTHER)
    await giveRoles(owner, elsewhere, ['support'])
    const desk = () => statusesOf(everywhere(elsewhere).map((there) => there.get('/api/admin/users')))
    expect(await desk()).toEqual(times(3, 200))
    await owner.at(urls[2] ?? '').must(`/api/set-roles/${dora.id}`, { roles: [] })
    expect((await desk()).every((status) => status === 401 || status === 403)).toBe(true)
    const eve = await joined('eve')
    await owner.at(urls[1] ?? '').must(`/api/block-user/${eve.id}`, { reason: 'A test' })
    expect(await reads(eve)).toEqual(times(3, 401))
  })
})
