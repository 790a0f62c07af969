import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWNER, type TestApp } from '../support/app.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { giveRoles } from '../support/roles.ts'
import type { Visitor } from '../support/visitor.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import type { Walker } from '../support/browser.ts'
import { acknowledge, PASSWORD, signIn, textOf, WAITS } from '../support/walk.ts'

const DESK = { width: 1280, height: 800 }

describe('the settings and the audit log', () => {
  let journey: Journey
  let house: TestApp
  let investor: Visitor
  let reviewer: Visitor
  let walker: Walker
  let page: Page

  beforeAll(async () => {
    journey = await openJourney()
    house = journey.house
    const { owner } = journey
    ;[investor, reviewer] = [house.visitor(), house.visitor()]
    await investor.join('amara')
    await reviewer.join('rita')
    await giveRoles(owner, reviewer, ['reviewer'])
    walker = await journey.walker('light')
    page = walker.page
    await page.setViewportSize(DESK)
    await signIn(page, OWNER.email, OWNER.password)
  })
  afterAll(() => journey.close())

  const invest = async () => {
    const { plans, wallets } = (await investor.get('/api/histories')).body
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '500', duration: 14 }
    return (await investor.post('/api/save-investment', choice)).status
  }

  test('the owner changes when an identity check is needed; agreed to, it counts at once for an investor', async () => {
    expect(await invest()).toBe(403)
    await page.goto('/admin-settings')
    await page.getByRole('heading', { name: 'Before you open' }).waitFor()
    await expectAccessible(page, { whole: true })
    await page.getByRole('button', { name: 'Change Identity check' }).click()
    const panel = page.getByRole('dialog', { name: 'Identity check' })
    await panel.getByText('Before withdrawing').click()
    await panel.getByRole('button', { name: 'Change it' }).click()
    await panel.getByText('Say why. It is kept in the history.').waitFor()
    await panel.getByText('This change waits until another administrator agrees.').waitFor()
    await expectAccessible(page, { whole: true })
    await panel.getByLabel('Reason').fill('Small amounts come in without a check from today')
    await panel.getByRole('button', { name: 'Change it' }).click()
    expect(await acknowledge(page, WAITS)).toContain('The change waits for a second approver. Nothing has changed yet.')
    const waiting = page.getByRole('region', { name: 'Waiting for a second approver' })
    await waiting.getByText('You have asked for a change of when an identity check is needed').waitFor()
    await waiting.getByText('Before investing (the default) → Before withdrawing').waitFor()
    await expectAccessible(page, { whole: true })
    expect(await invest()).toBe(403)
    const [{ id }] = (await reviewer.get('/api/admin/approvals')).body.items
    await reviewer.must(`/api/agree-approval/${id}`)
    expect(await invest()).toBe(200)
    await waiting.waitFor({ state: 'detached' })
    await page.getByText('Small amounts come in without a check from today').waitFor()
    await page.getByText('Default: Before investing').waitFor()
    await expectAccessible(page, { whole: true })
  })

  test('another limit shows what goes with it, in the form and in the request: both amounts, before and after', async () => {
    await page.goto('/admin-settings?panel=setting&of=second_approval_limit')
    const panel = page.getByRole('dialog', { name: 'Second approval above' })
    await panel.getByText('“Daily limit per administrator” goes with it, 20 times as much: $20,000.00 now.').waitFor()
    await panel.getByLabel('Amount, $').fill('5000')
    await panel.getByLabel('Reason').fill('Larger amounts come in')
    await panel.getByRole('button', { name: 'Change it' }).click()
    expect(await acknowledge(page, WAITS)).toContain('The change waits for a second approver.')
    const request = page.getByRole('region', { name: 'Waiting for a second approver' })
    await request.getByText('$1,000.00 → $5,000.00').waitFor()
    await request.getByText('$20,000.00 → $100,000.00').waitFor()
    await expectAccessible(page, { whole: true })
    await request.getByRole('button', { name: 'Withdraw my request' }).click()
    await acknowledge(page)
    await request.waitFor({ state: 'detached' })
  })

  test('what cannot be is refused at its field, and the terms are confirmed once they are read', async () => {
    await page.goto('/admin-settings?panel=setting&of=support_url')
    const support = page.getByRole('dialog', { name: 'Support' })
    await support.getByLabel('Address of a page, or mailto:').fill('javascript:alert(1)')
    await support.getByLabel('Reason').fill('We moved')
    await support.getByRole('button', { name: 'Change it' }).click()
    await support.getByText('Enter an address such as https://help.example.com').waitFor()

    await page.goto('/admin-settings')
    await page.getByText('Nobody receives any: without SMS_URL text messages are written to files.').waitFor()
    await page.getByRole('link', { name: 'The terms' }).click()
    const terms = page.getByRole('dialog', { name: 'Terms' })
    await terms.getByText('Your capital is at risk.').waitFor()
    await terms.getByText('I have read the terms that investors agree to').click()
    await terms.getByLabel('Reason').fill('Read with our lawyer')
    await expectAccessible(page, { whole: true })
    await terms.getByRole('button', { name: 'Confirm the terms' }).click()
    await acknowledge(page)
    await page.getByText('Version 2 has been read and confirmed.').waitFor()
    const { open } = (await reviewer.get('/api/admin/checklist')).body
    expect(open).toBe(false)
  })

  test('a reviewer sees the settings and their history, and changes nothing', async () => {
    const other = await journey.walker('light')
    await signIn(other.page, reviewer.email, PASSWORD)
    await other.page.goto('/admin-settings')
    await other.page.getByText('Only an owner can change them').waitFor()
    expect(await other.page.getByRole('button', { name: /^Change/ }).count()).toBe(0)
    await other.page.getByRole('button', { name: 'See Identity check' }).click()
    const panel = other.page.getByRole('dialog', { name: 'Identity check' })
    await panel.getByText('Only an owner can change this.').waitFor()
    await panel.getByText('Small amounts come in without a check from today').waitFor()
    await expectAccessible(other.page, { whole: true })
    expect(other.complaints).toEqual([])
    await other.context.close()
  })

  test('the audit log says who did what, before and after, and why', async () => {
    await page.goto('/admin-audit')
    await page.getByRole('table', { name: 'Audit Log' }).waitFor()
    await expectAccessible(page, { whole: true })
    await page.keyboard.press('j')
    await page.getByRole('complementary', { name: 'Log entry' }).waitFor()
    await page.getByRole('button', { name: 'Changed a setting, rita' }).last().click()
    const line = page.getByRole('complementary', { name: 'Log entry' })
    await line.getByText('rita changed a setting').waitFor()
    await line.getByText('Small amounts come in without a check from today').waitFor()
    expect((await line.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /Identity check before: the default → , after: Before withdrawing/,
    )
    await expectAccessible(page, { whole: true })
    await line.getByRole('link', { name: 'Open the setting' }).click()
    await page.getByRole('dialog', { name: 'Identity check' }).waitFor()
  })

  test('it is looked through by words and by filters, and comes as a file', async () => {
    await page.goto('/admin-audit?q=amara')
    await page.getByRole('button', { name: 'Opened an account, amara' }).waitFor()
    expect(await textOf(page)).not.toContain('Changed a setting')
    await page.getByLabel('Kind of record').selectOption('setting')
    await page.getByText('Nothing found').waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: 'Changed a setting, first-owner' }).first().waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('What was done').selectOption('plan created')
    await expectAccessible(page, { whole: true })
    await page.getByLabel('What was done').selectOption('setting changed')
    await page.getByRole('button', { name: 'Show these' }).click()
    await page.getByRole('button', { name: 'Without Changed a setting' }).waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ action: 'setting changed', kind: 'setting' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('plumb-audit-log-2026-03-01.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[2]).toContain('Small amounts come in without a check from today')
    expect(walker.complaints).toEqual([])
  })
})
