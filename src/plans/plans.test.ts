import { beforeAll, expect, test } from 'vitest'
import type { Administrator } from '#kit/actor.ts'
import { movableClock, SECOND } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { testDatabase } from '../../test/support/database.ts'
import { opened } from '../../test/support/opened.ts'
import { anAdministrator } from '../../test/support/people.ts'
import { createPlan } from './create-plan.ts'
import { findPlan, listPlans } from './find.ts'
import { updatePlan } from './update-plan.ts'

const clock = movableClock(new Date('2026-03-01T12:00:00Z'))
const TYPED = {
  ...{ name: 'Steady', description: 'Short and plain.', min_amount: '100', max_amount: '5000' },
  ...{ durations_copy: '7, 14, 30', ref_bonus: '5', daily_roi: '0.4' },
}
const SHOWN = {
  ...{ name: 'Steady', description: 'Short and plain.', min_amount: '100.00', max_amount: '5000.00' },
  ...{ durations: [7, 14, 30], durations_copy: '7, 14, 30', ref_bonus: '5' },
  ...{ daily_roi: '0.4', early_roi: '0', daily_roi_percent: '0.4%', available: true, version: 0 },
}
const house = opened(testDatabase)
let administrator: Administrator

beforeAll(async () => {
  administrator = await anAdministrator(house.db)
})

const create = (typed: Partial<Parameters<typeof createPlan>[3]> = {}) => {
  clock.move(SECOND)
  return transaction(house.db, (tx) => createPlan(tx, clock, administrator, { ...TYPED, ...typed }))
}
const update = (input: Partial<Parameters<typeof updatePlan>[3]> & { id: string }) =>
  transaction(house.db, (tx) => updatePlan(tx, clock, administrator, { ...TYPED, ...input }))
const list = (onlyAvailable = false) => readTransaction(house.db, (tx) => listPlans(tx, { onlyAvailable }))
const shown = async (id: string) => (await list()).find((plan) => plan.id === id)
const auditOf = (id: string) =>
  house.db.selectFrom('audit_entry').selectAll().where('subject_id', '=', id).orderBy('id').execute()
const events = () => house.db.selectFrom('live_event').select(['audience', 'topic']).orderBy('id').execute()
const refusalOf = (act: Promise<unknown>) =>
  act.then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? error : Promise.reject(error)),
  )

test('a new plan is on offer in the wire’s shape, stands in the audit log, and everybody’s screens are told', async () => {
  const before = (await events()).length
  const { id } = await create()
  expect(await shown(id)).toEqual({ id, ...SHOWN })
  expect(await auditOf(id)).toMatchObject([{ action: 'plan created', actor_id: administrator.userId, after: SHOWN }])
  expect((await events()).slice(before)).toContainEqual({ audience: 'everybody', topic: 'plans' })
  expect(await readTransaction(house.db, (tx) => findPlan(tx, id))).toMatchObject({
    ...{ id, min_amount: 100_000_000n, max_amount: 5_000_000_000n, durations: [7, 14, 30] },
    ...{ ref_bonus: 50_000n, daily_roi: 4_000n, available: true, version: 0 },
  })
})

test('a plan that is typed wrongly is refused with every field, and nothing is made', async () => {
  const before = await list()
  const refusal = await refusalOf(create({ min_amount: '-5', durations_copy: 'soon', ref_bonus: '200' }))
  expect(refusal?.code).toBe('bad input')
  expect(Object.keys(refusal?.errors ?? {}).toSorted()).toEqual(['durations_copy', 'min_amount', 'ref_bonus'])
  expect(refusal?.message).toBe(refusal?.errors?.['min_amount']?.[0])
  expect(await list()).toEqual(before)
})

test('the largest amounts, the finest percents and every duration are kept exactly', async () => {
  const durations = Array.from({ length: 40 }, (_, number) => number * 91 + 1)
  const { id } = await create({
    ...{ min_amount: '0.01', max_amount: '1000000000000', ref_bonus: '100', daily_roi: '0.0001' },
    durations_copy: durations.join(', '),
  })
  expect(await shown(id)).toMatchObject({
    ...{
      min_amount: '0.01',
      max_amount: '1000000000000.00',
      ref_bonus: '100',
      daily_roi_percent: '0.0001%',
      durations,
    },
  })
})

test('an update changes the terms, keeps on offer what was, counts its versions and remembers both sides', async () => {
  const { id } = await create({ available: false })
  await update({ id, name: 'Steadier', daily_roi: '0.35', version: 0 })
  expect(await shown(id)).toMatchObject({ name: 'Steadier', daily_roi: '0.35', available: false, version: 1 })
  await update({ id, available: true, version: 1 })
  expect(await shown(id)).toMatchObject({ name: 'Steady', available: true, version: 2 })
  expect((await auditOf(id)).slice(1)).toMatchObject([
    { action: 'plan changed', before: { daily_roi: '0.4', version: 0 }, after: { daily_roi: '0.35', version: 1 } },
    { before: { available: false }, after: { available: true } },
  ])
})

test('a form that has become stale is refused, and one of several at once', async () => {
  const { id } = await create()
  const outcomes = await Promise.all(
    ['1', '2', '3', '4'].map((daily_roi) => refusalOf(update({ id, daily_roi, version: 0 }))),
  )
  expect(outcomes.filter((refusal) => refusal === undefined)).toHaveLength(1)
  expect(outcomes.filter((refusal) => refusal?.code === 'wrong state')).toHaveLength(3)
  expect(await shown(id)).toMatchObject({ version: 1 })
  expect(await auditOf(id)).toHaveLength(2)
})

test('a plan that is not there cannot be changed', async () => {
  expect(await refusalOf(update({ id: newId() }))).toMatchObject({ code: 'not found' })
  expect(await readTransaction(house.db, (tx) => findPlan(tx, newId()))).toBeUndefined()
})

test('lists come newest first, those on offer or all', async () => {
  const [first, second, hidden] = [await create(), await create(), await create({ available: false })]
  expect((await list()).slice(0, 3).map(({ id }) => id)).toEqual([hidden.id, second.id, first.id])
  expect((await list(true)).slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id])
})
