/** @module-tag thorough */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { OWNER, startTestApp } from './support/app.ts'

const FROM = (address: string) => ({ 'x-forwarded-for': address })
const wrong = (n: number) => ({ email: `guess-${n}@mail.plumb.test`, password: 'not the password' })

/** Fifty failed sign-ins in a minute by a stranger, then one of the owner's from elsewhere; the answer to that. */
async function signInAfterAttack(env: Record<string, string>): Promise<number> {
  const house = await startTestApp({ env })
  try {
    const stranger = house.visitor()
    for (let n = 0; n < 51; n += 1) await stranger.post('/api/login', wrong(n), FROM('198.51.100.7'))
    const { email, password } = OWNER
    return (await house.visitor().post('/api/login', { email, password }, FROM('203.0.113.9'))).status
  } finally {
    await house.close()
  }
}

test('behind a trusted proxy a stranger’s failures are not those of everybody', async () => {
  expect(await signInAfterAttack({ TRUST_PROXY: 'loopback' })).toBe(200)
})

test('without one nobody gets around the limit by saying that they are somebody else', async () => {
  expect(await signInAfterAttack({ TRUST_PROXY: '' })).toBe(429)
})

test('a network is one however a proxy writes it: with a port, or as IPv6', async () => {
  const house = await startTestApp()
  try {
    const spellings = ['203.0.113.7:', '[::ffff:203.0.113.7]:', '[::FFFF:cb00:7107]:', '[0:0:0:0:0:ffff:cb00:7107]:']
    for (let n = 0; n < 50; n += 1) {
      const from = FROM(`${spellings[n % spellings.length]}${40_000 + n}`)
      expect((await house.visitor().post('/api/login', wrong(n), from)).status).toBe(401)
    }
    const { email, password } = OWNER
    const signIn = async (from: string) =>
      (await house.visitor().post('/api/login', { email, password }, FROM(from))).status
    expect(await signIn('203.0.113.7')).toBe(429)
    expect(await signIn('203.0.113.8:40000')).toBe(200)
    const { rows } = await sql<{ address: string }>`SELECT address FROM session`.execute(house.app.db)
    expect(rows).toEqual([{ address: '203.0.113.8' }])
  } finally {
    await house.close()
  }
})
