/** @module-tag thorough */
/** The walls around a page, leaned against in a real browser. That no page touches them by itself: `screens.test.ts`. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWNER, startTestApp, type TestApp } from '../support/app.ts'
import { openBrowser, openWalker, type Walker } from '../support/browser.ts'
import { inPage } from '../support/in-page.ts'
import { keptOnDevice } from '../support/kept-on-device.ts'
import { PASSWORD, signIn, signInByForm } from '../support/walk.ts'
import type { Visitor } from '../support/visitor.ts'

let browser: Browser
const open: Walker[] = []
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => Promise.all(open.map(({ context }) => context.close())))

async function walkerAt(url: string): Promise<Walker> {
  const walker = await openWalker(browser, url, 'light')
  open.push(walker)
  return walker
}

/** The paths and statuses of what comes to a house, as its server sees it. */
function watch({ app }: TestApp): { path: string; status: number; site: string | undefined }[] {
  const seen: { path: string; status: number; site: string | undefined }[] = []
  app.server.server.on('request', ({ url = '', headers }, response) => {
    const site = headers['sec-fetch-site']
    response.on('finish', () => seen.push({ path: url, status: response.statusCode, site: site?.toString() }))
  })
  return seen
}

describe('in the built app', () => {
  let house: TestApp
  let amy: Visitor
  let elsewhere: Server
  let foreign: string
  let seen: ReturnType<typeof watch>
  /** What the page of another site says. */
  let evil = ''
  beforeAll(async () => {
    house = await startTestApp({ env: { KYC: 'off' } })
    seen = watch(house)
    amy = house.visitor()
    await amy.join('amy')
    elsewhere = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Elsewhere</title>${evil}`),
    )
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    // the same site by its name, so that a browser sends our cookies along; another origin by its port
    foreign = `http://localhost:${(elsewhere.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await new Promise((resolve) => elsewhere.close(resolve))
    await house.close()
  })
  const reports = () => seen.filter(({ path }) => path === '/csp-report')

  test.each(['visitor', 'investor', 'owner'])(
    'a script that somebody has planted in the page of a %s does not run, and is reported',
    async (who) => {
      const { page } = await walkerAt(house.url)
      if (who !== 'visitor') await signIn(page, ...credentialsOf(who))
      const before = reports().length
      await page.route('**/terms', async (route) => {
        const response = await route.fetch()
        const html = (await response.text()).replace('<body>', '<body><script>window.planted = "ran"</script>')
        await route.fulfill({ response, body: html })
      })
      await page.goto('/terms')
      await page.locator('main').first().waitFor()
      expect(await page.evaluate('window.planted ?? "did not run"')).toBe('did not run')
      await expect.poll(() => reports().length).toBe(before + 1)
      expect(reports().at(-1)?.status).toBe(204)
    },
  )
  const credentialsOf = (who: string): [string, string] =>
    who === 'owner' ? [OWNER.email, OWNER.password] : [amy.email, PASSWORD]

  test('text becomes no markup and no address of a script, by whatever way it is written', async () => {
    const { page } = await walkerAt(house.url)
    await page.goto('/terms')
    await page.locator('main').first().waitFor()
    const ways = [
      `document.body.innerHTML = '<img src=x onerror="window.planted = 1">'`,
      `document.querySelector('main').insertAdjacentHTML('beforeend', '<b>x</b>')`,
      `document.write('<b>x</b>')`,
      `new DOMParser().parseFromString('<b>x</b>', 'text/html')`,
      `Object.assign(document.createElement('script'), { src: '/sw.js' })`,
      `Object.assign(document.createElement('script'), { text: 'window.planted = 1' })`,
      `document.createElement('iframe').srcdoc = '<b>x</b>'`,
      `new Worker('/other.js')`,
      `(0, eval)('window.planted = 1')`,
      `setTimeout('window.planted = 1')`,
      `trustedTypes.createPolicy('another', { createHTML: (html) => html })`,
      `trustedTypes.createPolicy('worker', {}); trustedTypes.createPolicy('worker', {})`,
    ]
    for (const way of ways) {
      const before = reports().length
      const refused = await inPage<string>(
        page,
        // the browser's tools may evaluate text, for as long as they call
        `await new Promise((later) => setTimeout(later))
        try { ${way}; return 'done' } catch (error) { return error.name }`,
      )
      expect(refused, way).toMatch(/^(TypeError|EvalError)$/)
      await expect.poll(() => reports().length, { message: way }).toBeGreaterThan(before)
    }
    expect(await page.evaluate('window.planted ?? "did not run"')).toBe('did not run')
  })

  test('another site changes nothing with the session of whoever visits it, and reads nothing', async () => {
    const { page } = await walkerAt(house.url)
    await signIn(page, amy.email, PASSWORD)
    await page.getByRole('list', { name: 'Balances' }).waitFor()
    const before = await state()
    const calls = [
      '/api/logout',
      '/api/profile-update',
      '/api/withdraw',
      '/api/login',
      '/api/forgot-password',
      '/api/kyc',
    ]
    evil = `
      ${calls.map((path, n) => `<iframe name="f${n}" hidden></iframe><form method="post" enctype="text/plain" target="f${n}" action="${house.url}${path}"><input name='{"name":"evil","a' value='":1}'></form>`).join('')}
      <script>
        const tried = [...document.forms].map((form) => form.submit())
        window.done = Promise.all([
          ...${JSON.stringify(calls)}.flatMap((path) => [
            fetch('${house.url}' + path, { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }),
            fetch('${house.url}' + path, { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{}' }),
            navigator.sendBeacon('${house.url}' + path, '{}'),
          ]),
          fetch('${house.url}/api/user', { credentials: 'include' }),
          fetch('${house.url}/icon.svg', { mode: 'no-cors' }),
        ].map((each) => Promise.resolve(each).then((answer) => answer.type ?? 'sent', () => 'refused')))
      </script>`
    seen.length = 0
    await page.goto(foreign)
    const answers = await page.evaluate<string[]>('window.done')
    // what is asked with leave to read is not even sent, or its answer is kept from the page
    expect(new Set(answers.slice(-2))).toEqual(new Set(['refused']))
    expect(answers).not.toContain('cors')
    await expect.poll(() => seen.filter(({ path }) => calls.includes(path)).length).toBeGreaterThan(2 * calls.length)
    const posts = seen.filter(({ path, site }) => calls.includes(path) && site !== undefined && site !== 'same-origin')
    expect(posts.length).toBeGreaterThan(0)
    expect(posts.filter(({ status }) => status !== 403 && status !== 404)).toEqual([])
    expect(await state()).toEqual(before)
    await page.goto(`${house.url}/dashboard`)
    await page.getByRole('list', { name: 'Balances' }).waitFor()
  })
  const state = async () => {
    const [user, histories] = await Promise.all([amy.get('/api/user'), amy.get('/api/histories')])
    return [user.body, histories.body.investments, histories.body.withdrawals]
  }

  test('another site frames no page', async () => {
    const { page } = await walkerAt(house.url)
    for (const path of ['/', '/dashboard', '/support', '/api/docs', '/healthz']) {
      evil = `<iframe id="framed" src="${house.url}${path}"></iframe>`
      await page.goto(foreign)
      await expect.poll(() => page.frames().at(-1)?.url(), { message: path }).toMatch(/^chrome-error:/)
    }
  })

  test('a password that was typed, and the half of a session that is http-only, are nowhere on the device', async () => {
    const { page, context } = await walkerAt(house.url)
    await signInByForm(page, amy.email, PASSWORD)
    await page.getByRole('list', { name: 'Balances' }).waitFor()
    const kept = await keptOnDevice(page)
    expect(kept).toContain(amy.email)
    expect(kept).not.toContain('a database: ')
    const hidden = (await context.cookies()).filter(({ httpOnly }) => httpOnly).map(({ value }) => value)
    expect(hidden.length).toBeGreaterThan(0)
    for (const secret of [PASSWORD, ...hidden]) expect(kept).not.toContain(secret)
  })

  test('signing out clears the device although the server cannot be told, and ends the session once it can', async () => {
    const { page, context } = await walkerAt(house.url)
    await signIn(page, amy.email, PASSWORD)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Log Out' }).waitFor()
    const same = house.visitor()
    same.bearer = (await page.evaluate<string | null>(`localStorage.getItem('auth-token')`)) ?? ''
    for (const { name, value } of await context.cookies()) same.cookies.set(name, value)
    const status = async () => (await same.get('/api/user')).status
    let reachable = () => {}
    const until = new Promise<void>((resolve) => (reachable = resolve))
    await page.route('**/api/logout', (route) => route.abort())
    await page.route('**/api/end-unended', (route) => until.then(() => route.continue()))
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('heading', { name: 'Account Login' }).waitFor()
    // nobody has been told yet
    expect(await status()).toBe(200)
    const kept = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    for (const trace of [same.bearer, amy.email, amy.id]) expect(kept).not.toContain(trace)
    reachable()
    await expect.poll(status).toBe(401)
    await expect.poll(() => page.evaluate(`localStorage.getItem('unended')`)).toBe(null)
  })
})

describe('in development', () => {
  let house: TestApp
  beforeAll(async () => {
    house = await startTestApp({ development: true, env: { KYC: 'off' } })
  })
  afterAll(() => house.close())

  test('pages have the same walls, and touch none of them', async () => {
    const seen = watch(house)
    const amy = house.visitor()
    await amy.join('amy')
    const { page, complaints } = await walkerAt(house.url)
    const looks = async (path: string) => {
      await page.goto(path)
      await page.locator('main').first().waitFor()
    }
    for (const path of ['/', '/register', '/terms']) await looks(path)
    expect(complaints.filter(isRefused)).toEqual([])
    await planted(page)
    const reported = () => seen.filter(({ path }) => path === '/csp-report').length
    await expect.poll(() => [reported(), complaints.filter(isRefused).length]).toEqual([1, 1])
    await signIn(page, amy.email, PASSWORD)
    for (const path of ['/dashboard', '/profile', '/market']) await looks(path)
    await signIn(page, OWNER.email, OWNER.password, '/admin-audit')
    for (const path of ['/admin-audit', '/admin-settings']) await looks(path)
    expect([reported(), complaints.filter(isRefused).length]).toEqual([1, 1])
  })

  const isRefused = (complaint: string) => complaint.startsWith('refused by policy')

  /** There is a wall there at all. */
  async function planted(page: Page): Promise<void> {
    expect(
      await inPage<string>(page, `try { document.body.innerHTML = '<b>x</b>' } catch (error) { return error.name }`),
    ).toBe('TypeError')
  }
})
