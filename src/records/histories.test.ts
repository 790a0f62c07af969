/** What a history shows of a record that was changed very often: how it was made, and the newest after that. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordActs } from '#audit/record.ts'
import { SECOND } from '#kit/clock.ts'
import { readTransaction } from '#kit/transaction.ts'
import { findInvestment, investmentsOf } from '#investments/read.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { save } from '../../test/support/investing.ts'
import { opened } from '../../test/support/opened.ts'
import { anInvestor } from '../../test/support/people.ts'

const house = opened(openInvestingHouse)

test('is a hundred lines at most, and nothing that was asked of a second administrator takes their place', async () => {
  const investor = await anInvestor(house.db)
  const { id } = await save(house, investor)
  const subject = { kind: 'investment', id } as const
  const facts = (amount: number) => ({ status: 'pending', amount: `${amount}.00`, date: '2026-03-01T12:00:00.000Z' })
  const changed = (n: number) => ({ action: 'update investment', subject, before: facts(n), after: facts(n + 1) })
  for (let n = 500; n < 800; n += 1) {
    await house.clock.move(SECOND)
    await house.write((tx) => recordActs(tx, house.clock, house.administrator, [changed(n)]))
  }
  await house.clock.move(SECOND)
  const asked = Array.from({ length: 300 }, () => ({ action: 'second approval asked for', subject }))
  await house.write((tx) => recordActs(tx, house.clock, house.administrator, asked))

  const { history } = await readTransaction(house.db, (tx) => findInvestment(tx, id))
  const amounts = history.map(({ after }) => Number(after.amount))
  expect(amounts).toEqual([500, ...Array.from({ length: 99 }, (_, n) => 702 + n)])
  expect(history.filter(({ after_gap }) => after_gap)).toEqual([history[1]])
  expect(history[0]).toMatchObject({ before: null, by: 'investor' })
  expect(history[1]).toMatchObject({ by: 'administrator', by_name: house.administrator.name })
  const [own] = await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))
  expect(own?.history.map(({ at, after_gap }) => [at, after_gap])).toEqual(
    history.map(({ at, after_gap }) => [at, after_gap]),
  )
})

test('of a hundred lines none is left out, and none says so', async () => {
  const { id } = await save(house, await anInvestor(house.db))
  const facts = { status: 'pending', amount: '500.00', date: '2026-03-01T12:00:00.000Z' }
  const subject = { kind: 'investment', id } as const
  const acts = Array.from({ length: 99 }, () => ({ action: 'update investment', subject, before: facts, after: facts }))
  await house.write((tx) => recordActs(tx, house.clock, house.administrator, acts))
  const shown = async () => (await readTransaction(house.db, (tx) => findInvestment(tx, id))).history
  expect(await shown()).toHaveLength(100)
  expect((await shown()).filter(({ after_gap }) => after_gap)).toEqual([])
  await house.write((tx) => recordActs(tx, house.clock, house.administrator, acts.slice(0, 1)))
  expect(await shown()).toHaveLength(100)
  expect((await shown())[1]?.after_gap).toBe(true)
})

test('a record that was changed once has all of it once', async () => {
  const { id } = await save(house, await anInvestor(house.db))
  const { history } = await readTransaction(house.db, (tx) => findInvestment(tx, id))
  expect(history).toHaveLength(1)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM audit_entry WHERE subject_id = ${id}`.execute(house.db)
  expect(rows).toEqual([{ count: 1 }])
})
