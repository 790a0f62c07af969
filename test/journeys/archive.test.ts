/** @module-tag thorough */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '../support/axe-findings.ts'
import type { Walker } from '../support/browser.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { PASSWORD, signIn } from '../support/walk.ts'
import { readZip } from '../support/zip-reader.ts'

/** An investor takes everything that is theirs along. On a phone. */
describe('everything that is mine', () => {
  let journey: Journey
  let investor: Visitor
  let walker: Walker
  let page: Page
  let folder: string

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    investor = await journey.join('investor')
    await journey.owner.must(`/api/topup-user/${investor.id}`, { amount: '1234.56', account: 'earnings' })
    walker = await journey.walker('light')
    page = walker.page
    folder = await mkdtemp(join(tmpdir(), 'plumb-mine-'))
    await signIn(page, investor.email, PASSWORD)
  })
  afterAll(async () => {
    expect(walker.complaints).toEqual([])
    await rm(folder, { recursive: true })
    await journey.close()
  })

  /** The bar at the bottom covers nothing there. */
  const expectAccessibleAtEnd = async () => {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await expectAccessible(page)
  }

  test('is asked for by a button, comes by itself, and is downloaded', async () => {
    await page.goto('/security')
    const part = page.getByRole('region', { name: 'Everything that is mine' })
    await part.getByRole('button', { name: 'Make the file' }).click()
    // nobody loads the page again
    await part.getByText(/^Ready until /).waitFor()
    await expectAccessibleAtEnd()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      part.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^plumb-archive-\d{4}-\d\d-\d\d\.zip$/)
    await file.saveAs(join(folder, 'mine.zip'))
    const files = readZip(await readFile(join(folder, 'mine.zip')))
    expect(String(files.get('ledger.csv'))).toContain('-1234.560000')
    expect(String(files.get('README.txt'))).toContain('Username: investor')
  })

  test('is told of in the app, and by mail', async () => {
    const { items } = (await investor.get('/api/notifications')).body
    expect(
      items.map(({ data }: { data: { title: string; status_text: string } }) => `${data.title}: ${data.status_text}`),
    ).toContain('Everything that is mine: ready')
    await page.goto('/dashboard?panel=notifications')
    await page.getByRole('link', { name: /^Everything that is mine/ }).click()
    await page.waitForURL('**/security')
    const mail = await investor.newestMessage('.eml', investor.email, /Your data is ready to download/)
    expect(mail).toContain('go to Security')
  })

  test('is seen on its way, and what went wrong is said with what to do', async () => {
    const part = page.getByRole('region', { name: 'Everything that is mine' })
    const at = journey.house.clock.now().toISOString()
    const archive = { asked_at: at, over_at: at, made_at: null, bytes: null, step: 2, steps: 5, sign_in_first: false }
    const answer = async (state: string) => {
      await page.unrouteAll()
      await page.route('**/api/archive', (route) => route.fulfill({ json: { archive: { ...archive, state } } }))
      await page.reload()
    }
    await answer('making')
    await part.getByRole('progressbar', { name: 'Everything that is mine' }).waitFor()
    await part.getByText('2 of 5 parts').waitFor()
    await expectAccessibleAtEnd()
    await answer('failed')
    await part.getByRole('alert').waitFor()
    await expectAccessibleAtEnd()
    await page.unrouteAll()
    await part.getByRole('button', { name: 'Try again' }).click()
    await part.getByText(/^Ready until /).waitFor()
  })
})
