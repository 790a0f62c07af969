import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '../../../test/support/browser.ts'
import { inPage } from '../../../test/support/in-page.ts'
import { signIn } from '../../../test/support/walk.ts'
import type { Attack } from '../attack.ts'
import type { DescribedCall } from '../calls.ts'
import type { Ground } from '../ground.ts'
import { passwordOf, type Person } from '../people.ts'

/** Places that a link to the sign-in page might lead on to, none of which is this site. */
const ELSEWHERE = [
  '//evil.test/x',
  'https://evil.test/x',
  '/\\evil.test/x',
  '/\t/evil.test/x',
  'javascript:planted()',
  '/%5cevil.test',
  '@evil.test',
]

/**
 * Pages of another origin, in a real browser in which somebody is signed in: at another port of the same host, whose
 * requests carry its cookies, and at another host.
 */
export const crossSite: Attack = {
  name: 'cross-site',
  what: 'forms, fetches and frames of another origin, and links that lead elsewhere, in a browser',
  share: 0,
  async run(ground) {
    const { house, people } = ground
    const elsewhere = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>elsewhere</title>'),
    )
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    const browser = await openBrowser()
    try {
      for (const person of [people.owner, people.registrant]) {
        const context = await browser.newContext({ baseURL: house.url, serviceWorkers: 'block' })
        try {
          await comeIn(context, person)
          // a limit that is reached would hide that a page was obeyed
          await ground.client.query('DELETE FROM rate_limit')
          await ground.settle()
          for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${port}`])
            await attackFrom(ground, context, person, origin)
        } finally {
          await context.close()
        }
      }
      await openRedirects(ground)
    } finally {
      elsewhere.close()
      elsewhere.closeAllConnections()
    }
  },
}

async function comeIn(context: BrowserContext, person: Person): Promise<void> {
  const { visitor, kind } = person
  if (kind === 'registrant') {
    const cookies = [...visitor.cookies].map(([name, value]) => ({
      name,
      value,
      url: visitor.url,
      sameSite: 'Strict' as const,
    }))
    return context.addCookies(cookies)
  }
  const page = await context.newPage()
  await signIn(page, visitor.email, passwordOf(person))
  await page.waitForURL('**/dashboard')
  await page.close()
}

/** Every call in every way in which a page may call another site, each of which has to change nothing and tell nothing. */
async function attackFrom(ground: Ground, context: BrowserContext, { kind }: Person, origin: string): Promise<void> {
  const { house, calls, report } = ground
  const page = await context.newPage()
  const find = (what: string, request: string) =>
    report.find({ kind: crossSite.name, what, request: `${origin}, in the browser of ${kind}: ${request}` })
  page.on('response', (response) => {
    const method = response.request().method()
    if (!response.url().startsWith(house.url) || method === 'OPTIONS') return
    report.count(crossSite.name, response.status(), false)
    if (response.status() >= 500) find('answered as a fault of the server', response.url())
    if (method === 'POST' && response.status() < 400)
      find('a page of another site was obeyed', `${method} ${response.url()} → ${response.status()}`)
  })
  await page.goto(origin)
  const posts = calls.filter(({ method }) => method === 'POST').map((call) => addressOf(house.url, call))
  const gets = calls
    .filter(({ method, call }) => method === 'GET' && call.raw !== 'event-stream')
    .map((call) => addressOf(house.url, call))
  const read = await inPage<string[]>(page, `return (${PAGE_SCRIPT})(${JSON.stringify({ posts, gets })})`)
  for (const address of read) find('a page of another site reads an answer', address)
  await page.goto(origin)
  await page.setContent(`<!doctype html><iframe src="${house.url}/login"></iframe>`)
  const framed = await page
    .frames()[1]
    ?.evaluate<string>('document.body?.innerText ?? ""')
    .catch(() => '')
  if ((framed ?? '').includes('Login')) find('the sign-in page is shown in a frame', '/login')
  await page.close()
  await ground.expectUnchanged(crossSite.name, `the pages of ${origin}, in the browser of ${kind}`)
}

const addressOf = (url: string, { path }: DescribedCall) =>
  url + path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')

/** Runs in the page of the other site, a dozen addresses at a time: answers what of it could be read. */
const PAGE_SCRIPT = `async ({ posts, gets }) => {
  const read = []
  const form = () => { const made = new FormData(); made.append('image', 'x'); return made }
  const bodies = () => [undefined, '{"email":"x"}', new URLSearchParams({ email: 'x' }), form()]
  const inDozens = async (addresses, act) => {
    for (let at = 0; at < addresses.length; at += 12) await Promise.all(addresses.slice(at, at + 12).map(act))
  }
  await inDozens(posts, async (address) => {
    for (const body of bodies()) await fetch(address, { method: 'POST', mode: 'no-cors', credentials: 'include', body }).catch(() => {})
    const headers = { 'content-type': 'application/json', 'x-xsrf-token': 'x' }
    await fetch(address, { method: 'POST', credentials: 'include', headers, body: '{}' }).then(() => read.push('POST ' + address), () => {})
    navigator.sendBeacon(address, '{}')
  })
  await inDozens(gets, (address) => fetch(address, { credentials: 'include' }).then(() => read.push('GET ' + address), () => {}))
  await inDozens(posts, async (address) => {
    const frame = Object.assign(document.createElement('iframe'), { name: 'f' + Math.random() })
    const sent = Object.assign(document.createElement('form'), { method: 'POST', action: address, target: frame.name, enctype: 'text/plain' })
    sent.innerHTML = '<input name=\\'{"email":"x@mail.plumb.test","a\\' value=\\'":"b"}\\'>'
    document.body.append(frame, sent)
    const done = new Promise((resolve) => { frame.onload = resolve; setTimeout(resolve, 1000) })
    sent.submit()
    await done
    frame.remove()
    sent.remove()
  })
  return read
}`

/** Signs in by the form where the address says what comes next: it is never another site. */
async function openRedirects({ house, people, report }: Ground): Promise<void> {
  const browser = await openBrowser()
  const person = people['other investor']
  for (const next of ELSEWHERE) {
    const context = await browser.newContext({ baseURL: house.url, serviceWorkers: 'block' })
    try {
      const page: Page = await context.newPage()
      const left: string[] = []
      await page.route(
        (url) => url.hostname.endsWith('evil.test'),
        (route) => {
          left.push(route.request().url())
          return route.abort()
        },
      )
      await page.goto(`/login?next=${encodeURIComponent(next)}`)
      await page.getByLabel('Email', { exact: true }).fill(person.visitor.email)
      await page.getByLabel('Password', { exact: true }).fill(passwordOf(person))
      await page.getByRole('button', { name: 'Login' }).click()
      await page
        .waitForURL((url) => url.pathname !== '/login' || url.host !== new URL(house.url).host, { timeout: 15_000 })
        .catch(() => {})
      report.count(crossSite.name, 200, true)
      const isHere = new URL(page.url()).origin === new URL(house.url).origin
      if (left.length > 0 || !isHere)
        report.find({
          kind: crossSite.name,
          what: `signing in leads to ${left[0] ?? page.url()}`,
          request: `/login?next=${next}`,
        })
    } finally {
      await context.close()
    }
  }
}
