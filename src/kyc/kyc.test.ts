import { beforeAll, describe, expect, test } from 'vitest'
import type { Administrator } from '#kit/actor.ts'
import { newId } from '#kit/ids.ts'
import { openRegisteringHouse } from '../../test/support/registering-house.ts'
import { START } from '../../test/support/database.ts'
import { opened } from '../../test/support/opened.ts'
import { auditOf, notificationsOf, refusalOf, userNow } from '../../test/support/traces.ts'
import { join, joinWithRoles } from '../../test/support/registering.ts'
import { prepareCheckOf, submitCheckOf } from '../../test/support/identity.ts'
import { submitCheck } from './submit-check.ts'
import { approveCheck, rejectCheck } from './decide-check.ts'
import { requireKyc } from './require-kyc.ts'
import { ownCheck } from './own-check.ts'
import { countChecks, findCheck, listChecks, waitingChecks } from './read.ts'

describe('the identity check', () => {
  const house = opened(openRegisteringHouse)
  let reviewer: Administrator
  beforeAll(async () => {
    reviewer = await joinWithRoles(house, 'the-reviewer', ['reviewer'])
  })

  const ask = (investor: Parameters<typeof submitCheck>[2]) => submitCheckOf(house, investor)
  const approve = (id: string, actor = reviewer) => house.write((tx) => approveCheck(tx, house.clock, actor, { id }))
  const decline = (id: string, reason: string) =>
    house.write((tx) => rejectCheck(tx, house.clock, reviewer, { id, reason }))
  const stateOf = (userId: string) => house.read((tx) => ownCheck(tx, house.clock, userId))
  const checkOf = async (userId: string) =>
    (await house.read((tx) => waitingChecks(tx))).find(({ user }) => user.id === userId)?.id ?? ''

  test('is asked for, declined with a reason, asked for again and approved, each with its trace', async () => {
    const { investor, user } = await join(house, 'amy')
    expect(await stateOf(user.id)).toMatchObject({ state: 'none', reason: null, submitted_at: null, draft: null })
    await ask(investor)
    expect(await stateOf(user.id)).toMatchObject({
      state: 'submitted',
      reason: null,
      submitted_at: house.clock.now().toISOString(),
    })
    const first = await checkOf(user.id)
    await decline(first, 'The name differs.')
    expect(await stateOf(user.id)).toMatchObject({ state: 'rejected', reason: 'The name differs.' })
    await ask(investor)
    const second = await checkOf(user.id)
    await approve(user.id)
    expect(await stateOf(user.id)).toMatchObject({ state: 'approved', reason: null })
    expect((await userNow(house, user.id)).kyc).toBe('approved')
    expect(
      (await notificationsOf(house, user.id)).map((notice) => `${notice.status_text} ${notice.bold_value}`.trim()),
    ).toEqual(['submitted', 'rejected The name differs.', 'submitted', 'approved'])
    const decisions = await house.db
      .selectFrom('decision')
      .selectAll()
      .where('subject_id', 'in', [first, second])
      .orderBy('id')
      .execute()
    expect(
      decisions.map(
        (row) => `${row.from_status} → ${row.to_status} by ${row.actor_id === user.id ? 'user' : 'reviewer'}`,
      ),
    ).toEqual([
      'none → submitted by user',
      'submitted → rejected by reviewer',
      'rejected → submitted by user',
      'submitted → approved by reviewer',
    ])
    expect(await auditOf(house, second)).toEqual(['ask for identity check', 'approve identity check'])
  })

  test('is not asked for twice, nor decided twice, nor taken back once approved', async () => {
    const { investor, user } = await join(house, 'bob')
    expect((await refusalOf(approve(user.id))).code).toBe('wrong state')
    await ask(investor)
    expect((await refusalOf(ask(investor))).code).toBe('wrong state')
    const check = await checkOf(user.id)
    await approve(check)
    for (const again of [
      () => approve(check),
      () => decline(check, 'no'),
      () => decline(user.id, 'no'),
      () => ask(investor),
    ]) {
      expect((await refusalOf(again())).code).toBe('wrong state')
    }
    expect((await userNow(house, user.id)).kyc).toBe('approved')
  })

  test('asked for and decided many times at once happens once', async () => {
    const { investor, user } = await join(house, 'carol')
    const count = async (acts: Promise<unknown>[]) =>
      (await Promise.allSettled(acts)).filter(({ status }) => status === 'fulfilled').length
    await prepareCheckOf(house, investor)
    const submit = () => house.write((tx) => submitCheck(tx, house.clock, investor))
    expect(await count(Array.from({ length: 10 }, submit))).toBe(1)
    const check = await checkOf(user.id)
    expect(
      await count(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? approve(check) : decline(user.id, 'no')))),
    ).toBe(1)
  })

  test('is nobody’s to decide on for themselves', async () => {
    const own = await joinWithRoles(house, 'dave', ['owner'])
    await ask({ ...(await join(house, 'unused')).investor, userId: own.userId })
    for (const id of [own.userId, await checkOf(own.userId)]) {
      expect((await refusalOf(approve(id, own))).code).toBe('not allowed')
    }
    expect((await refusalOf(approve(newId()))).code).toBe('not found')
    await approve(own.userId)
  })

  test('that waits is listed, newest first', async () => {
    for (const name of ['eve', 'fay']) {
      await house.clock.move(1000)
      await ask((await join(house, name)).investor)
    }
    expect((await house.read((tx) => waitingChecks(tx))).map(({ user }) => user.name)).toEqual(['fay', 'eve'])
  })
})

test('what an approved identity check is needed for follows the setting', () => {
  const settings = ['invest', 'withdraw', 'off'] as const
  const allowed = (kyc: 'none' | 'submitted' | 'approved' | 'rejected') =>
    settings.flatMap((needed) =>
      (['invest', 'withdraw'] as const)
        .filter((step) => {
          try {
            requireKyc(needed, { kyc, identity_expires_on: null }, { to: step, now: START })
            return true
          } catch {
            return false
          }
        })
        .map((step) => `${needed}: ${step}`),
    )
  const without = ['withdraw: invest', 'off: invest', 'off: withdraw']
  expect(allowed('none')).toEqual(without)
  expect(allowed('submitted')).toEqual(without)
  expect(allowed('rejected')).toEqual(without)
  expect(allowed('approved')).toHaveLength(6)
})

describe('the list of identity checks', () => {
  const house = opened(openRegisteringHouse)
  const names = ['anna', 'bert', 'cleo', 'dora', 'emil']
  const list = (asked: Partial<Parameters<typeof listChecks>[2]> = {}) =>
    house.read((tx) => listChecks(tx, reviewer, { limit: 50, ...asked }))
  const named = async (asked: Partial<Parameters<typeof listChecks>[2]> = {}) =>
    (await list(asked)).items.map(({ user }) => user.name)
  let reviewer: Administrator
  beforeAll(async () => {
    reviewer = await joinWithRoles(house, 'the-reviewer', ['reviewer'])
    for (const [n, name] of names.entries()) {
      const { investor } = await join(house, name, { phone: `+1202555010${n}` })
      await submitCheckOf(house, investor)
      await house.clock.move(60_000)
    }
    const { items } = await list({ sort: 'oldest' })
    const [anna, bert] = items
    await house.write((tx) => approveCheck(tx, house.clock, reviewer, { id: anna?.id ?? '' }))
    await house.write((tx) => rejectCheck(tx, house.clock, reviewer, { id: bert?.id ?? '', reason: 'Too dark' }))
  })

  test('has them by state, oldest or newest first, in pages', async () => {
    expect(await named()).toEqual(names.toReversed())
    expect(await named({ status: 'submitted', sort: 'oldest' })).toEqual(['cleo', 'dora', 'emil'])
    expect(await named({ status: 'approved' })).toEqual(['anna'])
    expect((await list({ status: 'rejected' })).items).toMatchObject([{ reason: 'Too dark', user: { name: 'bert' } }])
    const first = await list({ sort: 'oldest', limit: 2 })
    expect(await named({ sort: 'oldest', cursor: first.next_cursor ?? '' })).toEqual(['cleo', 'dora', 'emil'])
  })

  test('is searched by name, e-mail and phone, narrowed by time, and counted alike', async () => {
    expect(await named({ q: 'DOR' })).toEqual(['dora'])
    expect(await named({ q: '5550102' })).toEqual(['cleo'])
    const [, , , dora] = (await list({ sort: 'oldest' })).items
    const since = { from: dora?.submitted_at ?? '' }
    expect(await named(since)).toEqual(['emil', 'dora'])
    for (const asked of [{}, since, { q: 'mail.plumb', status: 'submitted' }, { q: 'nobody' }]) {
      const count = (await named(asked)).length
      expect(await house.read((tx) => countChecks(tx, asked))).toEqual({ count, more: false })
    }
  })

  test('refuses a state that is none, and finds no check by the id of none', async () => {
    expect((await refusalOf(list({ status: 'pending' }))).errors).toHaveProperty('status')
    const [item] = (await list()).items
    expect(await house.read((tx) => findCheck(tx, reviewer, item?.id ?? ''))).toEqual(item)
    expect((await refusalOf(house.read((tx) => findCheck(tx, reviewer, newId())))).code).toBe('not found')
  })
})
