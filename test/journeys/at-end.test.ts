/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECOND } from '#kit/clock.ts'
import { daysPass, type TestApp } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import type { Walker } from '../support/browser.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { acknowledge, PASSWORD, PLAN, signIn } from '../support/walk.ts'

/** What somebody chooses for the end of an investment, by keyboard, and what comes of it. */
describe('at its end', () => {
  let journey: Journey
  let house: TestApp
  let owner: Visitor
  let investor: Visitor
  let walker: Walker
  let page: Page
  let ids: { plan: string; first: string; second: string }

  beforeAll(async () => {
    ;({ house, owner } = journey = await openJourney({ env: { KYC: 'off' } }))
    investor = await journey.join('investor')
    walker = await journey.walker('light')
    page = walker.page
    await signIn(page, investor.email, PASSWORD)
    const { plans, wallets } = (await investor.get('/api/histories')).body
    const invest = async (amount: string) => {
      const asked = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount, duration: 14 }
      await investor.must('/api/save-investment', asked)
      const [{ id }] = (await investor.get('/api/histories')).body.investments
      await owner.must(`/api/approve-investment/${id}`)
      return id as string
    }
    ids = { plan: plans[0].id, first: await invest('500'), second: await invest('200') }
  })
  afterAll(() => journey.close())

  const choose = async (id: string, presses: number) => {
    await page.goto(`/investment?tab=active&panel=details&of=${id}`)
    const panel = page.getByRole('dialog', { name: 'Steady' })
    const choices = panel.getByRole('radiogroup', { name: 'At its end, reinvest' })
    await choices.getByRole('radio', { name: 'Nothing' }).focus()
    for (let press = 0; press < presses; press += 1) await page.keyboard.press('ArrowRight')
    return { panel, choices }
  }
  const sweep = async () => {
    await house.clock.move(30 * SECOND)
    await house.runJobs()
  }

  test('is chosen by arrow keys, read in a sentence, and saved', async () => {
    const { panel, choices } = await choose(ids.first, 1)
    await panel.getByText(/\$500\.00 is invested again for 14 days/).waitFor()
    await page.keyboard.press('ArrowRight')
    await panel.getByText(/\$500\.00 and the \$28\.00 it earns by then are invested again/).waitFor()
    expect(await panel.innerText()).toContain('Now they are 0.4% a day · 146% a year')
    await expectAccessible(page)
    const save = panel.getByRole('button', { name: 'Save choice' })
    await page.keyboard.press('Tab')
    expect(await save.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await acknowledge(page)
    await save.waitFor({ state: 'detached' })
    expect(await choices.getByRole('radio', { name: 'Everything' }).isChecked()).toBe(true)
    await panel.getByText('Choice for its end').waitFor()
    await expectAccessible(page)
  })

  test('shows in the list, and counts nothing as coming back that is invested again', async () => {
    await page.goto('/investment?tab=active')
    const rows = page.getByRole('list', { name: 'Active investments' }).getByRole('listitem')
    await rows
      .filter({ hasText: '$500.00' })
      .getByText(/reinvested in/)
      .waitFor()
    await rows
      .filter({ hasText: '$200.00' })
      .getByText(/ends in/)
      .waitFor()
    await page.goto('/withdrawal?panel=coming')
    const dates = page.getByRole('list', { name: 'By date' })
    await dates.getByText('$528.00 is invested again').waitFor()
    await dates.getByText('$200.00 comes back').waitFor()
    await expectAccessible(page)
  })

  test('happens, and each of the two says which the other is, also to an administrator', async () => {
    await daysPass(house, 14)
    await sweep()
    await page.goto(`/investment?tab=completed&panel=details&of=${ids.first}`)
    const panel = page.getByRole('dialog', { name: 'Steady' })
    await panel.getByText('Completed and reinvested').waitFor()
    expect(await panel.getByRole('radiogroup', { name: 'At its end, reinvest' }).count()).toBe(0)
    await panel.getByRole('link', { name: 'See the new one' }).click()
    await panel.getByText('Reinvested from the one that ended').waitFor()
    expect(await panel.innerText()).toContain('$528.00')
    await expectAccessible(page)
    await panel.getByRole('link', { name: 'The one that ended' }).click()
    await panel.getByText('Completed and reinvested').waitFor()
    const { items } = (await owner.get('/api/admin/investments?limit=10')).body
    expect(items.map(({ amount, source, status }: Record<string, string>) => [amount, source, status])).toContainEqual([
      ...['528.00', 'reinvest', 'approved'],
    ])
  })

  test('that is not possible leads to the wallet, and is told with its reason', async () => {
    const [again] = (await investor.get('/api/histories')).body.investments
    await choose(again.id, 1)
    await page.getByRole('button', { name: 'Save choice' }).click()
    await acknowledge(page)
    const { plans } = (await investor.get('/api/histories')).body
    await owner.must(`/api/update-plan/${ids.plan}`, { ...PLAN, available: false, version: plans[0].version })
    await page.goto(`/investment?tab=active&panel=details&of=${again.id}`)
    await page.getByText('This plan isn’t on offer now.').waitFor()
    await daysPass(house, 14)
    await sweep()
    await page.goto('/dashboard?panel=notifications')
    await page.getByText('Investment not reinvested').waitFor()
    await page.getByText('The plan Steady is no longer available.').waitFor()
    await expectAccessible(page)
    await page.goto(`/investment?tab=completed&panel=details&of=${again.id}`)
    await page.getByText(/Not reinvested: The plan Steady is no longer available\./).waitFor()
    expect(walker.complaints).toEqual([])
  })
})
