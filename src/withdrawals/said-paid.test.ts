/** A withdrawal of which one administrator said that it was paid, and which no second one has confirmed: nobody pays it again unawares. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import { readTransaction } from '#kit/transaction.ts'
import { toWire } from '#money/micro-usd.ts'
import { closeRequestsOf, holdRequestsOf } from '#approvals/close-requests.ts'
import { expireApprovals } from '#approvals/expire.ts'
import { agreeAs } from '../../test/support/agreeing.ts'
import { THEIR_BITCOIN } from '../../test/support/addresses.ts'
import {
  editWithdrawalAs,
  openDecidingHouse,
  refuseAs,
  requestedWithdrawal,
  requestNow,
  withdrawAs,
} from '../../test/support/deciding.ts'
import { problems, SETTINGS } from '../../test/support/investing-house.ts'
import { held } from '../../test/support/money.ts'
import { opened } from '../../test/support/opened.ts'
import { anAdministrator, anInvestor, usd } from '../../test/support/people.ts'
import { approveWithdrawal } from './approve.ts'
import { cancelWithdrawal } from './cancel.ts'
import { checkPayouts } from './check-payouts.ts'
import { declineWithdrawal } from './decline.ts'
import { payoutList } from './payout-list.ts'
import { findWithdrawal, listWithdrawals, withdrawalsOf } from './read.ts'

const house = opened(() => openDecidingHouse({ dailyLimit: false, funded: true }))
let first: Administrator
let second: Administrator
let third: Administrator
let investor: Investor
let txids = 0
const newTxid = () => (txids += 1).toString(16).padStart(64, 'ab')

afterAll(async () => expect(await problems(house)).toEqual([]))
beforeEach(async () => {
  first = await anAdministrator(house.db, ['reviewer'])
  second = await anAdministrator(house.db, ['reviewer'])
  third = await anAdministrator(house.db, ['reviewer'])
  investor = await anInvestor(house.db)
})

const requested = () => requestedWithdrawal(house, investor, usd(5000))
const approve = (id: string) => house.write((tx) => approveWithdrawal(tx, first, { id }))
/** Approved by the first, who says that it was paid: above the limit that waits for a second. */
async function saidPaid(): Promise<{ id: string; waits: string; txid: string }> {
  const [id, txid] = [await requested(), newTxid()]
  await approve(id)
  const waits = await editWithdrawalAs(house, first, id, { status: 'completed', txid })
  return { id, txid, waits: waits ?? expect.fail('it did not wait') }
}
async function letItExpire(): Promise<void> {
  await house.clock.move(7 * DAY)
  await expireApprovals(house.db, { job: 'test' })
}
/** The same, and a week goes by. */
async function unanswered() {
  const said = await saidPaid()
  await letItExpire()
  expect((await requestNow(house, said.waits)).state).toBe('expired')
  return said
}
const now = (id: string) => readTransaction(house.db, (tx) => findWithdrawal(tx, id))
const saidOf = async (id: string) => (await now(id)).said_paid
const listed = async () => {
  const { items } = await readTransaction(house.db, (tx) =>
    payoutList(SETTINGS).page(tx, { limit: 250, user: investor.userId }),
  )
  return items.map(({ withdrawal }) => withdrawal.id)
}
async function checked(id: string, txid: string, by = second) {
  const { amount } = await now(id)
  const line = { id, network: 'bitcoin', address: THEIR_BITCOIN, amount, txid }
  const { lines } = await house.write((tx) => checkPayouts(tx, by, [line]))
  return `${lines[0]?.verdict}: ${lines[0]?.words}`
}
const pay = (id: string, txid: string, lookedUp?: string, by = second) =>
  editWithdrawalAs(house, by, id, { status: 'completed', txid, lookedUp })
const decline = (id: string, lookedUp?: string) =>
  house.write((tx) => declineWithdrawal(tx, second, { id, reason: 'Nothing was sent.', lookedUp }))

const NOT_LOOKED_UP = {
  code: 'bad input',
  message: expect.stringMatching(/said on \d+ \w+ 2026, \d\d:\d\d UTC that this was paid/),
  errors: { looked_up: [expect.stringMatching(/with transaction [0-9a-f]{64}.+Look it up first/)] },
}

describe('once nobody has confirmed it in time', () => {
  test('it is in no payout list, and says who said that it was paid, when and with which transaction', async () => {
    const other = await requested()
    await approve(other)
    const { id, waits, txid } = await saidPaid()
    const { asked_at } = await requestNow(house, waits)
    // while it waits, the request itself says so
    expect([await listed(), await saidOf(id)]).toEqual([[other], null])
    await letItExpire()
    expect(await listed()).toEqual([other])
    const said = { id: waits, by: first.name, at: asked_at.toISOString(), txid }
    expect(await saidOf(id)).toEqual(said)
    const asked = { user: investor.userId, limit: 50 }
    const { items } = await readTransaction(house.db, (tx) => listWithdrawals(tx, asked))
    expect(items.map((item) => [item.id, item.said_paid])).toEqual(
      expect.arrayContaining([
        [id, said],
        [other, null],
      ]),
    )
    // that is between administrators
    const own = await readTransaction(house.db, (tx) => withdrawalsOf(tx, investor.userId))
    expect(own.map(({ said_paid }) => said_paid)).toEqual([null, null])
  })

  test('it is paid neither from a file nor by whoever has not looked that transaction up, and nothing moves', async () => {
    const { id, txid, waits } = await unanswered()
    const before = await held(house.db, investor, 'withdrawing')
    for (const other of [newTxid(), txid]) expect(await checked(id, other)).toMatch(/^refused: .+Look it up first/)
    await expect(pay(id, newTxid())).rejects.toMatchObject(NOT_LOOKED_UP)
    await expect(pay(id, txid)).rejects.toMatchObject(NOT_LOOKED_UP)
    // nor having looked up another
    const elsewhere = await unanswered()
    await expect(pay(id, txid, elsewhere.waits)).rejects.toMatchObject(NOT_LOOKED_UP)
    expect(await held(house.db, investor, 'withdrawing')).toBe(before + usd(5000))
    expect((await requestNow(house, waits)).state).toBe('expired')
  })

  test('whoever has looked it up pays it; who approved it asks a second one anew, with the same transaction id', async () => {
    const { id, txid, waits } = await unanswered()
    const again = await pay(id, txid, waits, first)
    expect(await saidOf(id)).toBeNull()
    expect((await requestNow(house, again)).input).toMatchObject({ txid })
    await agreeAs(house.db, second, again)
    expect(await now(id)).toMatchObject({ status: 'completed', txid, said_paid: null })

    const other = await unanswered()
    const sent = newTxid()
    expect(await pay(other.id, sent, other.waits)).toBeUndefined()
    expect(await now(other.id)).toMatchObject({ status: 'completed', txid: sent })
    // set back later, what was said before that counts no more
    const back = await editWithdrawalAs(house, second, other.id, { status: 'approved' })
    if (back !== undefined) await agreeAs(house.db, third, back)
    expect([(await now(other.id)).status, await saidOf(other.id), await listed()]).toEqual([
      'approved',
      null,
      [other.id],
    ])
  })

  test('asked anew and again not answered, it is the newer word that has to be looked up', async () => {
    const { id, waits } = await unanswered()
    const txid = newTxid()
    const again = await pay(id, txid, waits, first)
    await letItExpire()
    expect(await saidOf(id)).toMatchObject({ id: again, txid })
    await expect(pay(id, txid, waits)).rejects.toMatchObject(NOT_LOOKED_UP)
    expect(await listed()).toEqual([])
  })

  test('who asks anew and takes that back leaves what was said before it', async () => {
    const { id, txid, waits } = await unanswered()
    await withdrawAs(house, first, await pay(id, newTxid(), waits, first))
    expect(await saidOf(id)).toMatchObject({ id: waits, txid })
    expect(await listed()).toEqual([])
  })

  test('its amount goes back to nobody, nor is it pending again, unless it was looked up', async () => {
    const { id, waits } = await unanswered()
    const edit = (status: 'pending' | 'declined', lookedUp?: string) =>
      editWithdrawalAs(house, second, id, { status, lookedUp })
    for (const status of ['pending', 'declined'] as const) {
      await expect(edit(status)).rejects.toMatchObject(NOT_LOOKED_UP)
    }
    await edit('pending', waits)
    expect(await saidOf(id)).toBeNull()
    await house.write((tx) => cancelWithdrawal(tx, investor, { id }))
  })

  test('paid in one step while it was pending, it is approved as ever, and not declined unless it was looked up', async () => {
    const [id, other] = [await requested(), await requested()]
    const waits: (string | undefined)[] = []
    for (const one of [id, other]) waits.push(await pay(one, newTxid(), undefined, first))
    await letItExpire()
    await expect(decline(id)).rejects.toMatchObject(NOT_LOOKED_UP)
    await decline(id, waits[0])
    expect((await now(id)).status).toBe('declined')
    // approving pays nothing: it is as it was, and in no list of what is to be paid
    await approve(other)
    expect([(await saidOf(other))?.id, await listed()]).toEqual([waits[1], []])
    await expect(pay(other, newTxid())).rejects.toMatchObject(NOT_LOOKED_UP)
  })

  test('no part of its amount goes back, either, unless it was looked up', async () => {
    const { id, waits } = await unanswered()
    const before = await held(house.db, investor, 'earnings')
    const less = (lookedUp?: string) =>
      editWithdrawalAs(house, second, id, { status: 'approved', amount: usd(4500), lookedUp })
    await expect(less()).rejects.toMatchObject(NOT_LOOKED_UP)
    expect(await held(house.db, investor, 'earnings')).toBe(before)
    expect(await less(waits)).toBeUndefined()
    expect((await saidOf(id))?.id).toBe(waits)
  })

  test('nor is one that had been declined by then paid or pending again unless it was looked up', async () => {
    const id = await requested()
    await decline(id)
    const txid = newTxid()
    const waits = await editWithdrawalAs(house, first, id, { status: 'completed', txid })
    await letItExpire()
    expect(await saidOf(id)).toMatchObject({ id: waits, txid })
    await expect(pay(id, newTxid())).rejects.toMatchObject(NOT_LOOKED_UP)
    const again = (lookedUp?: string) => editWithdrawalAs(house, second, id, { status: 'pending', lookedUp })
    await expect(again()).rejects.toMatchObject(NOT_LOOKED_UP)
    await agreeAs(house.db, third, (await again(waits)) ?? expect.fail('it did not wait'))
    expect(await saidOf(id)).toBeNull()
  })

  test('the same goes where whoever said so was blocked meanwhile', async () => {
    const { id, waits } = await saidPaid()
    await house.write(async (tx) => {
      await holdRequestsOf(tx, first.userId)
      await closeRequestsOf(tx, second, { id: first.userId, name: first.name }, { roles: [], reason: 'Blocked.' })
    })
    expect([(await saidOf(id))?.id, await listed()]).toEqual([waits, []])
    await expect(pay(id, newTxid())).rejects.toMatchObject(NOT_LOOKED_UP)
  })
})

test('what a second administrator has refused is to be paid again: somebody has looked, and said why', async () => {
  const { id, waits } = await saidPaid()
  await refuseAs(house, second, waits, 'No such transaction.')
  expect([await saidOf(id), await listed()]).toEqual([null, [id]])
  const txid = newTxid()
  expect(await checked(id, txid)).toBe('pay: Will be marked as paid.')
  expect(await pay(id, txid)).toBeUndefined()
})

test('so is what whoever said so has taken back themselves', async () => {
  const { id, waits } = await saidPaid()
  await withdrawAs(house, first, waits)
  expect([await saidOf(id), await listed()]).toEqual([null, [id]])
  expect(await pay(id, newTxid())).toBeUndefined()
})

test('a correction that says nothing of a payment holds up nothing when it has expired', async () => {
  const id = await requested()
  await editWithdrawalAs(house, first, id, { status: 'pending', amount: usd(1000) })
  await letItExpire()
  await approve(id)
  expect([await saidOf(id), await listed()]).toEqual([null, [id]])
  expect(toWire(usd(5000))).toBe((await now(id)).amount)
  expect(await pay(id, newTxid())).toBeUndefined()
})
