import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { HOUR, MINUTE } from '#kit/clock.ts'
import { transaction } from '#kit/transaction.ts'
import { custodyAccount } from '#ledger/accounts.ts'
import { booksOf, missingFrom, postedBooks } from '#ledger/books.ts'
import { microUsd, toWire, type MicroUsd } from '#money/micro-usd.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { balance, bookProblems, fillWallet, give, held } from '../../test/support/money.ts'
import { asAdministrator, anAdministrator, anInvestor, aWallet, usd } from '../../test/support/people.ts'
import { askPayout } from '../../test/support/withdrawing.ts'
import { requiredEntries } from './books.ts'
import { lockAnother } from '#records/lock.ts'
import type { Withdrawal } from './contract.ts'
import { withdrawalsOf, withdrawalStory } from './read.ts'
import type { WithdrawalRecord } from './store.ts'
import { updateWithdrawal } from './update.ts'

type Edit = Partial<Parameters<typeof updateWithdrawal>[2]>

let database: TestDatabase
let clock: TestDatabase['clock']
let administrator: Administrator
let walletId: string
let investor: Investor

beforeAll(async () => {
  database = await testDatabase()
  clock = database.clock
  administrator = await anAdministrator(database.db)
})
afterAll(async () => {
  expect(await bookProblems(database.db)).toEqual([])
  await database.close()
})

/** A new investor with 20 dollars of earnings and 20 of referral bonuses, who asks for 15 of one of them. */
async function begin(source: WithdrawalRecord['source'] = 'investment'): Promise<void> {
  walletId = await aWallet(database.db)
  investor = await anInvestor(database.db)
  await give(database.db, investor, 'earnings', usd(20))
  await give(database.db, investor, 'referral', usd(20))
  await ask(source)
}
function ask(source: WithdrawalRecord['source'] = 'investment', amount = usd(15)): Promise<void> {
  return askPayout(database.db, { investor, walletId }, { amount, source })
}
async function newest(): Promise<Withdrawal> {
  const [withdrawal] = await transaction(database.db, (tx) => withdrawalsOf(tx, investor.userId))
  if (withdrawal === undefined) throw new Error('there is no withdrawal')
  return withdrawal
}
/** An edit of the newest, with all that is not named left alone. */
async function edit(changes: Edit, actor = administrator): Promise<void> {
  const { id, status, created_at: date } = await newest()
  const alone = { id, amount: usd(15), date, status, reason: null, txid: undefined, version: undefined }
  await transaction(database.db, (tx) => updateWithdrawal(tx, actor, { ...alone, ...changes }))
}

beforeEach(() => begin())

describe('completing', () => {
  test('stands in the books as a payout; what corrects it afterwards as a correction', async () => {
    await fillWallet(database.db, walletId, usd(100))
    await edit({ status: 'completed' })
    await edit({ status: 'completed', amount: usd(16) })
    const { id } = await newest()
    const { postings } = await transaction(database.db, (tx) => withdrawalStory(tx, investor, id))
    expect(postings.map(({ kind }) => kind)).toEqual(['withdrawal held', 'withdrawal paid', 'correction'])
  })

  test('takes what was held out of the payment wallet, with the transaction’s id', async () => {
    await fillWallet(database.db, walletId, usd(100))
    await clock.move(HOUR)
    await expect(edit({ status: 'completed', txid: 'two words' })).rejects.toMatchObject({
      errors: { txid: [expect.any(String)] },
    })
    await edit({ status: 'completed', txid: ` tx-${walletId} ` })
    expect(await newest()).toMatchObject({
      status: 'completed',
      completed_at: clock.now().toISOString(),
      txid: `tx-${walletId}`,
    })
    expect(await held(database.db, investor, 'withdrawing')).toBe(0n)
    expect(await held(database.db, investor, 'earnings')).toBe(usd(5))
    expect(await balance(database.db, custodyAccount(walletId))).toBe(usd(85))
  })

  test('beyond what the payment wallet holds is refused and names the shortfall', async () => {
    await fillWallet(database.db, walletId, usd(12.5))
    await expect(edit({ status: 'completed' })).rejects.toMatchObject({
      code: 'wrong state',
      message: expect.stringMatching(/payment wallet .*\$2\.50/),
    })
    expect((await newest()).status).toBe('pending')
    expect(await held(database.db, investor, 'withdrawing')).toBe(usd(15))
    await fillWallet(database.db, walletId, usd(2.5))
    await edit({ status: 'completed' })
    expect(await balance(database.db, custodyAccount(walletId))).toBe(0n)
  })

  test('with the transaction of another withdrawal is refused', async () => {
    await fillWallet(database.db, walletId, usd(100))
    const txid = `tx-${walletId}`
    await edit({ status: 'completed', txid })
    await ask('investment', usd(5))
    const twice = edit({ amount: usd(5), status: 'completed', txid })
    await expect(twice).rejects.toMatchObject({ code: 'bad input', errors: { txid: [expect.any(String)] } })
    expect(await newest()).toMatchObject({ status: 'pending', txid: null })
    expect(await balance(database.db, custodyAccount(walletId))).toBe(usd(85))
  })

  test('undone, frees the transaction’s id and holds the amount again', async () => {
    await fillWallet(database.db, walletId, usd(100))
    const txid = `tx-${walletId}`
    await edit({ status: 'completed', txid })
    await edit({ status: 'approved', reason: 'It was never sent.' })
    const undone = await newest()
    expect(undone).toMatchObject({ status: 'approved', completed_at: null, txid: null, reason: null })
    expect(undone.history.at(-1)).toMatchObject({
      by: 'administrator',
      before: { status: 'completed', txid },
      after: { status: 'approved', txid: null },
      reason: 'It was never sent.',
    })
    expect(await held(database.db, investor, 'withdrawing')).toBe(usd(15))
    expect(await balance(database.db, custodyAccount(walletId))).toBe(usd(100))
  })

  test('is the only state with a transaction’s id', async () => {
    for (const status of ['pending', 'approved', 'declined'] as const) {
      await expect(edit({ status, txid: 'tx' })).rejects.toMatchObject({ errors: { txid: [expect.any(String)] } })
    }
    await expect(edit({ status: 'completed', txid: '  ' })).rejects.toMatchObject({
      errors: { txid: [expect.any(String)] },
    })
  })
})

describe('the amount', () => {
  test('is corrected upwards and downwards out of the wallet that it came from', async () => {
    await edit({ amount: usd(18) })
    expect(await held(database.db, investor, 'earnings')).toBe(usd(2))
    expect(await held(database.db, investor, 'withdrawing')).toBe(usd(18))
    await edit({ amount: usd(1.01) })
    expect(await held(database.db, investor, 'earnings')).toBe(usd(18.99))
    expect((await newest()).amount).toBe('1.01')
  })

  test('beyond the balance is refused and says by how much', async () => {
    await expect(edit({ amount: usd(21) })).rejects.toMatchObject({
      code: 'wrong state',
      message: expect.stringMatching(/Earnings Wallet .*\$1\.00/),
    })
    expect(await held(database.db, investor, 'withdrawing')).toBe(usd(15))
  })

  test('of referral balance moves the Referral Wallet alone', async () => {
    await begin('referral')
    await edit({ amount: usd(20) })
    expect(await held(database.db, investor, 'referral')).toBe(0n)
    await edit({ status: 'declined', reason: 'Asked for by telephone.' })
    expect(await newest()).toMatchObject({ status: 'declined', reason: 'Asked for by telephone.' })
    expect(await held(database.db, investor, 'referral')).toBe(usd(20))
    expect(await held(database.db, investor, 'earnings')).toBe(usd(20))
  })

  test('of a declined withdrawal that is taken up again must be there again', async () => {
    await edit({ status: 'declined' })
    await ask('investment', usd(10))
    const older = (await transaction(database.db, (tx) => withdrawalsOf(tx, investor.userId)))[1]
    await expect(edit({ id: older?.id ?? '', status: 'pending' })).rejects.toMatchObject({ code: 'wrong state' })
    expect(await held(database.db, investor, 'earnings')).toBe(usd(10))
  })
})

describe('the date', () => {
  test('may lie in the past, to the millisecond, and is left alone by sending it back', async () => {
    const date = '2026-02-27T09:30:00.123Z'
    await edit({ date })
    expect((await newest()).created_at).toBe(date)
    await edit({ amount: usd(14) })
    expect((await newest()).created_at).toBe(date)
  })

  test('in the future or unreadable is refused', async () => {
    const future = new Date(clock.now().getTime() + MINUTE).toISOString()
    for (const date of [
      future,
      '',
      'yesterday',
      '2026-02-30',
      '2026-13-01',
      '01/02/2026',
      '2026-03-01T25:00:00Z',
      '0000-00-00',
    ]) {
      await expect(edit({ date })).rejects.toMatchObject({ code: 'bad input', errors: { date: [expect.any(String)] } })
    }
  })
})

test('a withdrawal never waits for approval', async () => {
  await expect(edit({ status: 'waiting approval' })).rejects.toMatchObject({ errors: { status: [expect.any(String)] } })
})

test('an edit of what has changed meanwhile is refused, one of the present version is not', async () => {
  await edit({ status: 'approved', version: 0 })
  await expect(edit({ amount: usd(10), version: 0 })).rejects.toMatchObject({ code: 'wrong state' })
  await edit({ amount: usd(10), version: 1 })
  expect(await newest()).toMatchObject({ amount: '10.00', status: 'approved', version: 2 })
})

test('an edit that changes nothing leaves nothing behind', async () => {
  const before = await newest()
  await edit({ reason: 'Only looked.' })
  expect(await newest()).toEqual(before)
})

test('nobody edits their own', async () => {
  await expect(edit({ amount: usd(1) }, asAdministrator(investor))).rejects.toMatchObject({ code: 'not allowed' })
})

describe('any edit after any other', () => {
  const statuses = ['pending', 'approved', 'completed', 'declined'] as const
  const step = fc.record({
    status: fc.constantFrom(...statuses),
    cents: fc.integer({ min: 1, max: 3000 }),
    daysAgo: fc.integer({ min: 0, max: 30 }),
    filled: fc.integer({ min: 0, max: 1500 }),
  })
  const steps = fc.tuple(
    fc.constantFrom('investment' as const, 'referral' as const),
    fc.array(step, { minLength: 1, maxLength: 12 }),
  )

  test('leaves the books as its state alone requires them, or changes nothing', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async ([source, edits]) => {
        await begin(source)
        const kind = source === 'investment' ? 'earnings' : 'referral'
        let filled: MicroUsd = microUsd(0n)
        for (const { status, cents, daysAgo, filled: more } of edits) {
          if (more > 0) await fillWallet(database.db, walletId, usd(more / 100))
          filled = microUsd(filled + usd(more / 100))
          const amount = usd(cents / 100)
          const date = new Date(clock.now().getTime() - daysAgo * 24 * HOUR).toISOString()
          const before = await newest()
          const payable = status !== 'completed' || amount <= filled
          const covered = status === 'declined' || amount <= usd(20)
          const outcome = await edit({ status, amount, date }).then(
            () => 'done',
            (refusal: { code: string }) => refusal.code,
          )
          expect(outcome).toBe(payable && covered ? 'done' : 'wrong state')
          const after = await newest()
          if (outcome === 'done') expect(after).toMatchObject({ status, amount: toWire(amount), created_at: date })
          else expect(after).toEqual(before)
        }
        await expectBooksFromScratch(source, kind, filled)
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 15) },
    )
    expect(await bookProblems(database.db)).toEqual([])
  })

  async function expectBooksFromScratch(
    source: WithdrawalRecord['source'],
    kind: 'earnings' | 'referral',
    filled: MicroUsd,
  ): Promise<void> {
    const { id } = await newest()
    await transaction(database.db, async (tx) => {
      const record = await lockAnother(tx, 'withdrawal', investor.userId, id)
      if (record === undefined) throw new Error('there is no withdrawal')
      expect(record.source).toBe(source)
      const required = booksOf(requiredEntries(record))
      expect(missingFrom(await postedBooks(tx, { kind: 'withdrawal', id }), required)).toEqual([])
    })
    const { status, amount } = await newest()
    const taken = status === 'declined' ? microUsd(0n) : microUsd(BigInt(amount.replace('.', '')) * 10_000n)
    const paid = status === 'completed' ? taken : 0n
    expect(await held(database.db, investor, kind)).toBe(usd(20) - taken)
    expect(await held(database.db, investor, 'withdrawing')).toBe(taken - paid)
    expect(await balance(database.db, custodyAccount(walletId))).toBe(filled - paid)
  }
})
