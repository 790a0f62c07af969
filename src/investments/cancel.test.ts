import { beforeEach, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction } from '#kit/transaction.ts'
import { ZERO } from '#money/micro-usd.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../test/support/investing-house.ts'
import { giveBonus, investmentNow, save } from '../../test/support/investing.ts'
import { opened } from '../../test/support/opened.ts'
import { anInvestor, usd } from '../../test/support/people.ts'
import { approveInvestment } from './approve.ts'
import { cancelInvestment } from './cancel.ts'
import { declineInvestment } from './decline.ts'
import { findInvestment, investmentsOf, paymentOf } from './read.ts'
import { updateInvestment } from './update.ts'
import { verifyInvestment } from './verify.ts'

const house = opened(openInvestingHouse)
let investor: Investor

beforeEach(async () => {
  investor = await anInvestor(house.db)
  return async () => expect(await problems(house)).toEqual([])
})

const cancel = (id: string, who = investor) => house.write((tx) => cancelInvestment(tx, who, { id }))
const verify = (tranxId: string) => house.write((tx) => verifyInvestment(tx, investor, { tranxId }))
const approve = (id: string) => house.write((tx) => approveInvestment(tx, house.administrator, { id }, SETTINGS))

test.each(['cancelled by investor', 'expired'])(
  'an administrator does not decline one in the words for what its investor has given up or not paid in time: %s',
  async (reason) => {
    const { id } = await save(house, investor)
    const input = { id, received: ZERO, reason }
    await expect(house.write((tx) => declineInvestment(tx, house.administrator, input))).rejects.toMatchObject({
      code: 'bad input',
      errors: { reason: [expect.stringMatching(/^Say it in other words/)] },
    })
    expect((await investmentNow(house, id)).status).toBe('pending')
  },
)

test('an unpaid investment is given up by its investor: the record, its history, the log and a notification say so', async () => {
  const { id, tranx_id } = await save(house, investor)
  await cancel(id)
  const told = { status: 'declined', reason: 'cancelled by investor' }
  expect(await investmentNow(house, id)).toMatchObject(told)
  const act = { by: 'investor', reason: told.reason, before: { status: 'pending' }, after: { status: 'declined' } }
  const [mine] = await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))
  expect(mine).toMatchObject({ ...told, expires_at: null })
  expect(mine?.history.at(-1)).toMatchObject(act)
  const seen = await readTransaction(house.db, (tx) => findInvestment(tx, id))
  expect(seen.history.at(-1)).toMatchObject(act)
  expect(await readTransaction(house.db, (tx) => paymentOf(tx, investor, tranx_id, SETTINGS))).toMatchObject(told)
  const [line] = await house.db
    .selectFrom('audit_entry')
    .select(['action', 'actor_id', 'reason'])
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(line).toEqual({ action: 'cancel investment', actor_id: investor.userId, reason: told.reason })
  const [notice] = await house.db
    .selectFrom('notification')
    .select(['title', 'bold_value', 'status_color', 'status_text'])
    .where('user_id', '=', investor.userId)
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(notice).toEqual({
    ...{ title: 'Investment cancelled', bold_value: '$500.00', status_color: 'red', status_text: 'declined' },
  })
})

test('it is nobody else’s to give up: theirs answers as one that is not there', async () => {
  const { id } = await save(house, investor)
  const unknown = { code: 'not found', message: 'There is no such investment.' }
  await expect(cancel(id, await anInvestor(house.db))).rejects.toMatchObject(unknown)
  await expect(cancel(newId())).rejects.toMatchObject(unknown)
  expect((await investmentNow(house, id)).status).toBe('pending')
})

test('it is open once, and to nothing but what is pending and not marked as paid', async () => {
  const refused = (status: string) => ({
    code: 'wrong state',
    message: `This investment is ${status}: only one that is pending can be cancelled.`,
  })
  const { id, tranx_id } = await save(house, investor)
  await cancel(id)
  await expect(cancel(id)).rejects.toMatchObject(refused('declined'))
  await expect(verify(tranx_id)).rejects.toMatchObject({ code: 'wrong state' })
  await expect(approve(id)).rejects.toMatchObject({ code: 'wrong state' })

  const paid = await save(house, investor)
  await verify(paid.tranx_id)
  await expect(cancel(paid.id)).rejects.toMatchObject(refused('waiting approval'))
  await approve(paid.id)
  await expect(cancel(paid.id)).rejects.toMatchObject(refused('approved'))

  const turnedDown = await save(house, investor)
  const input = { id: turnedDown.id, reason: null, received: ZERO }
  await house.write((tx) => declineInvestment(tx, house.administrator, input))
  await expect(cancel(turnedDown.id)).rejects.toMatchObject(refused('declined'))
})

test('what is paid from the bonus and was edited back waits for no payment, so there is none to give up', async () => {
  await giveBonus(house, investor, usd(500))
  const { id, amount, created_at } = await save(house, investor, { source: 'bonus' })
  const back = { id, amount, date: created_at.toISOString(), status: 'pending', reason: null } as const
  await house.write((tx) => updateInvestment(tx, house.administrator, { ...back, version: undefined }, SETTINGS))
  const words = expect.stringContaining('an administrator decides')
  await expect(cancel(id)).rejects.toMatchObject({ code: 'wrong state', message: words })
  expect((await investmentNow(house, id)).status).toBe('pending')
})
