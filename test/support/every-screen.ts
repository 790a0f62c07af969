/** Every screen and every panel of Plumb by name: whoever checks all of them walks over this list. */
import type { Page } from 'playwright-core'

export type Who = 'visitor' | 'unverified' | 'investor' | 'administrator'

export type Screen = {
  /** Unique, and fit for a file's name. */
  name: string
  path: string
  who: Who
  /** What has to be pressed until it is seen, where the address alone does not show it. */
  open?: (page: Page) => Promise<void>
  /** On a phone alone: where there is room, what it shows stands on the screen itself. */
  narrow?: true
}

/** The records that screens and panels are opened for, by their ids. */
export type Shown = {
  plan: string
  wallet: string
  /** The path of a payment that is awaited. */
  payment: string
  /** An investor's account, whose identity check waits too. */
  account: string
  kyc: string
  /** An invitation to a role that waits to be accepted. */
  invitation: string
  investment: Record<'pending' | 'waiting' | 'approved' | 'completed' | 'declined', string>
  withdrawal: Record<'pending' | 'approved' | 'completed' | 'declined', string>
  referral: Record<'pending' | 'approved' | 'declined', string>
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}

const visitors: readonly Screen[] = [
  { name: 'login', path: '/', who: 'visitor' },
  { name: 'login-password-shown', path: '/login', who: 'visitor', open: press('Show password') },
  { name: 'login-failed', path: '/login', who: 'visitor', open: signInWrongly },
  { name: 'register', path: '/register', who: 'visitor' },
  { name: 'register-mistakes', path: '/register', who: 'visitor', open: registerWrongly },
  { name: 'forgot-password', path: '/forgot-password', who: 'visitor' },
  { name: 'reset-password', path: '/reset-password?token=x', who: 'visitor' },
  { name: 'reset-password-incomplete', path: '/reset-password', who: 'visitor' },
  { name: 'invitation', path: '/invitation?referral=inviter', who: 'visitor' },
  { name: 'invited-home', path: '/invitation?referral=investor', who: 'visitor', open: comeHomeInvited },
  { name: 'look-around', path: '/login', who: 'visitor', open: lookAround },
  { name: 'verify-user', path: '/verify-user', who: 'visitor' },
  { name: 'terms', path: '/terms', who: 'visitor' },
  { name: 'books', path: '/books', who: 'visitor' },
  { name: 'not-found', path: '/nothing-here', who: 'visitor' },
  { name: 'setup', path: '/setup?token=x', who: 'visitor' },
  { name: 'accept-roles', path: '/accept-roles?token=x', who: 'visitor' },
  { name: 'sign-in-factor', path: '/sign-in-factor', who: 'visitor' },
  {
    name: 'sign-in-factor-lost',
    path: '/sign-in-factor',
    who: 'visitor',
    open: press('I’ve lost my authenticator and my codes'),
  },
  { name: 'stop-factor-help', path: '/stop-factor-help?token=x', who: 'visitor' },
  { name: 'stop-factor-help-incomplete', path: '/stop-factor-help', who: 'visitor' },
  { name: 'mail-link', path: '/mail-link?token=x', who: 'visitor' },
  { name: 'mail-link-incomplete', path: '/mail-link', who: 'visitor' },
  { name: 'verification', path: '/dashboard', who: 'unverified' },
]

/** A list of records in each of its tabs, the first of which needs no word in the address. */
const tabsOf = (list: string, tabs: readonly string[]): Screen[] =>
  tabs.map((tab, n) => ({
    name: `${list}-${tab}`,
    path: n === 0 ? `/${list}` : `/${list}?tab=${tab}`,
    who: 'investor',
  }))
/** The details of a record in each of its states. */
const detailsOf = (list: string, records: Record<string, string>): Screen[] =>
  Object.entries(records).map(([state, id]) => ({
    name: `${list}-detail-${state}`,
    path: `/${list}?panel=details&of=${id}`,
    who: 'investor',
  }))

const investors = ({ plan, payment, investment, withdrawal, referral }: Shown): readonly Screen[] => [
  { name: 'dashboard', path: '/dashboard', who: 'investor' },
  { name: 'dashboard-shown', path: '/dashboard', who: 'investor', open: press('click for balance') },
  { name: 'dashboard-withdrawal-menu', path: '/dashboard?panel=withdrawal&of=earnings', who: 'investor' },
  { name: 'dashboard-withdrawal-menu-referral', path: '/dashboard?panel=withdrawal&of=referral', who: 'investor' },
  { name: 'dashboard-withdrawal-menu-invested', path: '/dashboard?panel=withdrawal&of=investment', who: 'investor' },
  { name: 'notifications', path: '/dashboard?panel=notifications', who: 'investor' },
  { name: 'menu', path: '/dashboard?panel=menu', who: 'investor' },
  { name: 'invest', path: '/invest', who: 'investor' },
  { name: 'invest-form', path: `/invest?panel=invest&of=${plan}`, who: 'investor' },
  { name: 'payment', path: payment, who: 'investor' },
  { name: 'payment-altered', path: payment.replace(/address=[^&]*/, 'address=altered'), who: 'investor' },
  { name: 'payment-unknown', path: '/payment?tranx_id=unknown&amount=1', who: 'investor' },
  ...tabsOf('investment', ['pending', 'active', 'completed', 'declined']),
  ...detailsOf('investment', investment),
  // with a withdrawal open it says why not
  { name: 'investment-leave', path: `/investment?tab=active&panel=leave&of=${investment.approved}`, who: 'investor' },
  {
    name: 'investment-at-end',
    path: `/investment?tab=active&panel=details&of=${investment.approved}`,
    who: 'investor',
    open: reinvestEverything,
  },
  ...['investment', 'withdrawal', 'referral'].flatMap((list) => detailsOf(list, { unknown: 'unknown' })),
  ...tabsOf('withdrawal', ['pending', 'approved', 'completed', 'declined']),
  ...detailsOf('withdrawal', withdrawal),
  { name: 'withdraw-form', path: '/withdraw', who: 'investor' },
  { name: 'withdrawal-coming', path: '/withdrawal?panel=coming', who: 'investor' },
  { name: 'withdrawal-addresses', path: '/withdrawal?panel=addresses', who: 'investor' },
  { name: 'withdraw-form-referral', path: '/withdrawal?panel=withdraw&of=referral', who: 'investor' },
  ...tabsOf('referral', ['pending', 'active', 'completed', 'declined']),
  ...detailsOf('referral', referral),
  ...['earnings', 'referral', 'invested', 'bonus', 'withdrawing', 'profit'].map((of): Screen => ({
    name: `story-${of}`,
    path: `/dashboard?panel=story&of=${of}`,
    who: 'investor',
  })),
  { name: 'story-checked', path: '/dashboard?panel=story&of=invested', who: 'investor', open: checkInLog },
  { name: 'story-checked-days', path: '/dashboard?panel=story&of=earnings', who: 'investor', open: checkDaysInLog },
  { name: 'statement', path: '/statement?period=own&from=2026-03-01&to=2026-03-31', who: 'investor' },
  { name: 'statement-empty', path: '/statement?period=own&from=2020-01-01&to=2020-01-31', who: 'investor' },
  { name: 'proof', path: '/proof', who: 'investor' },
  { name: 'not-found-investor', path: '/nothing-here', who: 'investor' },
  { name: 'market', path: '/market', who: 'investor' },
  { name: 'profile', path: '/profile', who: 'investor' },
  { name: 'security', path: '/security', who: 'investor' },
  { name: 'security-password', path: '/security', who: 'investor', open: press('Change password') },
  { name: 'security-email', path: '/security', who: 'investor', open: press('Change email') },
  { name: 'security-phone', path: '/security', who: 'investor', open: press('Change phone') },
  { name: 'security-close', path: '/security', who: 'investor', open: press('Close account') },
  { name: 'kyc', path: '/kyc', who: 'investor' },
]

/** What opens over an account. */
const ACCOUNT_PANELS = [
  ...['top-up', 'deduct', 'approve-kyc', 'decline-kyc', 'reset-link', 'sign-out', 'require-reset'],
  ...['block', 'unblock', 'roles', 'notes', 'invited'],
]

const administrators = (shown: Shown): readonly Screen[] => {
  const { plan, wallet, account, kyc, invitation, investment, withdrawal, referral } = shown
  const accountPath = `/view-account/${account}`
  const screens: [name: string, path: string, open?: Screen['open']][] = [
    ['dashboard', '/dashboard'],
    ['figure-owed', '/dashboard?panel=figure&of=owed+invested'],
    ['figure-in', '/dashboard?panel=figure&of=in+30'],
    ['figure-due', '/dashboard?panel=figure&of=due+90'],
    ['figure-unknown', '/dashboard?panel=figure&of=unknown'],
    ['menu', '/dashboard?panel=menu'],
    ['investments-pending', '/admin-investments'],
    ['investments-active', '/admin-investments?tab=active'],
    ['investments-completed', '/admin-investments?tab=completed'],
    ['investment', `/admin-investments?tab=active&panel=investment&of=${investment.approved}`],
    ['investment-approve', `/admin-investments?panel=approve-investment&of=${investment.waiting}`],
    ['investment-decline', `/admin-investments?panel=decline-investment&of=${investment.waiting}`],
    ['investment-edit', `/admin-investments?tab=active&panel=edit-investment&of=${investment.approved}`],
    ['investments-filters', '/admin-investments?panel=filters'],
    ['investments-found', '/admin-investments?q=investor&min=100'],
    ['investments-selected', '/admin-investments', selectFirst],
    ['investments-approve', '/admin-investments', decideOnFirst('Approve')],
    ['investments-decline', '/admin-investments', decideOnFirst('Decline')],
    ['withdrawals-pending', '/admin-withdrawals'],
    ['withdrawals-active', '/admin-withdrawals?tab=active'],
    ['withdrawals-completed', '/admin-withdrawals?tab=completed'],
    ['withdrawal', `/admin-withdrawals?panel=withdrawal&of=${withdrawal.pending}`],
    ['withdrawal-approve', `/admin-withdrawals?panel=approve-withdrawal&of=${withdrawal.pending}`],
    ['withdrawal-decline', `/admin-withdrawals?panel=decline-withdrawal&of=${withdrawal.pending}`],
    ['withdrawal-pay', `/admin-withdrawals?tab=active&panel=pay-withdrawal&of=${withdrawal.approved}`],
    ['withdrawals-payout-file', '/admin-withdrawals?tab=active&panel=payout-file'],
    ['withdrawal-edit', `/admin-withdrawals?tab=active&panel=edit-withdrawal&of=${withdrawal.approved}`],
    ['referrals-pending', '/admin-referrals'],
    ['referrals-active', '/admin-referrals?tab=active'],
    ['referrals-completed', '/admin-referrals?tab=completed'],
    ['referral', `/admin-referrals?panel=referral&of=${referral.pending}`],
    ['referral-approve', `/admin-referrals?panel=approve-referral&of=${referral.pending}`],
    ['referral-decline', `/admin-referrals?panel=decline-referral&of=${referral.pending}`],
    ['kyc', '/admin-kyc'],
    ['kyc-check', `/admin-kyc?panel=identity-check&of=${kyc}`],
    ['kyc-approved', '/admin-kyc?tab=active'],
    ['kyc-approve', `/admin-kyc?panel=approve-identity-check&of=${kyc}`],
    ['kyc-decline', `/admin-kyc?panel=decline-identity-check&of=${kyc}`],
    ['users-matches', '/list-users?tab=matches'],
    ['users-matches-decided', '/list-users?tab=decided'],
    ['users-lists', '/list-users?tab=lists'],
    ['users-lists-import', '/list-users?tab=lists&panel=import-list'],
    ['users', '/list-users'],
    ['users-found', '/list-users?q=investor'],
    ['users-blocked', '/list-users?tab=blocked'],
    ['users-administrators', '/list-users?tab=administrators'],
    ['users-invite', '/list-users?tab=administrators&panel=invite'],
    ['users-filters', '/list-users?panel=filters'],
    ['users-withdraw-invitation', `/list-users?tab=administrators&panel=withdraw-invitation&of=${invitation}`],
    ['account', accountPath],
    ...ACCOUNT_PANELS.map((panel): [string, string] => [`account-${panel}`, `${accountPath}?panel=${panel}`]),
    ['account-postings', `${accountPath}?panel=postings&of=earnings`],
    ['funds-postings-checked', `/admin-funds?panel=postings&of=custody/${wallet}`, pressCheck],
    ['account-investment', accountPath, openInTable('View')],
    ['account-investment-edit', accountPath, openInTable('Edit')],
    ['plans', '/plans'],
    ['plan-create', '/plans?panel=create-plan'],
    ['plan-update', `/plans?panel=update-plan&of=${plan}`],
    ['wallets', '/wallets'],
    ['wallet-create', '/wallets?panel=create-wallet'],
    ['wallet-update', `/wallets?panel=update-wallet&of=${wallet}`],
    ['funds', '/admin-funds'],
    ['funds-postings', `/admin-funds?panel=postings&of=custody/${wallet}`],
    ['funds-refund', `/admin-funds?panel=refund-suspense&of=${investment.declined}`],
    ['funds-use', `/admin-funds?panel=use-suspense&of=${investment.declined}`],
    ['funds-record', `/admin-funds?panel=record-funds&of=${wallet}`],
    ['funds-prove-wallet', `/admin-funds?panel=prove-wallet&of=${wallet}`],
    ['funds-reserve', '/admin-funds?panel=move-to-reserve'],
    ['funds-backing', '/admin-funds?panel=set-backing'],
    ['funds-proof', '/admin-funds?panel=make-proof'],
    ['what-if', '/admin-what-if'],
    ['mail', '/admin-mail'],
    ['mail-preview', '/admin-mail?tab=preview'],
    ['mail-to-many', '/admin-mail', writeToMany],
    ['mail-delivery', '/admin-mail?tab=delivery'],
    ['mail-templates', '/admin-mail?tab=templates'],
    ['audit', '/admin-audit'],
    ['audit-found', '/admin-audit?q=investor'],
    ['audit-filters', '/admin-audit?panel=filters'],
    ['audit-line', '/admin-audit', openFirstLine],
    ['settings', '/admin-settings'],
    ['terms-editor', '/admin-terms'],
    ...[
      'kyc',
      'kyc_keep_days',
      'payment_hours',
      'second_approval_limit',
      'daily_alone_limit',
      'approval_days',
      'sms_daily_budget',
      'withdrawal_limit_none',
      'withdrawal_limit_approved',
      'platform_name',
      'look',
      'support_url',
      'terms_confirmed',
      'public_books',
      'explorer_bitcoin',
    ].map((name): [string, string] => [`setting-${name}`, `/admin-settings?panel=setting&of=${name}`]),
    ['profile', '/profile'],
    ['security', '/security'],
  ]
  return screens.map(([name, path, open]) => ({
    name: `admin-${name}`,
    path,
    who: 'administrator',
    ...(open && { open }),
    ...(/filters|preview/.test(name) && { narrow: true }),
  }))
}

/** All of them, with the records that they show. */
export function everyScreen(shown: Shown): readonly Screen[] {
  return [...visitors, ...investors(shown), ...administrators(shown)]
}

async function reinvestEverything(page: Page): Promise<void> {
  await page.getByText('Everything', { exact: true }).click()
}

/** Of the newest posting of a story, and what was opened of it. */
async function checkInLog(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Postings' }).getByRole('button', { expanded: false }).first().click()
  await pressCheck(page)
  const opened = page.getByText('What was opened')
  // there is nothing to open before it has its position
  if ((await opened.count()) === 0) return
  await opened.click()
  const kept = page.getByText(/^This page is ours/)
  // nor to keep before it is signed
  if ((await kept.count()) > 0) await kept.scrollIntoViewIfNeeded()
}

/** Of the earnings of several days, and the first of them in full. */
async function checkDaysInLog(page: Page): Promise<void> {
  const postings = page.getByRole('list', { name: 'Postings' })
  await postings
    .getByRole('button', { name: /^Earnings/ })
    .first()
    .click()
  await pressCheck(page)
}

async function pressCheck(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Check (this|these \d+) in the log$/ })
    .first()
    .click()
  await page
    .getByRole('status')
    .getByText(/^(Yes|No|Not checked)/)
    .first()
    .waitFor()
}

async function signInWrongly(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill('nobody@mail.plumb.test')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('alertdialog').waitFor()
}

/** The home that an invitation leads to after two seconds. */
async function comeHomeInvited(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Who invites you' }).waitFor()
  await page.getByRole('list', { name: 'The plans' }).waitFor()
}

/** The same home for somebody whom nobody has invited. */
async function lookAround(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^See the plans/ }).click()
  await page.getByRole('list', { name: 'The plans' }).waitFor()
}

async function registerWrongly(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('a')
  await page.getByLabel('Email Address').fill('nobody@mail')
  await page.getByLabel('Choose Password').fill('short')
  await page.getByLabel('Confirm Password').fill('shorter')
  await page.getByLabel('Phone').focus()
}

/** Opens the first line of the audit log. */
async function openFirstLine(page: Page): Promise<void> {
  await page.getByRole('table').locator('tbody').getByRole('button').first().click()
  await page.waitForURL(/panel=/)
  await page.getByRole('heading', { name: 'Log entry' }).waitFor()
}

/** Selects the first record of a list, to be decided on with others. */
async function selectFirst(page: Page): Promise<void> {
  await page.getByRole('table').locator('tbody').getByRole('row').first().waitFor()
  // where there is room the checkboxes are there anyway
  const select = page.getByRole('button', { name: 'Select', exact: true })
  if (await select.isVisible()) await select.click()
  await page
    .getByRole('checkbox', { name: /^Select \$/ })
    .first()
    .check()
  await page.getByRole('region', { name: 'Selected' }).waitFor()
}

const decideOnFirst = (word: string) => async (page: Page) => {
  await selectFirst(page)
  await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: word }).click()
  await page.getByRole('dialog').waitFor()
}

/** Opens the first of an account's records to be viewed or edited. */
const openInTable = (word: string) => async (page: Page) => {
  await page
    .getByRole('table')
    .getByRole('link', { name: new RegExp(`^${word} \\$`) })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

/** A mail to everybody, as far as its summary. */
async function writeToMany(page: Page): Promise<void> {
  await page.getByLabel('To', { exact: true }).selectOption('All users')
  await page.getByLabel('Mail Title').fill('To all')
  await page.getByLabel('Content').fill('# Hello')
  await page.getByText(/will receive this/).waitFor()
  await page.getByRole('button', { name: 'Send Mail', exact: true }).click()
  await page.getByRole('dialog', { name: 'Send to many' }).waitFor()
}
