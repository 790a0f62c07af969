/**
 * Leaving raced with itself and with all else that happens to an investment, on real PostgreSQL. RACE_ROUNDS says how
 * often each is run (4 by default; `npm run test:long -- races` runs each 200 times).
 */
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { DAY, MINUTE, SECOND } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import { ZERO } from '#money/micro-usd.ts'
import { approveReferral } from '#referrals/approve.ts'
import { requestWithdrawal } from '#withdrawals/request.ts'
import { THEIR_BITCOIN } from '../../../test/support/addresses.ts'
import { TO_RACE } from '../../../test/support/database.ts'
import { openInvestingHouse, problems, SETTINGS, type InvestingHouse } from '../../../test/support/investing-house.ts'
import { balance, giveBonus, invest, investmentNow, referralNow, save } from '../../../test/support/investing.ts'
import { leaveBy, quote, withEarlyRate } from '../../../test/support/leaving.ts'
import { opened } from '../../../test/support/opened.ts'
import { anInvestor, usd } from '../../../test/support/people.ts'
import { accrueDue } from '../accrue.ts'
import { completeInvestments } from '../complete.ts'
import { updateInvestment } from '../update.ts'
import { exitInvestment } from './exit-investment.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4)
const job = { job: 'test' }
const house = opened(() => openInvestingHouse({ size: TO_RACE }))
let offer: InvestingHouse

beforeAll(async () => {
  offer = await withEarlyRate(house, 0n)
})
afterEach(async () => expect(await problems(house)).toEqual([]), 300_000)

function race(name: string, round: (investor: Investor, inviter: Investor, n: number) => Promise<void>): void {
  test(
    `race: ${name}`,
    async () => {
      for (let count = 0; count < ROUNDS; count += 1) {
        const inviter = await anInvestor(house.db)
        await round(await anInvestor(house.db, { inviter }), inviter, count)
      }
    },
    60_000 + ROUNDS * 2_000,
  )
}

/** Starts all at the same time, every other time the last one first. Answers whether each was done; else it was refused. */
async function atOnce(n: number, ...verbs: ((tx: Tx) => Promise<unknown>)[]): Promise<boolean[]> {
  const outcomeOf = (verb: (tx: Tx) => Promise<unknown>) =>
    house.write(verb).then(
      () => true,
      (error: unknown) => (error instanceof Refusal ? false : Promise.reject(error)),
    )
  const outcomes = await Promise.all((n % 2 === 0 ? verbs : verbs.toReversed()).map(outcomeOf))
  return n % 2 === 0 ? outcomes : outcomes.toReversed()
}
const leave = (who: Investor, id: string, quoteId: string) => (tx: Tx) => exitInvestment(tx, who, { id, quoteId })

race('of ten who leave by one quote one does', async (investor, _, n) => {
  const { id } = await invest(offer, investor)
  await house.days(3)
  const asked = await quote(house, investor, id)
  const outcomes = await atOnce(n, ...Array.from({ length: 10 }, () => leave(investor, id, asked.id)))
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  expect(await balance(house, investor, 'earnings')).toBe(usd(500))
})

race('of ten who ask at once all are told the same', async (investor) => {
  const { id } = await invest(offer, investor)
  await house.days(1)
  const quotes = await Promise.all(Array.from({ length: 10 }, () => quote(house, investor, id)))
  expect(new Set(quotes.map((one) => one.id)).size).toBe(1)
})

race('leaving against an edit: one of them', async (investor, _, n) => {
  const seen = await invest(offer, investor)
  await house.days(3)
  const asked = await quote(house, investor, seen.id)
  const edit = (tx: Tx) =>
    updateInvestment(
      tx,
      house.administrator,
      {
        ...{ id: seen.id, amount: usd(600), date: seen.created_at.toISOString(), status: 'approved', reason: 'more' },
        version: seen.version,
      },
      SETTINGS,
    )
  const outcomes = await atOnce(n, leave(investor, seen.id, asked.id), edit)
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  const { status, amount } = await investmentNow(house, seen.id)
  expect([status, amount]).toEqual(outcomes[0] ? ['completed', usd(500)] : ['approved', usd(600)])
})

race('leaving against a withdrawal of all that it earned: one of them', async (investor, _, n) => {
  await giveBonus(house, investor, usd(500))
  const { id } = await save(offer, investor, { source: 'bonus' })
  await house.days(5)
  const asked = await quote(house, investor, id)
  const withdraw = (tx: Tx) => {
    const to = { walletName: `Wallet ${house.walletId}`, walletAddress: THEIR_BITCOIN, source: 'investment' } as const
    return requestWithdrawal(tx, investor, { ...to, amount: usd(10) }, 'off')
  }
  const outcomes = await atOnce(n, leave(investor, id, asked.id), withdraw)
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  expect(await balance(house, investor, 'withdrawing')).toBe(outcomes[0] ? ZERO : usd(10))
  expect(await balance(house, investor, 'bonus')).toBe(outcomes[0] ? usd(500) : ZERO)
})

race('leaving against maturity, in its last second and in the next: one of them', async (investor, _, n) => {
  const { id } = await invest(offer, investor, { duration: 7 })
  await house.clock.move(7 * DAY - SECOND)
  const asked = await quote(house, investor, id)
  const [outcomes] = await Promise.all([
    atOnce(n, leave(investor, id, asked.id), (tx) => completeInvestments(tx, job, [id])),
    house.clock.move(SECOND),
  ])
  await house.write((tx) => completeInvestments(tx, job, [id]))
  const { status, reason, earned_posted } = await investmentNow(house, id)
  expect([status, reason, earned_posted]).toEqual(
    outcomes[0] ? ['completed', 'left early', ZERO] : ['completed', null, usd(14)],
  )
})

race('leaving against the approval of its bonus, and the daily posting: all of them', async (investor, inviter) => {
  const { id } = await invest(offer, investor)
  await house.days(7)
  const asked = await quote(house, investor, id)
  const bonus = await referralNow(house, id)
  await house.clock.move(MINUTE)
  await Promise.all([
    leaveBy(house, investor, id, asked.id),
    house.write((tx) => approveReferral(tx, house.administrator, { id: bonus?.id ?? '' }, SETTINGS)),
    accrueDue(house.db, job),
  ])
  expect(await balance(house, inviter, 'referral')).toBe(usd(12.5))
  expect(await balance(house, investor, 'earnings')).toBe(usd(500))
})
