import { beforeAll, describe, expect, test } from 'vitest'
import { type Administrator, type Investor, proveInvestor, type Role } from '#kit/actor.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import { newId, newSecret } from '#kit/ids.ts'
import { APP_URL, aRequest, openRegisteringHouse, typed } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { auditOf, messagesTo, notificationsOf, refusalOf, userNow } from '../../test/support/traces.ts'
import { forget, join, joinWithRoles, nothingBegun } from '../../test/support/registering.ts'
import { agreeAs } from '../../test/support/agreeing.ts'
import { resetPassword } from '#identity/reset-password.ts'
import { acceptRoles, rolesOffered } from './accept-roles.ts'
import { blockUser } from './block-user.ts'
import { checkLink } from '#identity/check-link.ts'
import { inviteAdministrator, readInvitation } from './invite-administrator.ts'
import { requireReset } from './require-reset.ts'
import { setRoles } from './set-roles.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'
import { unblockUser } from './unblock-user.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'
import { openInvitations } from './read.ts'

describe('roles by invitation', () => {
  const house = opened(openRegisteringHouse)
  let owner: Administrator
  beforeAll(async () => {
    owner = await joinWithRoles(house, 'the-owner', ['owner'])
  })

  const invite = (email: string, roles: Role[] = ['reviewer'], actor = owner) =>
    house.write((tx) =>
      inviteAdministrator(tx, house.clock, actor, {
        ...readInvitation({ email, roles, reason: 'A colleague' }),
        appUrl: APP_URL,
      }),
    )
  const accept = (actor: Investor, token: string) => house.write((tx) => acceptRoles(tx, house.clock, actor, { token }))
  const check = (token: string) =>
    house.write((tx) => checkLink(tx, house.clock, { kind: 'roles', token }, rolesOffered))
  const works = async (token: string) => (await check(token)).valid
  const withdraw = (id: string) => house.write((tx) => withdrawInvitation(tx, house.clock, owner, { id }))
  const waiting = () => house.read((tx) => openInvitations(tx, house.clock))
  const rolesOf = async ({ userId }: Investor) => (await userNow(house, userId)).roles
  const mailTo = async (email: string) => (await messagesTo(house, email)).at(-1)?.content ?? ''
  const tokenTo = async (email: string) =>
    /^https?:\/\/[a-z.]+\/accept-roles\?token=([\w-]{43})$/m.exec(await mailTo(email))?.[1] ?? ''

  /** Somebody asks for a link to choose another password, and uses it. */
  async function choosePassword(id: string): Promise<void> {
    const { email } = await userNow(house, id)
    await house.clock.move(MINUTE)
    await forget(house, email)
    const token = /\/reset-password\?token=([\w-]{43})$/m.exec(await mailTo(email))?.[1] ?? ''
    const input = { token, passwordHash: 'another', device: newSecret() }
    await house.write((tx) => resetPassword(tx, house.clock, input, aRequest(), nothingBegun))
  }

  test('are mailed, wait, and are accepted by whoever has proved the address', async () => {
    const { user, investor } = await join(house, 'amy')
    await invite(' AMY@plumb.test ', ['support', 'reviewer', 'support'])
    expect(await mailTo(user.email)).toContain('- reviewer: approves, declines, edits and moves money')
    const token = await tokenTo(user.email)
    expect(await works(token)).toBe(true)
    expect(await waiting()).toMatchObject([
      { email: 'amy@plumb.test', roles: ['reviewer', 'support'], invited_by: { name: 'the-owner' } },
    ])
    expect(JSON.stringify(await waiting())).not.toContain(token)
    await accept(investor, token)
    expect(await rolesOf(investor)).toEqual(['reviewer', 'support'])
    expect(await waiting()).toEqual([])
    expect((await auditOf(house, user.id)).at(-1)).toBe('accept roles')
    expect((await notificationsOf(house, user.id)).at(-1)).toMatchObject({ title: 'Your roles' })
    expect((await notificationsOf(house, owner.userId)).at(-1)).toMatchObject({
      title: 'Your invitation',
      bold_value: 'amy',
      status_text: 'accepted',
    })
  })

  test('wait for somebody who registers first', async () => {
    await invite('newcomer@plumb.test')
    const token = await tokenTo('newcomer@plumb.test')
    const { investor } = await join(house, 'newcomer')
    await accept(investor, token)
    expect(await rolesOf(investor)).toEqual(['reviewer'])
  })

  test('are refused in the same words with somebody else’s link, a used, an expired, a withdrawn and a made-up one', async () => {
    const { user, investor } = await join(house, 'bob')
    const { investor: eve } = await join(house, 'eve')
    const refused = async (actor: Investor, token: string) => (await refusalOf(accept(actor, token))).message
    await invite(user.email)
    const theirs = await refused(eve, await tokenTo(user.email))
    expect(theirs).not.toContain('bob')

    const first = await tokenTo(user.email)
    await invite(user.email, ['support'])
    const replaced = await refused(investor, first)

    await house.clock.move(7 * DAY)
    const late = await tokenTo(user.email)
    expect(await works(late)).toBe(false)
    const expired = await refused(investor, late)
    expect(await waiting()).toEqual([])

    await invite(user.email)
    const [open] = await waiting()
    await withdraw(open?.id ?? '')
    const withdrawn = await refused(investor, await tokenTo(user.email))
    expect((await refusalOf(withdraw(open?.id ?? ''))).code).toBe('wrong state')
    expect((await refusalOf(withdraw(newId()))).code).toBe('not found')

    await invite(user.email)
    const used = await tokenTo(user.email)
    await house.clock.move(7 * DAY - SECOND)
    await accept(investor, used)
    const messages = [
      theirs,
      replaced,
      expired,
      withdrawn,
      await refused(investor, used),
      await refused(eve, newSecret()),
    ]
    expect(new Set(messages).size).toBe(1)
    expect(await rolesOf(eve)).toEqual([])
  })

  test('are kept as hashes', async () => {
    await invite('kept@plumb.test')
    const token = await tokenTo('kept@plumb.test')
    const rows = await house.db.selectFrom('role_invitation').selectAll().execute()
    expect(token).toHaveLength(43)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('are offered neither to an administrator, nor to somebody blocked, nor to what is no address, nor without a role', async () => {
    const { user } = await join(house, 'carol')
    await house.write((tx) => blockUser(tx, house.clock, owner, { id: user.id, reason: 'On request', appUrl: APP_URL }))
    expect((await refusalOf(invite(user.email))).code).toBe('wrong state')
    expect((await refusalOf(invite('the-owner@plumb.test'))).code).toBe('wrong state')
    for (const email of ['x', 'a@plumb.test,b@plumb.test', 'a@plumb.test\r\nBcc: b@plumb.test']) {
      expect((await refusalOf((async () => invite(email))())).errors).toHaveProperty('email')
    }
    expect((await refusalOf((async () => invite('d@plumb.test', []))())).errors).toHaveProperty('roles')
  })

  test('go with the owner who has sent them', async () => {
    const other = await joinWithRoles(house, 'other-owner', ['owner'])
    const { user, investor } = await join(house, 'dora')
    await agreeAs(house.db, other, await invite(user.email, ['owner']))
    const token = await tokenTo(user.email)
    expect(await works(token)).toBe(true)
    await house.write((tx) => setRoles(tx, house.clock, owner, { id: other.userId, roles: ['support'] }))
    expect((await refusalOf(accept(investor, token))).code).toBe('bad input')
    expect((await refusalOf(invite(user.email, ['owner'], other))).code).toBe('not allowed')
    // until then whoever has lost the role counts as somebody who could agree
    expect(await invite(user.email)).toBeDefined()
    await house.clock.move(3 * DAY)
  })

  test.each([
    ['chooses a new password', () => choosePassword(owner.userId)],
    [
      'signs out everywhere',
      () => house.write((tx) => signOutEverywhere(tx, house.clock, owner, { id: owner.userId })),
    ],
  ])('go with the sole owner’s session when that one %s: somebody else may have sent them', async (how, stop) => {
    const name = `sole-${how.replaceAll(' ', '-')}`
    const { user, investor } = await join(house, name.slice(0, 30))
    await invite(user.email, ['owner'])
    const token = await tokenTo(user.email)
    expect(await works(token)).toBe(true)
    await stop()
    expect(await works(token)).toBe(false)
    await house.clock.move(3 * DAY)
    expect((await refusalOf(accept(investor, token))).code).toBe('bad input')
    expect(await rolesOf(investor)).toEqual([])
  })

  test.each([
    ['loses the role', (id: string) => house.write((tx) => setRoles(tx, house.clock, owner, { id, roles: [] }))],
    [
      'is blocked',
      (id: string) => {
        const block = { id, reason: 'Hostile', appUrl: APP_URL }
        return house.write((tx) => blockUser(tx, house.clock, owner, block))
      },
    ],
    [
      'is told to reset',
      (id: string) => house.write((tx) => requireReset(tx, house.clock, owner, { id, appUrl: APP_URL })),
    ],
    ['chooses a new password', (id: string) => choosePassword(id)],
    [
      'is signed out everywhere',
      (id: string) => house.write((tx) => signOutEverywhere(tx, house.clock, owner, { id })),
    ],
  ])('go with the owner who has asked for them when that one %s, whoever agreed', async (how, stop) => {
    const name = how.replaceAll(' ', '-')
    const hostile = await joinWithRoles(house, name, ['owner'])
    const { user, investor } = await join(house, `after-${name}`)
    await agreeAs(house.db, owner, await invite(user.email, ['owner'], hostile))
    const token = await tokenTo(user.email)
    expect(await works(token)).toBe(true)
    await stop(hostile.userId)
    expect(await works(token)).toBe(false)
    expect((await refusalOf(accept(investor, token))).code).toBe('bad input')
    expect(await rolesOf(investor)).toEqual([])
    await house.db.updateTable('app_user').set({ roles: [] }).where('id', '=', hostile.userId).execute()
    await house.clock.move(3 * DAY)
  })

  test('are not accepted by whoever is blocked at the same moment', async () => {
    const { user, investor } = await join(house, 'ella')
    await invite(user.email)
    const token = await tokenTo(user.email)
    const blocking = { blocked_at: house.clock.now(), blocked_reason: 'A stolen password' }
    await house.db.updateTable('app_user').set(blocking).where('id', '=', user.id).execute()
    expect((await refusalOf(accept(investor, token))).code).toBe('bad input')
    expect(await rolesOf(investor)).toEqual([])
  })

  test('are accepted once, when it is tried ten times at once', async () => {
    const { user, investor } = await join(house, 'flora')
    await invite(user.email)
    const token = await tokenTo(user.email)
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => accept(investor, token)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await auditOf(house, user.id)).filter((action) => action === 'accept roles')).toHaveLength(1)
  })

  test('leave one link for an address when it is invited ten times at once, and none when accepting races a withdrawal', async () => {
    const { user, investor } = await join(house, 'greta')
    await Promise.all(Array.from({ length: 10 }, () => invite(user.email)))
    const open = (await waiting()).filter(({ email }) => email === user.email)
    expect(open).toHaveLength(1)
    const tokens = (await messagesTo(house, user.email)).flatMap(({ content }) =>
      [...content.matchAll(/accept-roles\?token=([\w-]{43})/g)].map(([, token = '']) => token),
    )
    const good = []
    for (const token of tokens) if (await works(token)) good.push(token)
    expect(good).toHaveLength(1)
    const [accepted, withdrawn] = await Promise.allSettled([
      accept(investor, good[0] ?? ''),
      withdraw(open[0]?.id ?? ''),
    ])
    expect([accepted?.status, withdrawn?.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(await rolesOf(proveInvestor(investor))).toEqual(accepted?.status === 'fulfilled' ? ['reviewer'] : [])
  })

  test('go to thirty addresses in an hour at most', async () => {
    await house.clock.move(HOUR)
    for (let n = 0; n < 30; n += 1) await invite(`stranger-${n}@plumb.test`)
    const refusal = await refusalOf(invite('stranger-30@plumb.test'))
    expect([refusal.code, refusal.retryAfter]).toEqual(['too many', 3600])
    expect(await messagesTo(house, 'stranger-30@plumb.test')).toEqual([])
    await house.clock.move(HOUR)
    await invite('stranger-30@plumb.test')
    expect(await messagesTo(house, 'stranger-30@plumb.test')).toHaveLength(1)
  })

  test('are told to every owner at each step, as are other roles and a block: by notification and by mail', async () => {
    const { user, investor } = await join(house, 'hanna')
    const heard = async () =>
      (await notificationsOf(house, owner.userId))
        .filter(({ bold_value }) => bold_value === 'hanna' || bold_value === user.email)
        .map(({ title, status_text }) => `${title}: ${status_text}`)
    await invite(user.email)
    const open = async () => (await waiting()).find(({ email }) => email === user.email)?.id ?? ''
    await withdraw(await open())
    await invite(user.email)
    await accept(investor, await tokenTo(user.email))
    const change = (roles: Role[]) => house.write((tx) => setRoles(tx, house.clock, owner, { id: user.id, roles }))
    await change(['support'])
    await change(['support'])
    const block = { id: user.id, reason: 'Away for long', appUrl: APP_URL }
    await house.write((tx) => blockUser(tx, house.clock, owner, block))
    await house.write((tx) => unblockUser(tx, house.clock, owner, block))
    const told = [
      'Invitation to roles: made by the-owner',
      'Change of roles: made by the-owner',
      'Invitation to roles: made by the-owner',
      'Change of roles: made by hanna',
      'Your invitation: accepted',
      'Change of roles: made by the-owner',
      'Change of roles: made by the-owner',
      'Change of roles: made by the-owner',
    ]
    expect(await heard()).toEqual(told)
    const mails = (await messagesTo(house, typed('the-owner').email)).filter(({ content }) =>
      content.includes('Person: hanna'),
    )
    expect(mails.map(({ subject }) => subject)).toEqual(told.filter((line) => !line.startsWith('Your')))
    expect(mails.map(({ content }) => /^(Roles|Invitation|Sign-in): .*$/m.exec(content)?.[0])).toEqual([
      ...['Roles: reviewer', 'Invitation: reviewer → withdrawn', 'Roles: reviewer', 'Roles: none → reviewer'],
      ...['Roles: reviewer → support', 'Sign-in: not blocked → blocked', 'Sign-in: blocked → not blocked'],
    ])
    // who has become an investor again hears nothing of it
    expect((await notificationsOf(house, user.id)).map(({ title }) => title)).not.toContain('Change of roles')
  })
})
