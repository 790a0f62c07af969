/** @module-tag thorough */
/** A provider of identity checks whose own line breaks. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECOND } from '#kit/clock.ts'
import { askProvider } from '#kyc/ask-provider.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { outsideProvider, submitsCheck } from './support/outside-provider.ts'

let house: TestApp
beforeAll(async () => {
  house = await startTestApp()
})
afterAll(() => house.close())

test('one check that cannot be handed over keeps no other, and nothing from being erased', async () => {
  for (const name of ['ann', 'bob', 'cat']) {
    await submitsCheck(house, name)
    await house.clock.move(SECOND)
  }
  let away = false
  const { provider, has } = outsideProvider(() => {
    // as node:http throws it; fetch would wrap it
    if (away) throw Object.assign(new Error('connect ECONNREFUSED 203.0.113.5:443'), { code: 'ECONNREFUSED' })
  })
  const work = { db: house.app.db, clock: house.clock }
  await askProvider(work, provider)
  expect(has.size).toBe(3)
  // one is erased here, and one more comes that the provider cannot be handed now
  const ann = house.visitor()
  await ann.signIn('ann@mail.plumb.test', 'correct horse battery')
  await ann.must('/api/close-account', { password: 'correct horse battery' })
  await submitsCheck(house, 'dan')
  away = true
  for (let rounds = 0; rounds < 5; rounds += 1) await askProvider(work, provider).catch(() => {})
  expect(has.size).toBe(2)
})
