/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWNER } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { drawn, holdBack } from '../support/hold-back.ts'
import { inPage } from '../support/in-page.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { PASSWORD, signIn } from '../support/walk.ts'

/** Notes every tab that is shown as the chosen one, from the first moment of a page. */
const NOTE_CHOSEN = `
  window.chosenTabs = []
  const note = () => {
    const chosen = document.querySelector('[role=tab][aria-selected=true]')?.textContent.replace(/\\d+$/, '')
    if (chosen && chosenTabs.at(-1) !== chosen) chosenTabs.push(chosen)
  }
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true })`
const chosenTabs = (page: Page): Promise<string[]> => inPage(page, 'return chosenTabs')
const tabIn = (page: Page) => new URL(page.url()).searchParams.get('tab')

describe('a list in tabs', () => {
  let journey: Journey
  let investor: Visitor
  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    investor = await journey.join('investor')
  })
  afterAll(() => journey.close())

  const invest = async () => {
    const { plans, wallets } = (await investor.get('/api/histories')).body
    await investor.must('/api/save-investment', {
      ...{ plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '500', duration: 14 },
    })
    return String((await investor.get('/api/histories')).body.investments[0].id)
  }
  const enter = async (email: string, password: string) => {
    const walker = await journey.walker('light')
    await walker.page.addInitScript(NOTE_CHOSEN)
    await signIn(walker.page, email, password)
    return walker.page
  }
  const opensOn = async (page: Page, path: string, tab: string) => {
    await page.goto(path)
    await page.getByRole('tab', { name: new RegExp(`^${tab}`), selected: true }).waitFor()
  }

  test('of an investor opens on the first tab that has something, shows no other before, and keeps it in the address', async () => {
    const page = await enter(investor.email, PASSWORD)
    // nothing anywhere: the first, of which the address need not speak
    for (const path of ['/investment', '/withdrawal', '/referral']) {
      await opensOn(page, path, 'Pending')
      expect(tabIn(page)).toBeNull()
    }
    const id = await invest()
    await journey.owner.must(`/api/approve-investment/${id}`)
    await page.evaluate('caches.delete("kept-text")')
    const goOn = await holdBack(page, '**/api/histories')
    await page.goto('/investment')
    await page.getByRole('tab', { name: 'Pending' }).waitFor()
    // nobody knows yet where something is
    expect(await page.getByRole('tab', { selected: true }).count()).toBe(0)
    await expectAccessible(page)
    const placeOf = () => inPage(page, "return document.querySelector('[role=tablist]').getBoundingClientRect().top")
    const before = await placeOf()
    await goOn()
    await page.getByRole('tab', { name: /^Active ?1$/, selected: true }).waitFor()
    expect(await placeOf()).toBe(before)
    await expect.poll(() => tabIn(page)).toBe('active')
    expect(await chosenTabs(page)).toEqual(['Active'])

    // a tab of the address wins, and one that was chosen stays whatever comes
    await opensOn(page, '/investment?tab=declined', 'Declined')
    await invest()
    await page.getByRole('tab', { name: /^Pending ?1$/ }).waitFor()
    await drawn(page)
    expect(tabIn(page)).toBe('declined')
    await opensOn(page, '/investment', 'Pending')
    await expect.poll(() => tabIn(page)).toBe('pending')

    // a record that is opened by its link stands in its own tab, which its sheet soon covers
    await page.goto(`/investment?panel=details&of=${id}`)
    await expect.poll(() => tabIn(page)).toBe('active')
    await page.getByText('Earned so far').waitFor()
  })

  test('of the desk opens on the first tab that has something, shows no other before, and keeps it in the address', async () => {
    const page = await enter(OWNER.email, OWNER.password)
    await opensOn(page, '/admin-investments', 'Pending')
    await expect.poll(() => tabIn(page)).toBe('pending')
    const [{ id }] = (await investor.get('/api/histories')).body.investments
    await journey.owner.must(`/api/approve-investment/${id}`)
    await opensOn(page, '/admin-investments', 'Active')
    await expect.poll(() => tabIn(page)).toBe('active')
    expect(await chosenTabs(page)).toEqual(['Active'])
    await page.getByRole('table').getByRole('button', { name: '$500.00 by investor' }).first().waitFor()
    await opensOn(page, '/admin-investments?tab=completed', 'Completed')
    // nothing anywhere
    await opensOn(page, '/admin-withdrawals', 'Pending')
    await page.getByText('No pending Withdrawal records found for now').waitFor()
    expect(tabIn(page)).toBeNull()
  })
})
