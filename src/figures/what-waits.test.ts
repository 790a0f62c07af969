import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { HOUR } from '#kit/clock.ts'
import { readTransaction } from '#kit/transaction.ts'
import { STATUSES, type Status } from '#kit/wire.ts'
import { percent } from '#money/percent.ts'
import { approveInvestment } from '#investments/approve.ts'
import type { Investment } from '#investments/contract.ts'
import { isUnpaid } from '#investments/rules.ts'
import { updateInvestment } from '#investments/update.ts'
import { verifyInvestment } from '#investments/verify.ts'
import { UNPAID } from '#records/store.ts'
import { approveReferral } from '#referrals/approve.ts'
import { openInvestingHouse, SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { giveBonus, investmentNow, referralNow, save } from '../../test/support/investing.ts'
import { anAdministrator, anInvestor, aPlan, asAdministrator, usd } from '../../test/support/people.ts'
import { whatWaits } from './what-waits.ts'

const house = opened(openInvestingHouse)
beforeAll(async () => {
  house.planId = await aPlan(house.db, { ref_bonus: percent(500_000n) })
})

test('a referral that waits for a second administrator is counted among the requests, not again among the referrals', async () => {
  const [reviewer, second] = [await anAdministrator(house.db, ['reviewer']), house.administrator]
  const inviter = await anInvestor(house.db)
  const { id } = await save(house, await anInvestor(house.db, { inviter }), { amount: usd(5000) })
  await house.write((tx) => approveInvestment(tx, reviewer, { id }, SETTINGS))
  const waits = async () => {
    const { referrals, approvals } = await readTransaction(house.db, (tx) => whatWaits(tx, second))
    return { decide: referrals.count, all: referrals.all, agree: approvals.count }
  }
  expect(await waits()).toEqual({ decide: 1, all: 1, agree: 0 })

  const referral = (await referralNow(house, id))?.id ?? expect.fail('there is no referral')
  expect(await house.write((tx) => approveReferral(tx, reviewer, { id: referral }, SETTINGS))).toBeDefined()
  expect(await waits()).toEqual({ decide: 0, all: 1, agree: 1 })
})

test('the rows that are counted as unpaid are those that the rule calls so, in every state and from every source', async () => {
  const sources: Investment['source'][] = ['payment', 'bonus', 'reinvest']
  const all = STATUSES.flatMap((status) => sources.map((source) => ({ status, source })))
  const { rows } = await sql<{ status: Status; source: string; unpaid: boolean }>`
    SELECT status, source, ${UNPAID.investment} AS unpaid
    FROM jsonb_to_recordset(${JSON.stringify(all)}::jsonb) AS investment (status text, source text)`.execute(house.db)
  expect(rows).toEqual(all.map((one) => ({ ...one, unpaid: isUnpaid(one) })))
  expect(rows.filter(({ unpaid }) => unpaid)).toHaveLength(1)
})

test('what nobody has said is paid, what waits for a second administrator and one’s own are told apart from what is to be decided', async () => {
  const reviewer = await anAdministrator(house.db, ['reviewer'])
  const [investor, own] = [await anInvestor(house.db), await anInvestor(house.db)]
  const waits = async (who: Administrator) => (await readTransaction(house.db, (tx) => whatWaits(tx, who))).investments
  const before = await waits(reviewer)
  const saved = async (who: Investor = investor, choice: Parameters<typeof save>[2] = {}) => {
    const { id, tranx_id } = await save(house, who, choice)
    return { id, pay: () => house.write((tx) => verifyInvestment(tx, who, { tranxId: tranx_id })) }
  }
  await saved()
  await house.clock.move(HOUR)
  const paid = await saved()
  await paid.pay()
  await (await saved(own)).pay()
  const large = await saved(investor, { amount: usd(5000) })
  const { created_at } = await investmentNow(house, large.id)
  const edit = { amount: usd(4000), date: created_at.toISOString(), status: 'approved' } as const
  const asked = await house.write((tx) =>
    updateInvestment(tx, reviewer, { id: large.id, ...edit, reason: 'Seen', version: undefined }, SETTINGS),
  )
  expect(asked).toBeDefined()
  const bonus = await aBonusInvestmentEditedBack(investor, reviewer)

  expect(before).toMatchObject({ count: 0, unpaid: 0, second: 0, all: 0 })
  const oldest = (await investmentNow(house, paid.id)).created_at.toISOString()
  expect(await waits(asAdministrator(own))).toEqual({ count: 2, oldest, unpaid: 1, second: 1, all: 5 })
  expect(await waits(reviewer)).toEqual({ count: 3, oldest, unpaid: 1, second: 1, all: 5 })
  expect((await investmentNow(house, bonus)).status).toBe('pending')
})

/** Paid from the bonus balance, so nobody pays for it: it waits for an administrator alone. */
async function aBonusInvestmentEditedBack(investor: Investor, by: Administrator): Promise<string> {
  await giveBonus(house, investor, usd(200))
  const { id, created_at } = await save(house, investor, { amount: usd(200), source: 'bonus' })
  const date = created_at.toISOString()
  const edit = { id, amount: usd(200), date, status: 'pending', reason: 'Typed wrong', version: undefined } as const
  await house.write((tx) => updateInvestment(tx, by, edit, SETTINGS))
  return id
}
