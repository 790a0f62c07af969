import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { daysPass, type TestApp } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import type { Walker } from '../support/browser.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { acknowledge, PASSWORD, signIn, textOf } from '../support/walk.ts'

/** What the browser says of the answer before there is a proof. */
const meant = /status of 404/

/** Checking that one’s own money is counted, in the app and with the file. On a phone. */
describe('that mine is counted', () => {
  let journey: Journey
  let house: TestApp
  let investor: Visitor
  let walker: Walker
  let page: Page
  let folder: string
  let file: string

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    house = journey.house
    investor = await journey.join('investor')
    walker = await journey.walker('light')
    page = walker.page
    folder = await mkdtemp(join(tmpdir(), 'plumb-kept-'))
    file = join(folder, 'proof.html')
    await signIn(page, investor.email, PASSWORD)
  })
  afterAll(async () => {
    expect(walker.complaints.filter((complaint) => !meant.test(complaint))).toEqual([])
    await rm(folder, { recursive: true })
    await journey.close()
  })

  const verdict = () => page.getByRole('status').first()
  const opened = async () => {
    await page.goto(`file://${file}`)
    await page.getByRole('heading', { name: /^(Yes|No|Not checked)[:.]/ }).waitFor()
    return textOf(page)
  }

  test('before the first proof of somebody it is said that there is none', async () => {
    await page.goto('/statement')
    await page.getByRole('link', { name: 'Check that mine is counted' }).click()
    await page.getByText(/^(No proof has been made yet\.|You were not here yet when proof \d was made\.)$/).waitFor()
  })

  test('is counted, says the browser of a phone, and so does the file with the network off', async () => {
    await journey.owner.must(`/api/topup-user/${investor.id}`, { amount: '1234.56', account: 'earnings' })
    await daysPass(house, 1)
    // made, then numbered, then signed
    for (let log = null; log === null;) {
      await house.runJobs()
      const { status, body } = await investor.get('/api/proof')
      log = status === 200 ? body.log : null
    }
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Check that mine is counted' }).click()
    await page.getByText('Yes: what we owe you is in the total.').waitFor()
    const said = await textOf(page)
    expect(said).toContain('$1,234.56')
    expect(said.match(/\bYes\b/g)?.length).toBe(9)
    expect(said).toContain('Nobody else has signed')
    await page.getByText('Part 1', { exact: true }).click()
    await page.getByText('Level 11').first().waitFor()
    // what the bar at the bottom of a phone covers half is not looked at
    await page.evaluate('scrollTo(0, 0)')
    await expectAccessible(page)

    const [kept] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Page' }).click(),
    ])
    expect(kept.suggestedFilename()).toMatch(/^plumb-proof-\d\.html$/)
    await kept.saveAs(file)
    expect((await readFile(file)).length).toBeLessThan(14 * 1024)
    // the app would go on asking
    await page.goto('about:blank')
    await walker.context.setOffline(true)
    const offline = await opened()
    expect(offline).toContain('Yes: it is counted.')
    expect(offline).toContain('investor: $1,234.560000')
    await expectAccessible(page)
  })

  test('a total of billions stands on one line, and what it is called wraps instead', async () => {
    await walker.context.setOffline(false)
    await page.goto('/proof')
    await page.getByText('Yes: what we owe you is in the total.').waitFor()
    const lines = await page.evaluate(`
      [...document.querySelectorAll('dt')].filter((term) => term.textContent === 'Total owed then').map((term) => {
        const value = term.nextElementSibling
        value.textContent = '$4,086,430,576.079965'
        const range = document.createRange()
        range.selectNodeContents(value.firstChild)
        const { right } = value.closest('dl').getBoundingClientRect()
        return { lines: range.getClientRects().length, isInside: range.getBoundingClientRect().right <= right + 1 }
      })
    `)
    expect(lines).toEqual([{ lines: 1, isInside: true }])
  })

  test('is not, once one micro-dollar is changed, and it is said where', async () => {
    const right = await readFile(file, 'utf8')
    await writeFile(
      file,
      right.replace(/"amount":"(\d+)"/, (_whole, amount) => `"amount":"${BigInt(amount) + 1n}"`),
    )
    const said = await opened()
    expect(said).toContain('No: this does not show that it is counted.')
    expect(said).toContain('part 1: leads to a total of')
    await walker.context.setOffline(false)

    await page.route('**/api/proof', async (route) => {
      const answer = await route.fetch()
      const bundle = await answer.json()
      bundle.parts[1].amount = String(BigInt(bundle.parts[1].amount) - 1n)
      await route.fulfill({ json: bundle })
    })
    await page.goto('/proof')
    await page.getByText('No: this does not show that what we owe you is counted.').waitFor()
    await page.getByText(/part 2: leads to a total of/).waitFor()
    expect(await verdict().textContent()).toContain('No:')
    await page.getByText(/^Keep the JSON file of this page and show it to others/).waitFor()
    await page.unroute('**/api/proof')
  })

  test('is not either where the statement says another amount at that position, and both are said', async () => {
    await page.route('**/api/proof-balance*', async (route) => {
      const answer = await route.fetch()
      const balance = await answer.json()
      await route.fulfill({ json: { ...balance, held: '0.01' } })
    })
    await page.goto('/proof')
    await page.getByText('No: this does not show that what we owe you is counted.').waitFor()
    await page.getByText(/your statement says \$1,234\.57, your two leaves come to \$1,234\.56/).waitFor()
    // it would say yes
    await page.getByText(/^The files of this page do not show this/).waitFor()
    await page.unroute('**/api/proof-balance*')
  })

  test('is not checked, and says so, where what everybody is shown cannot be read', async () => {
    await page.route('**/api/proofs', (route) => route.fulfill({ status: 404, json: { message: 'Not there.' } }))
    await page.goto('/proof')
    await page.getByText('what everybody is shown could not be read').waitFor()
    expect(await verdict().textContent()).toBe('Not checked.')
    await page.unroute('**/api/proofs')
  })

  test('the first proof of each month is asked for by mail, and ended again', async () => {
    await page.getByRole('button', { name: 'Email it to me each month' }).click()
    await acknowledge(page)
    await page.getByRole('button', { name: 'Stop emailing it' }).click()
    await acknowledge(page)
    await page.getByRole('button', { name: 'Email it to me each month' }).waitFor()
    expect((await investor.get('/api/proof-mails')).body).toEqual({ wanted: false })
  })
})
