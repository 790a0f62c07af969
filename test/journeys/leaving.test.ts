/** @module-tag thorough */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { MINUTE, SECOND } from '#kit/clock.ts'
import { THEIR_BITCOIN } from '../support/addresses.ts'
import { daysPass, OWNER, type TestApp } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import type { Walker } from '../support/browser.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { PASSWORD, PLAN, signIn, textOf } from '../support/walk.ts'

/** What the browser says of answers that this journey asks for on purpose. */
const meant = /status of 409/

/** Leaving an investment before its end: said before anybody invests, asked for, and done. On a phone. */
describe('leaving an investment early', () => {
  let journey: Journey
  let house: TestApp
  let owner: Visitor
  let investor: Visitor
  let walker: Walker
  let page: Page
  let plan: { id: string; version: number }

  beforeAll(async () => {
    ;({ house, owner } = journey = await openJourney({ env: { KYC: 'off' } }))
    investor = await journey.join('investor')
    walker = await journey.walker('light')
    page = walker.page
    await signIn(page, investor.email, PASSWORD)
    plan = (await histories()).plans[0]
  })
  afterAll(async () => {
    expect(walker.complaints.filter((complaint) => !meant.test(complaint))).toEqual([])
    expect(await house.problems()).toEqual([])
    await journey.close()
  })

  const histories = async () => (await investor.get('/api/histories')).body
  const invest = async () => {
    const { wallets } = await histories()
    await investor.must('/api/save-investment', {
      ...{ plan_id: plan.id, wallet_id: wallets[0].id, amount: '500', duration: 14 },
    })
    const [{ id }] = (await histories()).investments
    await owner.must(`/api/approve-investment/${id}`)
    return id as string
  }
  const openPanel = async (id: string) => {
    await page.goto(`/investment?tab=active&panel=details&of=${id}`)
    await page.getByRole('button', { name: 'Leave early' }).click()
    const panel = page.getByRole('dialog', { name: 'Leave early' })
    await panel.getByRole('timer').waitFor()
    return panel
  }

  test('what it keeps stands with the plan, and in its form, before anybody invests', async () => {
    await page.goto('/invest')
    await page.getByRole('heading', { name: 'Steady' }).waitFor()
    expect(await textOf(page)).toContain('Leave early full deposit back, no earnings')
    await owner.must(`/api/update-plan/${plan.id}`, { ...PLAN, early_roi: '0.1', version: plan.version })
    await page.goto(`/invest?panel=invest&of=${plan.id}`)
    const panel = page.getByRole('dialog', { name: 'Invest in Steady' })
    await panel.getByText('full deposit back, earns 0.1% a day instead of 0.4%').waitFor()
  })

  test('the panel names every amount, holds for five minutes, and asks again', async () => {
    const id = await invest()
    await daysPass(house, 3)
    const panel = await openPanel(id)
    const shown = (await panel.innerText()).replaceAll(/\s+/g, ' ')
    expect(shown).toMatch(/Deposit, to your Earnings Wallet \$500\.00/)
    expect(shown).toMatch(
      /Earned so far \$6\.\d+ Taken back −\$4\.5\d* You keep \$1\.5\d* Earnings Wallet then \$501\.5/,
    )
    expect(shown).toContain('keeps 0.1% a day instead of 0.4%')
    expect(shown).toMatch(/hold for (5:00|4:\d\d)/)
    expect(shown).toMatch(/Counted at \w+ \d+, 2026, \d+:\d\d:\d\d [AP]M/)
    await expectAccessible(page)
    // opened again, it is what has been earned by then
    await panel.getByRole('button', { name: 'Keep investment' }).click()
    await house.clock.move(MINUTE)
    await openPanel(id)
    const earned = /Earned so far (\S+) Taken/
    const then = earned.exec((await panel.innerText()).replaceAll(/\s+/g, ' '))?.[1]
    expect(then).toMatch(/^\$6\.\d+$/)
    expect(then).not.toBe(earned.exec(shown)?.[1])
  })

  test('after five minutes it says that this is over, and asks again', async () => {
    const [{ id }] = (await histories()).investments
    await page.clock.install({ time: new Date() })
    const panel = await openPanel(id)
    // ours first: what is read between the two makes it over sooner, and not later
    await house.clock.move(5 * MINUTE + SECOND)
    await page.clock.fastForward(5 * MINUTE + SECOND)
    await panel.getByText('that is over').waitFor()
    expect(await panel.getByRole('button', { name: /^Leave and get/ }).count()).toBe(0)
    const asked = page.waitForResponse('**/api/quote-exit/*')
    await panel.getByRole('button', { name: 'Ask again' }).click()
    expect((await asked).status()).toBe(200)
  })

  test('with a withdrawal open it says why it cannot be left now', async () => {
    const [{ id }] = (await histories()).investments
    const device = await journey.walker('dark')
    await signIn(device.page, investor.email, PASSWORD)
    await investor.must('/api/withdraw', {
      ...{ amount: '1', source: 'investment', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' },
    })
    await device.page.goto(`/investment?tab=active&panel=leave&of=${id}`)
    const panel = device.page.getByRole('dialog', { name: 'Leave early' })
    await panel.getByText('You have an open withdrawal.').waitFor()
    await expectAccessible(device.page)
    const [{ id: withdrawal }] = (await histories()).withdrawals
    await panel.getByRole('link', { name: 'See the withdrawal' }).click()
    await expect
      .poll(() => device.page.url())
      .toMatch(new RegExp(`/withdrawal\\?(?=.*panel=details)(?=.*of=${withdrawal})`))
    await device.page.getByRole('dialog').getByText('$1.00').first().waitFor()
    await device.page.goBack()
    await panel.getByText('You have an open withdrawal.').waitFor()
    await investor.must(`/api/cancel-withdrawal/${withdrawal}`)
    await panel.getByRole('button', { name: 'Ask again' }).click()
    await panel.getByRole('timer').waitFor()
    expect(device.complaints.filter((complaint) => !meant.test(complaint))).toEqual([])
    await device.context.close()
  })

  test('is done with the keyboard alone, and said by the record, its history, the statement and the desk', async () => {
    const [{ id }] = (await histories()).investments
    const device = await journey.walker('light')
    const own = device.page
    await signIn(own, investor.email, PASSWORD)
    await own.goto(`/investment?tab=active&panel=details&of=${id}`)
    await own.getByRole('button', { name: 'Leave early' }).focus()
    await own.keyboard.press('Enter')
    const panel = own.getByRole('dialog', { name: 'Leave early' })
    await panel.getByRole('timer').waitFor()
    const leave = panel.getByRole('button', { name: 'Leave and get $500.00 back' })
    for (let tries = 0; tries < 10 && !(await isFocused(leave)); tries += 1) {
      await own.keyboard.press('Tab')
    }
    expect(await isFocused(leave)).toBe(true)
    await own.keyboard.press('Enter')
    await own.getByText('You have left this investment.').waitFor()
    const detail = own.getByRole('dialog', { name: 'Steady' })
    await detail.getByText('You left it early.').waitFor()
    const [left] = (await histories()).investments
    expect(left).toMatchObject({ status: 'completed', reason: 'left early', left_early: true })
    await own.goto(`/investment?tab=completed&panel=details&of=${id}`)
    await detail.getByText('You left it early. Your deposit came back whole.').waitFor()
    const said = await detail.innerText()
    expect(said).toMatch(/Left early[\s\S]*by you/)
    expect(said).toMatch(/Kept\s*\+\$1\.5/)
    await detail.getByRole('button', { name: 'Why this number' }).click()
    await detail.getByText('It was left early. It kept what 0.1% a day comes to').waitFor()
    await expectAccessible(own)
    const desk = await journey.walker('light')
    await signIn(desk.page, OWNER.email, OWNER.password)
    await desk.page.goto(`/admin-investments?tab=completed&panel=investment&of=${id}`)
    await desk.page.getByText('left early by the investor').first().waitFor()
    expect(await desk.page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
    expect([...device.complaints, ...desk.complaints]).toEqual([])
  })
})

const isFocused = (there: Locator) => there.evaluate((button) => button === button.ownerDocument.activeElement)
