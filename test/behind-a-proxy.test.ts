import { expect, test } from 'vitest'
import { OWNER, startTestApp } from './app.ts'

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
