import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#kit/clock.ts'
import type { AuditLine } from '#audit/contract.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { giveRoles } from './support/roles.ts'
import type { Visitor } from './support/visitor.ts'

const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' }

describe('what leaves a trace although nothing is done', () => {
  let house: TestApp
  let owner: Visitor
  let amy: Visitor
  let sue: Visitor
  beforeAll(async () => {
    house = await startTestApp({ env: { KYC: 'off' } })
    owner = await house.owner()
    ;[amy, sue] = [house.visitor(), house.visitor()]
    await amy.join('amy')
    await sue.join('sue')
    await giveRoles(owner, sue, ['support'])
  })
  afterAll(() => house.close())

  const linesOf = async (who: Visitor, action: string): Promise<AuditLine[]> => {
    const { body } = await owner.get(`/api/admin/audit?q=${who.id}&action=${encodeURIComponent(action)}&limit=100`)
    return body.items
  }
  const notices = async (who: Visitor) =>
    (await who.get('/api/notifications')).body.items.map(({ data }: { data: Record<string, string> }) => data)
  const refused = (who: Visitor, id = owner.id) =>
    who.send('POST', `/api/block-user/${id}`, JSON.stringify({ reason: 'Try' }), FIREFOX)

  test('a refusal of somebody who is signed in is in the audit log, with address and device in words', async () => {
    expect((await refused(sue)).status).toBe(403)
    expect(await linesOf(sue, 'request refused')).toMatchObject([
      {
        ...{ actor: { name: 'sue' }, address: sue.address, device: 'Firefox on Linux' },
        ...{ subject: { kind: 'user', id: sue.id }, after: { what: 'POST /api/block-user/:id' } },
      },
    ])
    // of strangers nothing is written: they have no account that a line could be about
    const before = (await owner.get('/api/admin/audit/count')).body
    expect((await house.visitor().post(`/api/block-user/${owner.id}`, { reason: 'Try' })).status).toBe(401)
    expect((await owner.get('/api/admin/audit/count')).body).toEqual(before)
  })

  test('one who is refused over and over fills no log, and the owners hear of it once', async () => {
    const before = (await notices(owner)).length
    for (let n = 0; n < 3; n += 1) await Promise.all(Array.from({ length: 10 }, () => refused(amy)))
    const lines = await linesOf(amy, 'request refused')
    expect(lines.map(({ after }) => after).toReversed()).toEqual([
      ...Array.from({ length: 3 }, () => ({ what: 'POST /api/block-user/:id' })),
      { what: 'POST /api/block-user/:id', times_within_an_hour: 10 },
    ])
    const [alarm, ...others] = (await notices(owner)).slice(0, -before)
    expect(others).toEqual([])
    expect(alarm).toMatchObject({ title: 'Many refusals', bold_value: 'amy', status_color: 'red' })
    await owner.newestMessage('.eml', owner.email, /Many requests from one person were refused/)
    // the next day somebody looks again
    await house.clock.move(DAY)
    owner = await house.owner()
    await amy.signIn(amy.email, 'correct horse battery')
    for (let n = 0; n < 35; n += 1) await refused(amy)
    expect((await notices(owner))[0]).toMatchObject({ title: 'Many refusals', bold_value: 'amy' })
  })

  test('a file of one’s own is answered once its trace stands, and taken over and over fills no log', async () => {
    await house.clock.move(HOUR)
    for (let n = 0; n < 5; n += 1) expect((await amy.get('/api/export')).status).toBe(200)
    expect((await amy.get('/api/statement.csv?from=2026-03-01&to=2026-03-02')).status).toBe(200)
    expect((await amy.get('/api/statement.pdf?from=2026-03-01&to=2026-03-02')).status).toBe(200)
    expect((await linesOf(amy, 'file downloaded')).map(({ after }) => after).toReversed()).toEqual([
      ...Array.from({ length: 3 }, () => ({ what: 'GET /api/export' })),
      { what: 'GET /api/statement.csv' },
      { what: 'GET /api/statement.pdf' },
    ])
  })

  test('an administrator on a device that their account was never used on: they hear of it, and the owners', async () => {
    const told = async (who: Visitor, title: string) =>
      (await notices(who)).filter((notice: Record<string, string>) => notice['title'] === title)
    const before = (await told(owner, 'Administrator on a new device')).length
    // the same device once more
    await sue.signIn(sue.email, 'correct horse battery')
    expect(await told(sue, 'New device')).toEqual([])
    const elsewhere = house.visitor()
    await elsewhere.get('/sanctum/csrf-cookie')
    const login = JSON.stringify({ email: sue.email, password: 'correct horse battery' })
    elsewhere.keepSession(await elsewhere.send('POST', '/api/login', login, FIREFOX))
    expect(await told(elsewhere, 'New device')).toMatchObject([
      { bold_value: 'Firefox on Linux', status_text: 'signed in to your account' },
    ])
    const alarms = await told(owner, 'Administrator on a new device')
    expect(alarms).toHaveLength(before + 1)
    expect(alarms[0]).toMatchObject({ bold_value: 'sue', status_text: 'signed in on Firefox on Linux' })
    await sue.newestMessage('.eml', sue.email, /New sign-in to your Plumb account/)
    // the device is known from then on
    await elsewhere.signIn(sue.email, 'correct horse battery')
    expect(await told(elsewhere, 'New device')).toHaveLength(1)
    // nobody is told of an investor's devices
    await house.visitor().signIn(amy.email, 'correct horse battery')
    expect(await told(amy, 'New device')).toEqual([])
  })

  test('five hundred requests that limits refuse within an hour: the owners hear of it, once', async () => {
    const stranger = house.visitor()
    for (let n = 0; n < 70; n += 1) {
      await Promise.all(Array.from({ length: 10 }, () => stranger.get('/api/invitation?referral=nobody')))
    }
    const alarms = (await notices(owner)).filter(({ title }: Record<string, string>) => title === 'Limits reached')
    expect(alarms).toHaveLength(1)
    expect(alarms[0]).toMatchObject({ bold_value: '500 requests' })
  })
})

describe('a session that was signed out of without a connection', () => {
  let house: TestApp
  beforeAll(async () => {
    house = await startTestApp()
  })
  afterAll(() => house.close())
  const hashOf = async (token = '') =>
    Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))).toString('hex')

  test('ends by the hash of its token, which opens nothing, and no other session ends with it', async () => {
    const [here, other] = [await house.owner(), await house.owner()]
    const hash = await hashOf(here.bearer)
    const stranger = house.visitor()
    const withHash = house.visitor()
    withHash.bearer = hash
    expect((await withHash.get('/api/user')).status).toBe(401)
    const { status, body } = await stranger.post('/api/end-unended', { sessions: [hash] })
    expect(status).toBe(200)
    expect((await here.get('/api/user')).status).toBe(401)
    expect((await other.get('/api/user')).status).toBe(200)
    // it is told as often as it must be, and what names no session is answered the same
    for (const sessions of [[hash], ['0'.repeat(64)], [hash, hash]]) {
      expect(await stranger.post('/api/end-unended', { sessions })).toMatchObject({ status: 200, body })
    }
    for (const sessions of [[], ['x'], [hash.toUpperCase()], Array.from({ length: 11 }, () => hash)]) {
      expect((await stranger.post('/api/end-unended', { sessions })).status).toBe(422)
    }
  })

  test('is told of sixty times a minute from one place', async () => {
    const stranger = house.visitor()
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => stranger.post('/api/end-unended', { sessions: ['0'.repeat(64)] })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  test('signing out has the browser forget what it has kept, but no cookie of a neighbour’s', async () => {
    const owner = await house.owner()
    const answer = await owner.post('/api/logout')
    expect(answer.headers.get('clear-site-data')).toBe('"cache"')
  })
})

describe('reports of pages', () => {
  let house: TestApp
  beforeAll(async () => {
    house = await startTestApp()
  })
  afterAll(() => house.close())
  const report = (of: TestApp, body: string, from = of.visitor()) =>
    from.send('POST', '/csp-report', body, { 'content-type': 'application/csp-report' })
  const one = JSON.stringify({ 'csp-report': { 'effective-directive': 'script-src' } })

  test('are taken twenty a minute from one place, and refused where they are none or too long', async () => {
    const from = house.visitor()
    const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await report(house, one, from)).status))
    expect(statuses.filter((status) => status === 204)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect((await report(house, JSON.stringify({ 'csp-report': { x: 'x'.repeat(9000) } }))).status).toBe(413)
    expect((await report(house, '{"csp-report":')).status).toBe(422)
    expect((await house.visitor().send('GET', '/csp-report', undefined)).status).not.toBe(500)
  })
})
