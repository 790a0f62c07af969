import { openBrowser } from '../../../test/support/browser.ts'
import { inPage } from '../../../test/support/in-page.ts'
import { PASSWORD, signIn } from '../../../test/support/walk.ts'
import { atRest } from '../at-rest.ts'
import { type Attack, inBatches, inputsOf, shuffled } from '../attack.ts'
import { mayMake } from '../calls.ts'
import type { Ground, Request } from '../ground.ts'
import type { Kind } from '../people.ts'
import { plausibleInput } from '../plausible.ts'

/** Headers by which servers and frameworks have been told who somebody is, or what they called. */
function forgedHeaders({ people }: Ground): Record<string, string>[] {
  const { id, bearer } = people.owner.visitor
  return [
    { 'x-role': 'owner', 'x-roles': 'owner,reviewer', role: 'owner' },
    { 'x-user-id': id, 'x-user': 'first-owner', 'x-authenticated-user': id, 'x-forwarded-user': id },
    { 'x-original-url': '/api/user', 'x-rewrite-url': '/api/user' },
    { 'x-http-method-override': 'GET', 'x-method-override': 'GET', 'x-http-method': 'GET' },
    {
      'x-forwarded-host': 'localhost',
      forwarded: 'for=127.0.0.1;host=localhost;proto=https',
      'x-real-ip': '127.0.0.1',
    },
    { 'x-forwarded-for': '127.0.0.1, 127.0.0.1', 'x-client-ip': '127.0.0.1', 'true-client-ip': '127.0.0.1' },
    { 'x-view': 'administrator', 'x-view-as': 'owner', 'x-step-up': 'true', 'x-stepped-up-at': '2099-01-01' },
    { cookie: `role=owner; roles=["owner"]; user=${id}; plumb_roles=owner; is_admin=1` },
    // halves that do not belong together, and either half alone
    { authorization: `Bearer ${bearer}` },
    { authorization: `Bearer ${bearer}`, cookie: 'plumb_session=; XSRF-TOKEN=x' },
    { authorization: 'Bearer null' },
    { authorization: `bearer  ${bearer}` },
    { authorization: 'Basic b3duZXI6b3duZXI=' },
    { authorization: `Bearer ${'A'.repeat(43)}` },
  ]
}

const FORGERS: readonly Kind[] = [
  'visitor',
  'registrant',
  'investor',
  'other investor',
  'support',
  'investor, one half',
  'investor, not proved',
  'half way in',
]

/** Who may not make a call says in headers, cookies, queries and bodies that they may. */
export const forgedRoles: Attack = {
  name: 'forged roles',
  what: 'headers, cookies and halves of sessions that claim a role',
  share: 0.06,
  async run(ground, requests) {
    const inputs = inputsOf(plausibleInput, ground)
    const headers = forgedHeaders(ground)
    const all = ground.calls
      .filter(({ call }) => call.raw !== 'event-stream' && call.who !== 'anyone')
      .flatMap((described) => FORGERS.map((by) => ({ described, by })))
      .filter(({ described, by }) => !mayMake(described, ground.people[by]))
    const cells = shuffled(all, ground.seed)
    await inBatches(ground, forgedRoles.name, requests, (n): Request => {
      const cell = cells[n % cells.length]
      if (cell === undefined) throw new Error('everybody may do everything')
      // once round, each cell meets the next
      const forged = headers[(n + Math.floor(n / cells.length)) % headers.length] ?? {}
      return { ...cell, input: inputs(cell.described), headers: forged, refused: 'a forged role was believed' }
    })
    await eitherHalf(ground)
    await tamperedStorage(ground)
  },
}

/** Either half of each session alone, and halves of two people together, open nothing. */
async function eitherHalf(ground: Ground): Promise<void> {
  const { house, people, report } = ground
  const signedIn = (['investor', 'other investor', 'reviewer', 'owner'] as const).map((kind) => people[kind])
  for (const one of signedIn) {
    for (const other of signedIn) {
      const bearerAlone = { authorization: `Bearer ${one.visitor.bearer}` }
      const cookies = [...other.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const tries: Record<string, string>[] = [
        bearerAlone,
        { cookie: cookies },
        ...(one === other ? [] : [{ ...bearerAlone, cookie: cookies }]),
      ]
      for (const headers of tries) {
        const { status } = await fetch(`${house.url}/api/user`, { headers })
        report.count(forgedRoles.name, status, false)
        if (status !== 401)
          report.find({
            ...{ kind: forgedRoles.name, what: 'a session was opened by one of its halves' },
            request: `GET /api/user with the ${Object.keys(headers).join(' and the ')} of ${one.kind} and ${other.kind} → ${status}`,
          })
      }
    }
  }
  await ground.expectUnchanged(forgedRoles.name, 'halves of sessions')
}

/** The desk, by its addresses and as a device believes it that was told of other roles. */
const DESK = [
  ...['/dashboard', '/list-users', '/admin-investments', '/admin-withdrawals', '/admin-funds', '/admin-audit'],
  ...['/admin-settings', '/admin-kyc', '/admin-mail', '/plans', '/wallets'],
]

/** Investors write into their own device that they are owners: no call of the desk answers them. */
async function tamperedStorage({ house, people, report }: Ground): Promise<void> {
  const browser = await openBrowser()
  const context = await browser.newContext({ baseURL: house.url, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    page.on('response', (response) => {
      const path = response.url().slice(house.url.length)
      if (!/^\/api\/(admin|view-user)/.test(path)) return
      report.count(forgedRoles.name, response.status(), false)
      if (response.ok())
        report.find({ kind: forgedRoles.name, what: 'a role in the device’s storage was believed', request: path })
    })
    await signIn(page, people.investor.visitor.email, PASSWORD)
    for (const path of DESK) {
      await inPage(
        page,
        `const user = JSON.parse(localStorage.getItem('user') ?? '{}')
        localStorage.setItem('user', JSON.stringify({ ...user, roles: ['owner', 'reviewer'], role: 'owner', view: 'administrator' }))
        localStorage.setItem('role', 'owner')`,
      )
      await page.goto(path)
      await atRest(page)
      const text = await page.locator('body').innerText()
      const { email } = people['other investor'].visitor
      if (text.includes(email))
        report.find({ kind: forgedRoles.name, what: 'the desk is shown to an investor', request: path })
    }
  } finally {
    await context.close()
  }
}
