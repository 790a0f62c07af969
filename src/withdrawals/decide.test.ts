import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { newId } from '#kit/ids.ts'
import { transaction } from '#kit/transaction.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { bookProblems, fillWallet, give, held } from '../../test/support/money.ts'
import { asAdministrator, anAdministrator, anInvestor, aWallet, usd } from '../../test/support/people.ts'
import { askPayout } from '../../test/support/withdrawing.ts'
import { approveWithdrawal } from './approve.ts'
import { cancelWithdrawal } from './cancel.ts'
import type { Withdrawal } from './contract.ts'
import { declineWithdrawal } from './decline.ts'
import { withdrawalsOf } from './read.ts'
import type { WithdrawalStatus } from './rules.ts'
import { updateWithdrawal } from './update.ts'

let database: TestDatabase
let walletId: string
let administrator: Administrator
let investor: Investor
let id: string

beforeAll(async () => {
  database = await testDatabase()
  walletId = await aWallet(database.db)
  administrator = await anAdministrator(database.db)
})
afterAll(async () => {
  expect(await bookProblems(database.db)).toEqual([])
  await database.close()
})
beforeEach(async () => {
  investor = await anInvestor(database.db)
  await give(database.db, investor, 'earnings', usd(20))
  await askPayout(database.db, { investor, walletId }, { amount: usd(15) })
  id = (await newest()).id
})

async function newest(): Promise<Withdrawal> {
  const [withdrawal] = await transaction(database.db, (tx) => withdrawalsOf(tx, investor.userId))
  if (withdrawal === undefined) throw new Error('there is no withdrawal')
  return withdrawal
}
const approve = (actor: Administrator) => transaction(database.db, (tx) => approveWithdrawal(tx, actor, { id }))
const decline = (actor: Administrator, reason: string | null = null) =>
  transaction(database.db, (tx) => declineWithdrawal(tx, actor, { id, reason }))
const cancel = (actor: Investor) => transaction(database.db, (tx) => cancelWithdrawal(tx, actor, { id }))

const bringTo = async (status: WithdrawalStatus) => {
  const { created_at: date } = await newest()
  const edit = { id, amount: usd(15), date, status, reason: null, txid: undefined, version: undefined }
  await transaction(database.db, (tx) => updateWithdrawal(tx, administrator, edit))
}

test('approving promises the payout and moves no money', async () => {
  await approve(administrator)
  expect(await newest()).toMatchObject({ status: 'approved', version: 1 })
  expect(await held(database.db, investor, 'withdrawing')).toBe(usd(15))
  expect(await held(database.db, investor, 'earnings')).toBe(usd(5))
})

test('declining gives the amount back, with the reason', async () => {
  await decline(administrator, 'The address is not yours.')
  const declined = await newest()
  expect(declined).toMatchObject({ status: 'declined', reason: 'The address is not yours.', version: 1 })
  expect(declined.history.at(-1)).toMatchObject({
    by: 'administrator',
    before: { status: 'pending' },
    after: { status: 'declined' },
    reason: 'The address is not yours.',
  })
  expect(await held(database.db, investor, 'withdrawing')).toBe(0n)
  expect(await held(database.db, investor, 'earnings')).toBe(usd(20))
})

test('cancelling gives the amount back and says who cancelled', async () => {
  await cancel(investor)
  expect(await newest()).toMatchObject({ status: 'declined', reason: 'cancelled by investor' })
  expect((await newest()).history.at(-1)?.by).toBe('investor')
  expect(await held(database.db, investor, 'withdrawing')).toBe(0n)
  expect(await held(database.db, investor, 'earnings')).toBe(usd(20))
})

test('an administrator does not decline in the words for what its investor has cancelled', async () => {
  const inTheirWords = async (status: 'declined' | 'pending') => {
    const { created_at: date } = await newest()
    const edit = { id, amount: usd(15), date, status, reason: 'cancelled by investor' }
    return transaction(database.db, (tx) =>
      updateWithdrawal(tx, administrator, { ...edit, txid: undefined, version: undefined }),
    )
  }
  const refused = { code: 'bad input', errors: { reason: [expect.stringMatching(/^Say it in other words/)] } }
  await expect(decline(administrator, 'cancelled by investor')).rejects.toMatchObject(refused)
  await expect(inTheirWords('declined')).rejects.toMatchObject(refused)
  expect(await newest()).toMatchObject({ status: 'pending', version: 0 })
  expect(await held(database.db, investor, 'withdrawing')).toBe(usd(15))
  // nor of what another reason stands beside already
  await decline(administrator, 'The address is not yours.')
  await expect(inTheirWords('declined')).rejects.toMatchObject(refused)
  expect(await newest()).toMatchObject({ reason: 'The address is not yours.' })
})

test('nor in the word for what was not paid in time', async () => {
  const refused = {
    code: 'bad input',
    errors: { reason: [expect.stringMatching(/^Say it in other words: “expired”/)] },
  }
  await expect(decline(administrator, 'expired')).rejects.toMatchObject(refused)
  expect(await newest()).toMatchObject({ status: 'pending', version: 0 })
})

test('what its investor has cancelled stays so while an administrator corrects it, and not once it is taken up again', async () => {
  await cancel(investor)
  const edit = async (change: { date?: string; status: 'declined' | 'pending'; reason: string | null }) => {
    const { created_at: date } = await newest()
    const input = { id, amount: usd(15), date, txid: undefined, version: undefined, ...change }
    await transaction(database.db, (tx) => updateWithdrawal(tx, administrator, input))
  }
  const reason = 'cancelled by investor'
  await edit({ date: '2026-01-02T03:04:05.000Z', status: 'declined', reason: null })
  expect(await newest()).toMatchObject({ status: 'declined', reason })
  await edit({ status: 'pending', reason: 'Asked for after all.' })
  await expect(edit({ status: 'declined', reason })).rejects.toMatchObject({ code: 'bad input' })
})

test('each decision leaves its row, a line of the audit log, a notification and events for open screens', async () => {
  await approve(administrator)
  const decisions = await database.db
    .selectFrom('decision')
    .selectAll()
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(decisions).toMatchObject([
    { from_status: null, to_status: 'pending' },
    { from_status: 'pending', to_status: 'approved', actor_id: administrator.userId },
  ])
  const audit = await database.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual(['request withdrawal', 'approve withdrawal'])
  const notices = await database.db
    .selectFrom('notification')
    .selectAll()
    .where('user_id', '=', investor.userId)
    .execute()
  expect(notices.map(({ status_text }) => status_text).toSorted()).toEqual(['approved', 'pending'])
  const events = await database.db
    .selectFrom('live_event')
    .select('topic')
    .where('user_id', '=', investor.userId)
    .execute()
  expect(new Set(events.map(({ topic }) => topic))).toEqual(new Set(['withdrawals', 'balance']))
})

describe('in any state but pending', () => {
  test.each(['approved', 'declined', 'completed'] as const)('%s: nothing but the edit is possible', async (status) => {
    await fillWallet(database.db, walletId, usd(15))
    await bringTo(status)
    const before = await newest()
    for (const move of [() => approve(administrator), () => decline(administrator), () => cancel(investor)]) {
      await expect(move()).rejects.toMatchObject({ code: 'wrong state', message: expect.stringContaining(status) })
    }
    expect(await newest()).toEqual(before)
  })
})

test('nobody decides on their own, whatever its state', async () => {
  const self = asAdministrator(investor)
  await expect(approve(self)).rejects.toMatchObject({ code: 'not allowed' })
  await expect(decline(self)).rejects.toMatchObject({ code: 'not allowed' })
  expect((await newest()).status).toBe('pending')
  await approve(administrator)
  await expect(decline(self)).rejects.toMatchObject({ code: 'not allowed' })
})

test('a withdrawal is decided on as it was looked at, or not at all', async () => {
  const { created_at: date, version } = await newest()
  const edit = { id, amount: usd(12), date, status: 'pending', reason: null, txid: undefined, version } as const
  await transaction(database.db, (tx) => updateWithdrawal(tx, administrator, edit))
  const seen = { id, version, reason: null }
  for (const decide of [approveWithdrawal, declineWithdrawal]) {
    const decided = transaction(database.db, (tx) => decide(tx, administrator, seen))
    await expect(decided).rejects.toThrow('has changed since you opened it')
  }
  expect(await newest()).toMatchObject({ status: 'pending', amount: '12.00' })
  const present = { id, version: version + 1 }
  await transaction(database.db, (tx) => approveWithdrawal(tx, administrator, present))
  expect(await newest()).toMatchObject({ status: 'approved', amount: '12.00' })
})

test('nobody cancels what is not theirs, nor learns that it is there', async () => {
  const stranger = await anInvestor(database.db)
  await expect(cancel(stranger)).rejects.toMatchObject({ code: 'not found' })
  id = newId()
  const unknown = { code: 'not found' }
  await expect(cancel(investor)).rejects.toMatchObject(unknown)
  await expect(approve(administrator)).rejects.toMatchObject(unknown)
  await expect(decline(administrator)).rejects.toMatchObject(unknown)
  expect((await newest()).status).toBe('pending')
})
