import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '#kit/database.ts'
import { accrueDue } from '#investments/accrue.ts'
import { openInvestingHouse, problems, type InvestingHouse } from '../../../test/support/investing-house.ts'
import { invest } from '../../../test/support/investing.ts'
import { anInvestor, usd } from '../../../test/support/people.ts'

const JOB = { job: 'accrual' }
const INVESTORS = Number(process.env['KILLED_INVESTORS'] ?? 16)
const KILLS = 20

/** People with two or three running investments each, all of different amounts; days pass of which nothing is posted. */
async function aHouseThatEarns(): Promise<InvestingHouse> {
  const house = await openInvestingHouse()
  for (let n = 0; n < INVESTORS; n += 1) {
    const investor = await anInvestor(house.db)
    for (let k = 0; k < 2 + (n % 2); k += 1) await invest(house, investor, { amount: usd(100 + n * 3 + k) })
  }
  await house.days(3)
  return house
}

/** What was credited to whom, of what, from which second to which; and every entry of it. */
async function creditedIn({ db }: InvestingHouse): Promise<unknown> {
  const shares = await sql`
    SELECT terms.amount AS principal, share.version, seconds_from, seconds_to, share.amount, effective_at
    FROM earning_share AS share JOIN investment_terms AS terms USING (investment_id, version)
    JOIN transfer ON transfer.id = share.transfer_id ORDER BY 1, 2, 3`.execute(db)
  const entries = await sql`
    SELECT account.kind, entry.amount, CASE WHEN account.kind = 'earnings' THEN balance_after END AS balance_after
    FROM transfer JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
    WHERE transfer.kind = 'investment earned' ORDER BY 1, 2, 3`.execute(db)
  const counted = await sql`
    SELECT amount, accrued_at, earned_posted FROM investment JOIN investment_earning ON investment_id = id ORDER BY 1`.execute(
    db,
  )
  return { shares: shares.rows, entries: entries.rows, counted: counted.rows }
}

test('two workers of the daily posting that are cut off at random twenty times post what one does undisturbed', async () => {
  const [undisturbed, house] = [await aHouseThatEarns(), await aHouseThatEarns()]
  const owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  try {
    await accrueDue(undisturbed.db, JOB)

    let over = false
    const work = async () => {
      // a process of its own, which begins again whenever it is cut off
      const { db } = openDatabase(
        { connectionString: house.ownerUrl },
        { size: 2, log: () => {}, patience: { transaction: 0 } },
      )
      while (!over) await accrueDue(db, JOB, undefined, 2).catch(() => {})
      await db.destroy()
    }
    const working = [work(), work()]
    let cut = 0
    while (cut < KILLS) {
      await pause(Math.random() * 8)
      const { rowCount } = await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL AND backend_type = 'client backend'`,
      )
      cut += rowCount ?? 0
    }
    over = true
    await Promise.all(working)
    await accrueDue(house.db, JOB)
    expect(await creditedIn(house)).toEqual(await creditedIn(undisturbed))
    expect(await problems(house)).toEqual([])
  } finally {
    await owner.end()
    await undisturbed.close()
    await house.close()
  }
})
