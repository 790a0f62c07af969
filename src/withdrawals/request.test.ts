import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { transaction } from '#kit/transaction.ts'
import { openWalletAccounts } from '#ledger/accounts.ts'
import { microUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { saveInvestment } from '#investments/save.ts'
import { pauseWithdrawals } from '#users/pause-withdrawals.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { bookProblems, give, held } from '../../test/support/money.ts'
import { invest } from '../../test/support/investing.ts'
import { anAdministrator, anInvestor, aPlan, aWallet, usd } from '../../test/support/people.ts'
import { askPayout } from '../../test/support/withdrawing.ts'
import { cancelWithdrawal } from './cancel.ts'
import { withdrawalsOf } from './read.ts'

let database: TestDatabase
let clock: TestDatabase['clock']
let walletId: string

beforeAll(async () => {
  database = await testDatabase()
  clock = database.clock
  walletId = await aWallet(database.db)
})
afterAll(async () => {
  expect(await bookProblems(database.db)).toEqual([])
  await database.close()
})

function withdraw(
  investor: Investor,
  asked: Parameters<typeof askPayout>[2] = {},
  kyc: 'invest' | 'withdraw' | 'off' = 'invest',
): Promise<void> {
  return askPayout(database.db, { investor, walletId, kyc }, asked)
}
const listed = (investor: Investor) => transaction(database.db, (tx) => withdrawalsOf(tx, investor.userId))

describe('a request', () => {
  let investor: Investor
  beforeEach(async () => {
    investor = await anInvestor(database.db)
    await give(database.db, investor, 'earnings', usd(20))
    await give(database.db, investor, 'referral', usd(7))
  })

  test('holds the amount at once and waits', async () => {
    await withdraw(investor, { amount: usd(12.34) })
    expect(await held(database.db, investor, 'earnings')).toBe(usd(7.66))
    expect(await held(database.db, investor, 'withdrawing')).toBe(usd(12.34))
    const [withdrawal, ...others] = await listed(investor)
    expect(others).toEqual([])
    expect(withdrawal).toMatchObject({
      amount: '12.34',
      source: 'investment',
      status: 'pending',
      created_at: clock.now().toISOString(),
      completed_at: null,
      wallet_name: `Wallet ${walletId}`,
      wallet_address: THEIR_BITCOIN,
      txid: null,
      version: 0,
      user: { id: investor.userId, name: investor.name },
    })
    expect(withdrawal?.history).toEqual([
      {
        at: clock.now().toISOString(),
        by: 'investor',
        before: null,
        after: { status: 'pending', amount: '12.34', date: clock.now().toISOString(), txid: null },
        reason: null,
      },
    ])
  })

  test('is refused while withdrawals are paused, with until when and why, and taken at the end of the pause', async () => {
    await transaction(database.db, (tx) => pauseWithdrawals(tx, clock, investor.userId, 'e-mail changed'))
    await clock.move(DAY - 1)
    const paused = /^Withdrawals are paused for 24 hours, because your email address was changed\. /
    await expect(withdraw(investor)).rejects.toMatchObject({
      code: 'wrong state',
      message: expect.stringMatching(paused),
    })
    expect(await listed(investor)).toEqual([])
    expect(await held(database.db, investor, 'withdrawing')).toBe(0n)
    await clock.move(1)
    await withdraw(investor)
    expect(await held(database.db, investor, 'withdrawing')).toBe(usd(10))
  })

  test('leaves a decision, a line of the audit log and a notification', async () => {
    await withdraw(investor, { amount: usd(5) })
    const [withdrawal] = await listed(investor)
    const decisions = await database.db
      .selectFrom('decision')
      .selectAll()
      .where('subject_id', '=', withdrawal?.id ?? '')
      .execute()
    expect(decisions).toMatchObject([{ from_status: null, to_status: 'pending', actor_id: investor.userId }])
    const audit = await database.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('subject_id', '=', withdrawal?.id ?? '')
      .execute()
    expect(audit).toMatchObject([{ action: 'request withdrawal', actor_id: investor.userId, address: '127.0.0.1' }])
    const notices = await database.db
      .selectFrom('notification')
      .selectAll()
      .where('user_id', '=', investor.userId)
      .execute()
    expect(notices).toMatchObject([
      { icon: 'withdrawal', bold_value: '$5.00', status_color: 'yellow', status_text: 'pending' },
    ])
  })

  test('takes referral balance from the Referral Wallet', async () => {
    await withdraw(investor, { amount: usd(7), source: 'referral' })
    expect(await held(database.db, investor, 'referral')).toBe(0n)
    expect(await held(database.db, investor, 'earnings')).toBe(usd(20))
    expect(await held(database.db, investor, 'withdrawing')).toBe(usd(7))
    const sentence = 'withdrawal amount must not exceed $0.00'
    await expect(withdraw(investor, { amount: usd(0.01), source: 'referral' })).rejects.toMatchObject({
      message: sentence,
    })
  })

  test('over the balance is refused in words, also under the field, and changes nothing', async () => {
    const sentence = 'withdrawal amount must not exceed $20.00'
    await expect(withdraw(investor, { amount: usd(20.01) })).rejects.toMatchObject({
      code: 'bad input',
      message: sentence,
      errors: { amount: [sentence] },
    })
    expect(await held(database.db, investor, 'earnings')).toBe(usd(20))
    expect(await listed(investor)).toEqual([])
  })

  test('names a balance of many decimals rounded down, so that what it names can be withdrawn', async () => {
    await give(database.db, investor, 'earnings', microUsd(1_234_999_999n))
    const sentence = 'withdrawal amount must not exceed $1,254.99'
    await expect(withdraw(investor, { amount: usd(1255) })).rejects.toMatchObject({ message: sentence })
    await withdraw(investor, { amount: usd(1254.99) })
    expect(await held(database.db, investor, 'earnings')).toBe(9_999n)
  })

  test('names an available payment wallet, in whatever case', async () => {
    const closed = await aWallet(database.db, { available: false })
    for (const walletName of [`Wallet ${closed}`, 'No such wallet', '%']) {
      await expect(withdraw(investor, { walletName })).rejects.toMatchObject({
        code: 'bad input',
        errors: { wallet_name: [expect.any(String)] },
      })
    }
    await withdraw(investor, { walletName: `WALLET ${walletId}` })
    expect((await listed(investor))[0]?.wallet_name).toBe(`Wallet ${walletId}`)
  })

  test('needs an approved identity check unless the setting is off', async () => {
    for (const kyc of ['none', 'submitted', 'rejected'] as const) {
      const unchecked = await anInvestor(database.db, { kyc })
      await give(database.db, unchecked, 'earnings', usd(20))
      await expect(withdraw(unchecked, {}, 'invest')).rejects.toMatchObject({ code: 'not allowed' })
      await expect(withdraw(unchecked, {}, 'withdraw')).rejects.toMatchObject({ code: 'not allowed' })
      await withdraw(unchecked, {}, 'off')
      expect(await held(database.db, unchecked, 'withdrawing')).toBe(usd(10))
    }
  })

  const networks = [
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', OUR_BITCOIN],
    [
      'ethereum',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    ],
    [
      'tron',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u',
      'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
    ],
  ] as const
  test.each(networks)(
    'pays on %s to addresses of that network alone, checksum included',
    async (network, right, wrong, ours) => {
      const id = newId()
      await transaction(database.db, async (tx) => {
        await tx
          .insertInto('wallet')
          .values({ id, name: `${network} ${id}`, address: ours, network, created_at: clock.now() })
          .execute()
        await openWalletAccounts(tx, clock, id)
      })
      const walletName = `${network} ${id}`
      const foreign = networks.filter(([other]) => other !== network).map(([, address]) => address)
      for (const walletAddress of [wrong, ...foreign, 'nowhere']) {
        await expect(withdraw(investor, { walletName, walletAddress })).rejects.toMatchObject({
          code: 'bad input',
          errors: { wallet_address: [expect.any(String)] },
        })
      }
      await withdraw(investor, { walletName, walletAddress: right })
      expect((await listed(investor))[0]).toMatchObject({ wallet_name: walletName, wallet_address: right })
    },
  )
})

describe('a payment address of the house', () => {
  const ours = async (network: string, address: string, available = true) => {
    const id = newId()
    await transaction(database.db, async (tx) => {
      const wallet = { id, name: `Ours ${id}`, address, network, available, created_at: clock.now() }
      await tx.insertInto('wallet').values(wallet).execute()
      await openWalletAccounts(tx, clock, id)
    })
    return `Ours ${id}`
  }
  const refusal = { code: 'bad input', errors: { wallet_address: [expect.stringContaining('our own')] } }
  let investor: Investor
  beforeEach(async () => {
    investor = await anInvestor(database.db)
    await give(database.db, investor, 'earnings', usd(20))
  })

  test.each([
    ['bitcoin', OUR_BITCOIN, OUR_BITCOIN],
    ['bitcoin', OUR_BITCOIN, OUR_BITCOIN.toUpperCase()],
    ['ethereum', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'],
    ['polygon', '0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
    ['litecoin', 'MQMHBtvnBfxTzt3K2bdxgSE7qZPHSXWsGM', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ])('is refused at the field, however it is written: %s %s as %s', async (network, address, typed) => {
    const walletName = await ours(network, address)
    await expect(withdraw(investor, { walletName, walletAddress: typed })).rejects.toMatchObject(refusal)
    expect(await listed(investor)).toEqual([])
    expect(await held(database.db, investor, 'earnings')).toBe(usd(20))
  })

  test('is refused where another network uses the same address, and where the wallet is no longer on offer', async () => {
    await ours('ethereum', '0x8617E340B3D01FA5F11F306F4090FD50E238070D', false)
    const walletName = await ours('bnb smart chain', '0x52908400098527886E0F7030069857D2E4169EE7')
    const walletAddress = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
    await expect(withdraw(investor, { walletName, walletAddress })).rejects.toMatchObject(refusal)
  })

  test('that the investor was once told to pay to is refused, although the wallet has another now', async () => {
    const planId = await aPlan(database.db)
    const walletName = await ours('dogecoin', 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD')
    const wallet = await database.db
      .selectFrom('wallet')
      .select('id')
      .where('name', '=', walletName)
      .executeTakeFirstOrThrow()
    const asked = { planId, walletId: wallet.id, amount: usd(500), duration: 14, source: 'payment' } as const
    const settings = { kyc: 'invest', paymentHours: 24 } as const
    await transaction(database.db, (tx) => saveInvestment(tx, investor, asked, settings))
    await database.db
      .updateTable('wallet')
      .set({ address: 'DEtTRdS8qgvVsRYmjXxtRt8HHJcHRwBEXj' })
      .where('id', '=', wallet.id)
      .execute()
    const walletAddress = 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD'
    await expect(withdraw(investor, { walletName, walletAddress })).rejects.toMatchObject(refusal)
    const stranger = await anInvestor(database.db)
    await give(database.db, stranger, 'earnings', usd(20))
    await withdraw(stranger, { walletName, walletAddress })
  })
})

test('what running investments have earned to this second can be withdrawn, to the cent', async () => {
  const investor = await anInvestor(database.db)
  const administrator = await anAdministrator(database.db)
  const planId = await aPlan(database.db)
  await invest({ db: database.db, administrator, planId, walletId }, investor)
  await clock.move(10 * DAY)
  expect(await held(database.db, investor, 'earnings')).toBe(0n)
  await expect(withdraw(investor, { amount: usd(20.01) })).rejects.toMatchObject({
    message: 'withdrawal amount must not exceed $20.00',
  })
  await withdraw(investor, { amount: usd(20) })
  expect(await held(database.db, investor, 'earnings')).toBe(0n)
  expect(await held(database.db, investor, 'withdrawing')).toBe(usd(20))
})

test('a typed amount passes exactly when the balance covers it, however many decimals the balance has', async () => {
  const cents = fc.bigInt({ min: 1n, max: 50_000n })
  const micros = fc.bigInt({ min: 0n, max: 500_000_000n })
  await fc.assert(
    fc.asyncProperty(cents, micros, async (typed, there) => {
      const investor = await anInvestor(database.db)
      const amount = microUsd(typed * 10_000n)
      await give(database.db, investor, 'earnings', microUsd(there))
      const outcome = await withdraw(investor, { amount }).then(
        () => 'held',
        (refusal: Error) => refusal.message,
      )
      expect(outcome).toBe(amount <= there ? 'held' : `withdrawal amount must not exceed ${showUsd(microUsd(there))}`)
      expect(await held(database.db, investor, 'earnings')).toBe(amount <= there ? there - amount : there)
    }),
    { numRuns: 40 },
  )
})

test('a hundred withdrawals of one person wait to be reviewed at most, however many are asked for at once', async () => {
  const investor = await anInvestor(database.db)
  await give(database.db, investor, 'earnings', usd(500))
  const atOnce = async (times: number) => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: times }, () => withdraw(investor, { amount: usd(1) })),
    )
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        const message = 'You have 100 withdrawals waiting. Cancel one, or wait until one is reviewed.'
        expect(outcome.reason).toMatchObject({ code: 'wrong state', message })
      }
    }
    return outcomes.filter(({ status }) => status === 'fulfilled').length
  }
  expect([await atOnce(90), await atOnce(20), await atOnce(20)]).toEqual([90, 10, 0])
  expect(await held(database.db, investor, 'withdrawing')).toBe(usd(100))
  const [one] = await listed(investor)
  await transaction(database.db, (tx) => cancelWithdrawal(tx, investor, { id: one?.id ?? '' }))
  expect(await atOnce(20)).toBe(1)
  expect(await held(database.db, investor, 'withdrawing')).toBe(usd(100))
})

test('of a hundred equal requests at once of more than half the balance exactly one passes', async () => {
  const investor = await anInvestor(database.db)
  await give(database.db, investor, 'earnings', usd(100))
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, () => withdraw(investor, { amount: usd(50.01) })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      expect(outcome.reason).toMatchObject({ code: 'bad input', message: 'withdrawal amount must not exceed $49.99' })
    }
  }
  expect(await held(database.db, investor, 'earnings')).toBe(usd(49.99))
  expect(await held(database.db, investor, 'withdrawing')).toBe(usd(50.01))
  expect(await listed(investor)).toHaveLength(1)
})
