import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction } from '#kit/transaction.ts'
import { Shortfall } from '#ledger/post.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { approveReferral } from '#referrals/approve.ts'
import { topUpUser } from '#adjustments/top-up.ts'
import { selectFree } from '#reserve/open.ts'
import { recordFunds } from '#wallets/record-funds.ts'
import { requestWithdrawal } from '#withdrawals/request.ts'
import { THEIR_BITCOIN } from '../../../test/support/addresses.ts'
import { wrongIn } from '../../../test/support/damaged-books.ts'
import { editAs, newestMailTo } from '../../../test/support/deciding.ts'
import { openInvestingHouse, problems, SETTINGS, type InvestingHouse } from '../../../test/support/investing-house.ts'
import { balance, invest, investmentNow, referralNow, save } from '../../../test/support/investing.ts'
import { leave, leaveBy, openWithdrawal, payOut, quote, withEarlyRate } from '../../../test/support/leaving.ts'
import { topUp } from '../../../test/support/money.ts'
import { opened } from '../../../test/support/opened.ts'
import { anAdministrator, anInvestor, asAdministrator, usd } from '../../../test/support/people.ts'
import { notificationsOf, refusalOf } from '../../../test/support/traces.ts'
import { waitingForLocks } from '../../../test/support/waiting-for-locks.ts'
import { accrueDue, accrueInvestor } from '../accrue.ts'
import { approveInvestment } from '../approve.ts'
import { cancelInvestment } from '../cancel.ts'
import { completeDue } from '../complete.ts'
import { coverDue } from '../backing/cover.ts'
import { investmentsOf, investmentStory, runningOf } from '../read.ts'
import { reinvestInvestment } from '../reinvest.ts'

const job = { job: 'test' }
const house = opened(openInvestingHouse)
/** Of plans of 0.4 % a day, where whoever leaves keeps 0.1 %, and nothing. */
let some: InvestingHouse
let none: InvestingHouse
let inviter: Investor
let investor: Investor

beforeAll(async () => {
  const funds = { walletId: house.walletId, account: 'capital', direction: 'in', reason: 'To begin with' } as const
  await house.write((tx) => recordFunds(tx, house.administrator, { ...funds, amount: usd(1_000_000) }))
  // enough for some promises, and not for all
  const reserve = { ...funds, account: 'reserve' } as const
  await house.write((tx) => recordFunds(tx, house.administrator, { ...reserve, amount: usd(300) }))
  some = await withEarlyRate(house, 1_000n)
  none = await withEarlyRate(house, 0n)
})
beforeEach(async () => {
  await house.clock.move(HOUR)
  inviter = await anInvestor(house.db)
  investor = await anInvestor(house.db, { inviter })
})
afterAll(async () => {
  expect(await problems(house)).toEqual([])
  expect(await house.write((tx) => wrongIn(tx, null))).toEqual([])
})

/** What somebody could withdraw now, and has at work; micro-dollars. */
const worth = async (who: Investor) =>
  readTransaction(house.db, async (tx) => {
    const { unposted } = await runningOf(tx, await databaseClock(tx), who.userId)
    return unposted
  }).then(
    async (unposted) =>
      unposted +
      (await balance(house, who, 'earnings')) +
      (await balance(house, who, 'referral')) +
      (await balance(house, who, 'invested')),
  )

describe('leaving an investment early', () => {
  test('brings the principal back whole, keeps what the early rate gives, and says so in every place', async () => {
    const { id } = await invest(some, investor, { amount: usd(500), duration: 14 })
    await house.days(3)
    await house.clock.move(7 * SECOND)
    // 0.4 % and 0.1 % a day of 500.00, of 259,207 seconds
    const [earned, early] = [6_000_162n, 1_500_040n]
    const asked = await quote(house, investor, id)
    expect(asked).toMatchObject({ seconds: 259_207n, principal: usd(500), earned, early, wallet: earned, kept: early })
    expect(asked.good_until.getTime() - asked.as_of.getTime()).toBe(5 * MINUTE)
    await leaveBy(house, investor, id, asked.id)
    expect(await investmentNow(house, id)).toMatchObject({
      ...{ status: 'completed', reason: 'left early', earned_posted: early, accrued_at: null },
      ...{ completed_at: house.clock.now(), exit_quote_id: asked.id, left_after: 259_207n },
    })
    expect(await balance(house, investor, 'earnings')).toBe(usd(500) + early)
    expect(await balance(house, investor, 'invested')).toBe(ZERO)
    const [listed] = await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))
    expect(listed).toMatchObject({
      status: 'completed',
      reason: 'left early',
      left_early: true,
      earned: '1.50004',
      early_roi: '0.1',
    })
    expect(listed?.history.at(-1)).toMatchObject({
      by: 'investor',
      reason: 'left early',
      after: { status: 'completed' },
    })
    const { postings } = await readTransaction(house.db, (tx) => investmentStory(tx, investor, id))
    expect(postings.map(({ kind }) => kind)).toEqual(['investment approved', 'investment earned', 'investment left'])
    const told = await notificationsOf({ ...house, read: house.write } as never, investor.userId)
    expect(told.at(-1)).toMatchObject({
      title: 'Investment left early',
      bold_value: '$500.00',
      status_text: 'completed',
    })
    expect((await newestMailTo(house, asAdministrator(investor))).subject).toBe('You left an investment early')
  })

  test('in its first second gives the principal and nothing else; at its end it is refused, and matures', async () => {
    const first = await invest(some, investor)
    expect(await leave(house, investor, first.id)).toMatchObject({ seconds: 0n, earned: 0n, kept: 0n })
    expect(await balance(house, investor, 'earnings')).toBe(usd(500))
    const { id } = await invest(some, investor, { duration: 7 })
    await house.clock.move(7 * DAY - SECOND)
    const last = await quote(house, investor, id)
    expect(last).toMatchObject({ seconds: 604_799n, kept: (500_000_000n * 1_000n * 604_799n) / 86_400_000_000n })
    expect(last.good_until.getTime() - last.as_of.getTime()).toBe(SECOND)
    await house.clock.move(SECOND)
    for (const late of [() => quote(house, investor, id), () => leaveBy(house, investor, id, last.id)])
      expect(await refusalOf(late())).toMatchObject({
        code: 'wrong state',
        message: expect.stringContaining('its end'),
      })
    await completeDue(house.db, job)
    expect(await investmentNow(house, id)).toMatchObject({ status: 'completed', reason: null, earned_posted: usd(14) })
  })

  test('takes back no more than the wallet holds, and never from the principal', async () => {
    const { id } = await invest(none, investor, { amount: usd(1000), duration: 30 })
    await house.days(10)
    await payOut(house, investor, usd(30))
    await house.clock.move(HOUR)
    // 40.00 in ten days and 0.166666 in an hour, of which 30.00 has gone
    const asked = await leave(house, investor, id)
    expect(asked).toMatchObject({ earned: 40_166_666n, early: 0n, wallet: 10_166_666n, kept: usd(30) })
    expect(await balance(house, investor, 'earnings')).toBe(usd(1000))
    expect(await investmentNow(house, id)).toMatchObject({ earned_posted: usd(30) })
  })

  test('of what the bonus balance paid gives it back there, and takes the earnings back from the wallet', async () => {
    await house.write((tx) =>
      topUpUser(tx, house.administrator, {
        ...{ userId: investor.userId, account: 'bonus', category: null, amount: usd(300), reason: 'a gift' },
      }),
    )
    const { id } = await save(some, investor, { source: 'bonus', amount: usd(300) })
    await house.days(2)
    expect(await leave(house, investor, id)).toMatchObject({ earned: 2_400_000n, kept: 600_000n })
    expect(await balance(house, investor, 'bonus')).toBe(usd(300))
    expect(await balance(house, investor, 'earnings')).toBe(600_000n)
  })

  test('pays exactly what the quote says, whatever was earned and posted since, here and elsewhere', async () => {
    const [one, other] = [await invest(some, investor), await invest(some, investor, { amount: usd(900) })]
    await house.clock.move(DAY - ((house.clock.now().getTime() + 2 * MINUTE) % DAY))
    const asked = await quote(house, investor, one.id)
    await house.clock.move(4 * MINUTE)
    await accrueDue(house.db, job)
    await house.clock.move(30 * SECOND)
    await leaveBy(house, investor, one.id, asked.id)
    expect(await investmentNow(house, one.id)).toMatchObject({ earned_posted: asked.kept })
    const { earned_posted } = await investmentNow(house, other.id)
    expect(await balance(house, investor, 'earnings')).toBe(usd(500) + asked.kept + earned_posted)
  })

  test('can be followed by investing the principal again, and not by an edit', async () => {
    const { id } = await invest(some, investor, { duration: 14 })
    await house.days(1)
    await leave(house, investor, id)
    for (const change of [{ amount: usd(600) }, { status: 'approved' as const }, { status: 'declined' as const }])
      expect(
        await refusalOf(editAs(house, house.administrator, id, { ...change, reason: 'A mistake.' })),
      ).toMatchObject({
        ...{ code: 'wrong state', message: expect.stringContaining('left this investment early') },
      })
    await house.write((tx) => reinvestInvestment(tx, investor, { id }, { kyc: 'off' }))
    const again = (await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId)))[0]
    expect(again).toMatchObject({ source: 'reinvest', status: 'approved', early_roi: '0.1', left_early: false })
    await house.days(1)
    expect(await leave(house, investor, again?.id ?? '')).toMatchObject({ earned: usd(2), kept: usd(0.5) })
    expect(await balance(house, investor, 'earnings')).toBe(usd(501))
  })

  test('goes by the rate that the investment was made on, whatever the plan has now', async () => {
    const { id } = await invest(some, investor)
    await house.db
      .updateTable('plan')
      .set({ early_roi: percent(0n) })
      .where('id', '=', some.planId)
      .execute()
    await house.days(1)
    expect(await quote(house, investor, id)).toMatchObject({ early: usd(0.5) })
    await house.db
      .updateTable('plan')
      .set({ early_roi: percent(1_000n) })
      .where('id', '=', some.planId)
      .execute()
  })

  test('asked about again counts what was earned since, and the quote before holds on beside the new one', async () => {
    const { id } = await invest(some, investor)
    await house.days(2)
    const first = await quote(house, investor, id)
    await house.clock.move(4 * SECOND)
    expect((await quote(house, investor, id)).id).toBe(first.id)
    await house.clock.move(MINUTE)
    const second = await quote(house, investor, id)
    expect(second.id).not.toBe(first.id)
    expect(second.seconds - first.seconds).toBe(64n)
    expect(second.earned).toBeGreaterThan(first.earned)
    await leaveBy(house, investor, id, first.id)
    expect(await investmentNow(house, id)).toMatchObject({ earned_posted: first.kept })
  })
})

describe('the inviter’s bonus', () => {
  const part = (bonus: MicroUsd, days: number, of: number) => microUsd((bonus * BigInt(days)) / BigInt(of))

  test('becomes as much of itself as the investment ran, whether it waits or was approved', async () => {
    const [first, second] = [await invest(some, investor), await invest(some, investor)]
    const approved = await referralNow(house, second.id)
    await house.write((tx) => approveReferral(tx, house.administrator, { id: approved?.id ?? '' }, SETTINGS))
    expect(await balance(house, inviter, 'referral')).toBe(usd(25))
    await house.days(5)
    await leave(house, investor, first.id)
    await leave(house, investor, second.id)
    expect(await referralNow(house, first.id)).toMatchObject({ status: 'pending', amount: part(usd(25), 5, 14) })
    expect(await referralNow(house, second.id)).toMatchObject({ status: 'completed', amount: part(usd(25), 5, 14) })
    expect(await balance(house, inviter, 'referral')).toBe(part(usd(25), 5, 14))
    const waiting = await referralNow(house, first.id)
    await house.write((tx) => approveReferral(tx, house.administrator, { id: waiting?.id ?? '' }, SETTINGS))
    expect(await balance(house, inviter, 'referral')).toBe(microUsd(2n * part(usd(25), 5, 14)))
  })

  test('is charged to the operator where the wallet no longer holds it, as by an edit, and does not hold the invited up', async () => {
    const { id } = await invest(some, investor)
    const bonus = await referralNow(house, id)
    await house.write((tx) => approveReferral(tx, house.administrator, { id: bonus?.id ?? '' }, SETTINGS))
    await house.write(async (tx) => {
      const asked = { amount: usd(20), source: 'referral', walletAddress: THEIR_BITCOIN } as const
      await requestWithdrawal(tx, inviter, { ...asked, walletName: `Wallet ${house.walletId}` }, 'off')
    })
    await leave(house, investor, id)
    expect(await balance(house, inviter, 'referral')).toBe(ZERO)
    expect(await referralNow(house, id)).toMatchObject({ status: 'completed', amount: 0n })
  })

  test('leaves with the promise what was set apart for a bonus that cannot be taken back', async () => {
    const fund = { walletId: house.walletId, account: 'reserve', direction: 'in', reason: 'for promises' } as const
    await house.write((tx) => recordFunds(tx, house.administrator, { ...fund, amount: usd(500) }))
    const { id } = await invest(some, investor)
    const bonus = await referralNow(house, id)
    expect(bonus?.set_apart).toBe(bonus?.amount)
    await house.write((tx) => approveReferral(tx, house.administrator, { id: bonus?.id ?? '' }, SETTINGS))
    await house.write(async (tx) => {
      const asked = { amount: usd(20), source: 'referral', walletAddress: THEIR_BITCOIN } as const
      await requestWithdrawal(tx, inviter, { ...asked, walletName: `Wallet ${house.walletId}` }, 'off')
    })
    const free = () => house.write((tx) => selectFree(tx))
    const before = await free()
    const held = await balance(house, inviter, 'referral')
    await leave(house, investor, id)
    // what the wallet gave back is free again, and of what it could not give back nothing is made
    expect((await referralNow(house, id))?.set_apart).toBe(microUsd((bonus?.amount ?? 0n) - held))
    expect(await free()).toBe(before)
    expect(await problems(house)).toEqual([])
  })

  test('follows by itself: the inviter is told of the bonus, and of nobody who decided', async () => {
    const { id } = await invest(some, investor)
    await house.days(1)
    await leave(house, investor, id)
    const referral = await referralNow(house, id)
    const lines = house.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('subject_id', '=', referral?.id ?? '')
    expect((await lines.orderBy('id').execute()).at(-1)).toMatchObject({
      actor_id: null,
      job: 'exit',
      action: 'follow investment',
    })
  })
})

describe('a quote is refused', () => {
  test('to anybody but whose the investment is, and unless it runs', async () => {
    const { id } = await invest(some, investor)
    const { id: waits } = await save(some, investor)
    expect(await refusalOf(quote(house, inviter, id))).toMatchObject({ code: 'not found' })
    expect(await refusalOf(quote(house, investor, newId()))).toMatchObject({ code: 'not found' })
    expect(await refusalOf(quote(house, investor, waits))).toMatchObject({ code: 'wrong state' })
    await leave(house, investor, id)
    expect(await refusalOf(quote(house, investor, id))).toMatchObject({ code: 'wrong state' })
  })

  test('while a withdrawal is open, from whichever wallet, and so is leaving', async () => {
    const { id } = await invest(some, investor)
    await house.days(5)
    const asked = await quote(house, investor, id)
    await openWithdrawal(house, investor, usd(1))
    for (const act of [() => quote(house, investor, id), () => leaveBy(house, investor, id, asked.id)])
      expect(await refusalOf(act())).toMatchObject({
        code: 'wrong state',
        message: expect.stringContaining('open withdrawal'),
      })
  })
})

describe('leaving is refused', () => {
  test('by somebody else, by a quote of theirs or of another investment, and by one that never was', async () => {
    const stranger = await anInvestor(house.db)
    const [mine, another] = [await invest(some, investor), await invest(some, investor)]
    const theirs = await invest(some, stranger)
    const asked = await quote(house, investor, mine.id)
    const attempts = [
      [stranger, mine, asked.id],
      [stranger, theirs, asked.id],
      [investor, another, asked.id],
      [investor, mine, (await quote(house, stranger, theirs.id)).id],
      [investor, mine, newId()],
    ] as const
    for (const [who, { id }, by] of attempts)
      expect(await refusalOf(leaveBy(house, who, id, by))).toMatchObject({ code: 'not found' })
  })

  test('by a quote older than five minutes, to the second', async () => {
    const { id } = await invest(some, investor)
    const asked = await quote(house, investor, id)
    await house.clock.move(5 * MINUTE)
    expect(await refusalOf(leaveBy(house, investor, id, asked.id))).toMatchObject({
      ...{ code: 'wrong state', message: 'This quote is older than five minutes. Ask again what leaving comes to.' },
    })
    const again = await quote(house, investor, id)
    expect(again.id).not.toBe(asked.id)
    await leaveBy(house, investor, id, again.id)
  })

  test('where the record or what the wallet could give back has changed since, and not where it makes no difference', async () => {
    const { id } = await invest(none, investor, { amount: usd(1000), duration: 30 })
    await house.days(10)
    await payOut(house, investor, usd(35))
    const asked = await quote(house, investor, id)
    expect(asked).toMatchObject({ wallet: usd(5), kept: usd(35) })
    await topUp(house.db, house.administrator, investor, usd(3))
    expect(await refusalOf(leaveBy(house, investor, id, asked.id))).toMatchObject({
      ...{ code: 'wrong state', message: expect.stringContaining('changed since') },
    })
    const second = await quote(house, investor, id)
    expect(second).toMatchObject({ kept: usd(32) })
    await topUp(house.db, house.administrator, investor, usd(100))
    const third = await quote(house, investor, id)
    await topUp(house.db, house.administrator, investor, usd(100))
    // by the same quote, with what the wallet holds by now
    expect(await quote(house, investor, id)).toEqual({ ...third, wallet: microUsd(third.wallet + usd(100)) })
    await editAs(house, house.administrator, id, { amount: usd(1001), reason: 'a dollar more' })
    expect(await refusalOf(leaveBy(house, investor, id, third.id))).toMatchObject({ code: 'wrong state' })
    expect(await leave(house, investor, id)).toMatchObject({ principal: usd(1001), kept: 0n })
  })

  test('by a quote that ends while leaving waits for the books', async () => {
    const { id } = await invest(some, investor)
    await invest(some, inviter)
    await house.days(2)
    const asked = await quote(house, investor, id)
    let refusal: Promise<unknown> = Promise.resolve()
    await house.write(async (tx) => {
      await accrueInvestor(tx, await databaseClock(tx), job, inviter.userId)
      refusal = refusalOf(leaveBy(house, investor, id, asked.id))
      await expect.poll(() => waitingForLocks(house)).toBe(1n)
      await house.clock.move(5 * MINUTE)
    })
    expect(await refusal).toMatchObject({ code: 'wrong state', message: expect.stringContaining('five minutes') })
    expect(await investmentNow(house, id)).toMatchObject({ status: 'approved' })
  })

  test('where what was earned after a quote has been paid out: the principal is not touched for it', async () => {
    const { id } = await invest(none, investor, { amount: usd(1_000_000), duration: 30 })
    await house.days(1)
    await payOut(house, investor, usd(4000))
    const asked = await quote(house, investor, id)
    expect(asked).toMatchObject({ wallet: ZERO, kept: usd(4000) })
    await house.clock.move(MINUTE)
    await payOut(house, investor, usd(2.77))
    expect(await refusalOf(leaveBy(house, investor, id, asked.id))).toMatchObject({
      ...{ code: 'wrong state', message: expect.stringContaining('changed since') },
    })
    expect((await leave(house, investor, id)).id).not.toBe(asked.id)
    expect(await balance(house, investor, 'earnings')).toBe(usd(1_000_000))
  })
})

test('is refused while a correction of it waits for a second administrator, whose decision stands', async () => {
  const two = await openInvestingHouse()
  try {
    await anAdministrator(two.db)
    const who = await anInvestor(two.db)
    const { id } = await invest(two, who)
    const waits = await editAs(two, two.administrator, id, { amount: usd(900_000), reason: 'more came in' })
    expect(await refusalOf(leave(two, who, id))).toMatchObject({ code: 'wrong state' })
    const request = two.db
      .selectFrom('approval')
      .selectAll()
      .where('id', '=', waits ?? '')
    expect(await request.executeTakeFirst()).toMatchObject({ state: 'waiting' })
  } finally {
    await two.close()
  }
})

test('the database takes no quote that is not what the books say, and no leaving without one', async () => {
  const { id } = await invest(some, investor)
  await house.days(2)
  const asked = await quote(house, investor, id)
  const written = (change: object) =>
    house.db
      .insertInto('exit_quote')
      .values({ ...asked, id: newId(), ...change })
      .execute()
  for (const change of [
    ...[{ wallet: microUsd(0n), kept: asked.earned }, { early: usd(2), kept: usd(2) }, { seconds: 1n }],
    ...[{ version: 0 }, { as_of: new Date(asked.as_of.getTime() - HOUR) }, { principal: usd(501) }],
  ])
    await expect(written(change), JSON.stringify(Object.keys(change))).rejects.toMatchObject({ code: 'PLB13' })
  await expect(
    house.db
      .updateTable('exit_quote')
      .set({ kept: usd(4) })
      .execute(),
  ).rejects.toThrow()
  const left = {
    status: 'completed',
    reason: 'left early',
    completed_at: house.clock.now(),
    left_after: 1n,
    version: 9,
  } as const
  const update = house.db
    .updateTable('investment')
    .set({ ...left, exit_quote_id: newId() })
    .where('id', '=', id)
  await expect(update.execute()).rejects.toMatchObject({ code: 'PLB13' })
})

/** Steps between investing and leaving, with their times; a time is in seconds. */
const step = fc.oneof(
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 0, max: 5 * 86_400 }) }),
  fc.record({ do: fc.constant('post' as const) }),
  fc.record({ do: fc.constant('pay out' as const), part: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ do: fc.constant('edit' as const), cents: fc.integer({ min: 10_000, max: 90_000 }) }),
  fc.record({ do: fc.constant('approve bonus' as const) }),
  fc.record({ do: fc.constant('invest' as const), cents: fc.integer({ min: 10_000, max: 90_000 }) }),
)
const RUNS = Number(process.env['EXIT_RUNS'] ?? 25)

test('whatever came before, leaving leaves the books as they are counted from nothing, for exactly what the quote said', async () => {
  const story = fc.record({
    cents: fc.integer({ min: 10_000, max: 90_000 }),
    early: fc.constantFrom(0n, 1n, 1_000n, 4_000n),
    steps: fc.array(step, { maxLength: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(story, async ({ cents, early, steps }) => {
      const own = await withEarlyRate(house, early)
      const upline = await anInvestor(house.db)
      const who = await anInvestor(house.db, { inviter: upline })
      const { id } = await invest(own, who, { amount: usd(cents / 100), duration: 30 })
      for (const one of steps) {
        if (one.do === 'wait') await house.clock.move(one.seconds * SECOND)
        if (one.do === 'post') {
          await coverDue(house.db, job)
          await accrueDue(house.db, job)
        }
        if (one.do === 'edit') {
          // one that takes back what has been paid out already is refused, and changes nothing
          const edited = editAs(house, house.administrator, id, { amount: usd(one.cents / 100), reason: 'so' })
          await edited.catch((error: unknown) => expect(error).toBeInstanceOf(Shortfall))
        }
        if (one.do === 'invest') await invest(own, who, { amount: usd(one.cents / 100), duration: 14 })
        if (one.do === 'approve bonus') {
          const bonus = await referralNow(house, id)
          if (bonus?.status === 'pending')
            await house.write((tx) => approveReferral(tx, house.administrator, { id: bonus.id }, SETTINGS))
        }
        if (one.do === 'pay out') {
          const { unposted } = await readTransaction(house.db, async (tx) =>
            runningOf(tx, await databaseClock(tx), who.userId),
          )
          const cent = ((await balance(house, who, 'earnings')) + unposted) / 10_000n
          const asked = (cent * BigInt(one.part)) / 100n
          if (asked > 0n) await payOut(house, who, microUsd(asked * 10_000n))
        }
      }
      await completeDue(house.db, job)
      if ((await investmentNow(house, id)).status !== 'approved') return
      const [asked, before] = [await quote(house, who, id), await worth(who)]
      await leaveBy(house, who, id, asked.id)
      expect(before - (await worth(who))).toBe(asked.earned - asked.kept)
      expect(await problems(house, who)).toEqual([])
      const whole = microUsd((asked.principal * 50_000n) / 1_000_000n)
      expect((await referralNow(house, id))?.amount).toBe((whole * asked.seconds) / (30n * 86_400n))
    }),
    { numRuns: RUNS },
  )
}, 120_000)

test('no sequence of inviting, leaving and cancelling gains anybody a cent', async () => {
  const act = fc.constantFrom('save', 'approve', 'cancel', 'leave', 'approve bonus')
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
      const upline = await anInvestor(house.db)
      const who = await anInvestor(house.db, { inviter: upline })
      const ids: string[] = []
      let paidIn = 0n
      const last = () => investmentNow(house, ids.at(-1) ?? '')
      for (const one of [...acts, 'leave']) {
        if (one === 'save') ids.push((await save(none, who, { amount: usd(700) })).id)
        if (ids.length === 0) continue
        const { id, status } = await last()
        const bonus = await referralNow(house, id)
        if (one === 'cancel' && status === 'pending') await house.write((tx) => cancelInvestment(tx, who, { id }))
        if (one === 'approve bonus' && bonus?.status === 'pending')
          await house.write((tx) => approveReferral(tx, house.administrator, { id: bonus.id }, SETTINGS))
        if (one === 'approve' && status === 'pending') {
          await house.write((tx) => approveInvestment(tx, house.administrator, { id }, SETTINGS))
          paidIn += usd(700)
        }
        if (one === 'leave')
          for (const each of ids)
            if ((await investmentNow(house, each)).status === 'approved') await leave(house, who, each)
      }
      expect([await worth(who), await worth(upline)]).toEqual([paidIn, 0n])
    }),
    { numRuns: RUNS },
  )
}, 120_000)
