import { beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#kit/clock.ts'
import { openRegisteringHouse, typed } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { refusalOf } from '../../test/support/traces.ts'
import { join, signUp } from '../../test/support/registering.ts'
import { identityJobs } from '#identity/jobs.ts'
import { listUsers } from './read.ts'

describe('the list of users', () => {
  const house = opened(openRegisteringHouse)
  const names = Array.from({ length: 7 }, (_, n) => `user_${n}`)
  beforeAll(async () => {
    for (const [n, name] of names.entries()) {
      // Some of them at the very same moment.
      if (n % 3 !== 0) await house.clock.move(1000)
      await join(house, name, { phone: `+1202555010${n}` })
    }
  })

  const list = (asked: Partial<Parameters<typeof listUsers>[1]> = {}) =>
    house.read((tx) => listUsers(tx, { limit: 50, ...asked }))
  const found = async (q: string) => (await list({ q })).items.map(({ name }) => name)

  test('is newest first, and in pages holds everybody once', async () => {
    const all = (await list()).items.map(({ name }) => name)
    expect(all).toEqual(names.toReversed())
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ limit: 2, cursor })
      paged.push(...page.items.map(({ name }) => name))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(all)
  })

  test('shows the health of the credential and never a password', async () => {
    const [item] = (await list({ limit: 1 })).items
    expect(Object.keys(item ?? {})).toEqual([
      'id',
      'name',
      'email',
      'phone',
      'country',
      'profile',
      'enc_copy',
      'credential_at',
      'kyc',
      'roles',
      'blocked',
      'created_at',
      'balance',
      'invested',
      'signed_in_at',
    ])
    expect(item?.enc_copy).toBe('Protected · set 1 Mar 2026')
    expect(JSON.stringify(item)).not.toContain('argon2')
  })

  test('is searched in name, e-mail, phone and id, as the text stands', async () => {
    const [item] = (await list({ limit: 1 })).items
    expect(await found('USER_3')).toEqual(['user_3'])
    expect(await found('user_2@plumb')).toEqual(['user_2'])
    expect(await found('2025550105')).toEqual(['user_5'])
    expect(await found(item?.id ?? '')).toEqual([item?.name])
    expect([await found('%'), await found('user-3'), await found("' OR 1=1 --")]).toEqual([[], [], []])
    expect(await found('')).toHaveLength(7)
  })

  test('is narrowed to a state of the identity check, and refuses other words', async () => {
    expect((await list({ status: 'none' })).items).toHaveLength(7)
    expect((await list({ status: 'approved' })).items).toEqual([])
    expect((await refusalOf(list({ status: 'shipped' }))).errors).toHaveProperty('status')
    expect((await refusalOf(list({ cursor: 'nonsense' }))).errors).toHaveProperty('cursor')
  })

  test('what has long been over is forgotten, users and what still lasts are not', async () => {
    await signUp(house, typed('never-came-back'))
    const count = async (table: 'registration' | 'session' | 'app_user') =>
      (await house.db.selectFrom(table).select('id').execute()).length
    const forget = async () => Promise.all(identityJobs(house).map((job) => job.run()))
    await forget()
    expect([await count('registration'), await count('session'), await count('app_user')]).toEqual([8, 7, 7])
    const counts = () => house.db.selectFrom('rate_limit').select('key').execute()
    expect(await counts()).not.toEqual([])
    // a count of a day is over once the day is
    await house.clock.move(DAY + 1)
    await forget()
    expect(await counts()).toEqual([])
    await house.clock.move(31 * DAY)
    await forget()
    expect([await count('registration'), await count('session'), await count('app_user')]).toEqual([0, 7, 7])
    await house.clock.move(32 * DAY, { away: true })
    await forget()
    expect([await count('registration'), await count('session'), await count('app_user')]).toEqual([0, 0, 7])
  })
})
