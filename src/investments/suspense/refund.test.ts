/** Money held in suspense goes to nobody who has an account in their hands that is not theirs. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { HOUR } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { removeAddressesSince, settleNoSooner } from '#addresses/distrust.ts'
import { insertAddress } from '#addresses/store.ts'
import { declineInvestment } from '#investments/decline.ts'
import { pauseWithdrawals } from '#users/pause-withdrawals.ts'
import { SOMEBODYS_BITCOIN } from '../../../test/support/addresses.ts'
import { openInvestingHouse, problems } from '../../../test/support/investing-house.ts'
import { investmentNow, save } from '../../../test/support/investing.ts'
import { opened } from '../../../test/support/opened.ts'
import { anInvestor, usd } from '../../../test/support/people.ts'
import { refundSuspense } from './refund.ts'

const house = opened(openInvestingHouse)
let investor: Investor
let id: string

afterAll(async () => expect(await problems(house)).toEqual([]))
beforeEach(async () => {
  investor = await anInvestor(house.db)
  ;({ id } = await save(house, investor))
  const declined = { id, reason: null, received: usd(50) }
  await house.write((tx) => declineInvestment(tx, house.administrator, declined))
})

const refund = async (address: string | null = null) => {
  const input = { id, amount: usd(10), txid: null, address, reason: 'sent back' }
  return house.write((tx) => refundSuspense(tx, house.administrator, input))
}
const refunded = async () => (await investmentNow(house, id)).refunded

test.each(['recovery', 'password reset', 'second factor changed'] as const)(
  'a refund waits while withdrawals are paused after a %s',
  async (reason) => {
    await house.write((tx) => pauseWithdrawals(tx, house.clock, investor.userId, reason))
    await expect(refund()).rejects.toThrow(
      /^Withdrawals of this investor are paused: somebody else may have asked for this refund\. Refund it after/,
    )
    expect(await refunded()).toBe(0n)
    await house.clock.move(24 * HOUR)
    await refund()
    expect(await refunded()).toBe(usd(10))
  },
)

test('an address in the investor’s book takes a refund as it takes a withdrawal: confirmed, settled, and not removed by a recovery', async () => {
  const now = house.clock.now()
  const usable_at = new Date(now.getTime() + HOUR)
  const entry = { id: newId(), user_id: investor.userId, network: 'bitcoin', address: SOMEBODYS_BITCOIN, name: null }
  const times = { created_at: now, usable_at, confirmed_at: null, removed_at: null, distrusted_at: null }
  await house.write((tx) => insertAddress(tx, { ...entry, ...times }))
  await expect(refund(SOMEBODYS_BITCOIN)).rejects.toThrow(/confirmed this address yet/)
  await house.write((tx) => removeAddressesSince(tx, investor.userId, now, now))
  await expect(refund(SOMEBODYS_BITCOIN)).rejects.toThrow(/^This address was removed to protect the account/)
  expect(await refunded()).toBe(0n)
  await refund()
  expect(await refunded()).toBe(usd(10))
})

test('an address of which nothing was asked takes a refund at once, also while the account can be taken back', async () => {
  const now = house.clock.now()
  const entry = {
    id: newId(),
    user_id: investor.userId,
    network: 'bitcoin',
    address: SOMEBODYS_BITCOIN,
    name: 'Ledger',
  }
  const times = { created_at: now, usable_at: now, confirmed_at: null, removed_at: null, distrusted_at: null }
  await house.write((tx) => insertAddress(tx, { ...entry, ...times }))
  const until = new Date(now.getTime() + 72 * HOUR)
  await house.write((tx) => settleNoSooner(tx, investor.userId, { begun: now, now, until }))
  await refund(SOMEBODYS_BITCOIN)
  await house.clock.move(73 * HOUR)
  await refund(SOMEBODYS_BITCOIN)
  expect(await refunded()).toBe(usd(20))
  // nor does another password end it: nobody waits for it to be confirmed
  const later = house.clock.now()
  expect(await house.write((tx) => removeAddressesSince(tx, investor.userId, later, later))).toBe(0)
})
