import { beforeAll, describe, expect, test } from 'vitest'
import type { Administrator } from '#kit/actor.ts'
import { SECOND } from '#kit/clock.ts'
import { newSecret } from '#kit/ids.ts'
import { APP_URL, aRequest, openRegisteringHouse, PASSWORD } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { messagesTo } from '../../test/support/traces.ts'
import { forget, join, joinWithRoles, nothingBegun, signInAs } from '../../test/support/registering.ts'
import { blockUser } from '#roles/block-user.ts'
import { knownPlace } from './known-places.ts'
import { hashPassword } from './passwords.ts'
import { requireReset } from '#roles/require-reset.ts'
import { resetPassword } from './reset-password.ts'
import { signOutEverywhere } from '#roles/sign-out-everywhere.ts'

describe('the places that a person is known by', () => {
  const house = opened(openRegisteringHouse)
  let reviewer: Administrator
  beforeAll(async () => {
    reviewer = await joinWithRoles(house, 'the-reviewer', ['reviewer'])
  })

  const known = (email: string, request: ReturnType<typeof aRequest>) =>
    house.read((tx) => knownPlace(tx, email, request))
  const placesOf = async (userId: string) =>
    (await house.db.selectFrom('known_place').select('place').where('user_id', '=', userId).execute()).length

  test('are the newest twenty, however many networks and devices they sign in from', async () => {
    const { user } = await join(house, 'amy')
    const from = (n: number) => aRequest({ address: `198.51.100.${n}` })
    for (let n = 1; n <= 15; n += 1) {
      await house.clock.move(SECOND)
      await signInAs(house, user.email, PASSWORD, from(n))
    }
    // a network and a device each
    expect(await placesOf(user.id)).toBe(20)
    const networks = await Promise.all([1, 5, 6, 15].map(async (n) => (await known(user.email, from(n))).network))
    expect(networks).toEqual([false, false, true, true])
    // what is seen again is new again
    await house.clock.move(SECOND)
    await signInAs(house, user.email, PASSWORD, aRequest({ address: '198.51.100.6', oneHalf: true }))
    await house.clock.move(SECOND)
    await signInAs(house, user.email, PASSWORD, from(16))
    expect(await placesOf(user.id)).toBe(20)
    const [sixth, seventh] = [await known(user.email, from(6)), await known(user.email, from(7))]
    expect([sixth.network, seventh.network]).toEqual([true, false])
  })

  const reset = async (email: string) => {
    await forget(house, email)
    const [, token = ''] = /token=([\w-]+)/.exec((await messagesTo(house, email)).at(-1)?.content ?? '') ?? []
    const input = { token, passwordHash: await hashPassword('another line hangs straight'), device: newSecret() }
    await house.write((tx) => resetPassword(tx, house.clock, input, aRequest({ address: '203.0.113.7' }), nothingBegun))
  }
  const asReviewer = (act: (id: string) => Promise<void>) => (_email: string, id: string) => act(id)
  test.each([
    ['a reset of the password', reset],
    [
      'a reset that an administrator requires',
      asReviewer((id) => house.write((tx) => requireReset(tx, house.clock, reviewer, { id, appUrl: APP_URL }))),
    ],
    [
      'being signed out everywhere',
      asReviewer((id) => house.write((tx) => signOutEverywhere(tx, house.clock, reviewer, { id }))),
    ],
    [
      'a block',
      asReviewer((id) =>
        house.write((tx) => blockUser(tx, house.clock, reviewer, { id, reason: 'A test', appUrl: APP_URL })),
      ),
    ],
  ])('end with %s', async (what, end) => {
    const { user } = await join(house, `ends-with-${what.length}`)
    const device = newSecret()
    const thief = aRequest({ address: '198.51.100.7', cookies: { 'XSRF-TOKEN': newSecret(), plumb_device: device } })
    await signInAs(house, user.email, PASSWORD, thief)
    expect(await known(user.email, thief)).toEqual({ device: expect.any(String), network: true })
    await end(user.email, user.id)
    expect(await known(user.email, thief)).toEqual({ device: undefined, network: false })
    // whoever chose a new password is known where they did
    expect((await known(user.email, aRequest({ address: '203.0.113.7' }))).network).toBe(end === reset)
  })
})
