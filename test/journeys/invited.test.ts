/** @module-tag thorough */
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectAccessible } from '../support/axe-findings.ts'
import { DESK, type Walker } from '../support/browser.ts'
import { openJourney } from '../support/journey.ts'
import { opened } from '../support/opened.ts'
import { textOf } from '../support/walk.ts'

const journey = opened(() => openJourney())
beforeAll(async () => {
  await journey.join('inviter')
})

describe('somebody who was invited', () => {
  let walker: Walker
  let page: Page
  beforeEach(async () => {
    walker = await journey.walker('light')
    page = walker.page
  })
  afterEach(async () => {
    expect(walker.complaints).toEqual([])
    await walker.context.close()
  })
  const at = async (path: string) => {
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  }
  const stored = (key: string) => page.evaluate(`localStorage.getItem("${key}")`) as Promise<string | null>

  test.each([390, 1280])('lands on a home that speaks to them, at %s pixels', async (width) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/invitation?referral=inviter')
    await page.getByRole('heading', { name: 'inviter invites you to Plumb.' }).waitFor()
    await at('/')
    const plans = page.getByRole('list', { name: 'The plans' }).getByRole('listitem')
    const offered = (await journey.house.visitor().get('/api/invitation?referral=inviter')).body.plans
    await expect.poll(() => plans.count()).toBe(offered.length)
    await plans.first().getByRole('heading', { name: offered[0].name }).waitFor()
    await plans.first().getByText(`${offered[0].daily_roi}%`, { exact: true }).waitFor()
    await plans.first().getByText('Capital is at risk.').waitFor()
    await plans.first().getByText('Earnings are not set apart in advance.').waitFor()
    await plans.first().getByText('full deposit back, no earnings').waitFor()
    for (const name of ['Who invites you', 'The risk', 'How to check Plumb'])
      await page.getByRole('heading', { name }).waitFor()
    await expectAccessible(page)
    // it is still theirs when the page is loaded again, or come back to
    await page.reload()
    await page.getByRole('heading', { name: 'inviter invites you to Plumb.' }).waitFor()
    await page.getByRole('link', { name: 'Create Account' }).click()
    await page.getByText('You were invited by inviter').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'inviter invites you to Plumb.' }).waitFor()
    await page.getByRole('link', { name: 'Login' }).click()
    await page.getByRole('heading', { name: 'Account Login' }).waitFor()
    // everybody else's home is as it was
    await page.goto('/')
    await page.getByRole('heading', { name: 'Account Login' }).waitFor()
  })

  test('at the end of the front page the risk is in sight on a laptop, also where the demo says that it is one', async () => {
    await page.setViewportSize(DESK)
    await page.goto('/login')
    const end = page.getByRole('main').getByText('Capital is at risk.')
    await end.waitFor()
    await page.evaluate(`document.documentElement.style.setProperty('--banner', '20px')`)
    const lowestOf = async (what: Locator) => {
      const box = await what.boundingBox()
      return box === null ? Number.NaN : box.y + box.height
    }
    // the line of the demo pushes the page down by its height, and is as high as that of whoever runs the house
    expect(await lowestOf(end)).toBeLessThanOrEqual(DESK.height - 2 * 20)
    expect(await lowestOf(page.getByRole('banner').getByText('Capital is at risk.'))).toBeLessThanOrEqual(
      DESK.height - 20,
    )
  })

  test.each([
    ['/', 'You don’t need an invitation', 'See the plans, the risks and how to check us'],
    ['/register', 'With an account you choose a plan', 'See the plans and the risks first'],
  ])('without an invitation one reads at %s what this is, and can look around', async (from, said, look) => {
    await page.goto(from)
    // until then what is measured may be taken away
    await page.locator('html:not([data-prerendered])').waitFor({ state: 'attached' })
    await page.getByText(said).waitFor()
    for (const size of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size)
      // at the head, before anything is scrolled
      const risk = await page.getByRole('banner').getByText('Capital is at risk.').boundingBox()
      expect((risk?.y ?? Number.NaN) + (risk?.height ?? 0)).toBeLessThanOrEqual(size.height)
    }
    if (from === '/') await page.getByText('Plumb is an investment platform.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: look }).click()
    await page.getByRole('heading', { name: 'Welcome to Plumb.' }).waitFor()
    await page.getByRole('list', { name: 'The plans' }).getByRole('listitem').first().waitFor()
    // nobody has invited them, and no link was broken
    expect(await textOf(page)).not.toContain('invitation')
    await expectAccessible(page)
    // whoever was invited before stays so
    await page.evaluate('localStorage.setItem("invited-by", "inviter")')
    await page.reload()
    await page.getByRole('list', { name: 'The plans' }).waitFor()
    await page.getByRole('link', { name: 'Create Account' }).click()
    await page.getByText('You were invited by inviter').waitFor()
  })

  test('an invitation of nobody says so, is kept no longer, and still helps', async () => {
    await page.goto('/invitation?referral=left-long-ago')
    await at('/')
    await page.getByText('This invitation is no longer valid').waitFor()
    await expect.poll(() => stored('invited-by')).toBeNull()
    await page.getByRole('list', { name: 'The plans' }).waitFor()
    await page.goto('/invitation')
    await at('/')
    await page.getByText('This invitation link is incomplete.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Create Account' }).click()
    await page.getByRole('heading', { name: 'Create Account' }).waitFor()
    expect(await textOf(page)).not.toContain('You were invited')
  })
})
