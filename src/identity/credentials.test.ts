import { beforeAll, describe, expect, test } from 'vitest'
import type { Administrator } from '#kit/actor.ts'
import { HOUR } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { APP_URL, openRegisteringHouse } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { auditOf, messagesTo, notificationsOf, refusalOf, userNow } from '../../test/support/traces.ts'
import { forgetLimits, join, joinStaff, joinWithRoles, signInAs } from '../../test/support/registering.ts'
import { blockUser } from '#roles/block-user.ts'
import { credentialHealth } from '#users/read.ts'
import { requireReset } from '#roles/require-reset.ts'
import { sendResetLink } from './send-reset-link.ts'
import { setRoles } from '#roles/set-roles.ts'
import { signOutEverywhere } from '#roles/sign-out-everywhere.ts'
import { unblockUser } from '#roles/unblock-user.ts'

describe('what administrators may do to a credential', () => {
  const house = opened(openRegisteringHouse)
  let owner: Administrator
  let reviewer: Administrator
  beforeAll(async () => {
    ;({ owner, reviewer } = await joinStaff(house))
  })

  const sendLink = (actor: Administrator, id: string) =>
    house.write((tx) => sendResetLink(tx, house.clock, actor, { id, appUrl: APP_URL }))
  const signOut = (actor: Administrator, id: string) =>
    house.write((tx) => signOutEverywhere(tx, house.clock, actor, { id }))
  const distrust = (actor: Administrator, id: string) =>
    house.write((tx) => requireReset(tx, house.clock, actor, { id, appUrl: APP_URL }))
  const lastNotice = async (id: string) => (await notificationsOf(house, id)).at(-1)

  test('a reset link goes to the user’s own address, and shows in the health of the credential', async () => {
    const { user } = await join(house, 'amy')
    expect(credentialHealth(user)).toBe('Protected · set 1 Mar 2026')
    await house.clock.set(new Date('2026-11-20T23:59:00Z'))
    await sendLink(reviewer, user.id)
    expect((await messagesTo(house, user.email)).at(-1)?.content).toMatch(
      /^https:\/\/plumb\.test\/reset-password\?token=[\w-]{43}$/m,
    )
    expect(credentialHealth(await userNow(house, user.id))).toBe('Reset link sent 20 Nov 2026')
    expect(await lastNotice(user.id)).toMatchObject({ icon: 'security', status_text: 'reset link sent' })
    expect(await auditOf(house, user.id)).toEqual(['open account', 'send reset link'])
  })

  test('a required reset shows before all else', async () => {
    const { user } = await join(house, 'bob')
    await sendLink(reviewer, user.id)
    await distrust(reviewer, user.id)
    expect(credentialHealth(await userNow(house, user.id))).toBe('Reset required')
    expect(await lastNotice(user.id)).toMatchObject({ status_text: 'reset required', status_color: 'red' })
    expect((await messagesTo(house, user.email)).at(-1)?.content).toContain(`${APP_URL}/forgot-password`)
  })

  test('a reset that is required already is not required again, and mails nothing more', async () => {
    const { user } = await join(house, 'ben')
    await distrust(reviewer, user.id)
    const before = await messagesTo(house, user.email)
    expect((await refusalOf(distrust(reviewer, user.id))).code).toBe('wrong state')
    expect(await messagesTo(house, user.email)).toEqual(before)
  })

  test('nobody’s mailbox is flooded by it: ten mails of a kind in an hour, and every notification', async () => {
    const { user } = await join(house, 'cleo')
    const input = { id: user.id, reason: 'A test.', appUrl: APP_URL }
    const acts = async () => {
      await signOut(reviewer, user.id)
      await house.write((tx) => blockUser(tx, house.clock, reviewer, input))
      await house.write((tx) => unblockUser(tx, house.clock, reviewer, input))
    }
    const mails = async (subject: string) =>
      (await messagesTo(house, user.email)).filter((mail) => mail.subject === subject)
    for (let round = 0; round < 12; round += 1) await acts()
    for (const subject of [
      'You were signed out of Plumb everywhere',
      'Sign-in to your Plumb account is blocked',
      'You can sign in to Plumb again',
    ]) {
      const sent = await mails(subject)
      expect(sent, subject).toHaveLength(10)
      expect(sent.filter(({ content }) => content.includes('ten mails like this one'))).toEqual([sent.at(-1)])
    }
    expect(await notificationsOf(house, user.id)).toHaveLength(36)
    await house.clock.move(HOUR)
    await acts()
    expect(await mails('You were signed out of Plumb everywhere')).toHaveLength(11)
  })

  test('signing out everywhere ends every session and leaves the password', async () => {
    const { user } = await join(house, 'carol')
    await signOut(reviewer, user.id)
    const sessions = await house.db.selectFrom('session').select('ended_at').where('user_id', '=', user.id).execute()
    expect(sessions.map(({ ended_at }) => ended_at)).toEqual([house.clock.now()])
    expect(await signInAs(house, user.email)).toHaveProperty('session')
    expect(await lastNotice(user.id)).toMatchObject({ title: 'Sessions' })
  })

  test('none of it is done to an administrator but by an owner, nor to nobody', async () => {
    for (const act of [sendLink, signOut, distrust]) {
      expect((await refusalOf(act(reviewer, owner.userId))).code).toBe('not allowed')
      expect((await refusalOf(act(reviewer, newId()))).code).toBe('not found')
    }
    await signOut(owner, reviewer.userId)
  })

  test('a required reset of an administrator is told to every owner, as a block is', async () => {
    const { user } = await join(house, 'dora')
    const before = await notificationsOf(house, owner.userId)
    await distrust(reviewer, user.id)
    expect(await notificationsOf(house, owner.userId)).toEqual(before)
    await distrust(owner, reviewer.userId)
    expect(await lastNotice(owner.userId)).toMatchObject({
      ...{ title: 'Change of roles', bold_value: 'the-reviewer', status_text: 'made by the-owner' },
    })
    const mail = (await messagesTo(house, 'the-owner@plumb.test')).at(-1)
    expect(mail?.content).toContain('Sign-in: open → new password required')
  })

  test('so is that an administrator was signed out everywhere', async () => {
    const helper = await joinWithRoles(house, 'the-support', ['support'])
    await signOut(owner, helper.userId)
    expect(await lastNotice(owner.userId)).toMatchObject({ title: 'Change of roles', bold_value: 'the-support' })
    const mail = (await messagesTo(house, 'the-owner@plumb.test')).at(-1)
    expect(mail?.content).toContain('Sign-in: open → signed out everywhere')
  })
})

describe('roles', () => {
  const house = opened(openRegisteringHouse)
  let owner: Administrator
  beforeAll(async () => {
    owner = await joinWithRoles(house, 'the-owner', ['owner'])
  })

  const set = (actor: Administrator, id: string, roles: ('owner' | 'reviewer' | 'support')[]) =>
    house.write((tx) => setRoles(tx, house.clock, actor, { id, roles }))
  const rolesOf = async (id: string) => (await userNow(house, id)).roles
  const owners = async () =>
    (await house.db.selectFrom('app_user').select(['id', 'roles']).execute()).filter(({ roles }) =>
      roles.includes('owner'),
    )

  test('are changed and taken by an owner, each once, with a notice and a line in the audit log', async () => {
    const user = { id: (await joinWithRoles(house, 'helper', ['support'])).userId }
    await set(owner, user.id, ['support', 'reviewer', 'support'])
    expect(await rolesOf(user.id)).toEqual(['reviewer', 'support'])
    await set(owner, user.id, [])
    expect((await refusalOf(set(owner, user.id, ['support']))).code).toBe('wrong state')
    expect(await rolesOf(user.id)).toEqual([])
    expect((await notificationsOf(house, user.id)).map(({ title, bold_value }) => `${title}: ${bold_value}`)).toEqual([
      'Your roles: reviewer, support',
      'Your roles: none',
    ])
    expect(await auditOf(house, user.id)).toEqual(['open account', 'set roles', 'set roles'])
  })

  test('are never one’s own to change', async () => {
    expect((await refusalOf(set(owner, owner.userId, []))).code).toBe('not allowed')
    expect((await refusalOf(set(owner, owner.userId, ['owner', 'support']))).code).toBe('not allowed')
    expect((await refusalOf(set(owner, newId(), ['support']))).code).toBe('not found')
    expect(await rolesOf(owner.userId)).toEqual(['owner'])
  })

  test('leave an owner when two owners take the role from each other at once, fifty times over', async () => {
    // Where there are three, the third would have to agree first.
    const everybody = [owner, await joinWithRoles(house, 'one', ['owner'])]
    for (let round = 0; round < 50; round += 1) {
      await forgetLimits(house)
      await house.db
        .updateTable('app_user')
        .set({ roles: ['owner'] })
        .where(
          'id',
          'in',
          everybody.map(({ userId }) => userId),
        )
        .execute()
      const outcomes = await Promise.allSettled(
        everybody.map((actor, n) => set(actor, everybody[(n + 1) % everybody.length]?.userId ?? '', [])),
      )
      const left = await owners()
      expect(left.length).toBeGreaterThan(0)
      expect(left.length).toBe(everybody.length - outcomes.filter(({ status }) => status === 'fulfilled').length)
    }
  })
})
