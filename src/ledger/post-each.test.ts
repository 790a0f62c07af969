import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseClock } from '#kit/database-clock.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { microUsd } from '#money/micro-usd.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { type AccountName, custodyAccount, investorAccount, openInvestorAccounts } from './accounts.ts'
import { balanceOf } from './balances.ts'
import { checkBooks } from './check-books.ts'
import { credit, debit, post } from './post.ts'
import { type PlainTransfer, postEach, type TransferResult } from './post-each.ts'

const job = { job: 'test' }
const EXPENSE: AccountName = 'expense/yield'

let house: TestDatabase
beforeAll(async () => {
  house = await testDatabase()
})
afterAll(async () => {
  await house.close()
})

const each = (batch: readonly PlainTransfer[]) => transaction(house.db, (tx) => postEach(tx, job, null, batch))
const problems = () => readTransaction(house.db, (tx) => checkBooks(tx))
const balance = (name: AccountName) => readTransaction(house.db, (tx) => balanceOf(tx, name))
const outcomes = (results: readonly TransferResult[]) => results.map(({ outcome }) => outcome)

async function newInvestor() {
  const id = newId()
  await transaction(house.db, (tx) => openInvestorAccounts(tx, house.clock, id))
  const kinds = ['earnings', 'referral', 'bonus', 'invested'] as const
  return kinds.map((kind) => investorAccount(id, kind)) as [AccountName, AccountName, AccountName, AccountName]
}

type Leg = readonly [from: AccountName, to: AccountName, amount: bigint]

/** Debits the first account of each leg and credits the other. */
function transferOf(legs: readonly Leg[], key: string = newId(), id: string = newId()): PlainTransfer {
  const entries = legs.flatMap(([from, to, amount]) => [debit(from, microUsd(amount)), credit(to, microUsd(amount))])
  return { key, kind: 'correction', reference: { kind: 'investment', id }, entries }
}

/** What has to come of it, transfer by transfer: the rules once more, as a person would do them by hand. */
class Model {
  readonly balances = new Map<AccountName, bigint>([[EXPENSE, 0n]])
  readonly standing = new Map<string, string>()

  post({ key, entries }: PlainTransfer): object {
    const content = entries
      .map(({ account, side, amount }) => `${account} ${side} ${amount}`)
      .sort()
      .join('; ')
    const stands = this.standing.get(key)
    if (stands !== undefined) return { outcome: stands === content ? 'replayed' : 'key used otherwise' }
    if (entries.some(({ account }) => !this.balances.has(account))) return { outcome: 'unknown account' }
    const after = new Map(this.balances)
    let short: { account: AccountName; missing: bigint } | undefined
    for (const { account, side, amount } of entries) {
      const raises = (side === 'debit') === (account === EXPENSE)
      const now = (after.get(account) ?? 0n) + (raises ? amount : -amount)
      after.set(account, now)
      if (account !== EXPENSE && -now > (short?.missing ?? 0n)) short = { account, missing: -now }
    }
    if (short !== undefined) return { outcome: 'insufficient', ...short }
    for (const [account, now] of after) this.balances.set(account, now)
    this.standing.set(key, content)
    return { outcome: 'posted' }
  }
}

describe('one result for each transfer', () => {
  test('is what a ledger by hand comes to, however keys, floors and unknown accounts fall together', async () => {
    const place = fc.nat({ max: 4 })
    const asked = fc.record({
      key: fc.nat({ max: 11 }),
      isUnknown: fc.nat({ max: 9 }).map((n) => n === 0),
      legs: fc.array(fc.tuple(place, place, fc.bigInt(1n, 9n)), { minLength: 1, maxLength: 3 }),
    })
    const batches = fc.array(fc.array(asked, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(batches, async (tries) => {
        const accounts: AccountName[] = [EXPENSE, ...(await newInvestor())]
        const model = new Model()
        for (const account of accounts) model.balances.set(account, 0n)
        const record = newId()
        const nobody = custodyAccount(newId())
        const before = await balance(EXPENSE)
        for (const batch of tries) {
          const transfers = batch.map(({ key, isUnknown, legs }) =>
            transferOf(
              legs.map(([from, to, amount]) => [
                accounts[from] ?? EXPENSE,
                isUnknown ? nobody : (accounts[to] ?? EXPENSE),
                amount,
              ]),
              `key ${key}`,
              record,
            ),
          )
          const results = await each(transfers)
          expect(results.map((result) => ('transferId' in result ? { outcome: result.outcome } : result))).toEqual(
            transfers.map((transfer) => model.post(transfer)),
          )
        }
        for (const account of accounts.slice(1)) expect(await balance(account)).toBe(model.balances.get(account))
        expect((await balance(EXPENSE)) - before).toBe(model.balances.get(EXPENSE))
      }),
      { numRuns: 60 },
    )
    expect(await problems()).toEqual([])
  })

  test('leaves out what does not fit, says what is missing, and judges the next as if it had not been', async () => {
    const [earnings, referral, bonus] = await newInvestor()
    const results = await each([
      transferOf([[EXPENSE, earnings, 5n]]),
      transferOf([[earnings, referral, 8n]]),
      transferOf([[earnings, bonus, 5n]]),
      transferOf([[referral, bonus, 1n]]),
    ])
    expect(results).toMatchObject([
      { outcome: 'posted' },
      { outcome: 'insufficient', account: earnings, missing: 3n },
      { outcome: 'posted' },
      { outcome: 'insufficient', account: referral, missing: 1n },
    ])
    expect([await balance(earnings), await balance(referral), await balance(bonus)]).toEqual([0n, 0n, 5n])
  })

  test('posts a key that was left out when it comes again and fits', async () => {
    const [earnings, referral] = await newInvestor()
    const one = transferOf([[earnings, referral, 5n]])
    const results = await each([one, transferOf([[EXPENSE, earnings, 5n]]), one, one])
    expect(outcomes(results)).toEqual(['insufficient', 'posted', 'posted', 'replayed'])
    expect(await balance(referral)).toBe(5n)
  })

  test('refuses before the database what is no transfer, and posts nothing', async () => {
    const [earnings, referral] = await newInvestor()
    const whole = transferOf([[EXPENSE, earnings, 5n]])
    const wrong = { ...transferOf([]), entries: [debit(EXPENSE, microUsd(2n)), credit(referral, microUsd(1n))] }
    await expect(each([whole, wrong])).rejects.toThrow('is no transfer')
    await expect(each([{ ...wrong, entries: [] }])).rejects.toThrow('is no transfer')
    expect(await balance(earnings)).toBe(0n)
  })
})

describe('a key at the same moment', () => {
  test('is posted once and replayed to all others, whose content is the same', async () => {
    const [earnings] = await newInvestor()
    const one = transferOf([[EXPENSE, earnings, 5n]])
    const results = (await Promise.all(Array.from({ length: 8 }, () => each([one, one])))).flat()
    expect(outcomes(results).filter((outcome) => outcome === 'posted')).toHaveLength(1)
    expect(outcomes(results).filter((outcome) => outcome === 'replayed')).toHaveLength(15)
    expect(await balance(earnings)).toBe(5n)
  })

  test('with other accounts is a key used otherwise, and what came with it is posted', async () => {
    const [earnings, referral, bonus, invested] = await newInvestor()
    await each([transferOf([[EXPENSE, earnings, 5n]]), transferOf([[EXPENSE, bonus, 5n]])])
    const [first, second] = await raced(transferOf([[earnings, referral, 5n]]), [[bonus, invested, 2n]], (other) =>
      each([transferOf([[bonus, invested, 1n]]), other, transferOf([[bonus, invested, 1n]])]),
    )
    expect(outcomes(first)).toEqual(['posted'])
    expect(outcomes(second)).toEqual(['posted', 'key used otherwise', 'posted'])
    expect([await balance(referral), await balance(invested)]).toEqual([5n, 2n])
  })

  test('with other accounts is refused all or none as it is later, with PLB02', async () => {
    const [earnings, referral, bonus, invested] = await newInvestor()
    await each([transferOf([[EXPENSE, earnings, 5n]]), transferOf([[EXPENSE, bonus, 5n]])])
    const [, refused] = await raced(transferOf([[earnings, referral, 5n]]), [[bonus, invested, 2n]], (other) =>
      transaction(house.db, async (tx) => post(tx, job, (await databaseClock(tx)).now(), [other])).catch(
        (error: unknown) => error,
      ),
    )
    expect(refused).toMatchObject({ code: 'PLB02' })
    expect(await balance(invested)).toBe(0n)
  })

  /** The second comes while the first, with other accounts, is posted under the same key and not committed. */
  async function raced<T>(one: PlainTransfer, legs: readonly Leg[], second: (other: PlainTransfer) => Promise<T>) {
    const other = transferOf(legs, one.key, one.reference.id)
    const posted = Promise.withResolvers<TransferResult[]>()
    const waits = Promise.withResolvers<void>()
    const first = transaction(house.db, async (tx) => {
      posted.resolve(await postEach(tx, job, null, [one]))
      await waits.promise
    })
    first.catch(posted.reject)
    const results = await posted.promise
    const answer = second(other)
    await expect.poll(waitingForTransactions).toBe(1)
    waits.resolve()
    await first
    return [results, await answer] as const
  }

  const waitingForTransactions = () =>
    readTransaction(house.db, async (tx) => {
      const { rows } = await sql<{ count: bigint }>`
        SELECT count(*) FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted
          AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`.execute(tx)
      return Number(rows[0]?.count)
    })
})

test('forty at once on one account post what it has and not a micro-dollar more', async () => {
  const [earnings, referral] = await newInvestor()
  await each([transferOf([[EXPENSE, earnings, 25n]])])
  const results = await Promise.all(Array.from({ length: 40 }, () => each([transferOf([[earnings, referral, 1n]])])))
  expect(outcomes(results.flat()).filter((outcome) => outcome === 'posted')).toHaveLength(25)
  expect([await balance(earnings), await balance(referral)]).toEqual([0n, 25n])
  expect(await problems()).toEqual([])
})
