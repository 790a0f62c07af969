/** The bonus of who invited, which an edit of an investment moves: nobody agrees to one that the request does not show. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor, Role } from '#kit/actor.ts'
import { DAY, MINUTE } from '#kit/clock.ts'
import { postedBooks } from '#ledger/books.ts'
import { asOwner } from '#postgres/as-owner.ts'
import { approveReferral } from '#referrals/approve.ts'
import { declineReferral } from '#referrals/decline.ts'
import { agreeAs } from '../../test/support/agreeing.ts'
import { approveAs, editAs, openDecidingHouse, waitingAs } from '../../test/support/deciding.ts'
import { problems, SETTINGS } from '../../test/support/investing-house.ts'
import { balance, investmentNow, referralNow, save, takeOut } from '../../test/support/investing.ts'
import { give } from '../../test/support/money.ts'
import { opened } from '../../test/support/opened.ts'
import { anAdministrator, anInvestor, asAdministrator, usd } from '../../test/support/people.ts'
import { refusalOf } from '../../test/support/traces.ts'

const house = opened(() => openDecidingHouse({ funded: true }))
let requester: Administrator
let second: Administrator
let inviter: Investor
let invited: Investor
let id: string
let bonus: string

afterAll(async () => expect(await problems(house)).toEqual([]))
/** 1,000.00, approved by the second; its bonus of 50.00 is pending. */
beforeEach(async () => {
  requester = await anAdministrator(house.db, ['reviewer'])
  second = await anAdministrator(house.db, ['reviewer'])
  inviter = await anInvestor(house.db)
  invited = await anInvestor(house.db, { inviter })
  id = (await save(house, invited, { amount: usd(1000) })).id
  expect(await approveAs(house, second, id)).toBeUndefined()
  bonus = (await referralNow(house, id))?.id ?? ''
  await house.clock.move(MINUTE)
})

const approveBonus = (by: Administrator) => house.write((tx) => approveReferral(tx, by, { id: bonus }, SETTINGS))
const changesOf = async (waits: string | undefined) => (await waitingAs(house, second, waits))?.changes
const pending = (before: string, after: string) => ({ field: 'pending_bonus', of: inviter.name, before, after })
const moved = (before: string, after: string) => ({ field: 'inviters_bonus', of: inviter.name, before, after })
/** What of a bonus is charged to the operator. */
const chargedFor = (referral: string) =>
  house.write(async (tx) => (await postedBooks(tx, { kind: 'referral', id: referral })).get('equity/adjustments'))
const HAS_CHANGED = { code: 'wrong state', message: expect.stringContaining('has changed since') }

describe('a bonus that an edit moves', () => {
  test('is shown while it is pending, too, and agreeing makes it what was shown', async () => {
    const waits = await editAs(house, requester, id, { amount: usd(100_000) })
    expect(await changesOf(waits)).toContainEqual(pending('50.00', '5000.00'))
    await agreeAs(house.db, second, waits)
    expect(await referralNow(house, id)).toMatchObject({ status: 'pending', amount: usd(5000) })
    expect(await balance(house, inviter, 'referral')).toBe(0n)
    const back = await editAs(house, requester, id, { status: 'pending' })
    expect(await changesOf(back)).toContainEqual(pending('5000.00', '0.00'))
    await agreeAs(house.db, second, back)
    expect(await changesOf(await editAs(house, requester, id, { status: 'approved' }))).toContainEqual(
      pending('0.00', '5000.00'),
    )
  })

  test('is not agreed to once it has been approved meanwhile, when it would be paid at once', async () => {
    const waits = await editAs(house, requester, id, { amount: usd(100_000) })
    expect(await approveBonus(requester)).toBeUndefined()
    expect(await refusalOf(agreeAs(house.db, second, waits))).toMatchObject(HAS_CHANGED)
    expect(await balance(house, inviter, 'referral')).toBe(usd(50))
    expect((await investmentNow(house, id)).amount).toBe(usd(1000))
    expect(await changesOf(waits)).toBeDefined()
  })

  test('is not agreed to once it has been approved meanwhile, when it would be taken back', async () => {
    await agreeAs(house.db, second, await editAs(house, requester, id, { amount: usd(20_000) }))
    const waits = await editAs(house, requester, id, { status: 'declined' })
    expect(await changesOf(waits)).toContainEqual(pending('1000.00', '0.00'))
    expect(await approveBonus(await anAdministrator(house.db, ['reviewer']))).toBeUndefined()
    expect(await refusalOf(agreeAs(house.db, second, waits))).toMatchObject(HAS_CHANGED)
    expect(await balance(house, inviter, 'referral')).toBe(usd(1000))
  })

  test('is not agreed to once it has been declined meanwhile', async () => {
    const waits = await editAs(house, requester, id, { amount: usd(100_000) })
    await house.write((tx) => declineReferral(tx, requester, { id: bonus, reason: 'Not theirs.' }))
    expect(await refusalOf(agreeAs(house.db, second, waits))).toMatchObject(HAS_CHANGED)
  })

  test('is not agreed to once its inviter has taken it out, so that the operator would bear it', async () => {
    expect(await approveBonus(second)).toBeUndefined()
    await agreeAs(house.db, second, await editAs(house, requester, id, { amount: usd(20_000) }))
    const waits = await editAs(house, requester, id, { amount: usd(1000) })
    expect(await changesOf(waits)).toContainEqual(moved('1000.00', '50.00'))
    await takeOut(house, inviter, 'referral', usd(900))
    expect(await refusalOf(agreeAs(house.db, second, waits))).toMatchObject(HAS_CHANGED)
    expect(await balance(house, inviter, 'referral')).toBe(usd(100))
  })

  test('is agreed to where less of it would be charged to the operator than was shown', async () => {
    expect(await approveBonus(second)).toBeUndefined()
    await agreeAs(house.db, second, await editAs(house, requester, id, { amount: usd(20_000) }))
    await takeOut(house, inviter, 'referral', usd(900))
    const waits = await editAs(house, requester, id, { amount: usd(1000) })
    expect(await changesOf(waits)).toContainEqual({ field: 'bonus_charged', before: '0.00', after: '850.00' })
    // what they put back, by cancelling a withdrawal say, is taken first, and the request stays good
    await give(house.db, inviter, 'referral', usd(300))
    await agreeAs(house.db, second, waits)
    expect(await balance(house, inviter, 'referral')).toBe(0n)
    expect(await chargedFor(bonus)).toBe(usd(550))
    // it is given back where it is owed again, and no less of it than was shown
    const back = await editAs(house, requester, id, { amount: usd(20_000) })
    expect(await changesOf(back)).toContainEqual({ field: 'bonus_charged', before: '550.00', after: '0.00' })
    await agreeAs(house.db, second, back)
    expect(await balance(house, inviter, 'referral')).toBe(usd(400))
  })

  test('does not go stale by time alone, though what is earned goes on', async () => {
    expect(await approveBonus(second)).toBeUndefined()
    const waits = await editAs(house, requester, id, { amount: usd(20_000) })
    await house.clock.move(2 * DAY)
    await agreeAs(house.db, second, waits)
    expect(await balance(house, inviter, 'referral')).toBe(usd(1000))
  })
})

describe('an administrator who is the inviter', () => {
  const become = async () => {
    const roles: Role[] = ['reviewer']
    await house.db.updateTable('app_user').set({ roles }).where('id', '=', inviter.userId).execute()
    return { ...asAdministrator(inviter), roles } as Administrator
  }

  const OWN = { code: 'not allowed' }

  test('neither makes nor asks for an edit that moves a bonus of their own, pending or not', async () => {
    const own = await become()
    const amounts = [{ amount: usd(1500) }, { amount: usd(100_000) }]
    const edits = [...amounts, { status: 'pending' }] as const
    for (const edit of edits) expect(await refusalOf(editAs(house, own, id, edit))).toMatchObject(OWN)
    expect(await editAs(house, requester, id, { status: 'declined' })).toBeUndefined()
    for (const edit of amounts) expect(await refusalOf(editAs(house, own, id, edit))).toMatchObject(OWN)
    expect(await referralNow(house, id)).toMatchObject({ held_status: 'pending', amount: usd(50) })
    const other = await anAdministrator(house.db, ['reviewer'])
    expect(await editAs(house, other, id, { status: 'approved' })).toBeUndefined()
    expect(await approveBonus(requester)).toBeUndefined()
    for (const edit of edits) expect(await refusalOf(editAs(house, own, id, edit))).toMatchObject(OWN)
    // what leaves it as it is, is theirs as anybody's
    expect(await editAs(house, own, id, { status: 'completed' })).toBeUndefined()
    expect(await balance(house, inviter, 'referral')).toBe(usd(50))
  })

  test('agrees to none, either, while it is pending and once it is approved', async () => {
    const own = await become()
    const waits = await editAs(house, requester, id, { amount: usd(100_000) })
    expect(await waitingAs(house, own, waits)).toMatchObject({ also_concerns: own.userId, may_decide: false })
    expect(await refusalOf(agreeAs(house.db, own, waits))).toMatchObject(OWN)
    expect(await approveBonus(requester)).toBeUndefined()
    expect(await refusalOf(agreeAs(house.db, own, waits))).toMatchObject(OWN)
    expect(await balance(house, inviter, 'referral')).toBe(usd(50))
  })

  test('has asked for none that is agreed to, from when such a request could still be made', async () => {
    const own = await become()
    const waits = (await editAs(house, requester, id, { amount: usd(100_000) })) ?? ''
    await asOwner({ connectionString: house.ownerUrl }, (owner) =>
      owner.query('UPDATE approval SET asked_by = $1, also_concerns = NULL WHERE id = $2', [own.userId, waits]),
    )
    expect(await refusalOf(agreeAs(house.db, second, waits))).toMatchObject(OWN)
  })

  test('approves no investment of somebody whom they have invited, nor agrees to that', async () => {
    const own = await become()
    const another = (await save(house, invited, { amount: usd(25_000) })).id
    expect(await refusalOf(approveAs(house, own, another))).toMatchObject(OWN)
    expect(await refusalOf(editAs(house, own, another, { status: 'approved' }))).toMatchObject(OWN)
    const waits = await approveAs(house, requester, another)
    expect(await refusalOf(agreeAs(house.db, own, waits))).toMatchObject(OWN)
    await agreeAs(house.db, second, waits)
    expect(await referralNow(house, another)).toMatchObject({ status: 'pending', amount: usd(1250) })
  })
})

describe('in a house with few administrators', () => {
  test('one who is alone approves what the people invest whom they have invited; the bonus waits for another', async () => {
    const own = await openDecidingHouse()
    try {
      const investor = await anInvestor(own.db, { inviter: own.administrator as unknown as Investor })
      const { id: theirs } = await save(own, investor, { amount: usd(1000) })
      expect(await approveAs(own, own.administrator, theirs)).toBeUndefined()
      const { id: pendingBonus = '', status } = (await referralNow(own, theirs)) ?? {}
      expect(status).toBe('pending')
      const approval = own.write((tx) => approveReferral(tx, own.administrator, { id: pendingBonus }, SETTINGS))
      expect((await refusalOf(approval)).code).toBe('not allowed')
      // of two the other approves it, though nobody but the inviter could agree: it counts for the day
      const other = await anAdministrator(own.db, ['reviewer'])
      const large = (await save(own, investor, { amount: usd(15_000) })).id
      expect((await refusalOf(approveAs(own, own.administrator, large))).code).toBe('not allowed')
      expect(await approveAs(own, other, large)).toBeUndefined()
      const further = (await save(own, investor, { amount: usd(15_000) })).id
      expect(await refusalOf(approveAs(own, other, further))).toMatchObject({
        code: 'wrong state',
        message: expect.stringContaining('daily limit'),
      })
    } finally {
      await own.close()
    }
  })
})
