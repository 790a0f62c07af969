/**
 * What is invested again is so exactly once, whoever sweeps, whoever is cut off and whoever changes their mind at that
 * moment; and whatever is chosen, nobody has more or less by it. RACE_ROUNDS says how often each race is run.
 */
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { DAY, SECOND } from '#kit/clock.ts'
import { openDatabase } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import { readTransaction } from '#kit/transaction.ts'
import { investorAccount, INVESTOR_KINDS } from '#ledger/accounts.ts'
import { balancesOf } from '#ledger/balances.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { microUsd, sum, wholeCents } from '#money/micro-usd.ts'
import { accrueDue } from '#investments/accrue.ts'
import { AT_ENDS, type AtEnd } from '#investments/at-end-rules.ts'
import { completeDue } from '#investments/complete.ts'
import { INVESTMENT_PROOFS } from '#investments/proof/proofs.ts'
import { earned } from '#investments/rules.ts'
import { setAtEnd } from '#investments/set-at-end.ts'
import { percent } from '#money/percent.ts'
import { TO_RACE } from '../../../test/support/database.ts'
import { openInvestingHouse, problems } from '../../../test/support/investing-house.ts'
import { balance, invest, investmentNow, takeOut } from '../../../test/support/investing.ts'
import { opened } from '../../../test/support/opened.ts'
import { anInvestor, usd } from '../../../test/support/people.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4)
const JOB = { job: 'maturity' }
const RATE = percent(4_000n)
const house = opened(() => openInvestingHouse({ size: TO_RACE }))
afterEach(async () => {
  expect(await problems(house)).toEqual([])
  const proved = await readTransaction(house.db, (tx) => proveAll({ tx, since: null }, INVESTMENT_PROOFS))
  expect(proved.flatMap(({ wrong }) => (wrong === null ? [] : [wrong.says]))).toEqual([])
})

const choose = (who: Investor, id: string, atEnd: AtEnd) => house.write((tx) => setAtEnd(tx, who, { id, atEnd }))
const madeOf = (ids: readonly string[]) =>
  house.db.selectFrom('investment').select(['reinvests', 'amount', 'status']).where('reinvests', 'in', ids).execute()

test('many sweeps at once make one of each, and of each one', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids: string[] = []
    for (let n = 0; n < 6; n += 1) {
      const who = await anInvestor(house.db)
      const { id } = await invest(house, who)
      await choose(who, id, n % 2 === 0 ? 'reinvest principal' : 'reinvest all')
      ids.push(id)
    }
    await house.days(14)
    await Promise.all([1, 2, 3, 4].map(() => completeDue(house.db, JOB)))
    const made = await madeOf(ids)
    expect(made.map(({ reinvests }) => `${reinvests}`).toSorted()).toEqual(ids.toSorted())
    expect(made.map(({ amount }) => amount).toSorted((one, other) => Number(one - other))).toEqual([
      ...[usd(500), usd(500), usd(500)],
      ...[usd(528), usd(528), usd(528)],
    ])
  }
})

test('a choice that comes with the sweep counts where it was first, and is refused where it was not', async () => {
  for (let round = 0; round < ROUNDS * 3; round += 1) {
    const who = await anInvestor(house.db)
    const { id } = await invest(house, who)
    await choose(who, id, 'reinvest all')
    await house.clock.move(14 * DAY - SECOND)
    const passing = (async () => {
      await house.clock.move(SECOND)
      await completeDue(house.db, JOB)
    })()
    const chosen = await choose(who, id, 'to wallet').then(
      () => 'chosen',
      (error: unknown) => {
        if (error instanceof Refusal && error.code === 'wrong state') return 'refused'
        throw error
      },
    )
    await passing
    await completeDue(house.db, JOB)
    expect((await investmentNow(house, id)).at_end).toBe(chosen === 'chosen' ? 'to wallet' : 'reinvest all')
    expect(await madeOf([id])).toHaveLength(chosen === 'chosen' ? 0 : 1)
    expect(await balance(house, who, 'earnings')).toBe(chosen === 'chosen' ? usd(528) : 0n)
  }
})

test('two workers that are cut off at random leave either both, the end and what is made of it, or neither', async () => {
  const all: { who: Investor; id: string; atEnd: AtEnd }[] = []
  for (let n = 0; n < 16; n += 1) {
    const who = await anInvestor(house.db)
    for (const atEnd of AT_ENDS) {
      const { id } = await invest(house, who, { amount: usd(100 + n) })
      await choose(who, id, atEnd)
      all.push({ who, id, atEnd })
    }
  }
  await house.days(14)
  const owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  let over = false
  const work = async () => {
    const { db } = openDatabase(
      { connectionString: house.ownerUrl },
      { size: 2, log: () => {}, patience: { transaction: 0 } },
    )
    while (!over) await completeDue(db, JOB).catch(() => {})
    await db.destroy()
  }
  try {
    const working = [work(), work()]
    for (let cut = 0; cut < ROUNDS * 3;) {
      await pause(Math.random() * 15)
      const { rowCount } = await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL AND backend_type = 'client backend'`,
      )
      cut += rowCount ?? 0
      const { rows } = await owner.query(
        `SELECT (SELECT count(*) FROM investment WHERE reinvests IS NOT NULL AND created_at = database_now()) AS made,
          (SELECT count(*) FROM investment WHERE status = 'completed' AND at_end <> 'to wallet' AND completed_at = database_now()) AS ended`,
      )
      expect(rows[0].made).toBe(rows[0].ended)
      if (
        (
          await house.db
            .selectFrom('investment')
            .select('id')
            .where('status', '=', 'approved')
            .where(
              'id',
              'in',
              all.map(({ id }) => id),
            )
            .execute()
        ).length === 0
      )
        break
    }
    over = true
    await Promise.all(working)
  } finally {
    await owner.end()
  }
  await completeDue(house.db, JOB)
  for (const { id, atEnd } of all) {
    const made = await madeOf([id])
    expect(made).toHaveLength(atEnd === 'to wallet' ? 0 : 1)
    const { rows } = await sql<{ told: number }>`
      SELECT count(*)::integer AS told FROM notification WHERE subject_id = ${id} AND title = 'Investment completed'`.execute(
      house.db,
    )
    expect(rows).toEqual([{ told: 1 }])
  }
})

test('whatever is chosen, its owner has the same at the moment of the end, to the micro-dollar', async () => {
  const story = fc.record({
    cents: fc.integer({ min: 10_000, max: 400_000 }),
    duration: fc.constantFrom(7, 14, 30),
    withdraws: fc.array(fc.record({ day: fc.integer({ min: 1, max: 6 }), share: fc.integer({ min: 1, max: 100 }) }), {
      maxLength: 2,
    }),
    beside: fc.option(fc.integer({ min: 10_000, max: 200_000 }), { nil: undefined }),
  })
  await fc.assert(
    fc.asyncProperty(story, async ({ cents, duration, withdraws, beside }) => {
      const own = []
      for (const atEnd of AT_ENDS) {
        const who = await anInvestor(house.db)
        const { id } = await invest(house, who, { amount: usd(cents / 100), duration })
        if (beside !== undefined) await invest(house, who, { amount: usd(beside / 100), duration: 30 })
        await choose(who, id, atEnd)
        own.push({ who, id, atEnd, out: 0n })
      }
      let day = 0
      for (const { day: at, share } of withdraws.toSorted((one, other) => one.day - other.day)) {
        await house.days(at - day)
        day = at
        await accrueDue(house.db, JOB)
        for (const one of own) {
          const out = microUsd(((await balance(house, one.who, 'earnings')) * BigInt(share)) / 100n)
          if (out > 0n) await takeOut(house, one.who, 'earnings', out)
        }
      }
      await house.days(duration - day)
      await completeDue(house.db, JOB)
      await accrueDue(house.db, JOB)
      const totals = []
      for (const { who, id, atEnd } of own) {
        const names = INVESTOR_KINDS.map((kind) => investorAccount(who.userId, kind))
        const balances = await house.write((tx) => balancesOf(tx, names))
        totals.push(await totalOf(who, sum(Object.values(balances))))
        const [made] = await madeOf([id])
        const brought = microUsd(usd(cents / 100) + earned(usd(cents / 100), RATE, duration * 86_400))
        if (atEnd === 'reinvest principal') expect(made?.amount).toBe(usd(cents / 100))
        if (atEnd === 'reinvest all') {
          const wallet = await balance(house, own[0]?.who ?? who, 'earnings')
          expect(made?.amount).toBe(wholeCents(brought < wallet ? brought : wallet))
        }
      }
      expect(new Set(totals).size).toBe(1)
      return true
    }),
    { numRuns: 4 + ROUNDS },
  )
}, 120_000)

/** With what others of theirs have earned and nobody has posted: where something is invested again that is posted before. */
async function totalOf(who: Investor, posted: bigint): Promise<bigint> {
  const { rows } = await sql<{ due: bigint }>`
    SELECT coalesce(sum(investment_earned(amount, daily_roi,
      least(floor(date_part('epoch', database_now() - began_at))::bigint, duration * 86400::bigint)) - earned_posted), 0)::bigint AS due
    FROM investment JOIN investment_earning ON investment_id = id WHERE user_id = ${who.userId} AND status = 'approved'`.execute(
    house.db,
  )
  return posted + (rows[0]?.due ?? 0n)
}
