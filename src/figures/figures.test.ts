import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kit/clock.ts'
import type { Investor } from '#kit/actor.ts'
import type { Database, Tx } from '#kit/database.ts'
import { readTransaction } from '#kit/transaction.ts'
import { earned, earnedBy, earningSeconds, endOf } from '#investments/rules.ts'
import { accrueDue } from '#investments/accrue.ts'
import { approveInvestment } from '#investments/approve.ts'
import { completeDue } from '#investments/complete.ts'
import { declineInvestment } from '#investments/decline.ts'
import { updateInvestment } from '#investments/update.ts'
import { fromWire, microUsd, sum, type MicroUsd } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { recordFunds } from '#wallets/record-funds.ts'
import { tellFullStory, type FullStory } from '../../test/support/full-story.ts'
import { openInvestingHouse, SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { invest, investmentNow, save } from '../../test/support/investing.ts'
import { anInvestor, aPlan, aWallet, usd } from '../../test/support/people.ts'
import { cohortsOf } from './cohorts.ts'
import { daysFrom, PastDays, PastPlanDays } from './days.ts'
import { platformFigures } from './figures.ts'
import type { PlanFigures, PlatformFigures } from './contract.ts'
import { planFigures } from './plan-figures.ts'
import { dueInvestments } from '#funds/due.ts'

/** Every account with what its entries sum to, on its own side, and what moved on custody by transfer. */
async function ledgerOf(db: Database) {
  const accounts = await db
    .selectFrom('account')
    .leftJoin('entry', 'entry.account_id', 'account.id')
    .select(['name', sql<MicroUsd>`account.side * coalesce(sum(entry.amount), 0)::bigint`.as('total')])
    .groupBy(['account.id'])
    .execute()
  const custody = await db
    .selectFrom('entry')
    .innerJoin('account', 'account.id', 'entry.account_id')
    .innerJoin('transfer', 'transfer.id', 'entry.transfer_id')
    .select(['entry.amount', 'transfer.reference_kind', 'transfer.effective_at'])
    .where('account.name', 'like', 'custody/%')
    .execute()
  const on = (pattern: RegExp) => sum(accounts.filter(({ name }) => pattern.test(name)).map(({ total }) => total))
  return { on, custody }
}

const lineUp = (amounts: readonly string[]) => sum(amounts.map(fromWire))

/** Holds every figure against the sums of the accounts, entry by entry, and the records counted one by one. */
async function expectFiguresOfTheBooks(db: Database, figures: PlatformFigures): Promise<void> {
  const now = new Date(figures.as_of)
  const { on, custody } = await ledgerOf(db)
  const moved = (kind: string, from = new Date(0)) =>
    sum(custody.filter((line) => line.reference_kind === kind && line.effective_at >= from).map(({ amount }) => amount))
  const { money, owed, held, coverage, due, users } = figures

  for (const kind of ['earnings', 'referral', 'bonus', 'invested', 'withdrawing'] as const) {
    expect(fromWire(owed[kind]), kind).toBe(on(new RegExp(`^investor/.*/${kind}$`)))
  }
  expect(fromWire(owed.suspense)).toBe(on(/^suspense/))
  expect(fromWire(held.total)).toBe(on(/^custody/))
  for (const wallet of held.wallets) {
    expect(fromWire(wallet.custody)).toBe(on(new RegExp(`^custody/${wallet.id}$`)))
    expect(fromWire(wallet.suspense)).toBe(on(new RegExp(`^suspense/${wallet.id}$`)))
  }
  expect(fromWire(money.in)).toBe(moved('investment'))
  expect(fromWire(money.out)).toBe(-moved('withdrawal'))
  expect(fromWire(money.own_in) - fromWire(money.own_out)).toBe(moved('wallet'))
  const since = new Date(figures.since)
  expect(fromWire(money.in_30_days)).toBe(moved('investment', since))
  expect(fromWire(money.out_30_days)).toBe(-moved('withdrawal', since))
  expect(lineUp(money.days.map((day) => day.in))).toBe(fromWire(money.in_30_days))
  expect(lineUp(money.days.map((day) => day.out))).toBe(fromWire(money.out_30_days))
  expect(money.days).toHaveLength(30)

  const running = await db
    .selectFrom('investment')
    .innerJoin('investment_earning', 'investment_id', 'id')
    .selectAll()
    .where('status', '=', 'approved')
    .execute()
  const soFar = (investment: (typeof running)[number]) => {
    const formula = earnedBy(investment, now)
    return formula > investment.earned_posted ? formula : investment.earned_posted
  }
  expect(fromWire(owed.accrued)).toBe(sum(running.map((each) => microUsd(soFar(each) - each.earned_posted))))
  expect(fromWire(owed.total)).toBe(on(/^(investor|suspense)/) + fromWire(owed.accrued))
  expect(fromWire(coverage.over)).toBe(on(/^custody/) - fromWire(owed.total))
  const toCome = sum(
    running.map((each) => microUsd(earned(each.amount, each.daily_roi, each.duration * 86_400) - soFar(each))),
  )
  expect(fromWire(due.in_90_days.principal) + fromWire(due.later.principal)).toBe(on(/^investor\/.*\/invested$/))
  expect(fromWire(due.in_90_days.to_earn) + fromWire(due.later.to_earn)).toBe(toCome)
  expect(due.in_90_days.count + due.later.count).toBe(running.length)
  expect(lineUp(due.days.map(({ principal }) => principal))).toBe(fromWire(due.in_90_days.principal))
  expect(lineUp(due.days.slice(0, 31).map(({ principal }) => principal))).toBe(fromWire(due.in_30_days.principal))

  expect(users.total).toBe((await db.selectFrom('app_user').select('id').execute()).length)
  expect(users.days.reduce((count, day) => count + day.count, 0)).toBe(users.in_30_days)
  const { registered, verified, approved, invested } = figures.conversion
  expect([registered >= verified, verified >= approved, verified >= invested]).toEqual([true, true, true])
}

/** Holds the figures of plans, of cohorts and of what is going to be earned against those of the platform, and the books. */
async function expectPartsOfTheBooks(db: Database, figures: PlatformFigures, past = new PastPlanDays()): Promise<void> {
  const { zone, money, owed, due } = figures
  const now = new Date(figures.as_of)
  const read = <T>(of: (tx: Tx) => Promise<T>) => readTransaction(db, of)
  const plans = await read((tx) => planFigures(tx, now, zone, past))
  expect(await read((tx) => planFigures(tx, now, zone, new PastPlanDays()))).toEqual(plans)
  const ofPlans = (amount: (plan: PlanFigures) => string) => lineUp(plans.items.map(amount))
  const { on } = await ledgerOf(db)
  expect(ofPlans((plan) => plan.in)).toBe(fromWire(money.in))
  expect(ofPlans(({ running }) => running.principal)).toBe(fromWire(owed.invested))
  expect(ofPlans(({ running }) => running.to_earn)).toBe(fromWire(due.in_90_days.to_earn) + fromWire(due.later.to_earn))
  expect(ofPlans((plan) => plan.earned)).toBe(on(/^expense\/yield$/))

  const entries = await db
    .selectFrom('entry')
    .innerJoin('account', 'account.id', 'entry.account_id')
    .innerJoin('transfer', 'transfer.id', 'entry.transfer_id')
    .select(['entry.amount', 'account.kind', 'transfer.effective_at'])
    .where((eb) =>
      eb.or([eb('transfer.reference_kind', '=', 'investment'), eb('transfer.kind', '=', 'investment earned')]),
    )
    .execute()
  const began = await db.selectFrom('investment').selectAll().where('source', '!=', 'payment').execute()
  const fromOwn = began.filter(({ status }) => status === 'approved' || status === 'completed')
  const toWallets = entries.filter(({ kind }) => kind === 'earnings' || kind === 'bonus')
  expect(ofPlans((plan) => plan.returned)).toBe(
    sum(fromOwn.map(({ amount }) => amount)) -
      sum(toWallets.map(({ amount }) => amount)) -
      ofPlans((plan) => plan.earned),
  )
  const invested = entries.filter(({ kind }) => kind === 'invested')
  const { begin } = daysFrom(now, -29, 30, zone)
  for (const [place, day] of money.days.entries()) {
    expect(
      ofPlans(({ days }) => days[place]?.in ?? ''),
      day.day,
    ).toBe(fromWire(day.in))
    const by = invested.filter(({ effective_at }) => effective_at < (begin[place + 1] ?? new Date(0)))
    expect(
      ofPlans(({ days }) => days[place]?.running ?? ''),
      day.day,
    ).toBe(-sum(by.map(({ amount }) => amount)))
  }

  const { cohorts } = await read((tx) => cohortsOf(tx, now, zone))
  const count = (of: 'verified' | 'invested' | 'holding') => cohorts.reduce((all, cohort) => all + cohort[of], 0)
  expect(lineUp(cohorts.map(({ paid_in }) => paid_in))).toBe(fromWire(money.in))
  expect(lineUp(cohorts.map(({ paid_out }) => paid_out))).toBe(fromWire(money.out))
  expect(count('verified')).toBe(figures.users.total)
  const holders = await db
    .selectFrom('account')
    .select('owner_id')
    .distinct()
    .where('balance', '<>', 0n as MicroUsd)
    .where('kind', 'in', ['earnings', 'referral', 'bonus', 'invested', 'withdrawing'])
    .execute()
  expect(count('holding')).toBe(holders.length)

  const running = await db
    .selectFrom('investment')
    .innerJoin('investment_earning', 'investment_id', 'id')
    .selectAll()
    .where('status', '=', 'approved')
    .execute()
  const at = (each: (typeof running)[number], by: Date) => {
    const formula = earnedBy(each, by)
    return formula > each.earned_posted ? formula : each.earned_posted
  }
  const ahead = daysFrom(now, 0, 91, zone).begin
  for (const place of [0, 1, 6, 29, 30, 89, 90]) {
    const by = ahead[place + 1] ?? now
    const said = lineUp(due.days.slice(0, place + 1).map(({ earns }) => earns))
    const apart = said - sum(running.map((each) => microUsd(at(each, by) - at(each, now))))
    expect(apart < 0n ? -apart : apart, `by day ${place}`).toBeLessThanOrEqual(2n * BigInt(running.length))
  }
  const back = running.filter(
    (each) => each.source !== 'bonus' && endOf(each.began_at ?? now, each.duration) < (ahead[91] ?? now),
  )
  expect(lineUp(due.days.map(({ comes_back }) => comes_back))).toBe(sum(back.map(({ amount }) => amount)))
}

describe('a house in which everything has happened', () => {
  let story: FullStory
  beforeAll(async () => {
    story = await tellFullStory()
  })
  afterAll(() => story.house.close())

  test.each(['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])(
    'the figures are the sums of the books, to the micro-dollar, by the days of %s',
    async (zone) => {
      const answer = await story.owner.get(`/api/admin/figures?zone=${zone}`)
      expect(answer.status).toBe(200)
      expect(await story.house.problems()).toEqual([])
      await expectFiguresOfTheBooks(story.house.app.db, answer.body)
      await expectPartsOfTheBooks(story.house.app.db, answer.body)
    },
  )

  test('the operator’s own money is told apart from what was paid in and out', async () => {
    const before = (await story.owner.get('/api/admin/figures')).body
    const funds = { wallet_id: story.shown.wallet, account: 'capital', reason: 'To pay from' }
    await story.owner.must('/api/record-funds', { ...funds, amount: '700', direction: 'in' })
    await story.owner.must('/api/record-funds', { ...funds, amount: '250', direction: 'out' })
    const after = (await story.owner.get('/api/admin/figures')).body
    expect([after.money.own_in, after.money.own_out]).toEqual(['700.00', '250.00'])
    expect([after.money.in, after.money.out]).toEqual([before.money.in, before.money.out])
    expect(after.money.days.at(-1)).toMatchObject({ own_in: '700.00', own_out: '250.00' })
    expect(fromWire(after.coverage.over) - fromWire(before.coverage.over)).toBe(usd(450))
    await expectFiguresOfTheBooks(story.house.app.db, after)
  })

  test('who was new is followed to the first investment', async () => {
    const visitor = story.house.visitor()
    await visitor.register('never-verified')
    await visitor.register('never-verified-either')
    const { conversion, users } = (await story.owner.get('/api/admin/figures')).body
    // the owner, the investor and three friends; the investor's identity is approved, the four have invested
    expect(conversion).toEqual({ registered: 7, verified: 5, approved: 1, invested: 4 })
    expect(users.total).toBe(5)
  })

  test('who joined in a month is followed to what they hold, and what they paid in and were paid out', async () => {
    const { cohorts } = (await story.owner.get('/api/admin/cohorts?zone=UTC')).body
    expect(cohorts).toHaveLength(12)
    // as above: two never proved their codes
    expect(cohorts.at(-1)).toMatchObject({ registered: 7, verified: 5, approved: 1, invested: 4, holding: 4 })
    expect(cohorts[0]).toMatchObject({ registered: null, verified: 0, paid_in: '0.00' })
    await story.house.visitor().join('somebody-else')
    expect((await story.owner.get('/api/admin/cohorts?zone=UTC')).body.cohorts, 'a minute').toEqual(cohorts)
    await story.house.clock.move(MINUTE)
    const later = (await story.owner.get('/api/admin/cohorts?zone=UTC')).body.cohorts
    expect(later.at(-1)).toMatchObject({ registered: 8, verified: 6 })
    expect((await story.owner.get('/api/admin/cohorts?zone=Nowhere')).status).toBe(422)
    expect((await story.owner.get('/api/admin/plan-figures?zone=Nowhere')).status).toBe(422)
  })

  test('what falls due is listed, the next first, with the sums of all', async () => {
    const { due } = (await story.owner.get('/api/admin/figures')).body
    const { body: first } = await story.owner.get('/api/admin/due?limit=3')
    const { body: rest } = await story.owner.get(`/api/admin/due?limit=3&cursor=${first.next_cursor}`)
    expect([first.items.length, rest.items.length, rest.next_cursor]).toEqual([3, due.in_90_days.count - 3, null])
    const all = [...first.items, ...rest.items]
    expect(all.map((item) => item.ends_at)).toEqual(
      all.map((item) => item.ends_at).toSorted((a, b) => Date.parse(a) - Date.parse(b)),
    )
    expect(lineUp(all.map(({ amount }) => amount))).toBe(fromWire(first.principal))
    expect(lineUp(all.map(({ to_earn }) => to_earn))).toBe(fromWire(first.to_earn))
    expect([first.count, first.principal, first.to_earn]).toEqual(Object.values(due.in_90_days))
    const last = all.at(-1).ends_at
    const { body: before } = await story.owner.get(`/api/admin/due?to=${last}`)
    expect(before.items.every((item: { ends_at: string }) => item.ends_at < last)).toBe(true)
  })

  test('what moved in and out is listed, newest first, and sums to the figure', async () => {
    const { money, since, as_of } = (await story.owner.get('/api/admin/figures')).body
    const to = new Date(Date.parse(as_of) + 1).toISOString()
    for (const direction of ['in', 'out'] as const) {
      const asked = `/api/admin/moves?direction=${direction}&from=${since}&to=${to}`
      const { body } = await story.owner.get(asked)
      expect(body.total).toBe(money[`${direction}_30_days`])
      expect(lineUp(body.items.map((item: { amount: string }) => item.amount))).toBe(fromWire(body.total))
      const ids = new Set<string>()
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: { items: { id: string }[]; next_cursor: string | null } = (
          await story.owner.get(`${asked}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
        ).body
        for (const { id } of page.items) ids.add(id)
        cursor = page.next_cursor
      }
      expect([...ids]).toEqual(body.items.map((item: { id: string }) => item.id))
    }
    expect((await story.owner.get(`/api/admin/moves?direction=in&from=${to}&to=${since}`)).status).toBe(422)
    expect((await story.owner.get(`/api/admin/moves?direction=in&from=yesterday&to=${to}`)).status).toBe(422)
  })

  test.each(['earnings', 'referral', 'bonus', 'invested', 'withdrawing'] as const)(
    'whom we owe on %s is listed, the largest first, and sums to the figure',
    async (account) => {
      const { owed } = (await story.owner.get('/api/admin/figures')).body
      const { body: first } = await story.owner.get(`/api/admin/balances?account=${account}&limit=2`)
      const { body: rest } = await story.owner.get(`/api/admin/balances?account=${account}&cursor=${first.next_cursor}`)
      const all = first.next_cursor === null ? first.items : [...first.items, ...rest.items]
      const amounts = all.map((item: { amount: string }) => fromWire(item.amount))
      expect(first.total).toBe(owed[account])
      expect(sum(amounts)).toBe(fromWire(first.total))
      expect(amounts.every((amount: bigint, place: number) => place === 0 || amount <= amounts[place - 1])).toBe(true)
    },
  )

  test('a zone that is none is refused in words', async () => {
    const answer = await story.owner.get('/api/admin/figures?zone=Nowhere/Land')
    expect(answer.status).toBe(422)
    expect(answer.body.errors.zone[0]).toMatch(/Europe\/Berlin/)
  })
})

test('on a platform where nothing has happened every figure is zero', async () => {
  const house = await openInvestingHouse()
  try {
    const figures = await readTransaction(house.db, (tx) => platformFigures(tx, {}, new PastDays()))
    expect(figures.coverage).toEqual({ held: '0.00', owed: '0.00', over: '0.00', percent: null })
    expect(figures.due.in_90_days).toEqual({ count: 0, principal: '0.00', to_earn: '0.00' })
    await expectFiguresOfTheBooks(house.db, figures)
  } finally {
    await house.close()
  }
})

test('more may have come in, all wallets together, than one account can hold', async () => {
  const house = await openInvestingHouse()
  try {
    const investor = await anInvestor(house.db)
    const most = usd(1e12)
    for (const walletId of [house.walletId, await aWallet(house.db)]) {
      for (let times = 0; times < 6; times += 1) {
        const { id } = await save({ ...house, walletId }, investor)
        await house.write((tx) => declineInvestment(tx, house.administrator, { id, reason: null, received: most }))
      }
    }
    const figures = await readTransaction(house.db, (tx) => platformFigures(tx, {}, new PastDays()))
    expect(figures.money.in_30_days).toBe('12000000000000.00')
    await expectFiguresOfTheBooks(house.db, figures)
  } finally {
    await house.close()
  }
})

test('the database’s formula is the formula of the rules, to the micro-dollar, however large the amounts', async () => {
  const house = await openInvestingHouse()
  try {
    const term = fc.record({
      amount: fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 18n }), fc.bigInt({ min: 1n, max: 10n ** 13n })),
      roi: fc.bigInt({ min: 0n, max: 1_000_000n }),
      seconds: fc.integer({ min: 0, max: 3650 * 86_400 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(term, { minLength: 50, maxLength: 50 }), async (terms) => {
        const fitting = terms.filter(
          ({ amount, roi, seconds }) => earned(microUsd(amount), percent(roi), seconds) < 2n ** 63n,
        )
        const rows = JSON.stringify(
          fitting.map(({ amount, roi, seconds }) => ({ a: `${amount}`, r: `${roi}`, s: seconds })),
        )
        const { rows: found } = await sql<{ earned: bigint }>`
          SELECT investment_earned(a, r, s) AS earned FROM ROWS FROM (
            jsonb_to_recordset(${rows}::jsonb) AS (a bigint, r bigint, s bigint)
          ) WITH ORDINALITY AS term (a, r, s, place) ORDER BY place`.execute(house.db)
        expect(found.map((row) => row.earned)).toEqual(
          fitting.map(({ amount, roi, seconds }) => earned(microUsd(amount), percent(roi), seconds)),
        )
      }),
      { numRuns: 20 },
    )
  } finally {
    await house.close()
  }
})

type Step =
  | { do: 'save'; who: number; cents: number; duration: 7 | 14 | 30 }
  | { do: 'approve' | 'decline' | 'correct'; which: number; cents: number }
  | { do: 'funds'; direction: 'in' | 'out'; cents: number }
  | { do: 'wait'; hours: number }

const cents = fc.integer({ min: 10_000, max: 500_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('save'), who: fc.nat(2), cents, duration: fc.constantFrom(7, 14, 30) }),
  fc.record({ do: fc.constantFrom('approve', 'approve', 'decline', 'correct'), which: fc.nat(20), cents }),
  fc.record({ do: fc.constant('funds'), direction: fc.constantFrom('in', 'in', 'out'), cents }),
  fc.record({ do: fc.constant('wait'), hours: fc.integer({ min: 1, max: 24 * 9 }) }),
)

describe('random stories', () => {
  const house = opened(openInvestingHouse)
  const past = new PastDays()
  const pastPlans = new PastPlanDays()

  test('after any of them the figures are the sums of the books, and days that are over stay as they were', async () => {
    const people = [await anInvestor(house.db), await anInvestor(house.db), await anInvestor(house.db)]
    const made: string[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        for (const one of steps) await take(one, people, made)
        const read = (days: PastDays) =>
          readTransaction(house.db, (tx) => platformFigures(tx, { zone: 'Asia/Kathmandu' }, days))
        const figures = await read(past)
        await expectFiguresOfTheBooks(house.db, figures)
        await expectPartsOfTheBooks(house.db, figures, pastPlans)
        // what was kept of days that are over is what anybody reads who has kept nothing
        expect(await read(new PastDays())).toEqual(figures)
      }),
      { numRuns: 12 },
    )
  })

  async function take(one: Step, people: readonly Investor[], made: string[]): Promise<void> {
    const { administrator, clock, walletId, write } = house
    const amount = 'cents' in one ? usd(one.cents / 100) : usd(0)
    const id = 'which' in one ? made[one.which % Math.max(made.length, 1)] : undefined
    const system = { job: 'test' }
    // What is not possible in the state it is in is refused, and changes nothing.
    const attempt = (verb: Parameters<typeof write>[0]) => write(verb).catch(() => undefined)
    await clock.move(MINUTE)
    if (one.do === 'save') {
      const [investor = people[0]] = [people[one.who]]
      if (investor) made.push((await save(house, investor, { amount, duration: one.duration })).id)
    } else if (one.do === 'funds') {
      const funds = { walletId, amount, direction: one.direction, account: 'capital', reason: 'A test' } as const
      await attempt((tx) => recordFunds(tx, administrator, funds))
    } else if (one.do === 'wait') {
      await clock.move(one.hours * HOUR)
      await completeDue(house.db, system)
      await accrueDue(house.db, system)
    } else if (id !== undefined && one.do === 'approve') {
      await attempt((tx) => approveInvestment(tx, administrator, { id }, SETTINGS))
    } else if (id !== undefined && one.do === 'decline') {
      await attempt((tx) => declineInvestment(tx, administrator, { id, reason: null, received: amount }))
    } else if (id !== undefined) {
      const { began_at, created_at, status } = await investmentNow(house, id)
      const date = (began_at ?? created_at).toISOString()
      const edit = { id, amount, date, status, reason: 'A test', version: undefined }
      await attempt((tx) => updateInvestment(tx, administrator, edit, { paymentHours: 24 }))
    }
  }
})

test('an investment falls due on the day on which it ends, where the clocks are changed as well', async () => {
  const house = await openInvestingHouse()
  try {
    // Europe/Berlin changes its clocks on 29 March 2026
    await house.clock.set(new Date('2026-03-15T22:30:00Z'))
    const investor = await anInvestor(house.db)
    const { id } = await save(house, investor, { duration: 14 })
    await house.write((tx) => approveInvestment(tx, house.administrator, { id }, SETTINGS))
    const figures = await readTransaction(house.db, (tx) =>
      platformFigures(tx, { zone: 'Europe/Berlin' }, new PastDays()),
    )
    const ends = endOf(house.clock.now(), 14)
    expect(ends.toISOString()).toBe('2026-03-29T22:30:00.000Z')
    expect(figures.due.days.filter(({ count }) => count > 0).map(({ day }) => day)).toEqual(['2026-03-30'])
    expect(earningSeconds(house.clock.now(), 14, ends)).toBe((14 * DAY) / 1000)
    const { items } = await readTransaction(house.db, (tx) => dueInvestments(tx, { limit: 10 }))
    expect(items.map((item) => item.id)).toEqual([id])
  } finally {
    await house.close()
  }
})

test('what begins today for thirty days falls due in thirty days, and what ends on the ninetieth in ninety', async () => {
  const house = await openInvestingHouse()
  try {
    const durations = [30, 31, 90, 91]
    house.planId = await aPlan(house.db, { durations })
    const investor = await anInvestor(house.db)
    for (const duration of durations) await invest(house, investor, { duration })
    const { due } = await readTransaction(house.db, (tx) => platformFigures(tx, {}, new PastDays()))
    expect([due.in_30_days.count, due.in_90_days.count, due.later.count]).toEqual([1, 3, 1])
    expect(due.days.flatMap(({ count }, day) => (count > 0 ? [day] : []))).toEqual([30, 31, 90])
  } finally {
    await house.close()
  }
})
