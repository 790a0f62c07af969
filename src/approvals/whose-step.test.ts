/**
 * Two steps that need two people are never taken by one: whoever asked for the step before, or agreed to it, has taken it,
 * and does not take the next one alone. What somebody has decided once stays theirs, whatever comes after it.
 */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { DAY, MINUTE, SECOND } from '#kit/clock.ts'
import { readTransaction } from '#kit/transaction.ts'
import type { Status } from '#kit/wire.ts'
import { percent } from '#money/percent.ts'
import { listLines } from '#audit/read.ts'
import { asOwner } from '#postgres/as-owner.ts'
import { createPlan } from '#plans/create-plan.ts'
import { approveReferral } from '#referrals/approve.ts'
import { approveInvestment } from '#investments/approve.ts'
import { expireInvestment } from '#investments/expire.ts'
import { approveWithdrawal } from '#withdrawals/approve.ts'
import { declineWithdrawal } from '#withdrawals/decline.ts'
import { agreeAs } from '../../test/support/agreeing.ts'
import {
  approveAs,
  declineAs,
  editAs,
  editWithdrawalAs,
  openDecidingHouse,
  requestedWithdrawal,
  refuseAs,
  waitingAs,
} from '../../test/support/deciding.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { balance, investmentNow, referralNow, save } from '../../test/support/investing.ts'
import { give } from '../../test/support/money.ts'
import { anAdministrator, anInvestor, aPlan, usd } from '../../test/support/people.ts'

const house = opened(() => openDecidingHouse({ funded: true }))
let requester: Administrator
let agreer: Administrator
let third: Administrator
let investor: Investor

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
/** Each step a minute after the one before it. */
const then = async <T>(step: Promise<T>): Promise<T> => {
  const done = await step
  await house.clock.move(MINUTE)
  return done
}
const approve = (id: string, by: Administrator, fromSuspense?: string) => then(approveAs(house, by, id, fromSuspense))
const decline = (id: string, received: number, by: Administrator) => then(declineAs(house, by, id, usd(received)))
const edit = (id: string, status: Status, by: Administrator) => then(editAs(house, by, id, { status }))
const agree = (id: string | undefined, by: Administrator) => then(agreeAs(house.db, by, id))
const bonusOf = async (id: string) => (await referralNow(house, id))?.id ?? ''
const approveBonus = (id: string, by: Administrator) =>
  then(house.write((tx) => approveReferral(tx, by, { id }, SETTINGS)))
/** The lines that name a request, as the log has them. */
const linesOf = async (request: string | undefined) => {
  const lines = house.db.selectFrom('audit_entry').select(['action', 'actor_id'])
  return lines
    .where('approval_id', '=', request ?? '')
    .orderBy('action')
    .execute()
}
const whyOf = async (id: string | undefined) => (await waitingAs(house, third, id))?.why
/** For each of these it waits as their own step; for the third, who had no part in the step before, it does not. */
const expectOwnStepOf = async (people: readonly Administrator[], attempt: (by: Administrator) => Promise<unknown>) => {
  for (const by of people) {
    const waits = (await attempt(by)) as string | undefined
    expect(await whyOf(waits)).toBe('own step')
    await refuseAs(house, third, waits)
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

describe('an investment whose amount was corrected after it was approved', () => {
  test('by two has a bonus that neither of them approves alone', async () => {
    const invited = await anInvestor(house.db, { inviter: investor })
    const id = await saved(1000, invited)
    expect(await approve(id, await anAdministrator(house.db, ['reviewer']))).toBeUndefined()
    await agree(await then(editAs(house, requester, id, { amount: usd(100_000) })), agreer)
    const bonus = await bonusOf(id)
    await expectOwnStepOf([requester, agreer], (by) => approveBonus(bonus, by))
    expect(await balance(house, investor, 'referral')).toBe(usd(5000))
  })

  test('by one alone has a bonus that they do not approve alone, either', async () => {
    const invited = await anInvestor(house.db, { inviter: investor })
    const id = await saved(19_500, invited)
    expect(await approve(id, agreer)).toBeUndefined()
    expect(await then(editAs(house, requester, id, { amount: usd(20_400) }))).toBeUndefined()
    const bonus = await bonusOf(id)
    await expectOwnStepOf([requester], (by) => approveBonus(bonus, by))
  })
})

test('a withdrawal whose amount two have corrected after it was approved is paid by neither of them alone', async () => {
  const id = await requestedWithdrawal(house, investor, usd(900))
  await give(house.db, investor, 'earnings', usd(5000))
  const set = (status: Status, by: Administrator, amount?: number) =>
    then(editWithdrawalAs(house, by, id, { status, ...(amount === undefined ? {} : { amount: usd(amount) }) }))
  const fourth = await anAdministrator(house.db, ['reviewer'])
  await house.write((tx) => approveWithdrawal(tx, fourth, { id }))
  await agree(await set('approved', requester, 2500), agreer)
  await expectOwnStepOf([requester, agreer], (by) => set('completed', by))
})

describe('whose step it was', () => {
  test('is known, too, where the database’s clock was set back between asking and agreeing', async () => {
    const invited = await anInvestor(house.db, { inviter: investor })
    const id = await saved(25_000, invited)
    const waits = await approveAs(house, requester, id)
    await house.clock.move(-SECOND)
    await agree(waits, agreer)
    const bonus = await bonusOf(id)
    await expectOwnStepOf([requester, agreer], (by) => approveBonus(bonus, by))
  })

  test.each([
    ['just before', MINUTE],
    ['in the same moment as', 0],
  ])('is theirs who took it alone %s another asked for something else that they agreed to', async (_when, between) => {
    const { planId } = house
    house.planId = await aPlan(house.db, {
      max_amount: usd(100_000),
      ref_bonus: percent(100_000n),
      daily_roi: percent(10_000n),
    })
    try {
      const invited = await anInvestor(house.db, { inviter: investor })
      const id = await saved(15_000, invited)
      expect(await approveAs(house, agreer, id)).toBeUndefined()
      await house.clock.move(between)
      const date = new Date(house.clock.now().getTime() - 10 * DAY)
      await agreeAs(house.db, agreer, await editAs(house, requester, id, { date }))
      const bonus = await bonusOf(id)
      expect(await whyOf(await approveBonus(bonus, agreer))).toBe('own step')
      const { id: waits = '' } =
        (await house.db.selectFrom('approval').select('id').where('subject_id', '=', bonus).executeTakeFirst()) ?? {}
      await refuseAs(house, third, waits)
      expect(await approveBonus(bonus, requester)).toBeUndefined()
    } finally {
      house.planId = planId
    }
  })

  test('stands in every line of what was agreed to, also about other records, and in no line of what one did alone', async () => {
    const invited = await anInvestor(house.db, { inviter: investor })
    const id = await saved(1000, invited)
    expect(await approve(id, agreer)).toBeUndefined()
    const waits = await then(editAs(house, requester, id, { amount: usd(100_000) }))
    await agree(waits, agreer)
    expect(await linesOf(waits)).toEqual([
      { action: 'follow investment', actor_id: agreer.userId },
      { action: 'update investment', actor_id: agreer.userId },
    ])
    const { items } = await readTransaction(house.db, (tx) => listLines(tx, { action: 'follow investment', limit: 1 }))
    expect(items).toMatchObject([{ actor: { id: agreer.userId }, asked_by: { id: requester.userId } }])
    await expect(
      house.db
        .updateTable('audit_entry')
        .set({ approval_id: null })
        .where('approval_id', '=', waits ?? '')
        .execute(),
    ).rejects.toThrow()
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

describe('a line of the log that names no request, as an older process wrote it or 0060 could not tell whose it was', () => {
  /** The lines of what was agreed to as they were written before they named the request. */
  const forget = (...requests: (string | undefined)[]) =>
    asOwner({ connectionString: house.ownerUrl }, async (owner) => {
      await owner.query('ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_append_only')
      await owner.query('UPDATE audit_entry SET approval_id = NULL WHERE approval_id = ANY($1)', [requests])
      await owner.query('ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_append_only')
    })

  test('takes the step from nobody: an investment of two has a bonus that neither approves alone', async () => {
    const invited = await anInvestor(house.db, { inviter: investor })
    const id = await saved(25_000, invited)
    const waits = await approve(id, requester)
    await agree(waits, agreer)
    await forget(waits)
    const bonus = await bonusOf(id)
    await expectOwnStepOf([requester, agreer], (by) => approveBonus(bonus, by))
  })

  test('of two that one has agreed to, takes it from neither of those who asked', async () => {
    const invited = await anInvestor(house.db, { inviter: investor })
    const another = await anAdministrator(house.db, ['reviewer'])
    const id = await saved(1000, invited)
    const first = await then(editAs(house, requester, id, { amount: usd(90_000) }))
    await agree(first, agreer)
    const next = await approve(id, another)
    await agree(next, agreer)
    await forget(first, next)
    const bonus = await bonusOf(id)
    await expectOwnStepOf([requester, another, agreer], (by) => approveBonus(bonus, by))
  })

  test('gives nobody a step that was refused, or that they asked for of a record on which each line names its own', async () => {
    const invited = await anInvestor(house.db, { inviter: investor })
    const id = await saved(19_500, invited)
    const amount = (dollars: number, by: Administrator) => then(editAs(house, by, id, { amount: usd(dollars) }))
    const refused = await amount(90_000, requester)
    await refuseAs(house, agreer, refused)
    await agree(await amount(90_000, requester), agreer)
    // back to what its investor typed, approved and given another amount, each by one alone: these lines name nothing
    expect(await amount(19_500, agreer)).toBeUndefined()
    expect(await approve(id, agreer)).toBeUndefined()
    expect(await amount(20_400, third)).toBeUndefined()
    expect(await approveBonus(await bonusOf(id), requester)).toBeUndefined()
  })

  test('of a plan, too: an investment in it is approved alone by neither', async () => {
    const terms = { description: '', min_amount: '10', max_amount: '100000', durations_copy: '14' }
    const plan = { ...terms, name: `Plan of ${requester.name}`, ref_bonus: '5', daily_roi: '0.4' }
    const made = await house.write((tx) => createPlan(tx, house.clock, requester, plan))
    await agree(made.waits, agreer)
    await forget(made.waits)
    const { planId } = house
    try {
      house.planId = made.id
      const id = await saved(5000)
      await expectOwnStepOf([requester, agreer], (by) => approve(id, by))
    } finally {
      house.planId = planId
    }
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
