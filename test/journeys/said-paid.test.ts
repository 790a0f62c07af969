/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#kit/clock.ts'
import { THEIR_BITCOIN } from '../support/addresses.ts'
import { OWNER } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { DESK } from '../support/browser.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { giveRoles } from '../support/roles.ts'
import type { Visitor } from '../support/visitor.ts'
import { PASSWORD, signIn, toastOn } from '../support/walk.ts'

const TXID = 'ab'.repeat(32)

/** The owner said that a withdrawal was paid, and nobody agreed in time; the reviewer comes upon it. */
describe('a withdrawal that was said to be paid and not confirmed in time', () => {
  let journey: Journey
  let reviewer: Visitor
  let page: Page
  let id: string
  const complaints: string[][] = []

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off' } })
    const { house, owner } = journey
    const investor = await journey.join('investor')
    reviewer = await journey.join('reviewer')
    const [wallet] = (await owner.get('/api/admin/wallets')).body.items
    await owner.must('/api/record-funds', {
      ...{ wallet_id: wallet.id, amount: '10000', direction: 'in', account: 'capital', reason: 'To pay with' },
    })
    await owner.must(`/api/topup-user/${investor.id}`, { amount: '2100', account: 'earnings' })
    await giveRoles(owner, reviewer, ['reviewer'])
    await investor.must('/api/withdraw', {
      ...{ amount: '2000', source: 'investment', wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN },
    })
    const [{ id: asked, created_at: date }] = (await investor.get('/api/histories')).body.withdrawals
    id = asked
    await owner.must(`/api/approve-withdrawal/${id}`)
    const paid = { amount: '2000', date, status: 'completed', txid: TXID }
    expect((await owner.post(`/api/update-withdrawal/${id}`, paid)).status).toBe(202)
    await house.clock.move(7 * DAY)
    await house.runJobs()
    const walker = await journey.walker('light')
    complaints.push(walker.complaints)
    page = walker.page
    await page.setViewportSize(DESK)
    await signIn(page, reviewer.email, PASSWORD)
  })
  afterAll(async () => {
    expect(complaints.flat()).toEqual([])
    await journey.close()
  })
  const question = new RegExp(`^Paid on .+ by ${OWNER.name}\\?`)

  test('says so on its line and on its record, and the payout list has nothing to pay', async () => {
    await page.goto('/admin-withdrawals?tab=active')
    await page.getByText(`Paid? By ${OWNER.name}`).waitFor()
    await page.getByRole('button', { name: '$2,000.00 to investor' }).click()
    await page.getByRole('alert').filter({ hasText: question }).waitFor()
    await page.getByRole('button', { name: 'Copy the transaction id' }).waitFor()
    await expectAccessible(page, { whole: true })
    await reviewer.signIn(reviewer.email, PASSWORD)
    expect((await reviewer.get('/api/admin/withdrawals/payout-list')).body).not.toContain(id)
  })

  test('is looked up before anything is shown to pay, and its transaction is there to be recorded', async () => {
    await page.goto(`/admin-withdrawals?tab=active&panel=withdrawal&of=${id}`)
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    const pay = page.getByRole('complementary', { name: 'Mark withdrawal as paid' })
    await pay.getByRole('alert').filter({ hasText: question }).waitFor()
    const toPay = pay.getByRole('region', { name: 'What to pay' })
    expect([await pay.getByRole('textbox', { name: 'Transaction id' }).inputValue(), await toPay.count()]).toEqual([
      TXID,
      0,
    ])
    await pay.getByRole('button', { name: 'Mark $2,000.00 as paid' }).click()
    await pay.getByText('Look it up first, then tick this.').waitFor()
    await pay.getByLabel('I have looked up whether it was paid').check()
    await toPay.waitFor()
    await pay.getByText('If it was paid, don’t pay it again').waitFor()
    await expectAccessible(page, { whole: true })
    await pay.getByRole('button', { name: 'Mark $2,000.00 as paid' }).click()
    await toastOn(page).getByText('Marked as paid: $2,000.00 to investor. Nothing else is left here.').waitFor()
    const { item } = (await reviewer.get(`/api/admin/withdrawals/${id}`)).body
    expect([item.status, item.txid, item.said_paid]).toEqual(['completed', TXID, null])
  })
})
