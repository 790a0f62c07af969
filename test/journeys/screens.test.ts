import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWNER, startTestApp, type TestApp } from '../app.ts'
import { openBrowser, openWalker, PHONE, type Theme, type Walker } from './browser.ts'
import { BITCOIN, makeOffer, PASSWORD, signIn } from './walk.ts'

/** How many animations run that will come to an end. */
const MOVING =
  'document.getAnimations().filter((animation) => animation.playState === "running" && animation.effect.getComputedTiming().iterations !== Infinity).length'
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const signedOut = ['/', '/register', '/forgot-password', '/reset-password?token=x', '/terms', '/setup?token=x']
const investors = [
  '/dashboard',
  '/invest',
  '/investment',
  '/investment?tab=active',
  '/withdrawal',
  '/withdraw',
  '/referral',
  '/market',
  '/profile',
  '/kyc',
]
const administrators = [
  '/dashboard',
  '/admin-investments',
  '/admin-investments?tab=active',
  '/admin-withdrawals',
  '/admin-referrals',
  '/admin-kyc',
  '/list-users',
  '/plans',
  '/wallets',
  '/admin-mail',
  '/profile',
]

let browser: Browser
let house: TestApp
let accountPath: string
beforeAll(async () => {
  browser = await openBrowser()
  house = await startTestApp({ env: { KYC: 'off' } })
  const owner = await house.owner()
  await makeOffer(owner)
  const inviter = house.visitor()
  await inviter.join('inviter')
  const investor = house.visitor()
  await investor.join('investor', { referral: 'inviter' })
  accountPath = `/view-account/${investor.id}`
  const { plans, wallets } = (await investor.get('/api/histories')).body
  const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '500', duration: 14 }
  await investor.must('/api/save-investment', choice)
  const { id } = (await investor.get('/api/histories')).body.investments[0]
  await owner.must(`/api/approve-investment/${id}`)
  await investor.must('/api/save-investment', choice)
  await owner.must(`/api/topup-user/${investor.id}`, { amount: '100', reason: 'Welcome' })
  await investor.must('/api/withdraw', {
    amount: '20',
    source: 'investment',
    wallet_address: BITCOIN,
    wallet_name: 'Bitcoin',
  })
})
afterAll(async () => {
  await browser.close()
  await house.close()
})

/** Shows a path, waits until it has come to rest, and answers what axe finds on it. */
async function findingsOn({ page }: Walker, path: string): Promise<string[]> {
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('load')
  await expect.poll(() => page.evaluate(MOVING), { timeout: 10_000 }).toBe(0)
  // As tall as what is on it: what lies under the bar at the bottom can be scrolled out from there.
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  await page.setViewportSize({ width: PHONE.width, height })
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(RULES)} })`)) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  await page.setViewportSize(PHONE)
  return violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}

describe.each<Theme>(['light', 'dark'])('every screen, %s', (theme) => {
  const walk = async (paths: readonly string[], who?: { email: string; password: string }) => {
    const walker = await openWalker(browser, house.url, theme)
    try {
      if (who !== undefined) await signIn(walker.page, who.email, who.password)
      const findings: string[] = []
      for (const path of paths) findings.push(...(await findingsOn(walker, path)))
      expect(findings).toEqual([])
      expect(walker.complaints).toEqual([])
    } finally {
      await walker.context.close()
    }
  }

  test('of a visitor can be used by everybody, and nothing on it fails', () => walk(signedOut))
  test('of an investor can be used by everybody, and nothing on it fails', () =>
    walk(investors, { email: 'investor@mail.plumb.test', password: PASSWORD }))
  test('of an administrator can be used by everybody, and nothing on it fails', () =>
    walk([...administrators, accountPath], { email: OWNER.email, password: OWNER.password }))
})
