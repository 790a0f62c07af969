/** @module-tag thorough */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWNER } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import type { Walker } from '../support/browser.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { signIn } from '../support/walk.ts'

describe('the check of the books on the Funds screen', () => {
  let journey: Journey
  let walker: Walker
  let client: pg.Client

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    client = new pg.Client({ connectionString: journey.house.databaseUrl })
    await client.connect()
    await journey.house.runJobs()
    const investor = await journey.join('amara')
    await journey.owner.must(`/api/topup-user/${investor.id}`, {
      amount: '25',
      account: 'earnings',
      reason: 'a welcome',
    })
    walker = await journey.walker('light')
    await signIn(walker.page, OWNER.email, OWNER.password)
  })
  afterAll(async () => {
    await client.end()
    await journey.close()
  })

  const planted = async (by: number) => {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica')
    await client.query(`UPDATE account SET balance = balance + $1 WHERE balance > 0 AND kind = 'earnings'`, [by])
    await client.query('COMMIT')
  }
  const keep = (assignment: string) => client.query(`UPDATE books_check SET ${assignment}`)
  test('says when they were checked, checks them on a press, and leads to what is wrong', async () => {
    const { page } = walker
    await page.goto('/admin-funds')
    const said = page.getByRole('status').filter({ hasText: /books|check/i })
    await said.filter({ hasText: /^Books checked .*, all of them: nothing is wrong\.$/ }).waitFor()
    const press = page.getByRole('button', { name: 'Check now' })
    await press.click()
    await said.filter({ hasText: /^Books checked [^,]*: nothing is wrong\.$/ }).waitFor()
    await planted(1)
    await press.click()
    const alert = page.getByRole('alert').filter({ hasText: 'The books are wrong.' })
    await alert.getByText(/is \$25\.000001; after its last entry it should be \$25\.000000\./).waitFor()
    await expectAccessible(page, { whole: true })
    await alert.getByRole('button', { name: 'See the postings' }).first().click()
    await page.getByRole('dialog', { name: 'Postings' }).getByText('$25.00').first().waitFor()
    await page.keyboard.press('Escape')
    await planted(-1)
    await press.click()
    await said.filter({ hasText: /all of them: nothing is wrong\.$/ }).waitFor()
    expect(await alert.count()).toBe(0)
  })

  test('says that one failed, that one is under way, and that there was none yet', async () => {
    const { page } = walker
    const said = page.getByRole('status').filter({ hasText: /books|check/i })
    await keep(`outcome = 'failed', proofs = '[]'`)
    await page.goto('/admin-funds')
    await said.filter({ hasText: /^A check .* couldn’t be finished\. The log says why\.$/ }).waitFor()
    await client.query('BEGIN; SELECT pg_advisory_xact_lock(7214500189)')
    await page.reload()
    await said.filter({ hasText: 'Checking the books…' }).waitFor()
    await client.query('COMMIT')
    await said.filter({ hasText: /^A check/ }).waitFor()
    await client.query('DELETE FROM books_check')
    await page.reload()
    await said.filter({ hasText: 'The books haven’t been checked yet.' }).waitFor()
  })
})
