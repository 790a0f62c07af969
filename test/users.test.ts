import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, SECOND } from '#kit/clock.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { giveRoles, invitationFor } from './support/roles.ts'
import type { Visitor } from './support/visitor.ts'

const PASSWORD = 'correct horse battery'
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

describe('users as an operator handles them', () => {
  let house: TestApp
  let owner: Visitor
  let reviewer: Visitor
  let support: Visitor
  let investor: Visitor

  beforeAll(async () => {
    house = await startTestApp({ env: { KYC: 'off' } })
    owner = await house.owner()
    await owner.must('/api/create-wallet', { name: 'Bitcoin', address: BITCOIN })
    await owner.must('/api/create-plan', {
      ...{ name: 'Steady', min_amount: '100', max_amount: '5000', durations_copy: '7' },
      ...{ ref_bonus: '5', description: '', daily_roi: '0.4' },
    })
    const joined = async (name: string, referral?: string) => {
      const visitor = house.visitor()
      await visitor.join(name, referral === undefined ? {} : { referral })
      return visitor
    }
    reviewer = await joined('the-reviewer')
    support = await joined('the-support')
    await giveRoles(owner, reviewer, ['reviewer'])
    await giveRoles(owner, support, ['support'])
    investor = await joined('the-investor', 'the-support')
  })
  afterAll(() => house.close())

  const reason = 'Somebody else has the password'
  const signIn = (email: string, password = PASSWORD) => house.visitor().signIn(email, password)

  test('a blocked investor is out at once, and their money goes on earning and matures', async () => {
    const { plans, wallets } = (await investor.get('/api/histories')).body
    await investor.must('/api/save-investment', {
      ...{ plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '500', duration: 7 },
    })
    const [investment] = (await investor.get('/api/histories')).body.investments
    await reviewer.must(`/api/approve-investment/${investment.id}`)
    await reviewer.must(`/api/block-user/${investor.id}`, { reason })

    expect((await investor.get('/api/balance')).status).toBe(401)
    expect((await investor.post('/api/withdraw', {})).status).toBe(401)
    const right = await signIn(investor.email)
    expect(right).toMatchObject({ status: 403, body: { message: expect.stringContaining(`${reason}.`) } })
    const wrong = await signIn(investor.email, 'not the password')
    const nobody = await signIn('nobody@mail.plumb.test', 'not the password')
    expect([wrong.status, wrong.body]).toEqual([nobody.status, nobody.body])

    await house.clock.move(7 * DAY + 30 * SECOND)
    await house.runJobs()
    owner = await house.owner()
    const account = (await owner.get(`/api/view-user/${investor.id}`)).body
    expect(account).toMatchObject({
      investment_balance: '514.00',
      investments: [{ status: 'completed' }],
      user: { blocked: { reason } },
      inviter: { name: 'the-support' },
    })
    const blocked = async () => (await owner.get('/api/admin/users?blocked=yes')).body.items
    expect(await blocked()).toMatchObject([{ id: investor.id, blocked: { reason } }])
    await owner.must(`/api/unblock-user/${investor.id}`, { reason: 'It was changed' })
    expect(await blocked()).toEqual([])
    expect((await signIn(investor.email)).status).toBe(200)
    expect(await house.problems()).toEqual([])
  })

  test('the lists of who is blocked and who holds roles page as any other, and refuse what they cannot read', async () => {
    const names = async (query: string) =>
      (await owner.get(`/api/admin/users?${query}`)).body.items.map(({ name }: { name: string }) => name).sort()
    expect(await names('roles=yes')).toEqual(['first-owner', 'the-reviewer', 'the-support'])
    expect(await names('roles=yes&q=the-')).toEqual(['the-reviewer', 'the-support'])
    expect(await names('roles=no')).toEqual(['the-investor'])
    expect(await names('blocked=no&roles=yes&limit=100')).toHaveLength(3)
    const first = (await owner.get('/api/admin/users?roles=yes&limit=2')).body
    const rest = (await owner.get(`/api/admin/users?roles=yes&limit=2&cursor=${first.next_cursor}`)).body
    expect([first.items.length, rest.items.length, rest.next_cursor]).toEqual([2, 1, null])
    for (const query of ['blocked=maybe', 'roles=owner', 'blocked=']) {
      expect((await owner.get(`/api/admin/users?${query}`)).status).toBe(422)
    }
    const file = (await owner.get('/api/admin/users/csv?roles=no')).body
    expect(String(file)).toContain('the-investor')
    expect(String(file)).not.toContain('the-reviewer')
  })

  test('support writes and reads notes and does nothing else; an investor does none of it, nor hears of it', async () => {
    investor = house.visitor()
    await investor.signIn('the-investor@mail.plumb.test', PASSWORD)
    support = house.visitor()
    await support.signIn('the-support@mail.plumb.test', PASSWORD)
    const text = '<img src=x onerror=alert(1)> called twice'
    await support.must(`/api/note-user/${investor.id}`, { text })
    expect((await support.get(`/api/admin/notes/${investor.id}`)).body.items).toMatchObject([
      { text, author: { name: 'the-support' } },
    ])
    const changes = [
      [`/api/block-user/${investor.id}`, { reason }],
      [`/api/unblock-user/${investor.id}`, { reason }],
      ['/api/invite-administrator', { email: 'x@mail.plumb.test', roles: ['owner'], reason }],
    ] as const
    for (const [path, body] of changes) {
      expect((await support.post(path, body)).status).toBe(403)
      expect((await investor.post(path, body)).status).toBe(403)
      expect((await house.visitor().post(path, body)).status).toBe(401)
    }
    expect((await investor.get(`/api/admin/notes/${investor.id}`)).status).toBe(403)
    expect((await investor.post(`/api/note-user/${investor.id}`, { text })).status).toBe(403)
    expect((await support.get(`/api/admin/notes/${support.id}`)).status).toBe(403)
    for (const path of ['/api/histories', '/api/user', '/api/balance', '/api/statement']) {
      expect(JSON.stringify((await investor.get(path)).body)).not.toContain('called twice')
    }
    expect((await support.post(`/api/note-user/${investor.id}`, { text: '   ' })).status).toBe(422)
    expect((await support.post(`/api/note-user/${investor.id}`, { text: 'x'.repeat(2001) })).status).toBe(422)
  })

  test('no administrator call answers a hash or a password, or opens a session of somebody else', async () => {
    const people = await house.app.db.selectFrom('app_user').select('password_hash').execute()
    const paths = [
      '/api/admin-histories',
      '/api/admin/users',
      `/api/view-user/${investor.id}`,
      `/api/admin/notes/${investor.id}`,
      '/api/admin/invitations',
      '/api/admin/users/csv',
    ]
    for (const path of paths) {
      const text = JSON.stringify((await owner.get(path)).body)
      for (const { password_hash } of people) expect(text).not.toContain(password_hash.slice(-20))
      expect(text).not.toMatch(/argon2|password_hash|token_hash|bearer|access_token/)
    }
    for (const call of ['send-reset-link', 'sign-out-everywhere', 'require-reset']) {
      expect(Object.keys((await owner.post(`/api/${call}/${investor.id}`)).body)).toEqual(['message'])
    }
  })

  test('giving roles to somebody without any is by invitation only, and the link is good for its address alone', async () => {
    const colleague = house.visitor()
    await colleague.join('colleague')
    const refused = await owner.post(`/api/set-roles/${colleague.id}`, { roles: ['support'] })
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('invitation') } })

    await owner.must('/api/invite-administrator', { email: colleague.email, roles: ['support'], reason })
    const token = await invitationFor(colleague)
    const check = async (of: string, kind = 'roles') =>
      (await house.visitor().post('/api/check-link', { kind, token: of })).body
    const works = async () => (await check(token)).valid as boolean
    // the link says what its mail says: to nobody else, and not whom for
    expect(await check(token)).toEqual({ valid: true, roles: ['support'] })
    expect(await check('A'.repeat(43))).toEqual({ valid: false })
    expect(await check(token, 'reset')).toEqual({ valid: false })
    const stranger = house.visitor()
    await stranger.join('stranger')
    const theirs = await stranger.post('/api/accept-roles', { token })
    const made = await stranger.post('/api/accept-roles', { token: 'A'.repeat(43) })
    expect([theirs.status, theirs.body]).toEqual([422, made.body])
    expect(JSON.stringify(theirs.body)).not.toContain('colleague')

    const answers = await Promise.all(Array.from({ length: 10 }, () => colleague.post('/api/accept-roles', { token })))
    // the one that is taken ends the session that they all came in
    const [taken, ...more] = answers.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    expect(answers.filter(({ status }) => status === 401 || status === 422)).toHaveLength(9)
    colleague.bearer = taken?.body.access_token
    expect((await colleague.get('/api/admin/users')).status).toBe(200)
    expect(await works()).toBe(false)
    expect((await stranger.get('/api/user')).body.user.roles).toEqual([])
  })

  test('an invitation waits for a second owner where there is one, and no mail goes out until they agree', async () => {
    const second = house.visitor()
    await second.join('second-owner')
    await giveRoles(owner, second, ['owner'])
    const third = house.visitor()
    await third.join('third-one')
    const asked = await owner.post('/api/invite-administrator', { email: third.email, roles: ['support'], reason })
    expect(asked).toMatchObject({ status: 202, body: { approval_id: expect.any(String) } })
    expect((await owner.get('/api/admin/invitations')).body.items).toEqual([])
    expect((await owner.post(`/api/agree-approval/${asked.body.approval_id}`)).status).toBe(403)
    await second.must(`/api/agree-approval/${asked.body.approval_id}`)
    third.bearer = (await third.must('/api/accept-roles', { token: await invitationFor(third) })).access_token
    expect((await third.get('/api/user')).body.user.roles).toEqual(['support'])
  })
})
