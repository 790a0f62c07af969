/** @module-tag thorough */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '#kit/clock.ts'
import { paletteOf } from '#settings/palette-rules.ts'
import { OWNER, type TestApp } from '../support/app.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { giveRoles } from '../support/roles.ts'
import type { Visitor } from '../support/visitor.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { DESK, type Walker } from '../support/browser.ts'
import { inPage } from '../support/in-page.ts'
import { comesToRest } from '../support/show-screen.ts'
import { acknowledge, PASSWORD, signIn, textOf, WAITS } from '../support/walk.ts'

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
    // investors have accepted a version 2: the history tells where it comes from
    await terms.getByText('Version 2 came with the program. Nobody has confirmed it').waitFor()
    await terms.getByText('I have read the terms that investors agree to').click()
    await terms.getByLabel('Reason').fill('Read with our lawyer')
    await expectAccessible(page, { whole: true })
    await terms.getByRole('button', { name: 'Confirm the terms' }).click()
    await acknowledge(page)
    await page.getByText('Version 2 has been read and confirmed.').waitFor()
    const { open } = (await reviewer.get('/api/admin/checklist')).body
    expect(open).toBe(false)
  })

  test('an owner edits the terms beside how they will look; agreed to, investors accept them before they invest', async () => {
    await page.goto('/admin-settings?panel=setting&of=terms_confirmed')
    await page.getByRole('dialog', { name: 'Terms' }).getByRole('link', { name: 'Edit the terms' }).click()
    await page.getByRole('heading', { name: 'Terms', level: 1 }).waitFor()
    const [preview, changes] = ['Preview', 'Changes'].map((name) => page.getByRole('region', { name }))
    await changes?.getByText('The text is the one in effect.').waitFor()
    await page.getByRole('button', { name: 'Publish version 3' }).click()
    await page.getByText('These are the terms in effect. Change something first.').waitFor()
    const text = page.getByLabel('Terms', { exact: true })
    await text.fill(`# Risk\n\n${await text.inputValue()}\n\n<b>Payouts</b> take up to two days.`)
    await preview?.getByRole('heading', { name: 'Risk' }).waitFor()
    await preview?.getByText('<b>Payouts</b> take up to two days.').waitFor()
    await expect.poll(() => changes?.getByRole('listitem').count()).toBe(2)
    await page.getByLabel('What changes').fill('How long payouts take')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expectAccessible(page, { whole: true })
    // left and come back to, nothing that was typed is lost
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'DASHBOARD' }).waitFor()
    await page.goto('/admin-terms')
    await preview?.getByText('<b>Payouts</b> take up to two days.').waitFor()
    await page.getByRole('button', { name: 'Publish version 3' }).click()
    expect(await acknowledge(page, WAITS)).toContain('The new text waits for a second approver.')
    const waiting = page.getByRole('region', { name: 'Waiting for a second approver' })
    await waiting.getByText('You have asked to publish new terms').waitFor()
    await waiting.getByText('<b>Payouts</b> take up to two days.').waitFor()
    await expectAccessible(page, { whole: true })
    const [{ id }] = (await reviewer.get('/api/admin/approvals')).body.items
    await reviewer.must(`/api/agree-approval/${id}`)
    await waiting.waitFor({ state: 'detached' })
    await changes?.getByText('The text is the one in effect.').waitFor()
    await page.getByRole('link', { name: 'Version 3' }).waitFor()
    await page.getByText('How long payouts take').waitFor()

    const own = await journey.walker('light')
    await signIn(own.page, investor.email, PASSWORD)
    const asked = own.page.getByRole('dialog', { name: 'Our terms have changed' })
    await asked.getByText('How long payouts take').waitFor()
    await comesToRest(own.page)
    await expectAccessible(own.page, { whole: true })
    await asked.getByRole('button', { name: 'Later' }).click()
    await asked.waitFor({ state: 'detached' })
    expect(await invest()).toBe(403)
    await own.page.goto('/invest')
    await asked.getByRole('button', { name: 'Later' }).click()
    await asked.waitFor({ state: 'detached' })
    await own.page.getByText('Accept them to make new investments.').first().waitFor()
    await own.page.getByRole('link', { name: 'Read and accept' }).first().click()
    await own.page.getByText('Version 3, in effect since').waitFor()
    await expectAccessible(own.page, { whole: true })
    await own.page.getByRole('button', { name: 'I accept' }).click()
    await acknowledge(own.page)
    await own.page.getByRole('button', { name: 'I accept' }).waitFor({ state: 'detached' })
    expect(await invest()).toBe(200)
    await own.page.goto('/profile')
    await own.page.getByText('Version 3 on').waitFor()
    // their browser takes no service worker
    await own.page.getByText('Your browser blocks what notifications need.').waitFor()
    expect(own.complaints).toEqual([])
    await own.context.close()
  })

  test('the page of the terms has the text in force, and those before by their links, without any script too', async () => {
    const { browser } = journey
    const context = await browser.newContext({ javaScriptEnabled: false })
    const visitor = await context.newPage()
    await visitor.goto(`${house.url}/terms`)
    await visitor.getByText('Version 3, in effect since Mar 1, 2026').waitFor()
    await visitor.getByRole('heading', { name: 'Risk' }).waitFor()
    await visitor.getByText('<b>Payouts</b> take up to two days.').waitFor()
    await visitor.getByRole('link', { name: 'Version 2' }).click()
    await visitor.getByText('Version 2, no longer in effect').waitFor()
    expect(await visitor.getByText('take up to two days').count()).toBe(0)
    await context.close()

    const other = await journey.walker('light')
    await other.page.goto('/terms')
    await other.page.getByText('<b>Payouts</b> take up to two days.').waitFor()
    await expectAccessible(other.page, { whole: true })
    await other.page.getByRole('link', { name: 'Version 2' }).click()
    await other.page.getByText('Version 2, no longer in effect').waitFor()
    await other.page.getByRole('link', { name: 'Read the terms in effect now' }).click()
    await other.page.getByText('<b>Payouts</b> take up to two days.').waitFor()
    // what a device has read is what it shows without a connection, and never what the program brings along
    await other.page.getByRole('link', { name: 'Plumb' }).click()
    await other.page.getByRole('heading', { name: 'Account Login' }).waitFor()
    await other.context.setOffline(true)
    await other.page.getByRole('link', { name: 'Terms' }).click()
    await other.page.getByText('You are offline. These are the terms as this device last loaded them.').waitFor()
    await other.page.getByText('<b>Payouts</b> take up to two days.').waitFor()
    expect(other.complaints.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
    await other.context.close()
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
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
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

  test('where older changes of a setting are left out it says so, and leads to all of them', async () => {
    for (let budget = 101; budget <= 151; budget += 1) {
      // nobody may do more than thirty things within an hour that every owner is told of
      if (budget % 20 === 1) await house.clock.move(HOUR)
      await journey.owner.must('/api/update-setting/sms_daily_budget', { value: String(budget), reason: 'Tried out' })
    }
    await page.goto('/admin-settings?panel=setting&of=sms_daily_budget')
    const panel = page.getByRole('dialog', { name: 'Text messages a day' })
    await panel.getByText('The newest 50.').waitFor()
    await panel.getByRole('link', { name: 'All of them are in the audit log' }).click()
    await page.getByText('51 found').waitFor()
  })

  test('the operator’s name is looked at before it is asked for, and is on every screen once another has agreed', async () => {
    await page.goto('/admin-settings?panel=setting&of=platform_name')
    const panel = page.getByRole('dialog', { name: 'Name of the operator' })
    await panel.getByLabel('Name', { exact: true }).fill('Acme & Sons')
    await panel.getByRole('region', { name: 'Preview' }).getByText('Dashboard · Acme & Sons').waitFor()
    await comesToRest(page)
    await expectAccessible(page, { whole: true })
    await panel.getByLabel('Reason').fill('Our own name')
    await panel.getByRole('button', { name: 'Change it' }).click()
    expect(await acknowledge(page, WAITS)).toContain('The change waits for a second approver.')
    const [{ id }] = (await reviewer.get('/api/admin/approvals')).body.items
    await reviewer.must(`/api/agree-approval/${id}`)
    await page.goto('/admin-settings')
    await page.getByRole('link', { name: 'Acme & Sons' }).waitFor()
    await expect.poll(() => page.title()).toContain('Settings · Acme & Sons')
    const other = await journey.walker('dark')
    for (const [path, said] of [
      ['/', 'Acme & Sons'],
      ['/invitation?referral=amara', 'Acme & Sons'],
      ['/setup?token=x', 'Acme & Sons'],
    ] as const) {
      await other.page.goto(path)
      await other.page.getByText(said).first().waitFor()
      await expect.poll(() => other.page.title()).toContain('Acme & Sons')
      expect(await textOf(other.page)).not.toContain('Plumb')
    }
    await other.page.goto('/')
    await other.page.getByText('Run by Acme & Sons.').waitFor()
    await other.page.getByRole('link', { name: 'See the plans, the risks and how to check us' }).click()
    await other.page.getByRole('heading', { name: 'Who runs it' }).waitFor()
    await other.page.getByText(/^Acme & Sons runs this platform/).waitFor()
    expect(await other.page.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/support')
    expect([...other.complaints, ...walker.complaints]).toEqual([])
    await other.context.close()
  })

  test('the operator’s colour and logo are looked at in both themes, and are on every page once another has agreed', async () => {
    await page.goto('/admin-settings?panel=setting&of=look')
    const panel = page.getByRole('dialog', { name: 'Color and logo' })
    await panel.getByLabel('Color', { exact: true }).fill('#f0')
    await panel.getByLabel('Reason').fill('Our own colours')
    await panel.getByRole('button', { name: 'Change it' }).click()
    await panel.getByText('Enter a color').first().waitFor()
    await panel.getByLabel('Color', { exact: true }).fill('#F0A')
    const { light, dark } = paletteOf('#ff00aa')
    await panel.getByText(`light pages use ${light.brand} and dark ones ${dark.brand}.`).waitFor()
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><circle cx="100" cy="100" r="80" fill="#ff00aa"/><rect x="220" y="60" width="360" height="80" fill="#10201b"/></svg>`
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await sharp(Buffer.from(drawn)).png().toBuffer() }
    await panel.getByLabel('Choose a logo').setInputFiles({ ...logo, name: 'logo.svg', mimeType: 'image/svg+xml' })
    await panel.getByText('Choose a PNG, WebP or JPEG picture.').waitFor()
    await panel.getByLabel('Choose a logo').setInputFiles(logo)
    const preview = panel.getByRole('region', { name: 'Preview' })
    await preview.getByRole('img', { name: 'Acme & Sons' }).first().waitFor()
    await comesToRest(page)
    await expectAccessible(page, { whole: true })
    await panel.getByRole('button', { name: 'Change it' }).click()
    expect(await acknowledge(page, WAITS)).toContain('The change waits for a second approver.')
    await page.getByRole('img', { name: 'The new logo' }).waitFor()
    const [{ id }] = (await reviewer.get('/api/admin/approvals')).body.items
    // from Home it is one tap away, with the colours that it is about
    await page.goto('/dashboard')
    await page.getByRole('link', { name: /Color and logo/ }).click()
    const request = panel.getByRole('region', { name: 'Waiting for a second approver' })
    await request.getByText('#ff00aa').waitFor()
    const colours = () =>
      inPage(
        page,
        `return [...document.querySelectorAll('[role=dialog] [style*=background-color]')].map((it) => getComputedStyle(it).backgroundColor)`,
      )
    expect(await colours()).toContain('rgb(255, 0, 170)')
    await request.getByRole('button', { name: 'Withdraw my request' }).waitFor()
    await comesToRest(page)
    await expectAccessible(page, { whole: true })
    await reviewer.must(`/api/agree-approval/${id}`)

    const other = await journey.walker('light')
    const seen = () =>
      inPage(
        other.page,
        `return [getComputedStyle(document.documentElement).getPropertyValue('--brand'), document.querySelector('img.logo').naturalHeight]`,
      )
    await other.page.goto('/')
    await other.page.getByRole('link', { name: 'Acme & Sons' }).getByRole('img', { name: 'Acme & Sons' }).waitFor()
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(light.brand.slice(at, at + 2), 16))
    const button = () =>
      inPage(other.page, `return getComputedStyle(document.querySelector('[type=submit]')).backgroundColor`)
    await expect.poll(button).toBe(`rgb(${r}, ${g}, ${b})`)
    expect(await seen()).toEqual([light.brand, 144])
    await expectAccessible(other.page, { whole: true })
    await signIn(other.page, investor.email, PASSWORD)
    await other.page.setViewportSize(DESK)
    await other.page.getByRole('img', { name: 'Acme & Sons' }).waitFor()
    expect(await seen()).toEqual([light.brand, 144])
    await expectAccessible(other.page, { whole: true })
    expect([...other.complaints, ...walker.complaints]).toEqual([])
    await other.context.close()
  })
})
