/** Calls that are kept under no key: the answer to COMMIT is lost, the verb runs again, and would refuse what it has done itself. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE } from '#kit/clock.ts'
import { addApp, codeOf } from './support/factors.ts'
import { isCommit, type ProxiedApp, startProxiedApp } from './support/proxied-app.ts'

const PASSWORD = 'correct horse battery'
const ANOTHER = 'four staples in a row'
let app: ProxiedApp
beforeEach(async () => {
  app = await startProxiedApp()
})
afterEach(() => app.close())

/** Loses the answer to the COMMIT of the next transaction in which a statement has this in it, once. */
function loseCommitAfter(part: RegExp): () => boolean {
  let at: number | undefined
  let lost = false
  app.proxy.each(({ connection, text }) => {
    if (lost) return 'none'
    if (part.test(text)) at = connection
    if (at !== connection || !isCommit({ connection, text, values: '' })) return 'none'
    lost = true
    return 'cut after'
  })
  return () => lost
}

test('whose password was changed by a link is not told that the link no longer works', async () => {
  const amy = app.house.visitor()
  await amy.join('amy')
  await app.house.visitor().must('/api/forgot-password', { email: amy.email })
  const token = /reset-password\?token=([\w-]{43})/.exec(
    await amy.newestMessage('.eml', amy.email, /reset-password\?token=/),
  )?.[1]
  const cut = loseCommitAfter(/update "reset_link"/)
  const answer = await app.house
    .visitor()
    .post('/api/reset-password', { token, password: ANOTHER, password_confirmation: ANOTHER })
  await app.proxy.heal()
  expect(cut()).toBe(true)
  // it is done …
  expect((await app.house.visitor().signIn(amy.email, ANOTHER)).status).toBe(200)
  // … and that, or that nobody knows, has to be said
  expect({ status: answer.status, said: answer.body.message }).not.toMatchObject({ status: 422 })
})

test('whose factor was taken is not told that the code was wrong, and it counts as no wrong one', async () => {
  const bob = app.house.visitor()
  await bob.join('bob')
  const { secret } = await addApp(bob, app.house.clock.now(), { password: PASSWORD })
  await app.house.clock.move(6 * MINUTE)
  const cut = loseCommitAfter(/"cookie_hash_before"/)
  const answer = await bob.post('/api/step-up', { code: codeOf(secret, app.house.clock.now()) })
  await app.proxy.heal()
  expect(cut()).toBe(true)
  expect({ status: answer.status, said: answer.body.message }).not.toMatchObject({ status: 422 })
})
