/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OUR_BITCOIN, THEIR_BITCOIN } from '../support/addresses.ts'
import { OWNER, type TestApp } from '../support/app.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { drawn, holdBack } from '../support/hold-back.ts'
import { giveRoles } from '../support/roles.ts'
import type { Visitor } from '../support/visitor.ts'
import { DESK, type Walker } from '../support/browser.ts'
import { acknowledge, PASSWORD, signIn, textOf, WAITS } from '../support/walk.ts'

/** `test/diverting.test.ts` goes the same ways over HTTP, as a reviewer too: the screens are the same. */
describe('a hostile owner who wants the deposits, beside an owner', () => {
  let journey: Journey
  let house: TestApp
  let investor: Visitor
  let thief: Walker
  let owner: Walker
  let paying: Walker

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    house = journey.house
    const { owner: first } = journey
    const person = house.visitor()
    investor = house.visitor()
    await person.join('mallory')
    await investor.join('investor')
    await giveRoles(first, person, ['owner'])
    thief = await journey.walker('dark')
    owner = await journey.walker('light')
    paying = await journey.walker('light')
    await owner.page.setViewportSize(DESK)
    await signIn(thief.page, person.email, PASSWORD)
    await signIn(owner.page, OWNER.email, OWNER.password)
    await signIn(paying.page, investor.email, PASSWORD)
  })
  afterAll(() => journey.close())

  const requests = (page: Page) => page.getByRole('region', { name: WAITS })
  /** Opens a form of the wallets, fills it in, sends it, and answers what the screen says of it. */
  const send = async (open: string, fields: Record<string, string>, { available = true } = {}) => {
    const { page } = thief
    await page.goto('/wallets')
    await page.getByRole('button', { name: open }).click()
    const panel = page.getByRole('dialog', { name: /wallet/ })
    for (const [label, value] of Object.entries(fields)) await panel.getByLabel(label).fill(value)
    await panel.getByLabel('Available to investors').setChecked(available)
    await panel.locator('[type=submit]').click()
    // what takes something away is done at once
    return acknowledge(page, available ? WAITS : undefined)
  }
  /** What an investor is shown who wants to pay now: the payment page, without blanks. */
  const payment = async () => {
    const { plans, wallets } = (await investor.get('/api/histories')).body
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '500', duration: 14 }
    const { r_url } = await investor.must('/api/save-investment', choice)
    await paying.page.goto(`/payment${r_url}`)
    await paying.page.getByText('Pay exactly').waitFor()
    return (await textOf(paying.page)).replaceAll(/\s/g, '')
  }
  const paidToUs = async () => {
    const shown = await payment()
    expect(shown).toContain(OUR_BITCOIN)
    expect(shown).not.toContain(THEIR_BITCOIN)
  }
  const decide = async (how: 'Agree' | 'Refuse', what: RegExp) => {
    const { page } = owner
    await page.goto('/wallets')
    const request = requests(page).filter({ hasText: what })
    await request.getByRole('button', { name: how }).click()
    if (how === 'Refuse') {
      await request.getByLabel('Why it is refused').fill('This is not our address')
      await request.getByRole('button', { name: 'Refuse' }).click()
    }
    await acknowledge(page)
    await request.waitFor({ state: 'detached' })
  }

  test('adds a wallet of their own: it waits, and investors pay to the owner’s', async () => {
    const said = await send('Create wallet', { 'Wallet name': 'Bitcoin main', 'Wallet address': THEIR_BITCOIN })
    expect(said).toContain('The new wallet waits for a second approver. Nothing has changed yet.')
    await requests(thief.page).getByText('You have asked for a new payment wallet').waitFor()
    expect(await requests(thief.page).getByRole('button', { name: 'Agree' }).count()).toBe(0)
    await paidToUs()
  })

  test('renames the owner’s wallet, and gives it another address: each waits, and investors pay to the owner’s', async () => {
    expect(await send('Update wallet Bitcoin', { 'Wallet name': 'Bitcoin (old)' })).toContain('The change waits')
    await paidToUs()
    await decide('Refuse', /a change of this wallet/)
    expect(await send('Update wallet Bitcoin', { 'Wallet address': THEIR_BITCOIN })).toContain('The change waits')
    await paidToUs()
    await decide('Refuse', /a change of this wallet/)
    await paidToUs()
  })

  test('the owner finds it on the desk, and was told of each by mail', async () => {
    const { page } = owner
    await page.goto('/dashboard')
    const line = page.getByRole('link', { name: /New payment wallet/ })
    await line.getByText('asked for by mallory').waitFor()
    await line.getByText('for you to decide').waitFor()
    await investor.newestMessage('.eml', OWNER.email, /^Subject: Change of a payment wallet: asked for by mallory/m)
  })

  test('hides it: done at once; then shows it with their own address: that waits, and nobody is shown it', async () => {
    const said = await send('Update wallet Bitcoin', {}, { available: false })
    expect(said).toContain('The payment wallet has been changed.')
    expect((await investor.get('/api/histories')).body.wallets).toEqual([])
    expect(await send('Update wallet Bitcoin', { 'Wallet address': THEIR_BITCOIN })).toContain('The change waits')
    expect((await investor.get('/api/histories')).body.wallets).toEqual([])
    await decide('Refuse', /a change of this wallet/)
  })

  test('what waits comes with the wallets, and moves none of them from under a finger', async () => {
    const { page } = thief
    const letGo = await holdBack(page, '**/api/admin/approvals*')
    const wallets = page.waitForResponse('**/api/admin/wallets*')
    await page.goto('/wallets')
    await wallets
    await drawn(page)
    expect(await page.getByRole('button', { name: 'Update wallet Bitcoin' }).count()).toBe(0)
    await letGo()
    await page.getByRole('button', { name: 'Update wallet Bitcoin' }).waitFor()
    expect(await requests(page).count()).toBe(1)
  })

  test('only what the owner agrees to is shown to investors', async () => {
    expect(await send('Update wallet Bitcoin', {})).toContain('The change waits')
    await decide('Agree', /a change of this wallet/)
    await paidToUs()
    await decide('Refuse', /a new payment wallet/)
    expect((await investor.get('/api/histories')).body.wallets).toMatchObject([{ wallet_address: OUR_BITCOIN }])
    expect(await house.problems()).toEqual([])
    for (const { complaints } of [thief, owner, paying]) expect(complaints).toEqual([])
  })
})
