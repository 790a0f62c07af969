/** What migrations make of records that were there before them. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateInvestment } from '#investments/update.ts'
import type { Investor } from '#kit/actor.ts'
import { investmentNow, openInvestingHouse, save, SETTINGS, type InvestingHouse } from './investing.ts'
import { anInvestor, usd } from './people.ts'

let house: InvestingHouse
let owner: pg.Client
let investor: Investor

beforeAll(async () => {
  house = await openInvestingHouse()
  owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  investor = await anInvestor(house.db)
})
afterAll(async () => {
  await owner.end()
  await house.close()
})

/** Runs a migration as it is, after what it made before has been taken away. */
async function again(name: string, without: string): Promise<void> {
  const sql = await readFile(new URL(`../db/migrations/${name}.sql`, import.meta.url), 'utf8')
  await owner.query(`BEGIN; ${without}; ${sql}; COMMIT`)
}

test('what was typed is the first amount that the audit log knows, else the amount', async () => {
  const [corrected, untouched, unlogged] = await Promise.all([
    save(house, investor, { amount: usd(150.5) }),
    save(house, investor, { amount: usd(300) }),
    save(house, investor, { amount: usd(400) }),
  ])
  await house.write(async (tx) => {
    const { id, created_at } = corrected
    const edit = { id, amount: usd(900), date: created_at.toISOString(), status: 'pending', reason: null } as const
    await updateInvestment(tx, house.administrator, { ...edit, version: undefined }, SETTINGS)
  })
  await owner.query('ALTER TABLE audit_entry DISABLE TRIGGER USER')
  await owner.query('DELETE FROM audit_entry WHERE subject_id = $1', [unlogged.id])
  await owner.query('ALTER TABLE audit_entry ENABLE TRIGGER USER')

  await again(
    '0025_typed_amount',
    `DROP FUNCTION keep_typed_amount() CASCADE;
     ALTER TABLE investment DROP COLUMN typed_amount; ALTER TABLE withdrawal DROP COLUMN typed_amount`,
  )
  expect((await investmentNow(house, corrected.id)).amount).toBe(usd(900))
  expect((await investmentNow(house, corrected.id)).typed_amount).toBe(usd(150.5))
  expect((await investmentNow(house, untouched.id)).typed_amount).toBe(usd(300))
  expect((await investmentNow(house, unlogged.id)).typed_amount).toBe(usd(400))
})
