/** @module-tag thorough */
/** What somebody has begun as an administrator, in the account of another, ends when its owner puts them out; over HTTP. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { resetOwnersFactors } from '#factors/reset-owner.ts'
import { MINUTE } from '#kit/clock.ts'
import { transaction } from '#kit/transaction.ts'
import { OWNER } from './support/app.ts'
import { addApp } from './support/factors.ts'
import { ANOTHER, openHeldHouse } from './support/held-house.ts'
import { opened } from './support/opened.ts'
import { giveRoles, invitationFor } from './support/roles.ts'
import type { Visitor } from './support/visitor.ts'

const held = opened(openHeldHouse)
let second: Visitor
let password: string = OWNER.password
beforeAll(async () => {
  second = held.house.visitor()
  await second.join('the-second-owner')
  await giveRoles(held.owner, second, ['owner'])
})
beforeEach(() => held.anew())

// the last of them has a factor to show afterwards
const WAYS = {
  'chooses another password by a link': async () => {
    await held.house.visitor().must('/api/forgot-password', { email: second.email })
    await held.reset(second.email, ANOTHER)
    password = ANOTHER
  },
  'ends all other sign-ins': () => second.must('/api/end-other-sessions'),
  'chooses another password in the app': async () => {
    const next = `${ANOTHER} again`
    const typed = { current_password: password, password: next, password_confirmation: next }
    await second.must('/api/change-password', typed)
    password = next
  },
  'adds a second factor': async () => {
    await addApp(second, held.house.clock.now(), { password })
    const told = /was\s+added\s+to\s+your[^]+requests\s+that\s+were\s+still\s+waiting[^]+have\s+ended/
    await second.newestMessage('.eml', second.email, told)
  },
}
/** A thief offers roles to one person, to which the first owner agrees, and asks to offer them to another. */
async function begin(thief: Visitor, name: string) {
  const [invited, asked] = [await held.anInvestor(`invited-${name}`), await held.anInvestor(`asked-${name}`)]
  await held.anew()
  const [first, other] = await Promise.all(
    [invited, asked].map(({ email }) =>
      thief.post('/api/invite-administrator', { email, roles: ['owner'], reason: 'To help' }),
    ),
  )
  await held.owner.must(`/api/agree-approval/${first?.body.approval_id}`)
  return { thief, invited, token: await invitationFor(invited), other: other?.body.approval_id }
}
async function expectEnded({ thief, invited, token, other }: Awaited<ReturnType<typeof begin>>): Promise<void> {
  expect((await thief.get('/api/user')).status).toBe(401)
  expect((await invited.post('/api/accept-roles', { token })).status).toBe(422)
  expect((await held.owner.get('/api/admin/approvals')).body.items).toEqual([])
  expect((await held.owner.post(`/api/agree-approval/${other}`)).status).toBe(409)
}

test.each(Object.entries(WAYS))('once the owner %s, it is neither accepted nor agreed to', async (how, putOut) => {
  const thief = held.house.visitor()
  expect((await thief.signIn(second.email, password)).status).toBe(200)
  const begun = await begin(thief, how.replaceAll(' ', '-').slice(-12))
  await held.house.clock.move(MINUTE)
  await second.signIn(second.email, password)
  await putOut()
  await expectEnded(begun)
})

test('nor once the factors of the owner are removed on the machine: whoever has the lost one may have begun it', async () => {
  const begun = await begin(second, 'by-the-lost-factor')
  await transaction(held.house.app.db, (tx) => resetOwnersFactors(tx, held.house.clock, second.email))
  await expectEnded(begun)
})
