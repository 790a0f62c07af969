import { describe, expect, test } from 'vitest'
import { tellOwners } from '#approvals/tell-owners.ts'
import { MINUTE } from '#kit/clock.ts'
import { newSecret } from '#kit/ids.ts'
import { APP_URL, aRequest, openRegisteringHouse, PASSWORD } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { auditOf, messagesTo, notificationsOf, refusalOf, userNow } from '../../test/support/traces.ts'
import { answerResets, forget, join, joinWithRoles, nothingBegun, signInAs } from '../../test/support/registering.ts'
import { forgotPassword } from './forgot-password.ts'
import { requireReset } from '#roles/require-reset.ts'
import { momentInWords } from '#users/pause-rules.ts'
import { hashPassword } from './passwords.ts'
import { refuseSamePassword, resetPassword, userToReset } from './reset-password.ts'
import { sendResetLink } from './send-reset-link.ts'

const NEW_PASSWORD = 'another line hangs straight'

describe('a forgotten password', () => {
  const house = opened(openRegisteringHouse)

  const linksTo = async (email: string) =>
    (await messagesTo(house, email)).flatMap(
      ({ content }) => /^https:\/\/plumb\.test\/reset-password\?token=(\S+)$/m.exec(content)?.[1] ?? [],
    )
  async function newLink(email: string): Promise<string> {
    await house.clock.move(MINUTE)
    await forget(house, email)
    return (await linksTo(email.toLowerCase())).at(-1) ?? ''
  }
  async function reset(token: string, password = NEW_PASSWORD): Promise<void> {
    const { recipe } = await house.read((tx) => userToReset(tx, house.clock, token))
    const passwordHash = await hashPassword(password, recipe)
    await house.write((tx) =>
      resetPassword(tx, house.clock, { token, passwordHash, device: newSecret() }, aRequest(), nothingBegun),
    )
  }
  const openSessionsOf = async (userId: string) =>
    (
      await house.db
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .execute()
    ).length

  test('is replaced by the link that was mailed, which ends all sessions and tells the owner', async () => {
    const { user } = await join(house, 'amy')
    await signInAs(house, user.email)
    expect(await openSessionsOf(user.id)).toBe(2)
    await reset(await newLink('AMY@plumb.test'))
    expect(await openSessionsOf(user.id)).toBe(0)
    expect((await refusalOf(signInAs(house, user.email, PASSWORD))).code).toBe('not signed in')
    expect(await signInAs(house, user.email, NEW_PASSWORD)).toHaveProperty('session')
    expect((await messagesTo(house, user.email)).at(-1)?.subject).toBe('Your Plumb password was changed')
    expect((await notificationsOf(house, user.id)).map((notice) => notice.status_text).toSorted()).toEqual([
      'changed',
      'paused for 24 hours',
    ])
    expect(await auditOf(house, user.id)).toEqual(['open account', 'reset password'])
  })

  test('pauses withdrawals for 24 hours once it is replaced, which the link says beforehand and mail and text afterwards', async () => {
    const { user } = await join(house, 'pam')
    const token = await newLink(user.email)
    const paused = 'Withdrawals are paused for 24 hours.'
    expect((await messagesTo(house, user.email)).at(-1)?.content).toContain(`Once you have a new password: ${paused}`)
    await reset(token)
    const until = new Date(house.clock.now().getTime() + 24 * 60 * MINUTE)
    const pausedUntil = `Withdrawals are paused until ${momentInWords(until)}.`
    expect((await messagesTo(house, user.email)).at(-1)?.content).toContain(pausedUntil)
    const text = (await messagesTo(house, user.phone)).at(-1)
    expect(text?.content).toContain(pausedUntil)
    expect(text?.content).not.toContain('http')
    const now = await userNow(house, user.id)
    expect(now.withdrawals_paused_until).toEqual(until)
    expect(now.withdrawals_paused_for).toBe('password reset')
  })

  test('is replaced once, by the newest link alone', async () => {
    const { user } = await join(house, 'once')
    const reviewer = await joinWithRoles(house, 'helper', ['reviewer'])
    const [first, second] = [await newLink(user.email), await newLink(user.email)]
    await house.write((tx) => sendResetLink(tx, house.clock, reviewer, { id: user.id, appUrl: APP_URL }))
    const third = (await linksTo(user.email)).at(-1) ?? ''
    expect(new Set([first, second, third]).size).toBe(3)
    for (const token of [first, second]) expect((await refusalOf(reset(token))).code).toBe('bad input')
    await reset(third)
    for (const token of [first, second, third]) expect((await refusalOf(reset(token))).code).toBe('bad input')
  })

  test('that is asked for five times, and answered by several processes at once, is replaced by the newest link', async () => {
    const { user } = await join(house, 'five')
    for (let n = 0; n < 5; n += 1) {
      await house.clock.move(15 * MINUTE)
      await house.write((tx) => forgotPassword(tx, house.clock, user.email, aRequest()))
    }
    await Promise.all(Array.from({ length: 3 }, () => answerResets(house)))
    await answerResets(house)
    const good = await house.db.selectFrom('reset_link').selectAll().where('user_id', '=', user.id).execute()
    expect([good.length, good.filter(({ used_at }) => used_at === null).length]).toEqual([5, 1])
    const links = await linksTo(user.email)
    expect(links).toHaveLength(5)
    const outcomes = await Promise.allSettled(links.map((token) => reset(token)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is replaced once, however many try the link at once', async () => {
    const { user } = await join(house, 'at-once')
    const token = await newLink(user.email)
    const input = { token, passwordHash: await hashPassword(NEW_PASSWORD), device: newSecret() }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        house.write((tx) => resetPassword(tx, house.clock, input, aRequest(), nothingBegun)),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is not replaced by a link of half an hour ago, nor by one that never was', async () => {
    const { user } = await join(house, 'slow')
    const token = await newLink(user.email)
    expect((await messagesTo(house, user.email)).at(-1)?.content).toContain('30 minutes')
    await house.clock.move(30 * MINUTE)
    for (const no of [token, newSecret(), '']) expect((await refusalOf(reset(no))).code).toBe('bad input')
    expect(await signInAs(house, user.email)).toHaveProperty('session')
  })

  test('of nobody is taken like anybody’s, and nothing is sent', async () => {
    await forget(house, 'nobody@plumb.test')
    expect(await messagesTo(house, 'nobody@plumb.test')).toEqual([])
    expect(await house.db.selectFrom('reset_request').selectAll().execute()).toEqual([])
    expect((await refusalOf(forget(house, 'no address'))).errors).toHaveProperty('email')
  })

  test('sends one link a minute and three in half an hour, and the newest stays good', async () => {
    const { user } = await join(house, 'flooded')
    for (let n = 1; n <= 3; n += 1) {
      const asked = await Promise.allSettled(Array.from({ length: 20 }, () => forget(house, user.email)))
      expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await house.clock.move(MINUTE)
    }
    expect((await refusalOf(forget(house, user.email))).code).toBe('too many')
    const links = await linksTo(user.email)
    expect(links).toHaveLength(3)
    await reset(links[2] ?? '')
    await house.clock.move(30 * MINUTE)
    await forget(house, user.email)
    expect(await linksTo(user.email)).toHaveLength(4)
  })

  test('has a good link at every minute of two hours in which a stranger asks for as many as go out', async () => {
    const { user } = await join(house, 'besieged')
    const minutesWithoutLink: number[] = []
    for (let minute = 0; minute < 120; minute += 1) {
      await forget(house, user.email).catch((error: unknown) => expect(error).toMatchObject({ code: 'too many' }))
      const good = house.db.selectFrom('reset_link').select('used_at').where('user_id', '=', user.id)
      const left = await good.where('used_at', 'is', null).where('expires_at', '>', house.clock.now()).execute()
      if (left.length !== 1) minutesWithoutLink.push(minute)
      await house.clock.move(MINUTE)
    }
    expect(minutesWithoutLink).toEqual([])
  })

  test('of an administrator is replaced, and every owner told, also when a thief has used up what one may tell them', async () => {
    const owner = await joinWithRoles(house, 'who-is-told', ['owner'])
    const helper = await joinWithRoles(house, 'has-a-thief', ['reviewer'])
    const { email } = await userNow(house, helper.userId)
    const tell = (protects: boolean) =>
      house.write((tx) =>
        tellOwners(tx, house.clock, helper, {
          ...{ matter: 'roles', name: 'anybody', step: 'made', protects, changes: [] },
        }),
      )
    const token = await newLink(email)
    for (const protects of [true, false]) {
      for (let n = 0; n < 30; n += 1) await tell(protects)
      expect((await refusalOf(tell(protects))).code).toBe('too many')
    }
    await reset(token)
    expect((await notificationsOf(house, owner.userId)).at(-1)).toMatchObject({
      ...{ title: 'Change of roles', bold_value: 'has-a-thief', status_text: 'made by has-a-thief' },
    })
    expect((await messagesTo(house, 'who-is-told@plumb.test')).at(-1)?.content).toContain(
      'Sign-in: new password chosen',
    )
    expect((await messagesTo(house, email)).at(-1)?.content).toContain('the invitations to roles that you sent')
  })

  test('that was tried too often can be used as soon as it is replaced', async () => {
    const { user } = await join(house, 'hasty')
    for (let n = 0; n < 10; n += 1) await refusalOf(signInAs(house, user.email, 'not the password'))
    expect((await refusalOf(signInAs(house, user.email))).code).toBe('too many')
    await reset(await newLink(user.email))
    expect(await signInAs(house, user.email, NEW_PASSWORD)).toHaveProperty('session')
  })

  test('that an administrator no longer trusts opens nothing, says so only to who knows it, and cannot be chosen again', async () => {
    const { user } = await join(house, 'distrusted')
    const reviewer = await joinWithRoles(house, 'reviewer', ['reviewer'])
    await house.write((tx) => requireReset(tx, house.clock, reviewer, { id: user.id, appUrl: APP_URL }))
    expect(await openSessionsOf(user.id)).toBe(0)
    expect((await refusalOf(signInAs(house, user.email))).code).toBe('not allowed')
    expect((await refusalOf(signInAs(house, user.email, 'not the password'))).code).toBe('not signed in')
    const token = await newLink(user.email)
    const { user: now, recipe } = await house.read((tx) => userToReset(tx, house.clock, token))
    const choose = async (password: string) => refuseSamePassword(now, await hashPassword(password, recipe))
    expect((await refusalOf(choose(PASSWORD))).errors).toHaveProperty('password')
    await choose(NEW_PASSWORD)
    await reset(token)
    expect(await signInAs(house, user.email, NEW_PASSWORD)).toHaveProperty('session')
  })
})
