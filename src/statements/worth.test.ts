import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, SECOND } from '#kit/clock.ts'
import { fromWire, microUsd, sum, toWire } from '#money/micro-usd.ts'
import { THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import type { Visitor } from '../../test/support/visitor.ts'
import { makeOffer } from '../../test/support/walk.ts'
import type { WorthDay } from './contract.ts'
import { THOROUGH } from '../../test/support/thorough.ts'

const ACCOUNTS = ['all', 'earnings', 'referral', 'bonus', 'invested', 'withdrawing'] as const
const ZONES = ['America/Los_Angeles', 'Pacific/Kiritimati', 'UTC']
const STEPS = 36
/** The story is shorter than this. */
const DAYS = 20

let house: TestApp
let owner: Visitor
let investor: Visitor
let stranger: Visitor
/** The same numbers each time, from 0 to 1. */
let seed = 20_261_122
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const read = async (path: string, who = investor) => {
  const { status, body } = await who.get(path)
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`)
  return body
}
const worth = async (zone: string, days = DAYS): Promise<WorthDay[]> =>
  (await read(`/api/worth?days=${days}&zone=${encodeURIComponent(zone)}`)).days
const cents = () => (100 + Math.floor(random() * 90_000) / 100).toFixed(2)
const idOf = async (list: string) => (await read('/api/histories'))[list][0].id

/** What may happen in the life of an account; each kind of line that a statement knows, over some days. */
const steps = {
  async invest() {
    const { plans, wallets } = await read('/api/histories')
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: cents(), duration: 14 }
    await investor.must('/api/save-investment', choice)
    await owner.must(`/api/approve-investment/${await idOf('investments')}`)
  },
  async correct() {
    const running = (await read('/api/histories')).investments.find(({ status }: WorthRecord) => status === 'approved')
    if (!running) return
    const { item } = await read(`/api/admin/investments/${running.id}`, owner)
    const edit = { version: item.version, date: item.began_at, status: 'approved', reason: 'Typed wrong' }
    await owner.must(`/api/update-investment/${running.id}`, { ...edit, amount: cents() })
  },
  async topUp() {
    const account = random() < 0.5 ? {} : { account: 'bonus' }
    await owner.must(`/api/topup-user/${investor.id}`, { ...account, amount: cents(), reason: 'For the delay' })
  },
  async withdraw() {
    const { account_balance } = await read('/api/balance')
    if (fromWire(account_balance) < 20_000_000n) return
    const to = { wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
    await investor.must('/api/withdraw', { amount: '10.01', source: 'investment', ...to })
    const id = await idOf('withdrawals')
    if (random() < 0.3) return
    if (random() < 0.3) return void (await owner.must(`/api/decline-withdrawal/${id}`, { reason: 'Sent back' }))
    await owner.must(`/api/approve-withdrawal/${id}`)
    const { amount, created_at, version } = (await read('/api/histories')).withdrawals[0]
    const paid = { amount, date: created_at, version, status: 'completed' }
    await owner.must(`/api/update-withdrawal/${id}`, paid)
  },
}
/** All lines of a period. */
async function linesOf(period: string): Promise<{ kind: string; at: string; amount: string }[]> {
  const lines = []
  let cursor = ''
  do {
    const page = await read(`/api/statement?${period}&limit=100${cursor}`)
    lines.push(...page.lines)
    cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
  } while (cursor !== '')
  return lines
}
type WorthRecord = { id: string; status: string }

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  owner = await house.owner()
  await makeOffer(owner)
  investor = house.visitor()
  await investor.join('investor')
  stranger = house.visitor()
  await stranger.join('stranger')
  const { wallets } = await read('/api/histories')
  const funds = { wallet_id: wallets[0].id, account: 'capital', direction: 'in', reason: 'To pay from' }
  await owner.must('/api/record-funds', { ...funds, amount: '100000' })
  await steps.topUp()
  const kinds = Object.values(steps)
  for (let step = 0; step < STEPS; step += 1) {
    await house.clock.move(Math.floor(random() * 18 * HOUR + SECOND))
    await house.runJobs({ lookingBack: false })
    if (step % 4 === 0) [investor, owner] = [await again('investor'), await house.owner()]
    await kinds[Math.floor(random() * kinds.length)]?.()
  }
  await house.clock.move(3 * HOUR)
})
afterAll(async () => {
  expect(await house.problems()).toEqual([])
  await house.close()
})

async function again(name: string): Promise<Visitor> {
  const visitor = house.visitor()
  await visitor.signIn(`${name}@mail.plumb.test`, 'correct horse battery')
  return visitor
}

describe('what an investor had over time', () => {
  const closesAlike = async (zone: string) => {
    const days = await worth(zone)
    expect(new Set(days.map(({ all }) => all)).size).toBeGreaterThan(10)
    for (const account of ACCOUNTS) {
      const closings = []
      for (const { day } of days) {
        const period = `from=${day}&to=${day}&zone=${encodeURIComponent(zone)}`
        const { closing, unposted } = await read(`/api/statement?${period}&account=${account}&limit=1`)
        closings.push(toWire(microUsd(fromWire(closing) + fromWire(unposted))))
      }
      expect(
        days.map((day) => day[account]),
        account,
      ).toEqual(closings)
    }
  }
  test.each(ZONES.slice(0, 1))(
    'is to the micro-dollar what the statement of each day closes with, of each account: %s',
    closesAlike,
  )
  test.each(ZONES.slice(1))(
    'is to the micro-dollar what the statement of each day closes with, of each account: %s',
    THOROUGH,
    closesAlike,
  )

  test('marks on its day what came from outside and what was paid out, as the statement has it', async () => {
    const days = await worth('UTC')
    const [first, last] = [days[0]?.day, days.at(-1)?.day]
    const lines = await linesOf(`from=${first}&to=${last}`)
    const told = (kind: string, day: string) => lines.filter((line) => line.kind === kind && line.at.startsWith(day))
    const amounts = (rows: { amount: string }[]) => sum(rows.map(({ amount }) => fromWire(amount)))
    for (const { day, paid_in, paid_out } of days) {
      expect([paid_in, paid_out], day).toEqual([
        toWire(amounts(told('investment approved', day))),
        toWire(microUsd(-amounts(told('withdrawal paid', day)))),
      ])
    }
    expect(days.filter(({ paid_in }) => paid_in !== '0.00').length).toBeGreaterThan(3)
    expect(days.filter(({ paid_out }) => paid_out !== '0.00').length).toBeGreaterThan(0)
  })

  test('ends with the balances of this second, in every zone and over any number of days', async () => {
    const balance = await read('/api/balance')
    const now = {
      earnings: balance.account_balance,
      referral: balance.ref_bal,
      bonus: balance.bonus_balanace,
      invested: balance.current_investment,
      withdrawing: balance.withdrawing,
    }
    const all = toWire(sum(Object.values(now).map((amount) => fromWire(amount))))
    for (const zone of ZONES) {
      for (const days of [1, 7, 366]) {
        const told = await worth(zone, days)
        expect(told).toHaveLength(days)
        expect(told.at(-1)).toMatchObject({ ...now, all })
      }
    }
  })

  test('begins with what stood there before', async () => {
    const [long, short] = [await worth('UTC'), await worth('UTC', 5)]
    expect(short).toEqual(long.slice(-5))
  })

  test('is nothing for somebody without money, and nobody else’s', async () => {
    const days = (await read('/api/worth', await again('stranger'))).days as WorthDay[]
    expect(days).toHaveLength(30)
    for (const { day, ...amounts } of days) expect(new Set(Object.values(amounts)), day).toEqual(new Set(['0.00']))
  })

  test.each([
    ['zone=Atlantis', 'zone'],
    ['days=367', 'days'],
    ['days=0', 'days'],
    ['days=-3', 'days'],
  ])('refuses %s, and says where', async (query, field) => {
    const { status, body } = await investor.get(`/api/worth?${query}`)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
  })

  test('stays as it was for a day that is over', async () => {
    const before = (await worth('UTC')).slice(0, -1)
    await house.clock.move(DAY)
    await house.runJobs()
    investor = await again('investor')
    const after = await worth('UTC')
    expect(after.slice(0, -1).slice(0, before.length - 1)).toEqual(before.slice(1))
  })
})
