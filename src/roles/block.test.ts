import { beforeAll, describe, expect, test } from 'vitest'
import type { Administrator } from '#kit/actor.ts'
import { MINUTE } from '#kit/clock.ts'
import { newId, newSecret } from '#kit/ids.ts'
import { MessageReply } from '#kit/wire.ts'
import { APP_URL, aRequest, openRegisteringHouse, PASSWORD } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { auditOf, messagesTo, notificationsOf, refusalOf, userNow } from '../../test/support/traces.ts'
import {
  forget,
  forgetLimits,
  join,
  joinStaff,
  joinWithRoles,
  nothingBegun,
  signInAs,
} from '../../test/support/registering.ts'
import { agreeAs } from '../../test/support/agreeing.ts'
import { blockUser } from './block-user.ts'
import { passGate } from '#identity/gate.ts'
import { inviteAdministrator } from './invite-administrator.ts'
import { openSession } from '#identity/open-session.ts'
import { hashPassword } from '#identity/passwords.ts'
import { resetPassword } from '#identity/reset-password.ts'
import { sendResetLink } from '#identity/send-reset-link.ts'
import { unblockUser } from './unblock-user.ts'
import { openInvitations } from './read.ts'

describe('blocking sign-in', () => {
  const house = opened(openRegisteringHouse)
  let owner: Administrator
  let reviewer: Administrator
  beforeAll(async () => {
    ;({ owner, reviewer } = await joinStaff(house))
  })

  const block = (actor: Administrator, id: string, reason = 'Somebody else has the password') =>
    house.write((tx) => blockUser(tx, house.clock, actor, { id, reason, appUrl: APP_URL }))
  const unblock = (actor: Administrator, id: string) =>
    house.write((tx) => unblockUser(tx, house.clock, actor, { id, reason: 'It was changed', appUrl: APP_URL }))
  const openSessions = async (id: string) =>
    house.db.selectFrom('session').select('id').where('user_id', '=', id).where('ended_at', 'is', null).execute()
  /** Long gone: not even as somebody who was an owner until lately. */
  const withoutRoles = (...ids: string[]) =>
    house.db.updateTable('app_user').set({ roles: [] }).where('id', 'in', ids).execute()
  const blockedNow = async (id: string) => (await userNow(house, id)).blocked_at !== null

  test('ends every session, and is said in words to whoever knows the password, and to nobody else', async () => {
    const { user } = await join(house, 'amy')
    await block(reviewer, user.id)
    expect(await openSessions(user.id)).toEqual([])
    const right = await refusalOf(signInAs(house, user.email))
    expect(right).toMatchObject({
      code: 'not allowed',
      message: expect.stringContaining('Somebody else has the password.'),
    })
    expect(right.message).toContain('Your money stays yours')
    const wrong = await refusalOf(signInAs(house, user.email, 'not the password at all'))
    const nobody = await refusalOf(signInAs(house, 'nobody@plumb.test', 'not the password at all'))
    expect([wrong.code, wrong.message]).toEqual([nobody.code, nobody.message])
    expect(await openSessions(user.id)).toEqual([])

    await unblock(reviewer, user.id)
    expect(await signInAs(house, user.email)).toHaveProperty('session')
    expect((await auditOf(house, user.id)).slice(1)).toEqual(['block user', 'unblock user'])
    const said = (await notificationsOf(house, user.id)).map(({ title, status_text }) => `${title}: ${status_text}`)
    expect(said).toEqual(['Sign-in: blocked', 'Sign-in: unblocked'])
    const mails = (await messagesTo(house, user.email)).slice(-2)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Sign-in to your Plumb account is blocked',
      'You can sign in to Plumb again',
    ])
    expect(mails[0]?.content).toContain('Somebody else has the password.')
    expect(mails[0]?.content).toContain(`${APP_URL}/support`)
  })

  test('is not got around by a reset link, whenever that was asked for', async () => {
    const { user } = await join(house, 'bob')
    const link = async () =>
      /token=([\w-]+)/.exec((await messagesTo(house, user.email)).at(-1)?.content ?? '')?.[1] ?? ''
    const reset = async (token: string) => {
      const passwordHash = await hashPassword('another plumb line entirely')
      return house.write((tx) =>
        resetPassword(tx, house.clock, { token, passwordHash, device: newSecret() }, aRequest(), nothingBegun),
      )
    }
    await forget(house, user.email)
    const before = await link()
    await block(reviewer, user.id)
    expect((await refusalOf(reset(before))).code).toBe('bad input')
    await house.clock.move(MINUTE)
    await forget(house, user.email)
    expect(await link()).toBe('')
    expect((await messagesTo(house, user.email)).at(-1)?.subject).toBe('Sign-in to your Plumb account is blocked')
    const sent = house.write((tx) => sendResetLink(tx, house.clock, owner, { id: user.id, appUrl: APP_URL }))
    expect((await refusalOf(sent)).code).toBe('wrong state')
    expect((await userNow(house, user.id)).password_hash).toBe(user.password_hash)
    await unblock(reviewer, user.id)
    expect((await refusalOf(reset(before))).code).toBe('bad input')
    expect(await signInAs(house, user.email, PASSWORD)).toHaveProperty('session')
  })

  test('makes roles count for nothing, at the gate itself', async () => {
    const helper = await joinWithRoles(house, 'blocked-helper', ['reviewer'])
    await block(owner, helper.userId)
    // A session that nothing should ever have opened.
    const { bearer } = await house.write((tx) =>
      openSession(tx, house.clock, { id: helper.userId, roles: helper.roles }, { ...aRequest({ oneHalf: true }) }),
    )
    const call = { who: 'administrator', summary: 'a call', reply: MessageReply } as const
    const request = { ...aRequest({ oneHalf: true }), bearer, method: 'GET', xsrf: undefined }
    expect((await refusalOf(passGate(house, call, request))).code).toBe('not signed in')
  })

  test('is never done to oneself, nor to an administrator but by an owner, nor twice, nor to nobody', async () => {
    const { user } = await join(house, 'carol')
    for (const act of [block, unblock]) {
      expect((await refusalOf(act(owner, owner.userId))).code).toBe('not allowed')
      expect((await refusalOf(act(reviewer, owner.userId))).code).toBe('not allowed')
      expect((await refusalOf(act(reviewer, newId()))).code).toBe('not found')
    }
    expect((await refusalOf(unblock(reviewer, user.id))).code).toBe('wrong state')
    await block(reviewer, user.id)
    expect((await refusalOf(block(owner, user.id))).code).toBe('wrong state')
    expect(await blockedNow(owner.userId)).toBe(false)
  })

  test('of an administrator is taken back by two owners where there are two, and every owner is told', async () => {
    const puppet = await joinWithRoles(house, 'puppet', ['reviewer'])
    await block(owner, puppet.userId)
    const second = await joinWithRoles(house, 'second-owner', ['owner'])
    const told = async () =>
      (await notificationsOf(house, second.userId)).filter(({ bold_value }) => bold_value === 'puppet')
    const waits = await unblock(owner, puppet.userId)
    expect(waits).toBeDefined()
    expect(await blockedNow(puppet.userId)).toBe(true)
    expect((await messagesTo(house, 'puppet@plumb.test')).at(-1)?.subject).toMatch(/is blocked$/)
    expect(await told()).toMatchObject([{ title: 'Change of roles', status_text: 'asked for by the-owner' }])
    const again = [unblock(owner, puppet.userId), unblock(second, puppet.userId)]
    for (const refused of again) expect((await refusalOf(refused)).code).toBe('wrong state')
    for (const alone of [owner, reviewer, puppet]) {
      expect((await refusalOf(agreeAs(house.db, alone, waits))).code).toBe('not allowed')
    }
    await agreeAs(house.db, second, waits)
    expect(await blockedNow(puppet.userId)).toBe(false)
    expect((await auditOf(house, puppet.userId)).slice(-3)).toEqual([
      ...['second approval asked for', 'unblock user', 'second approval given'],
    ])
    expect((await told()).map(({ status_text }) => status_text)).toEqual([
      ...['asked for by the-owner', 'agreed to by second-owner'],
    ])
    // Where no other owner is left, there is nobody to ask.
    await withoutRoles(second.userId)
    await block(owner, puppet.userId)
    expect(await unblock(owner, puppet.userId)).toBeUndefined()
    expect(await blockedNow(puppet.userId)).toBe(false)
  })

  test('takes back what a blocked owner has offered', async () => {
    const other = await joinWithRoles(house, 'other-owner', ['owner'])
    const offer = { email: 'friend@plumb.test', roles: ['owner' as const], reason: 'A friend' }
    const waits = await house.write((tx) => inviteAdministrator(tx, house.clock, owner, { ...offer, appUrl: APP_URL }))
    await agreeAs(house.db, other, waits)
    expect(await house.read((tx) => openInvitations(tx, house.clock))).toHaveLength(1)
    await block(owner, other.userId)
    expect(await house.read((tx) => openInvitations(tx, house.clock))).toEqual([])
    const again = house.write((tx) => inviteAdministrator(tx, house.clock, other, { ...offer, appUrl: APP_URL }))
    expect((await refusalOf(again)).code).toBe('not allowed')
    await withoutRoles(other.userId)
  })

  test('leaves no session behind when it races sign-ins, twenty times over', async () => {
    const { user } = await join(house, 'races')
    for (let round = 0; round < 20; round += 1) {
      await Promise.allSettled([
        signInAs(house, user.email),
        signInAs(house, user.email),
        block(reviewer, user.id),
        signInAs(house, user.email),
      ])
      expect(await blockedNow(user.id)).toBe(true)
      expect(await openSessions(user.id)).toEqual([])
      await unblock(reviewer, user.id)
    }
  })

  test('leaves an owner who can sign in when two block each other at once, thirty times over', async () => {
    const pair = [await joinWithRoles(house, 'one', ['owner']), await joinWithRoles(house, 'two', ['owner'])] as const
    await withoutRoles(owner.userId)
    for (let round = 0; round < 30; round += 1) {
      const outcomes = await Promise.allSettled([block(pair[0], pair[1].userId), block(pair[1], pair[0].userId)])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await forgetLimits(house)
      const free = (await Promise.all(pair.map(({ userId }) => blockedNow(userId)))).indexOf(false)
      await unblock(pair[free] ?? owner, pair[1 - free]?.userId ?? '')
    }
  })
})
