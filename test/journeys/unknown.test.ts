/** @module-tag thorough */
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { THEIR_BITCOIN } from '../support/addresses.ts'
import { atCommit, type ProxiedApp, startProxiedApp } from '../support/proxied-app.ts'
import type { Visitor } from '../support/visitor.ts'
import { openBrowser, openWalker, type Walker } from '../support/browser.ts'
import { acknowledge, makeOffer, PASSWORD, signIn } from '../support/walk.ts'

const CALL = 'POST /api/withdraw'

let browser: Browser
let app: ProxiedApp
let walker: Walker
let page: Page
let investor: Visitor
/** The keys that were sent, in order. */
let keys: (string | undefined)[]

beforeAll(async () => {
  browser = await openBrowser()
  app = await startProxiedApp({ env: { KYC: 'off' }, patience: { transaction: 2000, lock: 2000 } })
  const owner = await app.house.owner()
  await makeOffer(owner)
  investor = app.house.visitor()
  await investor.join('investor')
  await owner.must(`/api/topup-user/${investor.id}`, { amount: '40', account: 'referral' })
  walker = await openWalker(browser, app.house.url, 'light')
  page = walker.page
  page.on('request', (request) => {
    if (request.url().endsWith('/api/withdraw')) keys.push(request.headers()['idempotency-key'])
  })
  await signIn(page, investor.email, PASSWORD)
})
afterAll(async () => {
  await walker.context.close()
  await app.close()
})
beforeEach(() => {
  keys = []
})

const fill = async (amount: string) => {
  await page.goto('/withdrawal?panel=withdraw&of=referral')
  const form = page.getByRole('dialog', { name: 'Request Withdrawal' })
  await form.getByLabel('Amount in USD').fill(amount)
  await form.getByLabel('Wallet address').fill(THEIR_BITCOIN)
  return form.getByRole('button', { name: `Withdraw $${amount}.00` })
}
const failsWith = async (words: string) => {
  const failed = page.getByRole('alertdialog', { name: 'Failed' })
  await failed.getByText(words).waitFor()
  await failed.getByRole('button', { name: 'Okay' }).click()
  await failed.waitFor({ state: 'detached' })
}
const withdrawn = async () => {
  const { withdrawals } = (await investor.get('/api/histories')).body
  return withdrawals.map(({ amount }: { amount: string }) => amount)
}

test('a withdrawal whose COMMIT was not answered is not known to be done, and is done once however often it is sent', async () => {
  const before = await withdrawn()
  atCommit(app, CALL, 'cut after')
  await (await fill('10')).click()
  await failsWith('It is not known whether this was done. Send it again. It counts only once.')
  await app.proxy.refuse()
  await page.getByRole('button', { name: 'Withdraw $10.00' }).click()
  await failsWith('The database cannot be reached. Try again in a moment.')
  await app.proxy.heal()
  // the page is loaded again, and the same is typed once more
  await (await fill('10')).click()
  await acknowledge(page)
  expect(await withdrawn()).toEqual(['10.00', ...before])
  expect([keys.length, new Set(keys).size]).toEqual([3, 1])
  // what is sent after an answer is something new
  await (await fill('10')).click()
  await acknowledge(page)
  expect(await withdrawn()).toEqual(['10.00', '10.00', ...before])
})

test('a withdrawal that is told to try again is the same one when it is tried again', async () => {
  const before = await withdrawn()
  const other = new pg.Client({ connectionString: app.house.databaseUrl })
  await other.connect()
  await other.query('BEGIN')
  await other.query('SELECT FROM app_user WHERE id = $1 FOR UPDATE', [investor.id])
  await (await fill('5')).click()
  await failsWith('This record is being changed right now. Try again.')
  await other.end()
  await page.getByRole('button', { name: 'Withdraw $5.00' }).click()
  await acknowledge(page)
  expect(await withdrawn()).toEqual(['5.00', ...before])
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect(await app.house.problems()).toEqual([])
})
