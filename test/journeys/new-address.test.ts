/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '#kit/clock.ts'
import { SOMEBODYS_BITCOIN, THEIR_BITCOIN } from '../support/addresses.ts'
import { OWNER } from '../support/app.ts'
import { inPage } from '../support/in-page.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { acknowledge, forgetSession, PASSWORD, signIn } from '../support/walk.ts'

/** A house in which a new address is confirmed by mail and held for a day; the investor on a phone, the desk on a desk. */
describe('somebody who withdraws to a new address', () => {
  let journey: Journey
  let investor: Visitor
  let page: Page
  let desk: Page
  const complaints: string[][] = []

  beforeAll(async () => {
    journey = await openJourney({ env: { KYC: 'off', NEW_ADDRESS_HOLD_HOURS: '24' } })
    investor = await journey.join('investor')
    await journey.owner.must(`/api/topup-user/${investor.id}`, { amount: '100', account: 'earnings' })
    const [phone, wide] = [await journey.walker('dark'), await journey.walker('light')]
    complaints.push(phone.complaints, wide.complaints)
    ;[page, desk] = [phone.page, wide.page]
    await desk.setViewportSize({ width: 1280, height: 800 })
    await signIn(page, investor.email, PASSWORD)
    await signIn(desk, OWNER.email, OWNER.password)
  })
  afterAll(async () => {
    expect(complaints.flat()).toEqual([])
    await journey.close()
  })
  const mailed = async (kind: 'first' | 'second') => {
    const mail = await investor.newestMessage('.eml', investor.email, /mail-link/)
    const links = [...mail.replaceAll('=\r\n', '').matchAll(/^http:\/\/localhost(\/mail-link\?token=[\w-]+)\s*$/gm)]
    return links[kind === 'first' ? 0 : 1]?.[1] ?? ''
  }

  test('saves an address with a name, asks for a withdrawal to a new one, and is told what it waits for', async () => {
    await page.goto('/withdrawal')
    await page.getByRole('button', { name: 'Saved addresses' }).click()
    const book = page.getByRole('dialog', { name: 'Saved addresses' })
    await book.getByText('No saved addresses yet.').waitFor()
    await book.getByLabel('Address', { exact: true }).fill(SOMEBODYS_BITCOIN)
    await book.getByLabel('Name', { exact: true }).fill('Paper wallet')
    await book.getByRole('button', { name: 'Save address' }).click()
    await acknowledge(page)
    const saved = book.getByRole('listitem').filter({ hasText: 'Paper wallet' })
    await saved.getByText('Not confirmed yet').waitFor()
    await saved.getByRole('button', { name: 'Remove Paper wallet' }).click()
    await saved.getByRole('button', { name: 'Remove it?' }).click()
    await acknowledge(page)
    await book.getByText('No saved addresses yet.').waitFor()

    await page.goto('/withdraw')
    const form = page.getByRole('dialog', { name: 'Request Withdrawal' })
    await form.getByLabel('Amount in USD').fill('15')
    await form.getByLabel('Wallet address').fill(THEIR_BITCOIN)
    await form.getByLabel('Name for this address (optional)').fill('My ledger')
    await form.getByText('a withdrawal to it is held for 24 hours').waitFor()
    await form.getByRole('button', { name: 'Withdraw $15.00' }).click()
    expect(await acknowledge(page)).toContain(
      'confirm it by the link that we have mailed you. It is then held for at least 24 h',
    )
    await page.getByText('confirm the address').waitFor()
    await page.getByRole('button', { name: '$15.00' }).first().click()
    const detail = page.getByRole('dialog', { name: 'Withdrawal', exact: true })
    await detail.getByText('This address is new. Open the link in our email to confirm it.').first().waitFor()
    await detail.getByText('The withdrawal is then held for at least 24 hours.').waitFor()
    await detail.getByRole('button', { name: 'Send the email again' }).waitFor()
  })

  test('is held on the desk until the address is confirmed, which its button says', async () => {
    const [{ id }] = (await investor.get('/api/histories')).body.withdrawals
    await desk.goto(`/admin-withdrawals?panel=withdrawal&of=${id}`)
    const held = desk.getByRole('button', { name: 'Address not confirmed yet' })
    await held.waitFor()
    expect(await held.isDisabled()).toBe(true)
    // beside the wallet, with nothing over another column and no e-mail cut
    await desk.getByText('· new').waitFor()
    const tooWide = `[...document.querySelectorAll('tbody td, tbody td [title]')].filter((at) => at.scrollWidth > at.clientWidth)`
    expect(await inPage<string[]>(desk, `return ${tooWide}.map((at) => at.textContent)`)).toEqual([])

    const stranger = await journey.walker('light')
    complaints.push(stranger.complaints)
    await stranger.page.goto(await mailed('first'))
    await stranger.page.getByText('My ledger').waitFor()
    await stranger.page.getByRole('button', { name: 'Yes, this is my address' }).click()
    await stranger.page.getByText('The address is confirmed.').waitFor()
    await stranger.page.reload()
    await stranger.page.getByText('This link no longer works.').waitFor()

    // whoever is signed in sees the same in its own frame alone, and goes on to theirs
    await page.goto(await mailed('first'))
    await page.getByText('This link no longer works.').waitFor()
    expect([await page.getByRole('main').count(), await page.getByRole('navigation').count()]).toEqual([1, 0])
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()

    await held.waitFor({ state: 'detached' })
    await journey.house.clock.move(24 * HOUR)
    await journey.owner.must(`/api/approve-withdrawal/${id}`)
  })

  test('finds the address by its name, and cancels a withdrawal to another by the mail alone', async () => {
    await signIn(page, investor.email, PASSWORD)
    await page.goto('/withdraw')
    const form = page.getByRole('dialog', { name: 'Request Withdrawal' })
    await form.getByLabel('Amount in USD').fill('5')
    await form
      .getByRole('list', { name: 'Saved addresses' })
      .getByRole('button', { name: /My ledger/ })
      .click()
    expect(await form.getByLabel('Wallet address').inputValue()).toBe(THEIR_BITCOIN)
    expect(await form.getByLabel('Name for this address (optional)').count()).toBe(0)
    await form.getByLabel('Wallet address').fill(SOMEBODYS_BITCOIN)
    await form.getByRole('button', { name: 'Withdraw $5.00' }).click()
    await acknowledge(page)

    const stranger = await journey.walker('dark')
    complaints.push(stranger.complaints)
    await stranger.page.goto(await mailed('second'))
    await stranger.page.getByRole('button', { name: 'Cancel the withdrawal of $5.00' }).click()
    await stranger.page.getByText('Your withdrawal has been cancelled.').waitFor()
    await stranger.page.getByRole('link', { name: 'Choose a new password' }).waitFor()
    const [cancelled] = (await investor.get('/api/histories')).body.withdrawals
    expect([cancelled.amount, cancelled.status]).toEqual(['5.00', 'declined'])
  })

  test('is told before the form that withdrawals are paused, until when and why', async () => {
    await forgetSession(page)
    await investor.post('/api/forgot-password', { email: investor.email })
    const mail = await investor.newestMessage('.eml', investor.email, /reset-password\?token=/)
    const token = /reset-password\?token=([\w-]+)/.exec(mail)?.[1]
    const password = 'another line hangs straight'
    await investor.must('/api/reset-password', { token, password, password_confirmation: password })
    await signIn(page, investor.email, password)
    await page.goto('/withdrawal')
    await page.getByText(/^Withdrawals are paused until .+, because your password was reset\./).waitFor()
    await page.getByRole('button', { name: /^Request Withdrawal Paused until / }).click()
    const form = page.getByRole('dialog', { name: 'Request Withdrawal' })
    await form.getByText(/^Withdrawals are paused until /).waitFor()
    expect(await form.getByLabel('Amount in USD').count()).toBe(0)
  })

  test('has nothing paid to it after that: the desk’s list says why, and its record what to do', async () => {
    const { items } = (await journey.owner.get('/api/admin/withdrawals')).body
    const { id } = items.find(({ status }: { status: string }) => status === 'approved')
    await forgetSession(desk)
    await signIn(desk, OWNER.email, OWNER.password)
    await desk.goto('/admin-withdrawals?tab=active')
    await desk.getByText(/· removed$/).waitFor()
    await desk.goto(`/admin-withdrawals?tab=active&panel=withdrawal&of=${id}`)
    await desk.getByText(/^Don’t pay it\. Its address was removed .+ Set it back to pending, or reject it\.$/).waitFor()
    expect(await desk.getByRole('button', { name: 'Address removed' }).isDisabled()).toBe(true)
  })
})
