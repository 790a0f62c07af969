/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../support/axe-findings.ts'
import { DESK, PHONE } from '../support/browser.ts'
import { OWNER } from '../support/app.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { acknowledge, PASSWORD, signIn, textOf } from '../support/walk.ts'

const DONE = 'I have completed this payment'

/** What is said of a payment once it is made, on both sides of the desk, on a phone and on a laptop. */
describe.each([
  ['a phone', PHONE],
  ['a laptop', DESK],
])('a payment, on %s', (where, viewport) => {
  let journey: Journey
  let investor: Visitor
  let other: Visitor
  let page: Page
  let desk: Page
  const txid = (where === 'a phone' ? 'c' : 'd').repeat(64)

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    ;[investor, other] = [await journey.join('investor'), await journey.join('other')]
    ;[page, desk] = [(await journey.walker('light')).page, (await journey.walker('dark')).page]
    for (const walked of [page, desk]) await walked.setViewportSize(viewport)
    await signIn(page, investor.email, PASSWORD)
    await signIn(desk, OWNER.email, OWNER.password)
  })
  afterAll(() => journey.close())

  const save = async (who: Visitor) => {
    const { plans, wallets } = (await who.get('/api/histories')).body
    const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '500', duration: 14 }
    const { r_url } = await who.must('/api/save-investment', choice)
    const [investment] = (await who.get('/api/histories')).body.investments
    return { id: investment.id as string, path: `/payment${r_url}`, tranx: investment.tranx_id as string }
  }
  const newest = async () => (await investor.get('/api/histories')).body.investments[0]

  test('is marked as paid with its transaction, which is changed while it is being checked', async () => {
    const { path } = await save(investor)
    await page.goto(path)
    await page.getByText('Only on the Bitcoin network: anything sent on another is lost.').waitFor()
    const field = page.getByRole('textbox', { name: 'Transaction id (optional)' })
    await field.fill('the one of today')
    await page.getByRole('button', { name: DONE }).click()
    expect(await acknowledge(page, 'Failed')).toContain('letters and digits without blanks')
    expect(await newest()).toMatchObject({ status: 'pending', txid: null })
    await field.fill(txid.slice(1))
    await page.getByRole('button', { name: DONE }).click()
    await acknowledge(page, 'Failed')
    await page.getByText('On Bitcoin it has 64 digits and letters from a to f.').waitFor()
    await expectAccessible(page, { message: `${where}, wrong id` })
    await field.fill(`0x${txid.slice(1)}0`)
    await page.getByRole('button', { name: DONE }).click()
    await page.getByText('Checking your payment').waitFor()
    expect(await newest()).toMatchObject({ status: 'waiting approval', txid: `${txid.slice(1)}0` })
    await page.waitForURL((url) => url.pathname === '/')

    await page.goto(path)
    await page.getByRole('button', { name: 'Change it' }).click()
    await page.locator('input[name=txid]:focus').waitFor()
    await page.getByRole('textbox', { name: 'Transaction id' }).fill(txid)
    await page.getByRole('button', { name: 'Save' }).click()
    await acknowledge(page)
    await page.getByRole('button', { name: 'Change it' }).waitFor()
    expect((await newest()).txid).toBe(txid)
  })

  test('once it is marked as paid says where it stands, and where to pay only when asked', async () => {
    await page.getByText('$500.00 to the wallet Bitcoin, being checked since').waitFor()
    expect(await textOf(page)).toContain('Once it has arrived, your investment is approved')
    const code = page.getByRole('img', { name: 'QR code of the Bitcoin address' })
    expect(await code.count()).toBe(0)
    await page.getByRole('button', { name: 'Show address' }).click()
    await code.waitFor()
    await page.getByRole('button', { name: 'Copy the address' }).waitFor()
    await expectAccessible(page, { whole: true, message: `${where}, being checked` })
    await page.getByRole('button', { name: 'Hide address' }).click()
    await code.waitFor({ state: 'detached' })
  })

  test('shows the desk its transaction, where to look it up, and who has named it before', async () => {
    const { id: first } = await newest()
    const { id, tranx } = await save(other)
    await other.must(`/api/verify-investment/${tranx}`, { txid: txid.toUpperCase() })
    await desk.goto(`/admin-investments?panel=investment&of=${id}`)
    await desk.getByText('Paid by this transaction, says the investor').waitFor()
    const link = desk.getByRole('link', { name: 'Look it up on mempool.space' })
    expect(await link.getAttribute('href')).toBe(`https://mempool.space/tx/${txid}`)
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await link.getAttribute('target')).toBe('_blank')
    const warning = desk.getByRole('alert').filter({ hasText: 'This transaction id was used before.' })
    await expectAccessible(desk, { message: `${where}, the desk’s warning` })
    await warning.getByRole('link', { name: 'Investment of $500.00 by investor' }).click()
    await desk.waitForURL((url) => url.searchParams.get('of') === first)
    await warning.getByRole('link', { name: 'Investment of $500.00 by other' }).waitFor()
    await desk.getByText('Transaction id changed').waitFor()
  })

  test('is cancelled where it is not made, after having read what that means', async () => {
    const { path } = await save(investor)
    await page.goto(path)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    const summary = page.getByRole('region', { name: 'Cancel this investment?' })
    await expectAccessible(page, { message: `${where}, before it is cancelled` })
    await summary.getByRole('button', { name: 'Cancel the investment' }).click()
    await page.getByText('You cancelled it. Don’t pay for it anymore.').waitFor()
    const { id, status, reason } = await newest()
    expect({ status, reason }).toEqual({ status: 'declined', reason: 'cancelled by investor' })
    await acknowledge(page)
    await desk.goto(`/admin-investments?tab=completed&panel=investment&of=${id}`)
    await desk.getByText('Cancelled', { exact: true }).waitFor()
    expect(await textOf(desk)).toContain('cancelled by investor')
  })
})
