/**
 * Two steps that need two people are never taken by one: whoever asked for the step before, or agreed to it, has taken it,
 * and does not take the next one alone. What somebody has decided once stays theirs, whatever comes after it.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import type { Status } from '#kit/wire.ts'
import { refuseApproval } from './refuse.ts'
import { createPlan } from '#plans/create-plan.ts'
import { approveReferral } from '#referrals/approve.ts'
import { approveInvestment } from '#investments/approve.ts'
import { expireInvestment } from '#investments/expire.ts'
import { declineWithdrawal } from '#withdrawals/decline.ts'
import { agreeAs } from '../../test/support/agreeing.ts'
import {
  approveAs,
  declineAs,
  editAs,
  editWithdrawalAs,
  openDecidingHouse,
  requestedWithdrawal,
  waitingAs,
} from '../../test/support/deciding.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { balance, investmentNow, referralNow, save } from '../../test/support/investing.ts'
import { fillWallet } from '../../test/support/money.ts'
import { anAdministrator, anInvestor, usd } from '../../test/support/people.ts'

const house = opened(openDecidingHouse)
let requester: Administrator
let agreer: Administrator
let third: Administrator
let investor: Investor

beforeAll(async () => {
  await fillWallet(house.db, house.walletId, usd(1_000_000))
})
afterAll(async () => expect(await problems(house)).toEqual([]))
/** Each test with people of its own, who have decided nothing yet. */
beforeEach(async () => {
  ;[requester, agreer, third] = [
    await anAdministrator(house.db, ['reviewer']),
    await anAdministrator(house.db, ['reviewer']),
    await anAdministrator(house.db, ['reviewer']),
  ]
  investor = await anInvestor(house.db)
})

const saved = async (amount: number, who = investor) => (await save(house, who, { amount: usd(amount) })).id
const approve = (id: string, by: Administrator, fromSuspense?: string) => approveAs(house, by, id, fromSuspense)
const decline = (id: string, received: number, by: Administrator) => declineAs(house, by, id, usd(received))
const edit = (id: string, status: Status, by: Administrator) => editAs(house, by, id, { status })
const agree = (id: string | undefined, by: Administrator) => agreeAs(house.db, by, id)
const whyOf = async (id: string | undefined) => (await waitingAs(house, third, id))?.why
/** For each of these it waits as their own step; for the third, who had no part in the step before, it does not. */
const expectOwnStepOf = async (people: readonly Administrator[], attempt: (by: Administrator) => Promise<unknown>) => {
  for (const by of people) {
    const waits = (await attempt(by)) as string | undefined
    expect(await whyOf(waits)).toBe('own step')
    await house.write((tx) => refuseApproval(tx, house.clock, third, { id: waits ?? '', reason: 'Another one.' }))
  }
  expect(await attempt(third)).toBeUndefined()
}

describe('an investment that two have approved', () => {
  test('has a bonus that neither of them approves alone', async () => {
    const invited = await anInvestor(house.db, { inviter: investor })
    const id = await saved(25_000, invited)
    const waits = await approve(id, requester)
    expect(await whyOf(waits)).toBe('day')
    await agree(waits, agreer)
    const bonus = (await referralNow(house, id))?.id ?? ''
    await expectOwnStepOf([requester, agreer], (by) =>
      house.write((tx) => approveReferral(tx, by, { id: bonus }, SETTINGS)),
    )
  })

  test('by an edit to completed, too', async () => {
    const invited = await anInvestor(house.db, { inviter: investor })
    const id = await saved(25_000, invited)
    await agree(await edit(id, 'completed', requester), agreer)
    const bonus = (await referralNow(house, id))?.id ?? ''
    await expectOwnStepOf([requester, agreer], (by) =>
      house.write((tx) => approveReferral(tx, by, { id: bonus }, SETTINGS)),
    )
  })
})

test('a withdrawal that one asked to be made payable and another agreed to is paid by neither of them alone', async () => {
  const id = await requestedWithdrawal(house, investor, usd(1500))
  const set = (status: Status, by: Administrator) => editWithdrawalAs(house, by, id, { status })
  await house.write((tx) => declineWithdrawal(tx, third, { id, reason: 'The wrong address.' }))
  await agree(await set('approved', requester), agreer)
  await expectOwnStepOf([requester, agreer], (by) => set('completed', by))
})

describe('money that was said to have come in', () => {
  test('by one who asked for it, and one who agreed, pays for nothing that either of them approves alone', async () => {
    const declined = await saved(100)
    await agree(await decline(declined, 50_000, requester), agreer)
    const id = await saved(5000)
    await expectOwnStepOf([requester, agreer], (by) => approve(id, by, declined))
  })

  test('stays what that administrator has said when the record is edited and expires by itself', async () => {
    const declined = await saved(5000)
    expect(await decline(declined, 5000, requester)).toBeUndefined()
    expect(await edit(declined, 'pending', requester)).toBeUndefined()
    await house.clock.move(2 * DAY)
    await house.write((tx) => expireInvestment(tx, { job: 'expiry' }, { id: declined }))
    expect(await investmentNow(house, declined)).toMatchObject({ status: 'declined', received: usd(5000) })
    const id = await saved(4000)
    await expectOwnStepOf([requester], (by) => approve(id, by, declined))
  })

  test('nor does another who declines it after them take their step from them', async () => {
    const declined = await saved(5000)
    expect(await decline(declined, 5000, requester)).toBeUndefined()
    expect(await edit(declined, 'pending', agreer)).toBeUndefined()
    expect(await decline(declined, 0, agreer)).toBeUndefined()
    const id = await saved(4000)
    await expectOwnStepOf([requester, agreer], (by) => approve(id, by, declined))
  })
})

test('where there are two administrators and no third, all of it waits and none of it is impossible', async () => {
  const own = await openInvestingHouse()
  const [first, second] = [own.administrator, await anAdministrator(own.db, ['reviewer'])]
  try {
    const terms = { name: 'Launch', description: '', min_amount: '10', max_amount: '100000', durations_copy: '14' }
    const plan = { ...terms, ref_bonus: '5', daily_roi: '0.4' }
    const made = await own.write((tx) => createPlan(tx, own.clock, first, plan))
    await agreeAs(own.db, second, made.waits)
    own.planId = made.id
    const inviter = await anInvestor(own.db)
    const invited = await anInvestor(own.db, { inviter })
    for (const [by, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const { id } = await save(own, invited, { amount: usd(25_000) })
      await agreeAs(own.db, other, await own.write((tx) => approveInvestment(tx, by, { id }, SETTINGS)))
      const bonus = (await referralNow(own, id))?.id ?? ''
      await agreeAs(own.db, by, await own.write((tx) => approveReferral(tx, other, { id: bonus }, SETTINGS)))
    }
    expect(await balance(own, inviter, 'referral')).toBe(usd(2500))
    expect(await problems(own)).toEqual([])
  } finally {
    await own.close()
  }
})
