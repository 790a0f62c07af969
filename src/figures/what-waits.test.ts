import { beforeAll, expect, test } from 'vitest'
import { readTransaction } from '#kit/transaction.ts'
import { percent } from '#money/percent.ts'
import { approveInvestment } from '#investments/approve.ts'
import { approveReferral } from '#referrals/approve.ts'
import { openInvestingHouse, SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { referralNow, save } from '../../test/support/investing.ts'
import { anAdministrator, anInvestor, aPlan, usd } from '../../test/support/people.ts'
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
