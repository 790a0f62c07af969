/** @module-tag thorough */
/** Every form with everything wrong: what is wrong stands at its field, and the Failed modal names it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { THEIR_BITCOIN } from '../support/addresses.ts'
import { OWNER } from '../support/app.ts'
import { openBrowser, openWalker, type Walker } from '../support/browser.ts'
import { tellFullStory, type FullStory } from '../support/full-story.ts'
import { inPage } from '../support/in-page.ts'
import { show, showWithin } from '../support/show-screen.ts'
import { PASSWORD, signIn } from '../support/walk.ts'

type Form = {
  name: string
  path: string
  /** The button that sends it, by its whole name once it is filled in. */
  sends: string | RegExp
  /** What is wrong when it is sent as it opens: labels, in the order of the page. Left out where it can be sent so. */
  untouched?: readonly string[]
  /** What has to be typed or chosen so that it is sent, by label. */
  filled?: Readonly<Record<string, string>>
  /** Its fields: a server that finds everything wrong is heard at each. */
  fields: readonly string[]
}

/** The labels of the fields that are said to be wrong, with what is said. */
const wrongOn = (page: Page): Promise<[label: string, note: string][]> =>
  inPage(
    page,
    `return [...document.querySelectorAll('[aria-invalid=true]')].map((field) => [
      (field.labels?.[0] ?? field.querySelector('legend')).textContent.trim(),
      document.getElementById(field.getAttribute('aria-describedby').split(' ')[0])?.textContent ?? '',
    ])`,
  )
const labelsOn = async (page: Page) => (await wrongOn(page)).map(([label]) => label)

/** What is read out of each field that is wrong, part after part, and what stands under it, from top to bottom. */
const notesOn = (page: Page): Promise<{ read: string[]; seen: string[] }[]> =>
  inPage(
    page,
    `return [...document.querySelectorAll('form [aria-invalid=true]')].map((field) => {
      const notes = field.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id))
      const textsOf = (parts) => parts.map((part) => part.textContent)
      return {
        read: textsOf(notes),
        seen: textsOf(notes.toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)),
      }
    })`,
  )

/** Whether the focus is on the first field that is wrong. */
const onFirst = (page: Page) =>
  inPage(page, "return document.querySelector('[aria-invalid=true]')?.contains(document.activeElement) ?? false")

/**
 * Sends every field as something that it cannot be, so that the real server refuses each of them; from then on, on a
 * page. Answers what it said last.
 */
async function spoilWhatIsSent(page: Page): Promise<() => Record<string, string[]>> {
  let errors: Record<string, string[]> = {}
  await page.route('**/api/**', async (route) => {
    const body = route.request().postDataJSON() as Record<string, unknown> | null
    // what is only looked at is not sent yet
    const isSent = route.request().method() === 'POST' && !route.request().url().includes('preview')
    if (!isSent || !body || Object.keys(body).length === 0) return route.continue()
    const spoilt = Object.fromEntries(Object.keys(body).map((name) => [name, { wrong: true }]))
    const response = await route.fetch({ postData: JSON.stringify(spoilt) })
    errors = ((await response.json()) as { errors?: typeof errors }).errors ?? {}
    return route.fulfill({ response })
  })
  return () => errors
}

const byVisitors: readonly Form[] = [
  {
    name: 'sign-in',
    path: '/login',
    sends: 'Login',
    untouched: ['Email', 'Password'],
    filled: { Email: 'somebody@mail.plumb.test', Password: 'whatever it is' },
    fields: ['Email', 'Password'],
  },
  {
    name: 'registration',
    path: '/register',
    sends: 'Create Account',
    untouched: [
      'Username',
      'Email Address',
      'Choose Password',
      'Phone',
      'I have read the terms. My capital is at risk.',
    ],
    filled: {
      Username: 'somebody',
      'Email Address': 'somebody@mail.plumb.test',
      'Choose Password': PASSWORD,
      'Confirm Password': PASSWORD,
      Phone: '2025550143',
      'I have read the terms. My capital is at risk.': 'checked',
    },
    fields: [
      'Username',
      'Email Address',
      'Choose Password',
      'Confirm Password',
      'Phone',
      'I have read the terms. My capital is at risk.',
    ],
  },
  {
    name: 'recovery',
    path: '/forgot-password',
    sends: 'Send Recovery Instructions',
    untouched: ['Email'],
    filled: { Email: 'somebody@mail.plumb.test' },
    fields: ['Email'],
  },
]

const byInvestors = ({ shown }: FullStory): readonly Form[] => [
  {
    name: 'investing',
    path: `/invest?panel=invest&of=${shown.plan}`,
    sends: /^Invest \$/,
    filled: { Amount: '500' },
    fields: ['Amount', 'Duration', 'Payment wallet'],
  },
  {
    name: 'withdrawing',
    path: '/withdrawal?panel=withdraw',
    sends: /^Withdraw/,
    untouched: ['Amount in USD', 'Wallet address'],
    filled: { 'Amount in USD': '5', Bitcoin: 'checked', 'Wallet address': THEIR_BITCOIN },
    fields: ['Source', 'Amount in USD', 'Payment method', 'Wallet address'],
  },
]

const byAdministrators = ({ shown }: FullStory): readonly Form[] => [
  {
    name: 'a plan',
    path: '/plans?panel=create-plan',
    sends: 'Create Plan',
    untouched: ['Name', 'Minimum amount', 'Maximum amount', 'Durations', 'Rate per day, %', 'Referral bonus, %'],
    filled: {
      Name: 'Another',
      'Minimum amount': '$1,000',
      'Maximum amount': '2 000',
      Durations: '7',
      'Rate per day, %': '0.5%',
      'Referral bonus, %': '5 %',
    },
    fields: [
      ...['Name', 'Minimum amount', 'Maximum amount', 'Durations', 'Rate per day, %', 'Referral bonus, %'],
      ...['Early rate per day, %', 'Description', 'Available to investors'],
    ],
  },
  {
    name: 'a wallet',
    path: `/wallets?panel=update-wallet&of=${shown.wallet}`,
    sends: 'Update wallet',
    fields: ['Wallet name', 'Wallet address', 'Network', 'Coin', 'Available to investors'],
  },
  {
    name: 'funds',
    path: `/admin-funds?panel=record-funds&of=${shown.wallet}`,
    sends: 'Record funds',
    untouched: ['Amount', 'Reason'],
    filled: { Amount: '1,000.50', Reason: 'A test' },
    fields: ['Amount', 'Direction', 'Account', 'Reason'],
  },
  {
    name: 'a refund',
    path: `/admin-funds?panel=refund-suspense&of=${shown.investment.declined}`,
    sends: 'Record the refund',
    untouched: ['Reason'],
    filled: {
      'Amount (optional)': '$1',
      'Paid to address (optional)': THEIR_BITCOIN,
      'Transaction id (optional)': 'a1',
      Reason: 'A test',
    },
    fields: ['Amount (optional)', 'Paid to address (optional)', 'Transaction id (optional)', 'Reason'],
  },
  {
    name: 'a top-up',
    path: `/view-account/${shown.account}?panel=top-up`,
    sends: 'Top up',
    untouched: ['Amount', 'Reason'],
    filled: { Amount: '5', Reason: 'A test' },
    fields: ['Amount', 'Account', 'Category', 'Reason'],
  },
  {
    name: 'a block',
    path: `/view-account/${shown.account}?panel=block`,
    sends: 'Block sign-in',
    untouched: ['Reason'],
    filled: { Reason: 'A test' },
    fields: ['Reason'],
  },
  {
    name: 'a note',
    path: `/view-account/${shown.account}?panel=notes`,
    sends: 'Save note',
    untouched: ['Note'],
    filled: { Note: 'A test' },
    fields: ['Note'],
  },
  {
    name: 'an invitation',
    path: '/list-users?tab=administrators&panel=invite',
    sends: 'Send invitation',
    untouched: ['Email', 'Reason'],
    filled: { Email: 'somebody@mail.plumb.test', Reason: 'A test' },
    fields: ['Email', 'Roles', 'Reason'],
  },
  {
    name: 'a declined investment',
    path: `/admin-investments?panel=decline-investment&of=${shown.investment.waiting}`,
    sends: /^Decline \$/,
    untouched: ['Reason'],
    filled: { Reason: 'A test', 'Received anyway (optional)': '$1,000' },
    fields: ['Reason', 'Received anyway (optional)'],
  },
  {
    name: 'a corrected withdrawal',
    path: `/admin-withdrawals?panel=edit-withdrawal&of=${shown.withdrawal.pending}`,
    sends: 'Save changes',
    filled: { Amount: '2', Reason: 'A test' },
    fields: ['Amount', 'Date', 'Status', 'Reason'],
  },
  {
    name: 'a mail',
    path: '/admin-mail',
    sends: 'Send Mail',
    untouched: ['Receiver email', 'Mail Title', 'Content'],
    filled: { 'Receiver email': 'somebody@mail.plumb.test', 'Mail Title': 'A test', Content: 'A test' },
    fields: ['Receiver email', 'Mail Title', 'Content'],
  },
  {
    name: 'a setting',
    path: '/admin-settings?panel=setting&of=second_approval_limit',
    sends: 'Change it',
    untouched: ['Amount, $', 'Reason'],
    filled: { 'Amount, $': '$12,345', Reason: 'A test' },
    fields: ['Amount, $', 'Reason'],
  },
]

let story: FullStory
beforeAll(async () => {
  story = await tellFullStory()
})
afterAll(() => story.close())

describe('a form with everything wrong', { timeout: 600_000 }, () => {
  const walk = async (forms: readonly Form[], enter: (walker: Walker) => Promise<unknown>) => {
    const walker = await openWalker(await openBrowser(), story.house.url, 'light')
    try {
      await enter(walker)
      const { page } = walker
      const refusal = await spoilWhatIsSent(page)
      for (const [nth, form] of forms.entries()) await everythingWrong(page, form, refusal, nth === 0)
    } finally {
      await walker.context.close()
    }
  }
  test('says it to a visitor at each field and in the Failed modal', () => walk(byVisitors, async () => {}))
  test('says it to an investor at each field and in the Failed modal', () =>
    walk(byInvestors(story), ({ page }) => signIn(page, 'investor@mail.plumb.test', PASSWORD)))
  test('says it to an administrator at each field and in the Failed modal', () =>
    walk(byAdministrators(story), ({ page }) => signIn(page, OWNER.email, OWNER.password)))
})

/** With `load` the page is loaded anew; else it is gone to within the page, as a link of the app does. */
async function everythingWrong(
  page: Page,
  form: Form,
  refusal: () => Record<string, string[]>,
  load: boolean,
): Promise<void> {
  const { name, untouched, filled = {}, fields } = form
  await (load ? show : showWithin)(page, form)
  const button = page.locator('form').getByRole('button', { name: form.sends }).last()
  if (untouched) {
    await page.locator('form button[type=submit]').last().click()
    await expect.poll(() => labelsOn(page), { message: `${name}, as it opens` }).toEqual(untouched)
    expect(await onFirst(page), `${name}, as it opens`).toBe(true)
    expect(await wrongOn(page)).not.toContainEqual([expect.anything(), ''])
    // what is asked for is still said, after what is wrong
    for (const { read, seen } of await notesOn(page)) expect(read, name).toEqual(seen)
    // nothing has been sent, so nothing has failed
    expect(await page.getByRole('alertdialog').count()).toBe(0)
  }
  for (const [label, value] of Object.entries(filled)) {
    if (value === 'checked') await page.locator('form').getByLabel(label).check({ force: true })
    else await page.locator('form').getByLabel(label, { exact: true }).fill(value)
  }
  await button.click()
  const failed = page.getByRole('alertdialog', { name: 'Failed' })
  await failed.waitFor()
  const said = await failed.innerText()
  const wrong = await wrongOn(page)
  expect(
    wrong.map(([label]) => label),
    name,
  ).toEqual(fields)
  expect(Object.keys(refusal()).length, name).toBeGreaterThanOrEqual(fields.length)
  if (Object.keys(refusal()).length > 1) {
    for (const [label, note] of wrong) expect(said, name).toContain(`${label}: ${note}`)
  }
  for (const problems of Object.values(refusal())) expect(said, name).toContain(problems[0])
  await failed.getByRole('button', { name: 'Okay' }).click()
  await expect.poll(() => onFirst(page), { message: name }).toBe(true)
}
