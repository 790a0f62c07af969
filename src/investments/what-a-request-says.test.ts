/** What a request for a second administrator says about an edit or an approval that neither its amount nor its date shows. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { refuseApproval } from '#approvals/refuse.ts'
import { approveReferral } from '#referrals/approve.ts'
import { agreeAs } from '../../test/support/agreeing.ts'
import { approveAs, editAs, newestMailTo, openDecidingHouse, waitingAs } from '../../test/support/deciding.ts'
import { problems, SETTINGS } from '../../test/support/investing-house.ts'
import { balance, referralNow, save, takeOut } from '../../test/support/investing.ts'
import { opened } from '../../test/support/opened.ts'
import { anAdministrator, anInvestor, usd } from '../../test/support/people.ts'

const house = opened(openDecidingHouse)
let first: Administrator
let second: Administrator
let inviter: Investor
let investor: Investor

beforeAll(async () => {
  first = house.administrator
  second = await anAdministrator(house.db, ['reviewer'])
})
afterAll(async () => expect(await problems(house)).toEqual([]))
beforeEach(async () => {
  inviter = await anInvestor(house.db)
  investor = await anInvestor(house.db, { inviter })
})
/** Each test with a day of its own. */
afterEach(() => house.days(1))

const edit = (id: string, change: Parameters<typeof editAs>[3]) => editAs(house, first, id, change)
const agree = (id: string | undefined) => agreeAs(house.db, second, id)
const changesOf = async (id: string | undefined) => (await waitingAs(house, second, id))?.changes
const saved = async (amount: number) => (await save(house, investor, { amount: usd(amount) })).id
const refuse = (id: string | undefined) =>
  house.write(async (tx) =>
    refuseApproval(tx, await databaseClock(tx), second, { id: id ?? '', reason: 'Not like this.' }),
  )
const askedIn = (id: string) =>
  house.db
    .selectFrom('audit_entry')
    .select(['before', 'after'])
    .where('subject_id', '=', id)
    .where('action', '=', 'second approval asked for')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

describe('setting an investment to approved by an edit', () => {
  test('names the moment from which it earns, where an edit has set that to now just before', async () => {
    const id = await saved(20_000)
    await house.clock.move(1000)
    const from = house.clock.now()
    expect(await edit(id, { date: from })).toBeUndefined()
    await house.clock.move(1000)
    const waits = await edit(id, { status: 'approved' })
    const earnsFrom = { field: 'earns_from', before: null, after: from.toISOString() }
    expect(await changesOf(waits)).toEqual([{ field: 'status', before: 'pending', after: 'approved' }, earnsFrom])
    expect((await askedIn(id)).after).toMatchObject({ would_be: { earns_from: from.toISOString() } })
    await house.days(6)
    await agree(waits)
    expect(await balance(house, investor, 'earnings')).toBe(usd(480.000925))
  })

  test('names it where it was approved before, and in the mail as people write it', async () => {
    const id = await saved(5000)
    await approveAs(house, second, id)
    const began = house.clock.now()
    await house.days(2)
    await agree(await edit(id, { status: 'pending' }))
    const waits = await edit(id, { status: 'approved' })
    expect(await changesOf(waits)).toEqual([
      { field: 'status', before: 'pending', after: 'approved' },
      { field: 'earns_from', before: null, after: began.toISOString() },
      { field: 'earned', before: '0.00', after: '40.00' },
      { field: 'pending_bonus', of: inviter.name, before: '0.00', after: '250.00' },
    ])
    await refuse(waits)
    expect((await newestMailTo(house, first)).content).toMatch(/^Earns from: \w+ \d+, 2026, .+ UTC$/m)
  })

  test('names it where it was completed before, and would go on earning as if it never was', async () => {
    const id = await saved(5000)
    await approveAs(house, second, id)
    const began = house.clock.now()
    await house.days(2)
    await agree(await edit(id, { status: 'completed' }))
    const waits = await edit(id, { status: 'approved' })
    expect(await changesOf(waits)).toEqual([
      { field: 'status', before: 'completed', after: 'approved' },
      { field: 'earns_from', before: null, after: began.toISOString() },
    ])
    await house.days(6)
    await agree(waits)
    expect(await balance(house, investor, 'earnings')).toBe(usd(160))
  })

  test('names none where earning begins once it is agreed to', async () => {
    const waits = await edit(await saved(20_000), { status: 'approved' })
    expect(await changesOf(waits)).toEqual([{ field: 'status', before: 'pending', after: 'approved' }])
    await house.days(6)
    await agree(waits)
    expect(await balance(house, investor, 'earnings')).toBe(0n)
  })
})

describe('a bonus that moves with an investment', () => {
  let id: string
  const bonus = (before: string, after: string) => ({ field: 'inviters_bonus', of: inviter.name, before, after })
  const amount = (before: string | null, after: string) => ({ field: 'amount', before, after })
  beforeEach(async () => {
    id = await saved(19_000)
    await approveAs(house, first, id)
    const { id: referral = '' } = (await referralNow(house, id)) ?? {}
    await house.write((tx) => approveReferral(tx, second, { id: referral }, SETTINGS))
    expect(await balance(house, inviter, 'referral')).toBe(usd(950))
  })

  test('is named with whose it is, what it was and what it would be, up and down', async () => {
    const raised = await edit(id, { amount: usd(29_000) })
    expect(await changesOf(raised)).toEqual([amount('19000.00', '29000.00'), bonus('950.00', '1450.00')])
    await agree(raised)
    const lowered = await edit(id, { amount: usd(19_000) })
    expect(await changesOf(lowered)).toEqual([amount('29000.00', '19000.00'), bonus('1450.00', '950.00')])
    await refuse(lowered)
    const line = `Referral bonus of ${inviter.name}: $1,450.00 → $950.00`
    expect((await newestMailTo(house, first)).content).toContain(line)
    expect(await askedIn(id)).toMatchObject({
      before: { inviters_bonus: '1450.00' },
      after: { would_be: { inviters_bonus: '950.00', inviters_bonus_of: inviter.name } },
    })
  })

  test('says what of it the operator bears, because the wallet does not cover it, and what comes back', async () => {
    await takeOut(house, inviter, 'referral', usd(800))
    const lowered = await edit(id, { amount: usd(9000) })
    const charged = (before: string, after: string) => ({ field: 'bonus_charged', before, after })
    expect(await changesOf(lowered)).toEqual([
      ...[amount('19000.00', '9000.00'), bonus('950.00', '450.00')],
      charged('0.00', '350.00'),
    ])
    await agree(lowered)
    expect(await balance(house, inviter, 'referral')).toBe(0n)
    const raised = await edit(id, { amount: usd(19_000) })
    expect(await changesOf(raised)).toEqual([
      ...[amount('9000.00', '19000.00'), bonus('450.00', '950.00')],
      charged('350.00', '0.00'),
    ])
    await agree(raised)
    expect(await balance(house, inviter, 'referral')).toBe(usd(150))
  })

  test('is named by the approval that pays it again, larger than it was', async () => {
    const back = await edit(id, { status: 'pending' })
    expect(await changesOf(back)).toEqual([
      { field: 'status', before: 'approved', after: 'pending' },
      bonus('950.00', '0.00'),
    ])
    await agree(back)
    await house.days(1)
    expect(await edit(id, { amount: usd(19_900) })).toBeUndefined()
    const waits = await approveAs(house, first, id)
    expect(await waitingAs(house, second, waits)).toMatchObject({
      ...{ kind: 'approve investment', why: 'day', moved: '20895.00', also_concerns: inviter.userId },
      changes: [
        { field: 'status', before: 'pending', after: 'approved' },
        amount(null, '19900.00'),
        bonus('0.00', '995.00'),
      ],
    })
    await agree(waits)
    expect(await balance(house, inviter, 'referral')).toBe(usd(995))
  })
})
