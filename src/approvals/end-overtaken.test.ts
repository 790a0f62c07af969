/** What waits for a second administrator ends with its record: with what its investor cancels, and what happens by itself. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import { cancelInvestment } from '#investments/cancel.ts'
import { completeInvestments } from '#investments/complete.ts'
import { expireInvestment } from '#investments/expire.ts'
import { closeRequestsOf, holdRequestsOf } from './close-requests.ts'
import { expireApprovals } from './expire.ts'
import { cancelWithdrawal } from '#withdrawals/cancel.ts'
import { agreeAs } from '../../test/support/agreeing.ts'
import {
  approveAs,
  declineAs,
  editAs,
  editWithdrawalAs,
  newestMailTo,
  openDecidingHouse,
  refuseAs,
  requestedWithdrawal,
  requestNow,
} from '../../test/support/deciding.ts'
import { save } from '../../test/support/investing.ts'
import { held } from '../../test/support/money.ts'
import { opened } from '../../test/support/opened.ts'
import { anAdministrator, anInvestor, usd } from '../../test/support/people.ts'
import { refusalOf } from '../../test/support/traces.ts'

const house = opened(() => openDecidingHouse({ dailyLimit: false, funded: true }))
let requester: Administrator
let second: Administrator
let investor: Investor

beforeEach(async () => {
  requester = await anAdministrator(house.db, ['reviewer'])
  second = await anAdministrator(house.db, ['reviewer'])
  investor = await anInvestor(house.db)
})

const saved = async () => (await save(house, investor, { amount: usd(500) })).id
const cancelled = (id: string) => house.write((tx) => cancelInvestment(tx, investor, { id }))
const JOB = { job: 'test' }
/** It has ended in the transaction of what overtook it: nobody decided it, who asked is told, the record is free. */
const expectEnded = async (waits: string | undefined, reason: string) => {
  expect(await requestNow(house, waits)).toMatchObject({ state: 'expired', decided_by: null, decision_reason: reason })
  const { at } = await house.db
    .selectFrom('audit_entry')
    .select('at')
    .where('action', '=', 'second approval expired')
    .where('reason', '=', reason)
    .where('subject_id', '=', (await requestNow(house, waits)).subject_id)
    .executeTakeFirstOrThrow()
  expect(at).toEqual((await requestNow(house, waits)).decided_at)
  const { subject, content } = await newestMailTo(house, requester)
  expect(subject).toBe('Your request has ended')
  expect(content).toContain(`the record is now ${reason}`)
  expect(await refusalOf(agreeAs(house.db, second, waits))).toMatchObject({ code: 'wrong state' })
}

describe('a request for a second administrator ends at once', () => {
  test('when the investor cancels the investment', async () => {
    const id = await saved()
    const waits = await declineAs(house, requester, id, usd(9000))
    await cancelled(id)
    await expectEnded(waits, 'cancelled by investor')
    // another administrator goes on with what is declined
    expect(await editAs(house, second, id, { status: 'pending' })).toBeUndefined()
  })

  test('when the investor cancels the withdrawal', async () => {
    const id = await requestedWithdrawal(house, investor, usd(5000))
    const waits = await editWithdrawalAs(house, requester, id, { status: 'pending', amount: usd(1000) })
    await house.write((tx) => cancelWithdrawal(tx, investor, { id }))
    await expectEnded(waits, 'cancelled by investor')
  })

  test('but a withdrawal of which somebody says that it was paid is not cancelled before that is decided', async () => {
    const id = await requestedWithdrawal(house, investor, usd(5000))
    const cancel = () => house.write((tx) => cancelWithdrawal(tx, investor, { id }))
    const before = await held(house.db, investor, 'earnings')
    for (const amount of [usd(4000), usd(5000)]) {
      const waits = await editWithdrawalAs(house, requester, id, { status: 'completed', amount })
      expect(await refusalOf(cancel())).toMatchObject({ code: 'wrong state', message: expect.stringContaining('paid') })
      expect((await requestNow(house, waits)).state).toBe('waiting')
      if (amount === usd(4000)) await refuseAs(house, second, waits)
      else await agreeAs(house.db, second, waits)
    }
    expect(await held(house.db, investor, 'earnings')).toBe(before)
    const other = await requestedWithdrawal(house, investor, usd(5000))
    const waits = await editWithdrawalAs(house, requester, other, { status: 'completed' })
    await refuseAs(house, second, waits)
    await house.write((tx) => cancelWithdrawal(tx, investor, { id: other }))
  })

  test('nor when nobody has decided it in time, until a later one is refused or an administrator decides', async () => {
    const id = await requestedWithdrawal(house, investor, usd(5000))
    const cancel = () => house.write((tx) => cancelWithdrawal(tx, investor, { id }))
    const before = await held(house.db, investor, 'earnings')
    const waits = await editWithdrawalAs(house, requester, id, { status: 'completed' })
    await house.clock.move(7 * DAY)
    expect((await refusalOf(cancel())).code).toBe('wrong state')
    await expireApprovals(house.db, JOB)
    expect((await requestNow(house, waits)).state).toBe('expired')
    expect((await refusalOf(cancel())).code).toBe('wrong state')
    // another correction says nothing of a payment, whatever becomes of it
    const lower = { status: 'pending', amount: usd(1000), lookedUp: waits } as const
    await refuseAs(house, second, await editWithdrawalAs(house, requester, id, lower))
    expect((await refusalOf(cancel())).code).toBe('wrong state')
    expect(await held(house.db, investor, 'earnings')).toBe(before)
    const later = await editWithdrawalAs(house, requester, id, { status: 'completed', lookedUp: waits })
    await refuseAs(house, second, later)
    await cancel()
    expect(await held(house.db, investor, 'earnings')).toBe(before + usd(5000))
  })

  test('nor where whoever said so is blocked or loses the role: nobody has decided that it was not paid', async () => {
    const id = await requestedWithdrawal(house, investor, usd(5000))
    const cancel = () => house.write((tx) => cancelWithdrawal(tx, investor, { id }))
    const waits = await editWithdrawalAs(house, requester, id, { status: 'completed' })
    const other = await requestedWithdrawal(house, investor, usd(4000))
    const lowered = await editWithdrawalAs(house, requester, other, { status: 'pending', amount: usd(1000) })
    // what blocking and setting roles do
    await house.write(async (tx) => {
      await holdRequestsOf(tx, requester.userId)
      const gone = { id: requester.userId, name: requester.name }
      await closeRequestsOf(tx, second, gone, { roles: [], reason: 'They were blocked.' })
    })
    expect(await requestNow(house, waits)).toMatchObject({ state: 'expired', decided_by: null })
    expect(await requestNow(house, lowered)).toMatchObject({ state: 'refused', decided_by: second.userId })
    expect(await refusalOf(cancel())).toMatchObject({
      code: 'wrong state',
      message: expect.stringMatching(/^An administrator has said that this withdrawal was paid.+Support/),
    })
    // what says nothing of a payment holds nothing up
    await house.write((tx) => cancelWithdrawal(tx, investor, { id: other }))
  })

  test('and again once an administrator has set it back to pending since, declined before or not', async () => {
    const third = await anAdministrator(house.db, ['reviewer'])
    const id = await requestedWithdrawal(house, investor, usd(5000))
    const cancel = () => house.write((tx) => cancelWithdrawal(tx, investor, { id }))
    const decide = async (status: 'declined' | 'pending' | 'approved', of = id, lookedUp?: string) => {
      const waits = await editWithdrawalAs(house, second, of, { status, lookedUp })
      if (waits !== undefined) await agreeAs(house.db, third, waits)
    }
    const sayPaid = async (of = id) => {
      const waits = await editWithdrawalAs(house, requester, of, { status: 'completed', lookedUp: last })
      await house.clock.move(7 * DAY)
      await expireApprovals(house.db, JOB)
      last = waits
      return waits
    }
    let last: string | undefined
    await sayPaid()
    // approving says nothing of a payment
    await decide('approved')
    await decide('pending', id, await sayPaid())
    // said once more of what is pending again
    const more = await sayPaid()
    expect((await refusalOf(cancel())).code).toBe('wrong state')
    await decide('approved')
    await decide('pending', id, more)
    await cancel()
    const other = await requestedWithdrawal(house, investor, usd(5000))
    await decide('declined', other, await sayPaid(other))
    await decide('pending', other)
    await house.write((tx) => cancelWithdrawal(tx, investor, { id: other }))
  })

  test('when the investment expires unpaid', async () => {
    const id = await saved()
    const waits = await editAs(house, requester, id, { amount: usd(90_000) })
    await house.clock.move(2 * DAY)
    await house.write((tx) => expireInvestment(tx, JOB, { id }))
    await expectEnded(waits, 'expired')
  })

  test('when the investment is completed', async () => {
    const id = await saved()
    expect(await approveAs(house, requester, id)).toBeUndefined()
    await house.clock.move(13 * DAY)
    const waits = await editAs(house, requester, id, { amount: usd(90_000) })
    await house.clock.move(2 * DAY)
    await house.write((tx) => completeInvestments(tx, JOB, [id]))
    await expectEnded(waits, 'completed')
  })

  test('and not by somebody else, whose record it is not, nor where cancelling is refused', async () => {
    const id = await saved()
    const waits = await editAs(house, requester, id, { amount: usd(90_000) })
    const stranger = await anInvestor(house.db)
    expect(await refusalOf(house.write((tx) => cancelInvestment(tx, stranger, { id })))).toMatchObject({
      code: 'not found',
    })
    expect((await requestNow(house, waits)).state).toBe('waiting')
    await agreeAs(house.db, second, waits)
  })

  test('or is agreed to first: of the two at once one is done, twenty times over', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await saved()
      const waits = await editAs(house, requester, id, { status: 'approved', amount: usd(20_000) })
      const [agreement, cancelling] = await Promise.allSettled([agreeAs(house.db, second, waits), cancelled(id)])
      expect([agreement.status, cancelling.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      expect((await requestNow(house, waits)).state).toBe(agreement.status === 'fulfilled' ? 'agreed' : 'expired')
    }
  })
})
