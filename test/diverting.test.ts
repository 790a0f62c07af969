import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '#kit/clock.ts'
import { OUR_BITCOIN, OUR_ETHEREUM, THEIR_BITCOIN } from './support/addresses.ts'
import { OWNER, startTestApp, type TestApp } from './support/app.ts'
import { unfolded } from './support/read-mail.ts'
import { giveRoles, type Role } from './support/roles.ts'
import type { Answer, Visitor } from './support/visitor.ts'
import { THOROUGH } from './support/thorough.ts'

const PLAN = {
  ...{ name: 'Steady', min_amount: '100', max_amount: '5000', durations_copy: '14, 30', ref_bonus: '5' },
  ...{ description: '', daily_roi: '0.4' },
}
const REASON = { reason: 'Because of the new rules' }

/** An owner who made the offer alone, and beside them somebody who would like the deposits for themselves. */
async function openHouse(role: Role) {
  const house = await startTestApp({ env: { KYC: 'off' } })
  const owner = await house.owner()
  await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  await owner.must('/api/create-wallet', {
    name: 'Ethereum',
    address: OUR_ETHEREUM,
    network: 'ethereum',
    available: false,
  })
  await owner.must('/api/create-plan', PLAN)
  await owner.must('/api/create-plan', { ...PLAN, name: 'Launch', daily_roi: '5', available: false })
  const [thief, investor] = [house.visitor(), house.visitor()]
  await thief.join('thief')
  await investor.join('investor')
  await giveRoles(owner, thief, [role])
  return { house, owner, thief, investor }
}

describe.each<Role>(['reviewer'])('a hostile %s beside an owner', (role) => {
  doesNothingAlone(role)
})
describe.each<Role>(['owner'])('a hostile %s beside an owner', THOROUGH, (role) => {
  doesNothingAlone(role)
})

function doesNothingAlone(role: Role): void {
  let house: TestApp
  let owner: Visitor
  let thief: Visitor
  let investor: Visitor

  beforeAll(async () => {
    ;({ house, owner, thief, investor } = await openHouse(role))
  })
  afterAll(() => house.close())
  afterEach(async () => {
    // Nobody is limited by what the test before did.
    await house.clock.move(HOUR)
    for (const { id, mine } of await waiting()) {
      if (mine) await owner.must(`/api/withdraw-approval/${id}`)
      else await owner.must(`/api/refuse-approval/${id}`, { reason: 'Not this.' })
    }
  })

  const waiting = async () => (await owner.get('/api/admin/approvals')).body.items
  const offer = async () => {
    const { plans, wallets } = (await investor.get('/api/histories')).body
    return { plans, wallets }
  }
  const all = async () => {
    const { plans, wallets } = (await owner.get('/api/admin-histories')).body
    return { plans, wallets }
  }
  const walletNamed = async (name: string) =>
    (await all()).wallets.find((wallet: { wallet_name: string }) => wallet.wallet_name === name)
  const planNamed = async (name: string) => (await all()).plans.find((plan: { name: string }) => plan.name === name)
  const told = async () => (await owner.get('/api/histories')).body.toasts.map(({ data }: { data: object }) => data)
  const change = async (name: string, to: object): Promise<Answer> => {
    const { id, wallet_name, wallet_address, network, available, version } = await walletNamed(name)
    const fields = { name: wallet_name, address: wallet_address, network, available, version }
    return thief.post(`/api/update-wallet/${id}`, { ...fields, ...to })
  }
  const changePlan = async (name: string, to: object): Promise<Answer> => {
    const { id, version, available, ...plan } = await planNamed(name)
    const { min_amount, max_amount, durations_copy, ref_bonus, daily_roi, description } = plan
    const fields = { min_amount, max_amount, durations_copy, ref_bonus, daily_roi, description, available, version }
    return thief.post(`/api/update-plan/${id}`, { name, ...fields, ...to })
  }

  test('makes no wallet of their own, under whatever name', async () => {
    const before = await all()
    for (const name of ['Bitcoin main', 'BITCOIN 2', ' Bitcoin  (new) ']) {
      for (const available of [true, false]) {
        const answer = await thief.post('/api/create-wallet', { name, address: THEIR_BITCOIN, available })
        expect(answer.status).toBe(202)
        expect(answer.body.message).toContain('waits for a second approver')
      }
    }
    expect(await all()).toEqual(before)
    expect(await waiting()).toHaveLength(6)
  })

  test('renames no wallet, not even by a letter’s case, and shows none that was hidden', async () => {
    const before = await all()
    for (const [name, to] of [
      ['Bitcoin', { name: 'Bitcoin (old)' }],
      ['Ethereum', { available: true }],
    ] as const) {
      expect((await change(name, to)).status).toBe(202)
    }
    for (const { id } of await waiting()) await owner.must(`/api/refuse-approval/${id}`, { reason: 'Not this.' })
    expect((await change('Bitcoin', { name: 'bitcoin' })).status).toBe(202)
    expect((await change('Ethereum', { name: 'Ethereum (ERC20)', available: false })).status).toBe(202)
    for (const { id } of await waiting()) await owner.must(`/api/refuse-approval/${id}`, { reason: 'Not this.' })
    expect((await change('Bitcoin', { name: 'Bitcoin (old)', available: false })).status).toBe(202)
    expect((await change('Ethereum', { network: 'polygon' })).status).toBe(202)
    expect(await all()).toEqual(before)
  })

  test('raises no rate, no referral percent and nothing that pays out more, in a plan that is new, shown or changed', async () => {
    const before = await all()
    for (const to of [{ daily_roi: '0.41' }, { ref_bonus: '5.5' }, { daily_roi: '0.1', ref_bonus: '6' }]) {
      expect((await changePlan('Steady', to)).status).toBe(202)
      for (const { id } of await waiting()) await owner.must(`/api/refuse-approval/${id}`, { reason: 'Not this.' })
    }
    for (const to of [{ max_amount: '500000' }, { durations_copy: '14, 30, 365' }, { durations_copy: '1, 14, 30' }]) {
      expect((await changePlan('Steady', to)).status).toBe(202)
      for (const { id } of await waiting()) await owner.must(`/api/refuse-approval/${id}`, { reason: 'Not this.' })
    }
    expect((await changePlan('Launch', { available: true })).status).toBe(202)
    expect((await thief.post('/api/create-plan', { ...PLAN, name: 'Steady ' })).status).toBe(202)
    expect((await thief.post('/api/create-plan', { ...PLAN, available: false, daily_roi: '0' })).status).toBe(202)
    expect(await all()).toEqual(before)
  })

  test('gives no plan another name or description, which could say where to pay', async () => {
    const before = await all()
    const description = `Pay to ${THEIR_BITCOIN} from today.`
    for (const to of [{ description }, { name: `Steady: ${THEIR_BITCOIN}` }, { name: 'steady' }]) {
      expect((await changePlan('Steady', to)).status).toBe(202)
      for (const { id } of await waiting()) await owner.must(`/api/refuse-approval/${id}`, { reason: 'Not this.' })
    }
    expect((await changePlan('Steady', { description, daily_roi: '0.1' })).status).toBe(202)
    expect(await all()).toEqual(before)
    expect(await told()).toContainEqual(
      expect.objectContaining({ title: 'Change of a plan', bold_value: 'Steady', status_text: 'asked for by thief' }),
    )
    const mail = await owner.newestMessage(
      '.eml',
      OWNER.email,
      /^Subject: Change of a plan: asked for by thief[^]*^Description:/m,
    )
    expect(unfolded(mail)).toContain(THEIR_BITCOIN)
  })

  test('lowers a rate alone, and cannot raise it to what it was', async () => {
    expect((await changePlan('Launch', { daily_roi: '4' })).status).toBe(200)
    expect((await changePlan('Launch', { daily_roi: '5' })).status).toBe(202)
    expect(await planNamed('Launch')).toMatchObject({ daily_roi: '4' })
  })

  test('hides a wallet at once, also while a change of it waits, which can then not be agreed to', async () => {
    const asked = await change('Bitcoin', { address: THEIR_BITCOIN })
    expect(asked.status).toBe(202)
    expect((await change('Bitcoin', { available: false })).status).toBe(200)
    expect((await offer()).wallets).toEqual([])
    expect((await owner.post(`/api/agree-approval/${asked.body.approval_id}`)).status).toBe(409)
    await owner.must(`/api/refuse-approval/${asked.body.approval_id}`, { reason: 'Not this.' })
    const shown = await change('Bitcoin', { available: true })
    expect(shown.status).toBe(202)
    expect((await thief.post(`/api/agree-approval/${shown.body.approval_id}`)).status).toBe(403)
    await owner.must(`/api/agree-approval/${shown.body.approval_id}`)
    expect((await offer()).wallets).toMatchObject([{ wallet_address: OUR_BITCOIN, available: true }])
  })

  test('hides a wallet at once whose name was given when more was allowed, and gives none such a name', async () => {
    for (const name of ['Old  wallet', 'Old\u3164wallet', 'Old w\u0430llet', 'Old wallet\u2800']) {
      const { id } = await walletNamed('Ethereum')
      await house.app.db.updateTable('wallet').set({ name, available: true }).where('id', '=', id).execute()
      expect((await change(name, { available: false })).status).toBe(200)
      expect(await walletNamed(name)).toMatchObject({ id, available: false })
      await house.app.db.updateTable('wallet').set({ name: 'Ethereum' }).where('id', '=', id).execute()
      if (name === 'Old  wallet') continue
      expect((await thief.post('/api/create-wallet', { name, address: THEIR_BITCOIN })).status).toBe(422)
      expect((await change('Ethereum', { name })).status).toBe(422)
      expect((await thief.post('/api/create-plan', { ...PLAN, name })).status).toBe(422)
    }
  })

  test('hides and lowers a plan at once, also while a change of it waits, which can then not be agreed to', async () => {
    for (const to of [{ available: false }, { daily_roi: '0.3' }]) {
      const before = await planNamed('Steady')
      const asked = await changePlan('Steady', { daily_roi: '9' })
      expect(asked.status).toBe(202)
      const more = await changePlan('Steady', { ref_bonus: '99' })
      expect(more).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/^A change of this plan waits/) },
      })
      expect((await changePlan('Steady', to)).status).toBe(200)
      expect(await planNamed('Steady')).toMatchObject({ ...to, version: before.version + 1 })
      expect((await owner.post(`/api/agree-approval/${asked.body.approval_id}`)).status).toBe(409)
      await owner.must(`/api/refuse-approval/${asked.body.approval_id}`, { reason: 'Not this.' })
    }
    const about = { title: 'Change of a plan', bold_value: 'Steady', status_text: 'made by thief' }
    // of hiding it, since that stops what comes in, and of the lower rate, at which others invest again at their end
    const { title, bold_value, status_text } = about
    const made = (await told()).filter(
      (one: typeof about) => one.title === title && one.bold_value === bold_value && one.status_text === status_text,
    )
    expect(made).toHaveLength(2)
    const back = await changePlan('Steady', { ...PLAN, available: true })
    await owner.must(`/api/agree-approval/${back.body.approval_id}`)
  })

  test('changes no limit of what one administrator does alone', async () => {
    const path = '/api/update-setting/second_approval_limit'
    const limit = async () => (await owner.get('/api/admin/approvals')).body.limit
    const answer = await thief.post(path, { value: '1000000', ...REASON })
    expect(answer.status).toBe(role === 'owner' ? 202 : 403)
    expect(await limit()).toBe('1000.00')
    if (role === 'reviewer') {
      const asked = await owner.post(path, { value: '500', ...REASON })
      expect(asked.status).toBe(202)
      expect(await limit()).toBe('1000.00')
      await thief.must(`/api/agree-approval/${asked.body.approval_id}`)
      expect(await limit()).toBe('500.00')
      const back = await owner.post(path, { value: null, ...REASON })
      expect(back.status).toBe(202)
      expect(await limit()).toBe('500.00')
    }
  })

  test('is told of: every owner hears of each, when it is asked for and when it is done', async () => {
    const asked = await change('Bitcoin', { address: THEIR_BITCOIN })
    const about = { title: 'Change of a payment wallet', bold_value: 'Bitcoin' }
    expect(await told()).toContainEqual(expect.objectContaining({ ...about, status_text: 'asked for by thief' }))
    await owner.newestMessage('.eml', OWNER.email, /^Subject: Change of a payment wallet: asked for by thief/m)
    await owner.must(`/api/refuse-approval/${asked.body.approval_id}`, { reason: 'Not this.' })

    expect((await change('Bitcoin', { available: false })).status).toBe(200)
    expect(await told()).toContainEqual(expect.objectContaining({ ...about, status_text: 'made by thief' }))
    const shown = await change('Bitcoin', { available: true })
    await owner.must(`/api/agree-approval/${shown.body.approval_id}`)
    expect(await told()).toContainEqual(expect.objectContaining({ ...about, status_text: 'agreed to by first-owner' }))
    expect(JSON.stringify((await investor.get('/api/histories')).body.toasts)).not.toContain('payment wallet')
  })

  test('writes to many in the house’s name, and every owner hears who wrote what to how many', async () => {
    const content = `From today pay to ${THEIR_BITCOIN}.`
    await thief.must('/api/send-mailing', { title: 'Another address', content, segment: 'all' })
    expect(await told()).toContainEqual(
      expect.objectContaining({ title: 'Mail to many', bold_value: 'Another address', status_text: 'sent by thief' }),
    )
    const mail = unfolded(await owner.newestMessage('.eml', OWNER.email, /^Subject: Mail to many: sent by thief/m))
    for (const line of ['Subject: Another address', 'To: All users', 'Recipients: 3 people', `Text: ${content}`]) {
      expect(mail).toContain(line)
    }
  })

  test('writes to those who have invested, and owners are told what the mail says to its end', async () => {
    const { plans, wallets } = await offer()
    const invested = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '100', duration: 14 }
    await investor.must('/api/save-investment', invested)
    const [{ id }] = (await investor.get('/api/histories')).body.investments
    await owner.must(`/api/approve-investment/${id}`)
    const content = `${'News. '.repeat(500)}From today pay to ${THEIR_BITCOIN}`
    await thief.must('/api/send-mailing', { title: 'News', content, segment: 'running' })
    const mail = await owner.newestMessage('.eml', OWNER.email, /^To: Users with running investments/m)
    expect(unfolded(mail)).toContain(`From today pay to ${THEIR_BITCOIN}`)
  })

  test('makes owners hear of thirty things in an hour and no more, and can still hide a wallet', async () => {
    await house.clock.move(HOUR)
    const mails = async () =>
      house.app.db.selectFrom('message').select('id').where('receiver', '=', OWNER.email).execute()
    const plan = (n: number) => thief.post('/api/create-plan', { ...PLAN, name: `Plan ${n}` })
    for (let n = 0; n < 15; n += 1) {
      expect((await plan(n)).status).toBe(202)
      expect((await thief.post('/api/create-wallet', { name: `W ${n}`, address: THEIR_BITCOIN })).status).toBe(202)
    }
    const before = [(await mails()).length, (await waiting()).length]
    const refused = await plan(30)
    expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('Try again in') } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    const mailing = { title: 'News', content: 'Hello', segment: 'all' }
    expect((await thief.post('/api/send-mailing', mailing)).status).toBe(429)
    expect((await thief.post('/api/create-wallet', { name: 'W', address: THEIR_BITCOIN })).status).toBe(429)
    expect((await change('Bitcoin', { address: THEIR_BITCOIN })).status).toBe(429)
    expect([(await mails()).length, (await waiting()).length]).toEqual(before)
    expect((await change('Bitcoin', { available: false })).status).toBe(200)
    expect((await owner.post('/api/create-plan', { ...PLAN, name: 'Ours' })).status).toBe(202)
    await house.clock.move(HOUR)
    expect((await plan(30)).status).toBe(202)
  })

  test.runIf(role === 'owner')('leads nobody to another support page alone, and every owner hears of it', async () => {
    const support = async () => (await house.visitor().get('/support')).headers.get('location')
    const before = await support()
    const to = { value: 'https://evil.test/help', ...REASON }
    expect((await thief.post('/api/update-setting/support_url', to)).status).toBe(202)
    expect((await thief.post('/api/update-setting/approval_days', { value: '1', ...REASON })).status).toBe(202)
    expect(await support()).toBe(before)
    expect(await told()).toContainEqual(
      expect.objectContaining({
        title: 'Change of a setting',
        bold_value: 'Support',
        status_text: 'asked for by thief',
      }),
    )
    const mail = await owner.newestMessage('.eml', OWNER.email, /^Setting: Support/m)
    expect(unfolded(mail)).toContain('Value: none (the default) → https: / /evil. test/help')
  })

  test.runIf(role === 'owner')('writes to nobody under another name alone, and every owner hears of it', async () => {
    const sender = async (content: string) => {
      await thief.must('/api/send-mail', { receiver: investor.email, title: 'Hello', content })
      return /^From: .*/m.exec(await investor.newestMessage('.eml', investor.email, new RegExp(content)))?.[0]
    }
    const before = await sender('The first mail')
    // a whole address is too long for a name
    const to = { value: `Pay BTC to ${THEIR_BITCOIN.slice(0, 12)}`, ...REASON }
    const whole = { value: `Pay BTC to ${THEIR_BITCOIN}`, ...REASON }
    expect((await thief.post('/api/update-setting/platform_name', whole)).status).toBe(422)
    expect((await thief.post('/api/update-setting/platform_name', to)).status).toBe(202)
    expect(await sender('The second mail')).toBe(before)
    const mail = await owner.newestMessage('.eml', OWNER.email, /^Setting: Name of the operator/m)
    expect(unfolded(mail)).toContain(`Value: Plumb (the default) → ${to.value}`)
  })
}
