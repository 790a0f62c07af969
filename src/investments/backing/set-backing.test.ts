/** Choosing how promises are set apart, over HTTP: who may, who agrees, who is told, and from when it counts. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#kit/clock.ts'
import { fromWire, toWire, ZERO } from '#money/micro-usd.ts'
import { leftToInvest } from '#plans/left-rules.ts'
import { OUR_BITCOIN } from '../../../test/support/addresses.ts'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { everyKindOfPerson, type People } from '../../../test/support/people-over-http.ts'
import { unfolded } from '../../../test/support/read-mail.ts'
import { mustBoth } from '../../../test/support/roles.ts'

let house: TestApp
let people: People

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  people = await everyKindOfPerson(house)
  const { owner, reviewer } = people
  await mustBoth(owner, reviewer, '/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  await mustBoth(owner, reviewer, '/api/create-plan', {
    ...{ name: 'Steady', min_amount: '100', max_amount: '5000', durations_copy: '14', ref_bonus: '5' },
    ...{ description: '', daily_roi: '0.4' },
  })
})
afterAll(async () => {
  expect(await house.problems()).toEqual([])
  await house.close()
})

const offer = async () => (await people.investor.get('/api/histories')).body
const backing = async () => (await people.support.get('/api/admin/backing')).body

test('at first nobody has chosen, and what is not set apart is said', async () => {
  expect(await backing()).toMatchObject({
    backing: 'disclosed',
    chosen_at: null,
    disclosed_from: null,
    needed_for_strict: '0.00',
  })
  expect(await offer()).toMatchObject({
    reserve: { backing: 'disclosed', free: '0.00' },
    plans: [{ left_to_invest: null }],
  })
})

test('an owner alone makes promises strict; every plan then says what can still be invested in it', async () => {
  for (const who of [people.investor, people.support, people.reviewer, people['signed out']]) {
    expect([401, 403]).toContain((await who.post('/api/set-backing', { backing: 'strict', reason: 'x' })).status)
  }
  await people.owner.must('/api/set-backing', { backing: 'strict', reason: 'we only promise what we have' })
  expect((await offer()).plans[0].left_to_invest).toBe('0.00')
  const { wallets, plans } = await offer()
  const asked = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '500', duration: 14 }
  expect(await people.investor.post('/api/save-investment', asked)).toMatchObject({
    ...{
      status: 422,
      body: { errors: { amount: [expect.stringContaining('This plan takes no new money at the moment')] } },
    },
  })
  await people.owner.must('/api/record-funds', {
    ...{ wallet_id: wallets[0].id, direction: 'in', account: 'reserve', amount: '106', reason: 'for promises' },
  })
  await house.clock.move(MINUTE)
  // 0.4 % for 14 days are 5.6 % of it: nobody invited them
  expect((await offer()).plans[0].left_to_invest).toBe('1892.85')
  await people.investor.must('/api/save-investment', asked)
  await house.clock.move(MINUTE)
  expect(Number((await offer()).plans[0].left_to_invest)).toBeLessThan(1892)
})

test('what waits is held of the reserve: on the desk free is what investors are told, and no more can be freed', async () => {
  const { free } = (await offer()).reserve
  // $500 at 0.4 % for 14 days
  expect(await backing()).toMatchObject({ yield: '106.00', held: '28.00', free: '78.00' })
  expect(free).toBe('78.00')
  expect((await people.support.get('/api/admin/funds')).body).toMatchObject({ may_leave_reserve: '78.00' })
  const more = { amount: '78.01', direction: 'out', reason: 'too much' }
  expect(await people.owner.post('/api/move-to-reserve', more)).toMatchObject({
    ...{ status: 422, body: { errors: { amount: ['No more than $78.00 of the reserve is free.'] } } },
  })
})

test('what two have taken out beyond what is free is told to everybody by day and amount, and nothing new is promised until it is back', async () => {
  const books = async () => (await house.visitor().get('/api/books')).body
  const { wallets, plans } = await offer()
  const asked = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '100', duration: 14 }
  const [saved] = (await people.investor.get('/api/histories')).body.investments
  await house.clock.move(MINUTE)
  expect((await books()).beyond_free).toEqual([])
  const capital = { wallet_id: wallets[0].id, account: 'capital', reason: 'of the network' }
  // all that the house has is set apart: nothing is free
  expect((await backing()).own).toBe('0.00')
  const { status, body } = await people.owner.post('/api/record-funds', { ...capital, direction: 'out', amount: '30' })
  expect(status).toBe(202)
  await people.reviewer.must(`/api/agree-approval/${body.approval_id}`)
  await house.clock.move(MINUTE)
  const day = house.clock.now().toISOString().slice(0, 10)
  expect((await books()).beyond_free).toEqual([{ day, amount: '30.00', missing: '30.00' }])
  // there is a reserve, and yet
  expect(await backing()).toMatchObject({ yield: '106.00', free: '0.00' })
  expect((await offer()).plans[0].left_to_invest).toBe('0.00')
  expect((await people.investor.post('/api/save-investment', asked)).status).toBe(422)
  // what was saved before that is approved
  await people.reviewer.must(`/api/approve-investment/${saved.id}`)
  await people.owner.must('/api/record-funds', { ...capital, direction: 'in', amount: '10' })
  await house.clock.move(MINUTE)
  expect((await books()).beyond_free).toEqual([{ day, amount: '30.00', missing: '20.00' }])
  await people.owner.must('/api/record-funds', { ...capital, direction: 'in', amount: '20' })
  await house.clock.move(MINUTE)
  expect((await books()).beyond_free).toEqual([])
  await people.investor.must('/api/save-investment', asked)
})

test('whoever was invited, or looks around, reads what is set apart for a plan as those who have signed in do', async () => {
  const told = async () => (await house.visitor().get('/api/invitation')).body
  await house.clock.move(MINUTE)
  const { reserve, plans } = await offer()
  expect(reserve).toMatchObject((await told()).reserve)
  const of = { ...plans[0], days: 14 }
  const most = (withBonus: boolean) => toWire(leftToInvest({ ...of, withBonus }, fromWire(reserve.free)) ?? ZERO)
  expect(plans[0].left_to_invest).toBe(most(false))
  expect((await told()).plans[0].left_to_invest).toBe(most(true))
  const before = await told()
  const { wallets } = await offer()
  const more = { wallet_id: wallets[0].id, direction: 'in', account: 'reserve', amount: '50', reason: 'for promises' }
  await people.owner.must('/api/record-funds', more)
  // to the second it would tell strangers what others do
  expect(await told()).toEqual(before)
  expect((await offer()).reserve).toEqual(reserve)
  await house.clock.move(MINUTE)
  const after = await offer()
  expect(after.reserve).toMatchObject((await told()).reserve)
  expect(Number(after.reserve.free)).toBe(Number(reserve.free) + 50)
})

test('asking for disclosed writes to no investor, not even to undo it', async () => {
  const client = new pg.Client({ connectionString: house.databaseUrl })
  await client.connect()
  await client.query(`
    CREATE FUNCTION nobody_yet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'somebody is told'; END $$;
    CREATE TRIGGER nobody_yet BEFORE INSERT ON notification FOR EACH ROW WHEN (NEW.icon = 'security') EXECUTE FUNCTION nobody_yet()`)
  const asked = await people.owner.post('/api/set-backing', { backing: 'disclosed', reason: 'only asked' })
  await client.query('DROP TRIGGER nobody_yet ON notification; DROP FUNCTION nobody_yet()')
  await client.end()
  expect(asked.status).toBe(202)
  await people.owner.must(`/api/withdraw-approval/${asked.body.approval_id}`)
})

test('back to disclosed waits for a second administrator, tells every investor, and counts 72 hours later', async () => {
  const asked = { backing: 'disclosed', reason: 'we grow faster than the reserve' }
  const { wallets, plans } = await offer()
  // an investor with a role is one as well
  const own = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '100', duration: 14 }
  await people.reviewer.must('/api/save-investment', own)
  const { status, body } = await people.owner.post('/api/set-backing', asked)
  expect(status).toBe(202)
  expect(await backing()).toMatchObject({ backing: 'strict', disclosed_from: null })
  expect((await people.owner.post('/api/set-backing', asked)).status).toBe(409)
  await people.reviewer.must(`/api/agree-approval/${body.approval_id}`)
  const { backing: still, disclosed_from: from } = await backing()
  expect(still).toBe('strict')
  expect(Date.parse(from) - house.clock.now().getTime()).toBe(72 * HOUR)
  const told = unfolded(
    await people.owner.newestMessage('.eml', people.owner.email, /^Subject: Backing of promises: agreed to/m),
  )
  const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' })
  expect(told).toContain(`It takes effect on ${moment.format(Date.parse(from))}, and not before.`)
  expect(told).toContain('Promises to investors: Strict → Disclosed')
  const alerts = (await people.owner.get('/api/notifications')).body.items
  expect(alerts.map(({ data }: { data: { status_text: string } }) => data.status_text)).toContain(
    `agreed to by ${people.reviewer.name}, from ${moment.format(Date.parse(from))}`,
  )
  for (const investor of [people.investor, people.reviewer]) {
    const { items } = (await investor.get('/api/notifications')).body
    expect(items.map(({ data }: { data: { title: string } }) => data.title)).toContainEqual(
      expect.stringContaining('In three days'),
    )
  }
  await house.clock.move(MINUTE)
  const { body: open } = await house.visitor().get('/api/books')
  expect([open.backing, open.disclosed_from]).toEqual(['strict', from])
  expect((await people.owner.post('/api/set-backing', asked)).status).toBe(409)
})
