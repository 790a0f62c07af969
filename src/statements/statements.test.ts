import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kit/clock.ts'
import { writeSequence } from '#lists/cursor.ts'
import { THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { addApp, codeOf } from '../../test/support/factors.ts'
import { prepareCheck } from '../../test/support/identity.ts'
import { textOfPdf } from '../../test/support/pdf-text.ts'
import type { Visitor } from '../../test/support/visitor.ts'
import { makeOffer } from '../../test/support/walk.ts'
import { THOROUGH } from '../../test/support/thorough.ts'

const FORMULA = '=HYPERLINK("https://evil.example", "Steady")'
const YEAR = 'from=2026-01-01&to=2026-12-31'
const REASON = 'He sent 10.00 more, "as the bank says",\nin two parts'

let house: TestApp
let investor: Visitor
let stranger: Visitor
let owner: Visitor
let investmentId: string
let withdrawalId: string
let referralId: string

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  owner = await house.owner()
  await makeOffer(owner, { name: FORMULA, durations_copy: '14' })
  investor = house.visitor()
  await investor.join('inviter')
  stranger = house.visitor()
  await stranger.join('invited', { referral: 'inviter' })
  await invests(investor, '500')
  await invests(stranger, '300')
  const records = (await investor.get('/api/histories')).body
  investmentId = records.investments[0].id
  referralId = records.referrals[0].id
  await owner.must(`/api/approve-referral/${referralId}`, {})
  await house.clock.move(3 * DAY + 5 * HOUR)
  investor = await signIn('inviter')
  owner = await house.owner()
  await house.runJobs()
  await house.clock.move(2 * HOUR)
  await investor.must('/api/withdraw', {
    ...{ amount: '5', source: 'investment', wallet_name: 'Bitcoin' },
    wallet_address: THEIR_BITCOIN,
  })
  withdrawalId = (await investor.get('/api/histories')).body.withdrawals[0].id
  await owner.must(`/api/decline-withdrawal/${withdrawalId}`, { reason: 'The address is on a list.' })
  await owner.must(`/api/note-user/${investor.id}`, { text: 'Between administrators' })
  await owner.must(`/api/topup-user/${investor.id}`, { amount: '12.34', account: 'bonus', reason: REASON })
})
afterAll(async () => {
  expect(await house.problems()).toEqual([])
  await house.close()
})

async function invests(who: Visitor, amount: string): Promise<void> {
  const { plans, wallets } = (await who.get('/api/histories')).body
  await who.must('/api/save-investment', { plan_id: plans[0].id, wallet_id: wallets[0].id, amount, duration: 14 })
  const { id } = (await who.get('/api/histories')).body.investments[0]
  await owner.must(`/api/approve-investment/${id}`, {})
}

async function signIn(name: string): Promise<Visitor> {
  const again = house.visitor()
  await again.signIn(`${name}@mail.plumb.test`, 'correct horse battery')
  return again
}

/** A file as bytes. */
async function fileAt(who: Visitor, path: string) {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(who.url + path, { headers: { authorization: `Bearer ${who.bearer}`, cookie } })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('the story of a record', () => {
  test('says where money came from and went, and names administrators by their role', async () => {
    const { body } = await investor.get(`/api/investment-story/${investmentId}`)
    expect(body.postings[0]).toMatchObject({
      kind: 'investment approved',
      at: '2026-03-01T12:00:00.000Z',
      by: 'administrator',
      reason: null,
    })
    expect(
      body.postings[0].entries.toSorted((a: { account: string }, b: { account: string }) =>
        a.account < b.account ? -1 : 1,
      ),
    ).toEqual([
      { account: 'custody', wallet: 'Bitcoin', amount: '500.00', balance_after: null, mine: false },
      { account: 'invested', wallet: null, amount: '500.00', balance_after: '500.00', mine: true },
    ])
    expect(body.postings[1].entries).toContainEqual(
      expect.objectContaining({ account: 'yield', wallet: null, balance_after: null, mine: false }),
    )
    expect(JSON.stringify(body)).not.toContain('first-owner')
  })

  test('says why a withdrawal was given back, in the words of whoever decided it', async () => {
    const { body } = await investor.get(`/api/withdrawal-story/${withdrawalId}`)
    expect(body.postings.map(({ kind, by, reason }: Record<string, unknown>) => ({ kind, by, reason }))).toEqual([
      { kind: 'withdrawal held', by: 'investor', reason: null },
      { kind: 'withdrawal given back', by: 'administrator', reason: 'The address is on a list.' },
    ])
  })

  test('tells a referral to its inviter alone', async () => {
    const { body } = await investor.get(`/api/referral-story/${referralId}`)
    expect(body.postings).toHaveLength(1)
    expect(body.postings[0].entries).toContainEqual({
      ...{ account: 'referral', wallet: null, amount: '15.00', balance_after: '15.00', mine: true },
    })
    expect(body.postings[0].entries).toContainEqual(expect.objectContaining({ account: 'referral expense' }))
  })

  test('is not there for anybody else, administrators among them', async () => {
    const other = await signIn('invited')
    const records = { investment: investmentId, withdrawal: withdrawalId, referral: referralId }
    for (const [record, id] of Object.entries(records)) {
      expect((await other.get(`/api/${record}-story/${id}`)).status).toBe(404)
      expect((await owner.get(`/api/${record}-story/${id}`)).status).toBe(404)
      expect((await investor.get(`/api/${record}-story/nothing`)).status).toBe(404)
    }
  })
})

describe('the story of a balance', () => {
  test('counts what is earned and not yet posted apart', async () => {
    await house.clock.move(HOUR)
    const { body } = await investor.get('/api/story/earnings')
    // floor(500 × 0.004 × 3600 / 86400), give or take the part of a micro-dollar that was carried
    expect(body.unposted).toBe('0.083333')
    expect(body.lines[0]).toMatchObject({
      kind: 'withdrawal given back',
      amount: '5.00',
      reason: 'The address is on a list.',
    })
    expect(body.lines.at(-1)).toMatchObject({
      cause: { kind: 'investment', id: investmentId, title: FORMULA },
      yield: { principal: '500.00', daily_roi: '0.4', seconds_from: 0, seconds_to: 277_200 },
    })
    const { account_balance } = (await investor.get('/api/balance')).body
    expect(Number(body.balance) + Number(body.unposted)).toBeCloseTo(Number(account_balance), 6)
  })

  test('knows the invited by the e-mail that their inviter sees, and an adjustment by its reason', async () => {
    expect((await investor.get('/api/story/referral')).body.lines[0].cause).toEqual({
      ...{ kind: 'referral', id: referralId, title: 'invited@mail.plumb.test' },
    })
    expect((await investor.get('/api/story/bonus')).body.lines[0]).toMatchObject({
      ...{ kind: 'top up', amount: '12.34', by: 'administrator', reason: REASON, cause: { kind: 'user', title: '' } },
    })
  })

  test('refuses a cursor that it did not write and a balance that there is not', async () => {
    expect((await investor.get('/api/story/earnings?cursor=x')).status).toBe(422)
    expect((await investor.get('/api/story/earnings?limit=0')).status).toBe(422)
    expect((await investor.get('/api/story/custody')).status).toBe(404)
  })

  test('goes on from a cursor beyond every line that an account can have', async () => {
    const cursor = writeSequence(10n ** 18n - 1n)
    const [all, beyond] = [
      await investor.get('/api/story/earnings'),
      await investor.get(`/api/story/earnings?cursor=${cursor}`),
    ]
    expect([beyond.status, beyond.body.lines]).toEqual([200, all.body.lines])
  })
})

describe('a statement', () => {
  test.each([
    ['from=2026-02-30&to=2026-03-01', 'from'],
    ['from=2026-03-01&to=tomorrow', 'to'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['from=2016-03-01&to=2026-03-01', 'to'],
    ['from=0000-01-01&to=0001-01-01', 'from'],
    ['from=2026-03-01&to=2026-03-02&zone=Mars/Olympus', 'zone'],
    ['from=2026-03-01&to=2026-03-02&account=custody', 'account'],
    ['from=2026-03-01&to=2026-03-02&cursor=x', 'cursor'],
    ['from=2026-03-01', 'to'],
  ])('refuses %s in words', async (query, field) => {
    for (const path of [
      '/api/statement',
      ...(field === 'cursor' ? [] : ['/api/statement.csv', '/api/statement.pdf']),
    ]) {
      const { status, body } = await investor.get(`${path}?${query}`)
      expect(status).toBe(422)
      expect(body.errors[field]).toEqual([expect.stringMatching(/^[A-Z].*\.$/)])
    }
  })

  test('cuts off the future', async () => {
    const ahead = (await investor.get('/api/statement?from=2026-05-01&to=2026-06-01')).body
    expect(ahead).toMatchObject({ opening: ahead.closing, in: '0.00', out: '0.00', lines: [] })
    expect((await investor.get(`/api/statement?${YEAR}`)).body.to).toBe('2026-03-04')
  })

  test('counts a move between own accounts as nothing', async () => {
    const { lines } = (await investor.get(`/api/statement?${YEAR}`)).body
    const held = lines.find(({ kind }: { kind: string }) => kind === 'withdrawal held')
    expect(held).toMatchObject({ amount: '0.00' })
    expect(held.entries).toEqual([
      { account: 'earnings', amount: '-5.00' },
      { account: 'withdrawing', amount: '5.00' },
    ])
  })

  test('comes as CSV in which no text is a formula and every amount is a number', async () => {
    const { answer, bytes } = await fileAt(investor, `/api/statement.csv?${YEAR}&account=earnings`)
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="plumb-statement-earnings-2026-01-01-to-2026-03-04.csv"',
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(bytes[0]).not.toBe(0xef)
    // the newest checkpoint, once there is one
    const rows = readCsv(bytes.toString('utf8')).filter(({ What }) => !What?.startsWith('plumb-'))
    const statement = (await investor.get(`/api/statement?${YEAR}&account=earnings`)).body
    expect(rows).toHaveLength(statement.count + 3)
    expect(rows[1]).toMatchObject({ What: 'Earnings', For: `'${FORMULA}` })
    expect(rows.find(({ What }) => What === 'Held for a withdrawal')).toMatchObject({ Amount: '-5.00', By: 'you' })
    expect(rows.at(-2)).toMatchObject({ What: 'Closing balance', Balance: statement.closing })
    const { account_balance } = (await investor.get('/api/balance')).body
    expect(rows.at(-1)).toMatchObject({
      ...{ What: 'Earned, not yet posted', Amount: statement.unposted, Balance: account_balance },
    })
    for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+@]/)
    const bonus = readCsv((await fileAt(investor, `/api/statement.csv?${YEAR}&account=bonus`)).bytes.toString('utf8'))
    expect(bonus[1]).toMatchObject({ Reason: REASON, Amount: '12.34' })
  })

  test('comes as PDF that says what the statement says', async () => {
    const { answer, bytes } = await fileAt(investor, `/api/statement.pdf?${YEAR}&zone=Europe/Berlin`)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toContain('.pdf"')
    const { opening, closing, in: moneyIn, out, unposted } = (await investor.get(`/api/statement?${YEAR}`)).body
    const text = textOfPdf(bytes)
    for (const said of [opening, closing, moneyIn, out]) expect(text).toContain(`$${said}`)
    expect(text.replaceAll('\n', '')).toContain(`Earned, not yet posted$${unposted}`)
    for (const said of ['Plumb', 'inviter', '1 Jan 2026 to 4 Mar 2026', 'Europe/Berlin', 'Page 1 of 1', 'Top-up']) {
      expect(text).toContain(said)
    }
  })
})

describe('the export', () => {
  test('holds everything about the actor, nobody else’s, and no secret', async () => {
    const { answer, bytes } = await fileAt(investor, '/api/export')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="plumb-export-[\d-]+\.json"$/)
    const text = bytes.toString('utf8')
    const kept = JSON.parse(text)
    expect(kept).toMatchObject({
      user: { name: 'inviter', email: 'inviter@mail.plumb.test', country: 'US', signed_in_at: expect.any(String) },
      consent: { terms_version: expect.any(String), terms_accepted_at: expect.any(String) },
      investments: [{ id: investmentId, history: expect.any(Array) }],
      withdrawals: [{ id: withdrawalId }],
      referrals: [{ id: referralId }],
    })
    expect(kept.about.join(' ')).toMatch(/postings/)
    expect(kept.sessions.length).toBeGreaterThan(1)
    expect(kept.places.map(({ place }: { place: string }) => place)).toContain('device')
    expect(kept.notifications.length).toBeGreaterThan(3)
    expect(kept.acts.map(({ action }: { action: string }) => action)).toContain('decline withdrawal')
    const counts = await Promise.all(
      ['earnings', 'referral', 'bonus', 'invested', 'withdrawing'].map(
        async (of) => (await investor.get(`/api/story/${of}`)).body.count as number,
      ),
    )
    const mine = kept.postings.flatMap(({ entries }: { entries: { mine: boolean }[] }) =>
      entries.filter((one) => one.mine),
    )
    expect(mine).toHaveLength(counts.reduce((total, count) => total + count, 0))
    const secrets = await everySecret()
    expect(secrets.length).toBeGreaterThan(5)
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).not.toContain('first-owner')
    expect(text).not.toMatch(/note on user|Between administrators/)
  })

  test('holds sign-ins, second factors by name and saved addresses', async () => {
    const zoe = house.visitor()
    await zoe.join('zoe')
    await house.visitor().signIn(zoe.email, 'not her password')
    await house.runJobs()
    await addApp(zoe, house.clock.now(), { name: 'Blue phone', password: 'correct horse battery' })
    await zoe.must('/api/save-address', { network: 'bitcoin', address: THEIR_BITCOIN, address_name: 'My own' })
    const kept = JSON.parse((await fileAt(zoe, '/api/export')).bytes.toString())
    expect(kept.factors).toMatchObject([{ kind: 'authenticator', name: 'Blue phone' }])
    expect(kept.addresses).toMatchObject([{ address: THEIR_BITCOIN, name: 'My own', removed_at: null }])
    expect(kept.sign_ins).toMatchObject([{ action: 'wrong password', network: expect.stringMatching(/^198\./) }])
  })

  test('holds what was entered for an identity check for whoever has just signed in, and says why not for others', async () => {
    const yuri = house.visitor()
    await yuri.join('yuri')
    await prepareCheck(yuri, { street: '7 Sealed Street' })
    const details = async () => JSON.parse((await fileAt(yuri, '/api/export')).bytes.toString())
    const draft = { check: null, legal_name: 'Anna Example', address: { street: '7 Sealed Street' } }
    expect((await details()).identity_details).toMatchObject([draft])
    await yuri.must('/api/kyc', {})
    const [check] = (await owner.get(`/api/admin/checks?user=${yuri.id}`)).body.items
    const { identity_checks, identity_details, about } = await details()
    expect(identity_checks).toMatchObject([{ id: check.id, state: 'submitted', reason_code: null }])
    expect(identity_details).toMatchObject([
      {
        ...{ ...draft, check: check.id, birth_date: '1990-12-31', word: expect.any(String) },
        document: { kind: 'passport', number: expect.stringMatching(/^X\d{8}$/) },
        pictures: ['front', 'face'].map((kind) => ({
          ...{ kind, bytes: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        })),
      },
    ])
    expect(about.join(' ')).not.toContain('left out (null)')
    await house.clock.move(5 * MINUTE, { away: true })
    const later = await details()
    expect([later.identity_details, JSON.stringify(later).includes('Sealed Street')]).toEqual([null, false])
    expect(later.about.join(' ')).toContain('identity_details: left out (null)')
    expect(later.identity_checks).toHaveLength(1)
    // whoever has a second factor is asked for it, and has the details with it
    await yuri.signIn(yuri.email, 'correct horse battery')
    const { secret } = await addApp(yuri, house.clock.now(), { password: 'correct horse battery' })
    expect((await details()).identity_details).toHaveLength(1)
    await house.clock.move(5 * MINUTE, { away: true })
    const asked = await fileAt(yuri, '/api/export')
    expect([asked.answer.status, JSON.parse(asked.bytes.toString()).step_up]).toEqual([403, ['authenticator']])
    await yuri.must('/api/step-up', { code: codeOf(secret, house.clock.now()) })
    expect((await details()).identity_details).toHaveLength(1)
  })

  test('says of an identity check that does not open that it does not, and holds everything else', async () => {
    const una = house.visitor()
    await una.join('una')
    await prepareCheck(una)
    await una.must('/api/kyc', {})
    const database = new pg.Client({ connectionString: house.databaseUrl })
    await database.connect()
    await database.query(
      `UPDATE document_key SET wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) WHERE user_id = $1`,
      [una.id],
    )
    await database.end()
    const kept = JSON.parse((await fileAt(una, '/api/export')).bytes.toString())
    expect(kept).toMatchObject({
      user: { id: una.id },
      identity_details: [{ unreadable: true, word: expect.any(String) }],
    })
    expect(kept.identity_details[0]).not.toHaveProperty('legal_name')
  })

  test('holds what an administrator has kept for themselves, and nobody else does', async () => {
    const search = { q: 'steady', sort: 'oldest' }
    await owner.must('/api/save-filter', { list: 'investments', name: 'Steady ones', search })
    const filtersOf = async (who: Visitor) =>
      JSON.parse((await fileAt(who, '/api/export')).bytes.toString()).saved_filters
    const saved = { list: 'investments', name: 'Steady ones', search, created_at: expect.any(String) }
    expect(await filtersOf(owner)).toEqual([saved])
    expect(await filtersOf(investor)).toEqual([])
  })
})

test(
  'a hundred files that one investor asks for at once are made, and keep nobody else waiting',
  THOROUGH,
  async () => {
    const other = await signIn('invited')
    let made = 0
    const files = Array.from({ length: 100 }, async (_, n) => {
      const path = ['/api/export', `/api/statement.csv?${YEAR}`, `/api/statement.pdf?${YEAR}`][n % 3] ?? ''
      const { answer } = await fileAt(investor, path)
      made += 1
      return answer.status
    })
    expect((await other.get('/api/balance')).status).toBe(200)
    expect((await fileAt(other, '/api/export')).answer.status).toBe(200)
    expect(made).toBeLessThan(60)
    expect(new Set(await Promise.all(files))).toEqual(new Set([200]))
  },
)

/** Every hash and key in the database. */
async function everySecret(): Promise<string[]> {
  const client = new pg.Client({ connectionString: house.databaseUrl })
  await client.connect()
  const { rows: columns } = await client.query<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'
     AND (column_name ~ 'hash|fingerprint|private_key|^auth$|p256dh')`,
  )
  const found: string[] = []
  for (const { table_name, column_name } of columns) {
    const { rows } = await client.query<{ secret: string | null }>(
      `SELECT "${column_name}"::text AS secret FROM "${table_name}"`,
    )
    found.push(...rows.flatMap(({ secret }) => (secret === null || secret === '' ? [] : [secret])))
  }
  await client.end()
  return found
}

/** Reads CSV (RFC 4180) as a spreadsheet would: rows by their column's head. */
function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  const [head = [], ...lines] = rows.filter((row) => row.length > 1)
  return lines.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])))
}
