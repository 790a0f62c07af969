import { expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { openInvestingHouse, SETTINGS } from '../../test/support/investing-house.ts'
import { giveBonus, save } from '../../test/support/investing.ts'
import { opened } from '../../test/support/opened.ts'
import { anInvestor, usd } from '../../test/support/people.ts'
import { refusalOf } from '../../test/support/traces.ts'
import { approveInvestment } from './approve.ts'
import { cancelInvestment } from './cancel.ts'
import { verifyInvestment } from './verify.ts'

const house = opened(openInvestingHouse)

/** The investments of so many savings at once that went through; all others were refused in words. */
async function saveAtOnce(investor: Investor, times: number) {
  const outcomes = await Promise.allSettled(Array.from({ length: times }, () => save(house, investor)))
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return [outcome.value]
    expect(outcome.reason).toMatchObject({
      code: 'wrong state',
      message: 'You have 100 investments waiting. Cancel one that you haven’t paid, or wait until one is reviewed.',
    })
    return []
  })
}

test('a hundred investments of one person wait for money at most, however many are saved at once', async () => {
  const investor = await anInvestor(house.db)
  const first = await saveAtOnce(investor, 90)
  expect(first).toHaveLength(90)
  const [one, other, third] = [...(await saveAtOnce(investor, 20)), ...first]
  expect(await saveAtOnce(investor, 20)).toEqual([])
  if (one === undefined || other === undefined || third === undefined) throw new Error('nothing was saved')

  // what is marked as paid still waits, for an administrator
  await house.write((tx) => verifyInvestment(tx, investor, { tranxId: one.tranx_id }))
  expect(await refusalOf(save(house, investor))).toMatchObject({ code: 'wrong state' })
  await house.write((tx) => cancelInvestment(tx, investor, { id: other.id }))
  expect(await saveAtOnce(investor, 20)).toHaveLength(1)
  await house.write((tx) => approveInvestment(tx, house.administrator, { id: third.id }, SETTINGS))
  expect(await saveAtOnce(investor, 20)).toHaveLength(1)

  // what is paid at once waits for nobody, and nobody else is concerned
  await giveBonus(house, investor, usd(500))
  expect(await save(house, investor, { source: 'bonus' })).toMatchObject({ status: 'approved' })
  expect(await saveAtOnce(await anInvestor(house.db), 1)).toHaveLength(1)
})
