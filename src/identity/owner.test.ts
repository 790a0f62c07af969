import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#kit/clock.ts'
import { APP_URL, openRegisteringHouse, PASSWORD, type RegisteringHouse } from '../../test/support/registering-house.ts'
import { auditOf, refusalOf } from '../../test/support/traces.ts'
import { join, signInAs } from '../../test/support/registering.ts'
import { ensureOwner } from './ensure-owner.ts'
import { hashPassword } from './passwords.ts'
import { readOwner } from './read-details.ts'
import { makeSetupLink, refuseBadSetupLink, setUpOwner } from './set-up-owner.ts'

describe('the first owner', () => {
  let house: RegisteringHouse
  beforeEach(async () => {
    house = await openRegisteringHouse()
  })
  afterEach(() => house.close())

  const OWNER = { email: 'Owner@plumb.test', password: PASSWORD, name: 'first-owner' }
  const ensure = (owner = OWNER) => house.write((tx) => ensureOwner(tx, house.clock, owner))
  const link = () => house.write((tx) => makeSetupLink(tx, house.clock, APP_URL))
  const tokenOf = (address: string | undefined) => new URL(address ?? '').searchParams.get('token') ?? ''
  async function setUp(token: string, name = 'first-owner'): Promise<void> {
    const passwordHash = await hashPassword(PASSWORD)
    await house.write((tx) => setUpOwner(tx, house.clock, { token, name, email: `${name}@plumb.test`, passwordHash }))
  }
  const users = () => house.db.selectFrom('app_user').selectAll().execute()

  test('is made of the settings, verified, with accounts in the books, and once only', async () => {
    await ensure()
    await ensure({ ...OWNER, email: 'other@plumb.test', name: 'other' })
    const [owner, ...others] = await users()
    expect(others).toEqual([])
    expect(owner).toMatchObject({
      name: 'first-owner',
      email: 'owner@plumb.test',
      roles: ['owner'],
      kyc: 'none',
      phone: '',
      country: '',
    })
    expect(await signInAs(house, 'owner@plumb.test')).toHaveProperty('session')
    expect(
      await house.db.selectFrom('account').select('name').where('name', 'like', `investor/${owner?.id}/%`).execute(),
    ).toHaveLength(5)
    expect(await auditOf(house, owner?.id ?? '')).toEqual(['make first owner'])
    expect(await link()).toBeUndefined()
  })

  test('is made once where several processes start together, one a moment after the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const owner = { ...OWNER, email: `owner-${round}@plumb.test`, name: `owner-${round}` }
      await Promise.all(Array.from({ length: 10 }, (_, n) => pause(n).then(() => ensure(owner))))
      expect(await users()).toHaveLength(round + 1)
      await house.db.updateTable('app_user').set({ roles: [] }).execute()
    }
  })

  test('is refused by the name of the variable which has to be mended', async () => {
    await join(house, 'taken')
    await expect(ensure({ ...OWNER, password: 'password123' })).rejects.toThrow('OWNER_PASSWORD: ')
    await expect(ensure({ ...OWNER, password: `${OWNER.name}-2026` })).rejects.toThrow('OWNER_PASSWORD: ')
    await expect(ensure({ ...OWNER, email: 'owner' })).rejects.toThrow('OWNER_EMAIL: ')
    await expect(ensure({ ...OWNER, name: 'TAKEN' })).rejects.toThrow('OWNER_NAME: ')
    await expect(ensure({ ...OWNER, email: 'taken@plumb.test' })).rejects.toThrow('OWNER_EMAIL: ')
  })

  test('where an account has the address or the name already, the start says which, and both ways on', async () => {
    await join(house, 'taken')
    const sentences = ['OWNER_NAME: This username is taken.', 'OWNER_EMAIL: This email address has an account.']
    const ways = 'Nobody is an owner yet: set this right, or start without OWNER_EMAIL and OWNER_PASSWORD'
    const failure = ensure({ ...OWNER, name: 'taken', email: 'taken@plumb.test' })
    await expect(failure).rejects.toThrow([...sentences, ways].join(' '))
    await expect(failure).rejects.toThrow(/open the link that it prints\.$/)
    expect(await link()).toContain('token=')
  })

  test('is made by the link that was printed, after which no link is good', async () => {
    const [first, second] = [tokenOf(await link()), tokenOf(await link())]
    await setUp(first)
    expect((await users()).map(({ roles }) => roles)).toEqual([['owner']])
    for (const token of [first, second]) expect((await refusalOf(setUp(token, 'another'))).code).toBe('bad input')
    expect(await users()).toHaveLength(1)
  })

  test('is one, when several links are used at once', async () => {
    const tokens = [tokenOf(await link()), tokenOf(await link()), tokenOf(await link())]
    const outcomes = await Promise.allSettled([...tokens, ...tokens].map((token, n) => setUp(token, `owner-${n}`)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await users()).toHaveLength(1)
  })

  test('is not made by a link of yesterday, nor by one that never was', async () => {
    const token = tokenOf(await link())
    const check = (of: string) => house.write((tx) => refuseBadSetupLink(tx, house.clock, of))
    await check(token)
    expect((await refusalOf(check(`${token}x`))).code).toBe('bad input')
    await house.clock.move(DAY)
    expect((await refusalOf(check(token))).code).toBe('bad input')
  })

  test('has details that are read like anybody’s, and is told when the e-mail is taken', async () => {
    await join(house, 'taken')
    const form = { name: 'x', email: 'taken@plumb.test', password: 'short', password_confirmation: 'other' }
    const { errors } = await refusalOf(house.read((tx) => readOwner(tx, form)))
    expect(Object.keys(errors ?? {}).sort()).toEqual(['email', 'name', 'password', 'password_confirmation'])
    const own = 'carpenter@plumb'
    const guessed = { name: 'amy', email: 'a.carpenter@plumb.test', password: own, password_confirmation: own }
    expect((await refusalOf(house.read((tx) => readOwner(tx, guessed)))).errors).toEqual({
      password: ['Don’t make it from your username, your email address or the name of this site.'],
    })
  })
})
