import { expect, test } from 'vitest'
import { movableClock } from '#kit/clock.ts'
import { transaction } from '#kit/transaction.ts'
import { testDatabase } from '../../test/support/database.ts'
import { opened } from '../../test/support/opened.ts'
import { anInvestor } from '../../test/support/people.ts'
import { findUser } from './find.ts'
import { pausedWords } from './pause-rules.ts'
import { pauseOf, pauseWithdrawals, refusePaused } from './pause-withdrawals.ts'

const NOON = new Date('2026-03-05T12:00:00Z')
const hoursOn = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000)
const house = opened(testDatabase)

async function aPausedUser() {
  const { userId } = await anInvestor(house.db)
  const clock = movableClock(NOON)
  const pause = (reason: Parameters<typeof pauseWithdrawals>[3]) =>
    transaction(house.db, (tx) => pauseWithdrawals(tx, clock, userId, reason))
  const now = async () => {
    const user = await transaction(house.db, (tx) => findUser(tx, userId))
    if (user === undefined) throw new Error('the user has gone')
    return user
  }
  await pause('phone changed')
  return { userId, clock, pause, now }
}

test('a pause lasts for 24 hours to the millisecond, and says for how long and why', async () => {
  const { now } = await aPausedUser()
  const user = await now()
  expect(pauseOf(user, NOON)).toEqual({ until: hoursOn(24), reason: 'phone changed' })
  expect(pauseOf(user, new Date(hoursOn(24).getTime() - 1))).not.toBeNull()
  expect(pauseOf(user, hoursOn(24))).toBeNull()
  expect(() => refusePaused(user, hoursOn(1))).toThrow(
    'Withdrawals are paused for 24 hours, because your phone number was changed. Your money keeps earning.',
  )
  expect(pausedWords('recovery')).toContain('because access to your account was recovered')
})

test('another reason makes a pause longer and never shorter, and each is told once', async () => {
  const { userId, clock, pause, now } = await aPausedUser()
  clock.move(3_600_000)
  await pause('password reset')
  expect(pauseOf(await now(), NOON)).toEqual({ until: hoursOn(25), reason: 'password reset' })
  // of two that come together, whichever process is behind
  clock.set(NOON)
  await pause('e-mail changed')
  expect(pauseOf(await now(), NOON)).toEqual({ until: hoursOn(25), reason: 'password reset' })
  const told = await house.db.selectFrom('notification').select('status_text').where('user_id', '=', userId).execute()
  expect(told).toEqual([{ status_text: 'paused for 24 hours' }, { status_text: 'paused for 24 hours' }])
})

test('what begins a pause is told until when it lasts, and what makes none longer is told nothing', async () => {
  const { clock, pause } = await aPausedUser()
  clock.move(60_000)
  expect(await pause('e-mail changed')).toBe('Withdrawals are paused until 6 Mar 2026, 12:01 UTC.')
  expect(await pause('second factor changed')).toBeUndefined()
  // what its owner takes back stops more, whenever the pause has begun
  expect(await pause('recovery')).toBe('Withdrawals are paused until 6 Mar 2026, 12:01 UTC.')
})

test('the database lets nobody end a pause early, or pause without a reason', async () => {
  const { userId } = await aPausedUser()
  const change = (set: { withdrawals_paused_until?: Date | null; withdrawals_paused_for?: null }) =>
    house.db.updateTable('app_user').set(set).where('id', '=', userId).execute()
  await expect(change({ withdrawals_paused_until: hoursOn(23) })).rejects.toMatchObject({ code: 'PLB11' })
  await expect(change({ withdrawals_paused_until: null, withdrawals_paused_for: null })).rejects.toMatchObject({
    code: 'PLB11',
  })
  await expect(change({ withdrawals_paused_for: null })).rejects.toMatchObject({ constraint: 'app_user_paused_why' })
})
