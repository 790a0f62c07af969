import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { OWNER, startTestApp, type TestApp } from '../../test/support/app.ts'
import { giveRoles } from '../../test/support/roles.ts'
import type { Visitor } from '../../test/support/visitor.ts'
import { MOST_SAVED } from './rules.ts'

describe('the filters that an administrator saves', () => {
  let house: TestApp
  let owner: Visitor
  let support: Visitor
  beforeAll(async () => {
    house = await startTestApp()
    owner = await house.owner()
    support = house.visitor()
    await support.join('the-support')
    await giveRoles(owner, support, ['support'])
  })
  afterAll(() => house.close())

  const saved = async (who = owner) =>
    (await who.get('/api/admin/saved-filters')).body.items as {
      id: string
      list: string
      name: string
      search: Record<string, string>
    }[]
  const save = (list: string, name: string, search: Record<string, string>, who = owner) =>
    who.post('/api/save-filter', { list, name, search })

  test('are kept with their names, for themselves alone, on whatever device', async () => {
    expect(await saved()).toEqual([])
    const large = { tab: 'active', min: '1000', sort: 'largest' }
    expect((await save('investments', ' Large ', large)).status).toBe(200)
    expect((await save('users', 'alice', { q: 'alice' })).status).toBe(200)
    const elsewhere = house.visitor()
    await elsewhere.signIn(OWNER.email, OWNER.password)
    expect(await saved(elsewhere)).toMatchObject([
      { list: 'users', name: 'alice', search: { q: 'alice' } },
      { list: 'investments', name: 'Large', search: large },
    ])
    expect(await saved(support)).toEqual([])
  })

  test('under the same name of the same list, the newer is in place of the older', async () => {
    await save('investments', 'Large', { min: '5000' })
    const large = (await saved()).filter(({ name }) => name === 'Large')
    expect(large).toMatchObject([{ list: 'investments', search: { min: '5000' } }])
    await save('withdrawals', 'Large', { min: '50' })
    expect((await saved()).filter(({ name }) => name === 'Large')).toHaveLength(2)
  })

  test('are given other names and removed, by nobody else', async () => {
    const [filter] = (await saved()).filter(({ list }) => list === 'withdrawals')
    const id = filter?.id ?? ''
    for (const other of [id, newId()]) {
      const status = async (path: string, body = {}) => (await support.post(`${path}/${other}`, body)).status
      expect(await status('/api/rename-filter', { name: 'Mine' })).toBe(404)
      expect(await status('/api/remove-filter')).toBe(404)
    }
    await owner.must(`/api/rename-filter/${id}`, { name: 'Over fifty' })
    expect((await saved()).map(({ name }) => name)).toEqual(['alice', 'Large', 'Over fifty'])
    await save('withdrawals', 'Small', { max: '5' })
    const refused = await owner.post(`/api/rename-filter/${id}`, { name: 'Small' })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['name']])
    await owner.must(`/api/remove-filter/${id}`, {})
    expect((await saved()).map(({ name }) => name)).toEqual(['alice', 'Large', 'Small'])
    expect((await owner.post(`/api/remove-filter/${id}`, {})).status).toBe(404)
  })

  test.each([
    ['nowhere', 'A', { q: 'a' }, 'list'],
    ['investments', '', { q: 'a' }, 'name'],
    ['investments', '   ', { q: 'a' }, 'name'],
    ['investments', 'n'.repeat(41), { q: 'a' }, 'name'],
    ['investments', 'A', {}, 'search'],
    ['investments', 'A', { action: 'approve investment' }, 'search'],
    ['users', 'A', { min: '5' }, 'search'],
    ['users', 'A', { sort: 'largest' }, 'search'],
    ['audit', 'A', { tab: 'active' }, 'search'],
    ['investments', 'A', { q: 'q'.repeat(201) }, 'q'],
    ['investments', 'A', { from: 'yesterday' }, 'from'],
    ['investments', 'A', { min: '1e9' }, 'min'],
    ['investments', 'A', { sort: 'dearest' }, 'sort'],
    ['investments', 'A', { page: '2' }, 'page'],
  ])('of %s as %j with %j are refused for %s', async (list, name, search, field) => {
    const before = await saved()
    const { status, body } = await save(list, name, search)
    expect(status).toBe(422)
    expect(Object.keys(body.errors).some((path) => path === field || path === 'search')).toBe(true)
    expect(await saved()).toEqual(before)
  })

  test(`are at most ${MOST_SAVED} of each list, however many are sent at once`, async () => {
    const answers = await Promise.all(
      Array.from({ length: MOST_SAVED + 5 }, (_, n) => save('checks', `Check ${n}`, { q: String(n) }, support)),
    )
    const of = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([of(200), of(422)]).toEqual([MOST_SAVED, 5])
    expect((await save('referrals', 'Other list', { q: 'x' }, support)).status).toBe(200)
    const [first] = await saved(support)
    expect((await save('checks', first?.name ?? '', { q: 'again' }, support)).status).toBe(200)
  })

  test('are no matter of an investor, nor of half a session', async () => {
    const investor = house.visitor()
    await investor.join('investor')
    expect((await investor.get('/api/admin/saved-filters')).status).toBe(403)
    expect((await save('users', 'A', { q: 'a' }, investor)).status).toBe(403)
  })
})
