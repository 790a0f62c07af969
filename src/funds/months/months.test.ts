/** What was promised, paid and returned month by month, from the books, on real PostgreSQL. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { MINUTE, SECOND } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { balancesOf } from '#ledger/balances.ts'
import { sum, type MicroUsd } from '#money/micro-usd.ts'
import { accrueDue, accrueInvestor } from '#investments/accrue.ts'
import { completeDue } from '#investments/complete.ts'
import { approveReferral } from '#referrals/approve.ts'
import { recordFunds } from '#wallets/record-funds.ts'
import { topUpUser } from '#adjustments/top-up.ts'
import { openInvestingHouse, SETTINGS } from '../../../test/support/investing-house.ts'
import { invest, referralNow } from '../../../test/support/investing.ts'
import { opened } from '../../../test/support/opened.ts'
import { anInvestor, aWallet, usd } from '../../../test/support/people.ts'
import { waitingForLocks } from '../../../test/support/waiting-for-locks.ts'
import { takenBeyondFree } from '../beyond-free.ts'
import { selectFreeBefore, selectMonths } from './store.ts'
import { lockReserve, selectFree } from '#reserve/open.ts'

const house = opened(openInvestingHouse)
const job = { job: 'test' }
const months = () => house.write(async (tx) => selectMonths(tx, (await databaseClock(tx)).now()))
const record = (
  account: 'capital' | 'returns',
  amount: MicroUsd,
  direction: 'in' | 'out' = 'in',
  walletId = house.walletId,
) => house.write((tx) => recordFunds(tx, house.administrator, { walletId, account, amount, direction, reason: 'ours' }))
const post = async () => {
  await accrueDue(house.db, job)
  await completeDue(house.db, job)
}
const inMonth = async (which: string) => (await months()).find(({ month }) => month === which)

/** What was paid and returned in a month, each of its lines summed one by one. */
async function byLines(month: string) {
  const { rows } = await sql<{ paid: bigint; returned: bigint }>`
    SELECT coalesce(sum(amount) FILTER (WHERE kind <> 'returns'), 0)::bigint AS paid,
      coalesce(-sum(amount) FILTER (WHERE kind = 'returns'), 0)::bigint AS returned
    FROM (SELECT account_id, transfer_id, amount FROM entry) AS line
      JOIN (SELECT id, effective_at FROM transfer) AS transfer ON transfer.id = transfer_id
      JOIN (SELECT id, kind FROM account WHERE kind IN ('yield', 'referral expense', 'returns')) AS account
        ON account.id = account_id
    WHERE to_char(effective_at AT TIME ZONE 'UTC', 'YYYY-MM') = ${month}`.execute(house.db)
  return rows[0]
}

test('a house in which nothing was promised, paid or recorded has no months', async () => {
  expect(await months()).toEqual([])
})

test('a promise counts in the month in which it begins, and what is paid of it in the month in which it is posted', async () => {
  // on March 1 at noon: 500 for fourteen days at 0.4 % a day, with 5 % for the inviter
  const inviter = await anInvestor(house.db)
  const { id } = await invest(house, await anInvestor(house.db, { inviter }))
  expect(await months()).toEqual([{ month: '2026-03', promised: usd(28) + usd(25), paid: 0n, returned: 0n }])
  await house.days(10)
  await post()
  const bonus = await referralNow(house, id)
  await house.write((tx) => approveReferral(tx, house.administrator, { id: bonus?.id ?? '' }, SETTINGS))
  expect(await inMonth('2026-03')).toMatchObject({ paid: usd(20) + usd(25) })

  // on March 29 the second one begins, and ends on April 12; the month between two is there as well
  await house.days(18)
  await post()
  await invest(house, inviter)
  await record('returns', usd(7))
  await house.days(14)
  await post()
  await record('returns', usd(5))
  await record('returns', usd(2), 'out')
  await house.days(40)
  const [march, april, may, ...more] = await months()
  expect([march, april, may, more]).toEqual([
    { month: '2026-03', promised: usd(28) + usd(25) + usd(28), paid: usd(28) + usd(25), returned: usd(7) },
    { month: '2026-04', promised: 0n, paid: usd(28), returned: usd(3) },
    { month: '2026-05', promised: 0n, paid: 0n, returned: 0n },
    [],
  ])
})

test('the months come to what the books and the records say, whatever is done when', { timeout: 120_000 }, async () => {
  const inviter = await anInvestor(house.db)
  const people: Investor[] = [inviter, await anInvestor(house.db, { inviter })]
  const act = fc.record({
    what: fc.constantFrom('invest', 'post', 'return', 'take back', 'wait'),
    who: fc.nat(1),
    days: fc.nat(25),
    dollars: fc.integer({ min: 100, max: 900 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
      for (const { what, who, days, dollars } of acts) {
        const [person = inviter] = people.slice(who)
        if (what === 'invest') await invest(house, person, { amount: usd(dollars) })
        else if (what === 'post') await post()
        else if (what === 'return') await record('returns', usd(dollars))
        else if (what === 'take back') await record('returns', usd(1), 'out')
        await house.clock.move(days * 86_400_000 + MINUTE)
      }
      const found = await months()
      const total = (of: 'promised' | 'paid' | 'returned') => sum(found.map((month) => month[of]))
      const own = await house.write((tx) => balancesOf(tx, ['expense/yield', 'expense/referral', 'income/returns']))
      expect(total('paid')).toBe(own['expense/yield'] + own['expense/referral'])
      expect(total('returned')).toBe(own['income/returns'])
      const { rows } = await sql<{ promised: bigint }>`
        SELECT coalesce(sum(div(amount::numeric * daily_roi * duration, 1000000)), 0)::bigint
          + (SELECT coalesce(sum(amount), 0)::bigint FROM referral WHERE status <> 'declined') AS promised
        FROM investment WHERE status IN ('approved', 'completed')`.execute(house.db)
      expect(total('promised')).toBe(rows[0]?.promised)
      for (const month of found) expect(month).toMatchObject((await byLines(month.month)) ?? {})
    }),
    { numRuns: 12 },
  )
})

test('what is posted after the end of a month and counts from before it is paid in that month', async () => {
  const people = [await anInvestor(house.db), await anInvestor(house.db)]
  for (const person of people) await invest(house, person, { amount: usd(900) })
  const { now } = await house.write(databaseClock)
  const ended = new Date(Date.UTC(now().getUTCFullYear(), now().getUTCMonth() + 1))
  await house.clock.move(ended.getTime() - now().getTime() - SECOND)
  await house.write(async (tx) => {
    const before = await databaseClock(tx)
    await house.clock.move(2 * SECOND)
    await house.write(async (other) => accrueInvestor(other, await databaseClock(other), job, people[1]?.userId ?? ''))
    await accrueInvestor(tx, before, job, people[0]?.userId ?? '')
  })
  const [last, next] = (await months()).slice(-2)
  if (last === undefined || next === undefined) throw new Error('two months are there')
  expect(next.paid).toBeGreaterThan(0n)
  expect(last).toMatchObject((await byLines(last.month)) ?? {})
  expect(next).toMatchObject((await byLines(next.month)) ?? {})
})

test('what was free before a moment is what was free then, and what was taken out beyond it is told until it is back', async () => {
  const free = () => house.write(selectFree)
  const now = () => house.write(async (tx) => (await databaseClock(tx)).now())
  const taken = () => house.write((tx) => takenBeyondFree(tx, [house.walletId]))
  await record('capital', usd(100_000))
  await house.clock.move(MINUTE)
  const [early, before] = [await now(), await free()]
  expect(before).toBeGreaterThan(0n)
  expect(await taken()).toEqual([])
  await house.clock.move(MINUTE)
  const person = await anInvestor(house.db)
  const gift = { userId: person.userId, account: 'earnings', category: null, reason: 'a gift' } as const
  await house.write((tx) => topUpUser(tx, house.administrator, { ...gift, amount: usd(10) }))
  await house.clock.move(MINUTE)
  const at = [early, await now()]
  expect(await house.write((tx) => selectFreeBefore(tx, at))).toEqual([before, before - usd(10)])

  // whoever is alone may decide on it by themselves
  await invest(house, person, { amount: usd(900) })
  const left = await free()
  await record('capital', (left + usd(30)) as MicroUsd, 'out')
  const day = await now()
  expect(await taken()).toEqual([{ at: day, amount: left + usd(30), missing: usd(30) }])
  await house.clock.move(MINUTE)
  await record('capital', usd(12))
  expect(await taken()).toMatchObject([{ at: day, missing: usd(18) }])
  await record('capital', usd(18))
  expect(await taken()).toEqual([])
  // what makes the house short of money afterwards is nobody's taking out
  await house.clock.move(MINUTE)
  await house.write((tx) => topUpUser(tx, house.administrator, { ...gift, amount: usd(5) }))
  expect(await free()).toBe(-usd(5))
  expect(await taken()).toEqual([])
})

test('what came back is made good also where the house was short before, and money that goes round is told once', async () => {
  const otherId = await aWallet(house.db)
  const taken = () => house.write((tx) => takenBeyondFree(tx, [house.walletId, otherId]))
  const free = await house.write(selectFree)
  await record('capital', (free < 0n ? -free : 0n) as MicroUsd)
  await house.clock.move(MINUTE)
  // owed as earnings that nobody has brought: nothing was taken out
  const person = await anInvestor(house.db)
  const gift = { userId: person.userId, account: 'earnings', category: null, reason: 'a gift' } as const
  await house.write((tx) =>
    topUpUser(tx, house.administrator, { ...gift, amount: (usd(500) + (free > 0n ? free : 0n)) as MicroUsd }),
  )
  expect(await taken()).toEqual([])
  await house.clock.move(MINUTE)
  await record('capital', usd(100), 'out')
  expect(await taken()).toMatchObject([{ amount: usd(100), missing: usd(100) }])
  await house.clock.move(MINUTE)
  await record('capital', usd(60))
  expect(await taken()).toMatchObject([{ amount: usd(100), missing: usd(40) }])
  await house.clock.move(MINUTE)
  await record('capital', usd(300))
  expect(await taken()).toEqual([])
  // from one wallet to another
  await house.clock.move(MINUTE)
  await record('capital', usd(50), 'out')
  await house.clock.move(MINUTE)
  await record('capital', usd(50), 'in', otherId)
  expect(await taken()).toEqual([])
})

test('what was taken out is told however many small amounts were recorded since', { timeout: 60_000 }, async () => {
  const taken = () => house.write((tx) => takenBeyondFree(tx, [house.walletId]))
  const free = await house.write(selectFree)
  // what the house is short of before is made good, and nothing was taken out
  if (free < 0n) await record('capital', -free as MicroUsd)
  await house.clock.move(MINUTE)
  await invest(house, await anInvestor(house.db), { amount: usd(900) })
  await record('capital', (usd(70) + (free > 0n ? free : 0n)) as MicroUsd, 'out')
  const [one] = await taken()
  expect(one).toMatchObject({ missing: usd(70) })
  await house.clock.move(MINUTE)
  for (let times = 0; times < 101; times += 1) await record('capital', usd(0.01))
  expect(await taken()).toEqual([{ ...one, missing: usd(70) - usd(1.01) }])
})

test('what was taken out is told where other money was recorded while it waited for the reserve', async () => {
  const otherId = await aWallet(house.db)
  const taken = () => house.write((tx) => takenBeyondFree(tx, [house.walletId, otherId]))
  const free = await house.write(selectFree)
  if (free < 0n) await record('capital', -free as MicroUsd)
  await house.clock.move(MINUTE)
  await invest(house, await anInvestor(house.db), { amount: usd(900) })
  let both: Promise<unknown> = Promise.resolve()
  await house.write(async (tx) => {
    await lockReserve(tx)
    const out = record('capital', (usd(70) + (free > 0n ? free : 0n)) as MicroUsd, 'out')
    await expect.poll(() => waitingForLocks(house)).toBe(1n)
    await house.clock.move(SECOND)
    const other = record('capital', usd(1), 'in', otherId)
    let recorded = false
    const noted = other.then(() => (recorded = true))
    // it waits behind the other, or is done meanwhile
    await expect.poll(async () => recorded || (await waitingForLocks(house)) === 2n).toBe(true)
    both = Promise.all([out, noted])
  })
  await both
  expect(await taken()).toMatchObject([{ missing: usd(69) }])
})
