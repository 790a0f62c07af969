/** @module-tag thorough */
/** What two processes do with one provider of identity checks at the same time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE } from '#kit/clock.ts'
import { askProvider } from '#kyc/ask-provider.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { outsideProvider, submitsCheck } from './support/outside-provider.ts'
import type { Visitor } from './support/visitor.ts'

let house: TestApp
let owner: Visitor
beforeAll(async () => {
  house = await startTestApp()
  owner = await house.owner()
})
afterAll(() => house.close())

/** Somebody outside who takes a while to take what they are handed. */
function slowOutside() {
  const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const outside = outsideProvider(() => {
    asked.resolve()
    return goOn.promise
  })
  return { ...outside, asked: asked.promise, goOn: goOn.resolve }
}

test('what a provider was handed is erased there, also where it was erased here while the call was under way', async () => {
  const joan = await submitsCheck(house, 'joan')
  const outside = slowOutside()
  const work = { db: house.app.db, clock: house.clock }
  // one process hands the check over, and the provider takes its time
  const first = askProvider(work, outside.provider).catch(() => {})
  await outside.asked
  // meanwhile its owner closes the account, which erases it here at once
  await joan.must('/api/close-account', { password: 'correct horse battery' })
  // and another process, a moment later, has it erased there: the provider has nothing of it yet
  await askProvider(work, outside.provider)
  outside.goOn()
  await first
  // every process goes on asking for as long as it likes
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await house.clock.move(MINUTE)
    await askProvider(work, outside.provider)
  }
  expect([...outside.has]).toEqual([])
})

test('a check that was decided while others were handed over is not handed over any more', async () => {
  const people: Visitor[] = []
  for (const name of ['ann', 'bob']) {
    people.push(await submitsCheck(house, name))
    await house.clock.move(1000)
  }
  const [, bob] = people
  const outside = slowOutside()
  const round = askProvider({ db: house.app.db, clock: house.clock }, outside.provider)
  await outside.asked
  const [check] = (await owner.get(`/api/admin/checks?user=${bob?.id}`)).body.items
  await owner.must(`/api/decline-kyc/${check.id}`, { code: 'other' })
  outside.goOn()
  await round
  expect(outside.has.has(check.id)).toBe(false)
})
