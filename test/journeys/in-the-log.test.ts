/** @module-tag thorough */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { daysPass, OWNER } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import type { Walker } from '../support/browser.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { PASSWORD, signIn } from '../support/walk.ts'

const COMMAND = join(import.meta.dirname, '../../scripts/verify/verify.mjs')

/** An investor holds what a story says to the log, on a phone, and keeps it; then somebody changes the books. */
describe('a number’s story ends in the log', () => {
  let journey: Journey
  let investor: Visitor
  let walker: Walker
  let page: Page
  let owner: pg.Client
  let folder: string
  let transfer: string

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    investor = await journey.join('investor')
    await journey.owner.must(`/api/topup-user/${investor.id}`, { amount: '25.50', reason: 'Welcome' })
    const { plans, wallets } = (await investor.get('/api/histories')).body
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '500', duration: 14 }
    await investor.must('/api/save-investment', choice)
    const [{ id }] = (await investor.get('/api/histories')).body.investments
    await journey.owner.must(`/api/approve-investment/${id}`)
    await daysPass(journey.house, 3)
    await signed()
    transfer = (await investor.get('/api/story/earnings?limit=100')).body.lines.at(-1).id
    owner = new pg.Client({ connectionString: journey.house.databaseUrl })
    await owner.connect()
    folder = await mkdtemp(join(tmpdir(), 'plumb-kept-'))
    walker = await journey.walker('light')
    page = walker.page
    await signIn(page, investor.email, PASSWORD, '/dashboard?panel=story&of=earnings')
  })
  afterAll(async () => {
    await owner.end()
    await rm(folder, { recursive: true })
    await journey.close()
  })

  /** The newest posting of the investor is numbered and signed. */
  async function signed() {
    const { lines } = (await investor.get('/api/story/earnings?limit=100')).body
    for (let log = null; log === null;) {
      await journey.house.runJobs()
      log = (await investor.get(`/api/opening/${lines[0].id}`)).body.log
    }
  }

  const postings = () => page.getByRole('list', { name: 'Postings' })
  const openKnot = (name: RegExp) => postings().getByRole('button', { name, expanded: false }).first().click()
  const said = () => postings().getByRole('status')
  const verify = (...words: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      execFile(process.execPath, [COMMAND, ...words], (error, out) =>
        resolve({ code: Number(error?.code ?? 0), said: out }),
      )
    })
  /** Past every trigger. */
  const changeBy = async (micros: number) => {
    await owner.query('BEGIN')
    await owner.query('SET LOCAL session_replication_role = replica')
    await owner.query(
      `UPDATE entry SET amount = amount + sign(amount)::bigint * $2, balance_after = balance_after + $2 WHERE transfer_id = $1`,
      [transfer, micros],
    )
    await owner.query('COMMIT')
  }

  test('yes, says a phone of one posting, step by step, with what was opened', async () => {
    await openKnot(/^Top-up/)
    await postings().getByRole('button', { name: 'Check this in the log' }).press('Enter')
    await said().getByText('Yes, this is in the log').waitFor()
    expect(await said().getByText('Yes', { exact: true }).count()).toBe(5)
    await said()
      .getByText(/^\d+, in a log of \d+ entries$/)
      .waitFor()
    await said().getByText('What was opened').click()
    await said().getByText(`investor/${investor.id}/earnings`).waitFor()
    await said().getByText('-25500000', { exact: true }).waitFor()
    await said().getByText('Closed', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Keep it as a file' }).scrollIntoViewIfNeeded()
  })

  test('and keeps it as a file, which the command reads without us, and refuses where a micro-dollar is changed', async () => {
    const [kept] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Keep it as a file' }).click(),
    ])
    expect(kept.suggestedFilename()).toBe(`plumb-posting-${transfer}.json`)
    const file = join(folder, 'posting.json')
    await kept.saveAs(file)
    const key = await (await fetch(`${journey.house.url}/log/key`)).text()
    const right = await verify(file, '--key', key.trim())
    expect(right.said).toContain(`YES: transfer ${transfer}, top up, of user ${investor.id}`)
    expect(right.said).toContain(`investor/${investor.id}/earnings: -$25.500000 as a debit, $25.500000 afterwards`)
    expect(right.said).toContain('an entry that stays closed')
    expect(right.code).toBe(0)
    await writeFile(file, (await readFile(file, 'utf8')).replace('-25500000', '-25500001'))
    const wrong = await verify(file)
    expect(wrong).toMatchObject({ code: 1, said: expect.stringMatching(/position \d+ commits to something else/) })
  })

  test('yes, says it of the earnings of several days, and of each', async () => {
    await openKnot(/^Earnings/)
    await postings()
      .getByRole('button', { name: /^Check these \d+ in the log$/ })
      .click()
    await said()
      .getByText(/^Yes, all \d+ are in the log$/)
      .waitFor()
    const days = said().getByRole('listitem').getByText('Yes', { exact: true })
    expect(await days.filter({ visible: true }).count()).toBeGreaterThan(2)
    await said().getByRole('group').first().locator('summary').first().click()
    await said().getByText('Everybody is shown the same log').first().waitFor()
    await expectAccessible(page)
  })

  test('no, and where, once the books were changed by a micro-dollar with the rights of their owner', async () => {
    await changeBy(1)
    await page.reload()
    await openKnot(/^Top-up/)
    await postings().getByText('$25.500001').first().waitFor()
    await postings().getByRole('button', { name: 'Check this in the log' }).click()
    await said().getByText('No, the log says something else').waitFor()
    await said()
      .getByText(/^The log has something else at position \d+\. This posting was changed afterwards\.$/)
      .waitFor()
    await expectAccessible(page)
    await changeBy(-1)
  })

  test('no, and where, for a story that says something else than the log', async () => {
    await page.route('**/api/story/earnings**', async (route) => {
      const answer = await route.fetch()
      const reply = await answer.json()
      reply.lines.at(-1).balance_after = '25.500001'
      await route.fulfill({ json: reply })
    })
    await page.reload()
    await openKnot(/^Top-up/)
    await postings().getByRole('button', { name: 'Check this in the log' }).click()
    await said().getByText('Earnings Wallet, balance after: $25.500001 here, $25.500000 in the log.').waitFor()
    await page.unrouteAll()
  })

  test('not checked, where the log cannot be read', async () => {
    await page.route('**/log/tile/**', (route) => route.abort())
    await page.reload()
    await openKnot(/^Top-up/)
    await postings().getByRole('button', { name: 'Check this in the log' }).click()
    await said().getByText('Not checked', { exact: true }).first().waitFor()
    expect(
      await said()
        .getByText(/^Yes, /)
        .count(),
    ).toBe(0)
    await page.unrouteAll()
    await postings().getByRole('button', { name: 'Check this in the log' }).click()
    await said().getByText('Yes, this is in the log').waitFor()
  })

  test('yes, of what a record has done to the books, and nothing is offered for its part of earnings', async () => {
    const [{ id }] = (await investor.get('/api/histories')).body.investments
    await page.goto(`/investment?tab=active&panel=details&of=${id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Why this number' }).click()
    const books = page.getByRole('region', { name: 'In the books' })
    await books.getByText('Earnings', { exact: true }).first().waitFor()
    const check = books.getByRole('button', { name: 'Check this in the log' })
    await check.click()
    await books.getByRole('status').getByText('Yes, this is in the log').waitFor()
    expect(await check.count()).toBe(1)
    await expectAccessible(page)
  })

  test('yes, says the desk of all entries of a posting', async () => {
    const { page: desk } = await journey.walker('dark')
    await signIn(desk, OWNER.email, OWNER.password, `/view-account/${investor.id}?panel=postings&of=earnings`)
    await desk.getByRole('button', { name: 'Check this in the log' }).last().click()
    const found = desk.getByRole('status').filter({ hasText: 'in the log' })
    await found.getByText('Yes, this is in the log').waitFor()
    await found.getByText('What was opened').click()
    await found.getByText('equity/adjustments').waitFor()
    expect(await found.getByText('Closed', { exact: true }).count()).toBe(0)
    await expectAccessible(desk)
  })
})
