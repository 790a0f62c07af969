import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#kit/clock.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from '../../../test/support/addresses.ts'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { unfolded } from '../../../test/support/read-mail.ts'
import { giveRoles } from '../../../test/support/roles.ts'
import type { Visitor } from '../../../test/support/visitor.ts'
import { DEFAULT_TERMS } from '../terms-rules.ts'
import { TERMS_VERSION } from '../version-rules.ts'

const FIRST = '# Risk\n\nYour capital is at risk.\n\n- We check every payment.\n- We pay within two days.'
const SECOND = '# Risk\n\nYour capital is at risk.\n\n- We check every payment.\n- We pay within five days.'
const MUST_ACCEPT = (version: number) =>
  `Our terms have changed. Open Terms in your profile, read version ${version} and accept it first.`

describe('the terms of a house', () => {
  let house: TestApp
  let owner: Visitor
  let reviewer: Visitor
  let amy: Visitor

  beforeAll(async () => {
    house = await startTestApp({ env: { KYC: 'off', SMTP_URL: '' } })
    owner = await house.owner()
    await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
    const plan = { name: 'Steady', min_amount: '100', max_amount: '5000', durations_copy: '14', ref_bonus: '5' }
    await owner.must('/api/create-plan', { ...plan, description: '', daily_roi: '0.4' })
    amy = house.visitor()
    await amy.join('amy')
    await owner.must(`/api/topup-user/${amy.id}`, { amount: '50', account: 'earnings' })
  })
  afterAll(() => house.close())

  const inForce = async () => (await house.visitor().get('/api/terms')).body
  const publish = (content: string, summary: string, follows: number, who = owner) =>
    who.post('/api/publish-terms', { content, summary, follows })
  const invest = async (who = amy) => {
    const { plans, wallets } = (await who.get('/api/histories')).body
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '100', duration: 14 }
    return who.post('/api/save-investment', choice)
  }
  const owed = async (who = amy) => (await who.get('/api/user')).body.terms_to_accept
  const letter = async (subject: string) =>
    unfolded(await owner.newestMessage('.eml', owner.email, new RegExp(`^Subject: ${subject}`, 'm')))

  test('are the program’s own until others are published, and nobody has anything to accept', async () => {
    expect(await inForce()).toEqual({
      status: 'success',
      ...{ version: Number(TERMS_VERSION), content: DEFAULT_TERMS, summary: null, published_at: null },
      in_force: Number(TERMS_VERSION),
      versions: [{ version: Number(TERMS_VERSION), published_at: null }],
    })
    expect(await owed()).toBeUndefined()
    expect((await amy.get('/api/own-terms')).body).toMatchObject({
      accepted: [{ version: TERMS_VERSION }],
      to_accept: null,
    })
    expect((await amy.post('/api/accept-terms', { version: Number(TERMS_VERSION) })).status).toBe(409)
    expect((await invest()).status).toBe(200)
  })

  test('are refused where they cannot be read, say nothing new, or follow others than those in force', async () => {
    expect((await publish(' ', 'x', 2)).body.errors).toEqual({ content: ['Write the terms.'] })
    expect((await publish('pay\u200Bment', 'x', 2)).body.errors).toHaveProperty('content')
    expect((await publish(FIRST, ' ', 2)).body.errors).toHaveProperty('summary')
    expect((await publish(FIRST, 'turned\u202Eround', 2)).body.errors).toHaveProperty('summary')
    expect((await publish(DEFAULT_TERMS, 'Nothing', 2)).status).toBe(409)
    expect((await publish(FIRST, 'Of another day', 1)).status).toBe(409)
    expect((await publish(FIRST, 'Not mine', 2, amy)).status).toBe(403)
    expect(await inForce()).toMatchObject({ version: 2 })
  })

  test('that one owner publishes alone are in force at once, and everybody accepts them before they invest again', async () => {
    expect((await publish(`${FIRST}\r\n`, 'Our own terms', 2)).body).toEqual({
      message: 'Published. It is in effect now.',
    })
    expect(await inForce()).toMatchObject({
      ...{ version: 3, content: FIRST, summary: 'Our own terms', in_force: 3 },
      versions: [
        { version: 3, published_at: expect.any(String) },
        { version: 2, published_at: null },
      ],
    })
    expect((await house.visitor().get('/api/terms?version=2')).body).toMatchObject({
      ...{ version: 2, content: DEFAULT_TERMS, in_force: 3 },
    })
    for (const version of ['4', '1', '0', '999999999']) {
      expect((await house.visitor().get(`/api/terms?version=${version}`)).status).toBe(404)
    }
    expect((await house.visitor().get('/api/terms?version=x')).status).toBe(422)

    expect(await owed()).toBe(3)
    expect(await invest()).toMatchObject({ status: 403, body: { message: MUST_ACCEPT(3) } })
    expect((await amy.get('/api/balance')).status).toBe(200)
    expect((await amy.get('/api/own-terms')).body.to_accept).toMatchObject({
      ...{ version: 3, content: FIRST, summary: 'Our own terms', before: DEFAULT_TERMS },
    })
  })

  test('are accepted once, by the version in force, which is kept and shown to both sides', async () => {
    expect((await amy.post('/api/accept-terms', { version: 4 })).status).toBe(409)
    const twice = await Promise.all([1, 2].map(() => amy.post('/api/accept-terms', { version: 3 })))
    expect(twice.map(({ status }) => status)).toContain(200)
    expect((await amy.post('/api/accept-terms', { version: 3 })).status).toBe(409)
    expect(await owed()).toBeUndefined()
    expect((await invest()).status).toBe(200)
    const accepted = [
      { version: '3', at: expect.any(String) },
      { version: TERMS_VERSION, at: expect.any(String) },
    ]
    expect((await amy.get('/api/own-terms')).body).toEqual({ status: 'success', accepted, to_accept: null })
    expect((await owner.get(`/api/view-user/${amy.id}`)).body.terms).toEqual(accepted)
    const { consent, acts } = (await amy.get('/api/export')).body
    expect(consent).toMatchObject({ terms_version: TERMS_VERSION, accepted_since: [accepted[0]] })
    const lines = acts.filter(({ action }: { action: string }) => action === 'accept terms')
    expect(lines).toMatchObject([{ by: 'investor', after: { terms_version: '3' } }])
  })

  test('in force are those that somebody new registers with', async () => {
    const bob = house.visitor()
    const typed = { name: 'bob', email: 'bob@mail.plumb.test', phone: '+12025550188', country: 'US', terms: true }
    const password = { password: 'correct horse battery', password_confirmation: 'correct horse battery' }
    expect((await bob.post('/api/register', { ...typed, ...password, terms_version: 2 })).body.errors).toEqual({
      terms: ['The terms have changed since you opened this page. Load it again and read them.'],
    })
    await bob.join('bob')
    expect((await bob.get('/api/own-terms')).body).toMatchObject({ accepted: [{ version: '3' }], to_accept: null })
    expect((await invest(bob)).status).toBe(200)
  })

  test('wait for a second administrator where there is one, and every owner reads each line that differs', async () => {
    reviewer = house.visitor()
    await reviewer.join('rita')
    await giveRoles(owner, reviewer, ['reviewer'])
    await house.clock.move(HOUR)
    const asked = await publish(SECOND, 'Payouts take longer', 3)
    expect(asked).toMatchObject({
      status: 202,
      body: { message: expect.stringContaining('waits for a second approver') },
    })
    expect(await inForce()).toMatchObject({ version: 3 })
    expect(await owed()).toBeUndefined()
    const changes = [
      { field: 'terms', before: 'Version 3', after: 'Version 4' },
      { field: 'terms_summary', before: null, after: 'Payouts take longer' },
      { field: 'terms_changed', before: '- We pay within two days.', after: '- We pay within five days.' },
    ]
    expect((await reviewer.get('/api/admin/approvals')).body.items).toMatchObject([
      { kind: 'publish terms', subject_kind: 'setting', name: 'Terms', why: 'always', may_decide: true, changes },
    ])
    expect((await publish(FIRST.toUpperCase(), 'Louder', 3)).status).toBe(409)
    expect(await letter('Change of a setting: asked for by first-owner')).toContain(
      'Changed: - We pay within two days. → - We pay within five days.',
    )
    expect((await owner.post(`/api/agree-approval/${asked.body.approval_id}`)).status).toBe(403)
    await reviewer.must(`/api/agree-approval/${asked.body.approval_id}`)
    expect(await inForce()).toMatchObject({ version: 4, content: SECOND })
    await expect
      .poll(() => letter('Change of a setting: agreed to by rita').catch(() => ''))
      .toContain('What changes: Payouts take longer')
    expect((await amy.get('/api/own-terms')).body.to_accept).toMatchObject({ version: 4, before: FIRST })
    expect((await owner.get('/api/admin/terms')).body.versions).toMatchObject([
      { version: 4, summary: 'Payouts take longer', published_by: { name: 'rita' } },
      { version: 3, published_by: { name: 'first-owner' } },
    ])
  })

  test('stop new investments until they are accepted, and nothing else', async () => {
    const { investments } = (await amy.get('/api/histories')).body
    const [open, another] = investments.filter(({ status }: { status: string }) => status === 'pending')
    expect((await amy.post(`/api/cancel-investment/${open.id}`)).status).toBe(200)
    await amy.must(`/api/verify-investment/${another.tranx_id}`)
    await owner.must(`/api/approve-investment/${another.id}`)
    await house.clock.move(15 * DAY)
    await house.runJobs()
    await Promise.all([owner, amy].map((who) => who.signIn(who.email, 'correct horse battery')))
    expect(await amy.post(`/api/reinvest-investment/${another.id}`)).toMatchObject({
      ...{ status: 403, body: { message: MUST_ACCEPT(4) } },
    })
    const to = { wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN }
    const asked = await amy.post('/api/withdraw', { ...to, amount: '20', source: 'investment' })
    expect(asked.status).toBe(200)
    expect(await invest()).toMatchObject({ status: 403, body: { message: MUST_ACCEPT(4) } })
  })

  test.each([
    ['published_terms', 'UPDATE published_terms SET content = summary'],
    ['published_terms', 'DELETE FROM published_terms'],
    ['accepted_terms', 'UPDATE accepted_terms SET version = version'],
    ['accepted_terms', 'DELETE FROM accepted_terms'],
    ['accepted_terms', 'TRUNCATE accepted_terms'],
  ])('of %s nothing is changed or removed, by the owner of the tables either: %s', async (_table, statement) => {
    const client = new (await import('pg')).default.Client(house.databaseUrl)
    await client.connect()
    await expect(client.query(statement)).rejects.toThrow(/append|never/i)
    await client.end()
  })

  test.each(['2147483647', 'version + 2'])(
    'no version is left out, so that another can follow: %s',
    async (version) => {
      const client = new (await import('pg')).default.Client(house.databaseUrl)
      await client.connect()
      const copied = `SELECT ${version}, content, summary, published_at, published_by FROM published_terms ORDER BY version DESC LIMIT 1`
      await expect(client.query(`INSERT INTO published_terms ${copied}`)).rejects.toThrow('does not follow')
      await client.end()
    },
  )
})
