import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { microUsd } from '#money/micro-usd.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { type AccountName, investorAccount, openInvestorAccounts } from './accounts.ts'
import { balanceOf } from './balances.ts'
import { checkBooks } from './check-books.ts'
import { CommitterEnded, CommitterFull, GroupCommitter } from './group-committer.ts'
import { credit, debit } from './post.ts'
import { type PlainTransfer, postEach } from './post-each.ts'

const job = { job: 'test' }
let house: TestDatabase
let committer: GroupCommitter
beforeAll(async () => {
  house = await testDatabase()
  committer = new GroupCommitter(house.db, job)
})
afterEach(async () => {
  await committer.end()
  committer = new GroupCommitter(house.db, job)
})
afterAll(async () => {
  await house.close()
})

async function newEarnings(): Promise<AccountName> {
  const id = newId()
  await transaction(house.db, (tx) => openInvestorAccounts(tx, house.clock, id))
  return investorAccount(id, 'earnings')
}

function earned(account: AccountName, amount = 1n): PlainTransfer {
  const entries = [debit('expense/yield', microUsd(amount)), credit(account, microUsd(amount))]
  return { key: newId(), kind: 'correction', reference: { kind: 'investment', id: newId() }, entries }
}

const balance = (name: AccountName) => readTransaction(house.db, (tx) => balanceOf(tx, name))
/** How many transactions have posted for these records. */
const commits = (transfers: readonly PlainTransfer[]) =>
  readTransaction(house.db, async (tx) => {
    const { rows } = await sql<{ count: bigint }>`SELECT count(DISTINCT xmin::text) FROM transfer
      WHERE reference_id = ANY (${transfers.map(({ reference }) => reference.id)}::uuid[])`.execute(tx)
    return Number(rows[0]?.count)
  })

test('what is asked for at the same moment is committed together, and each caller has their result', async () => {
  const account = await newEarnings()
  const transfers = Array.from({ length: 100 }, () => earned(account))
  const [amount, most] = [microUsd(101n), earned(account)]
  const short: PlainTransfer = { ...most, entries: [debit(account, amount), credit('expense/yield', amount)] }
  const results = await Promise.all([...transfers, short, transfers[0] ?? short].map((one) => committer.post(one)))
  expect(results.slice(0, 100).map(({ outcome }) => outcome)).toEqual(Array.from({ length: 100 }, () => 'posted'))
  expect(results.slice(100)).toMatchObject([{ outcome: 'insufficient', account, missing: 1n }, { outcome: 'replayed' }])
  expect(await balance(account)).toBe(100n)
  expect(await commits(transfers)).toBe(1)
  expect(await readTransaction(house.db, (tx) => checkBooks(tx))).toEqual([])
})

test('while one batch is committed the next one gathers', async () => {
  const account = await newEarnings()
  const [first, ...others] = Array.from({ length: 20 }, () => earned(account))
  if (first === undefined) throw new Error('twenty are made')
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = transaction(house.db, async (tx) => {
    await postEach(tx, job, null, [earned(account)])
    locked.resolve()
    await held.promise
  })
  await Promise.race([locked.promise, holding])
  const answers = [committer.post(first)]
  // it is under way, and waits for the account
  await expect.poll(waiting).toBe(1)
  for (const one of others) {
    answers.push(committer.post(one))
    await new Promise(setImmediate)
  }
  held.resolve()
  await holding
  await Promise.all(answers)
  expect([await commits([first]), await commits(others), await balance(account)]).toEqual([1, 1, 21n])
})

test('more than may wait are refused at once, and nothing of them is posted', async () => {
  const account = await newEarnings()
  const small = new GroupCommitter(house.db, job, 3)
  const answers = Array.from({ length: 5 }, () => small.post(earned(account)).catch((error: unknown) => error))
  const [, , , fourth, fifth] = await Promise.all(answers)
  expect([fourth, fifth]).toEqual([expect.any(CommitterFull), expect.any(CommitterFull)])
  expect(await balance(account)).toBe(3n)
  expect(await small.post(earned(account))).toMatchObject({ outcome: 'posted' })
})

test('a batch that fails as a whole is told to each, and the next one is posted', async () => {
  const account = await newEarnings()
  const whole = earned(account)
  const broken = { ...earned(account), reference: { kind: 'investment' as const, id: 'no id' } }
  const answers = await Promise.allSettled([whole, broken].map((one) => committer.post(one)))
  expect(answers).toMatchObject([
    { status: 'rejected', reason: { code: '22P02' } },
    { status: 'rejected', reason: { code: '22P02' } },
  ])
  expect(await balance(account)).toBe(0n)
  expect(await committer.post(whole)).toMatchObject({ outcome: 'posted' })
})

test('what is no transfer is refused to its caller alone', async () => {
  const account = await newEarnings()
  const wrong = { ...earned(account), entries: [debit('expense/yield', microUsd(1n))] }
  const [refused, posted] = await Promise.allSettled([committer.post(wrong), committer.post(earned(account))])
  expect(refused).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('is no transfer') } })
  expect(posted).toMatchObject({ status: 'fulfilled', value: { outcome: 'posted' } })
})

test('it ends when what waits is posted, and takes no more', async () => {
  const account = await newEarnings()
  const answers = Array.from({ length: 10 }, () => committer.post(earned(account)))
  await committer.end()
  expect(await balance(account)).toBe(10n)
  await expect(committer.post(earned(account))).rejects.toBeInstanceOf(CommitterEnded)
  await Promise.all(answers)
})

const waiting = () =>
  readTransaction(house.db, async (tx) => {
    const { rows } = await sql<{ count: bigint }>`
      SELECT count(*) FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted
        AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`.execute(tx)
    return Number(rows[0]?.count)
  })
