import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { OWNER, startTestApp, type TestApp } from '../../test/support/app.ts'
import { giveRoles } from '../../test/support/roles.ts'
import type { Visitor } from '../../test/support/visitor.ts'
import { makeOffer, PASSWORD } from '../../test/support/walk.ts'
import { THOROUGH } from '../../test/support/thorough.ts'

const LISTS = ['investments', 'withdrawals', 'referrals', 'users'] as const
const FORMULA = '=HYPERLINK("https://evil.example", "Steady")'

let house: TestApp
let owner: Visitor
let support: Visitor
let inviter: Visitor
let invited: Visitor
let database: pg.Client
const amounts = ['500', '300', '100', '300']
let afterFirst: Date

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  owner = await house.owner()
  await makeOffer(owner, { name: FORMULA, durations_copy: '14' })
  inviter = await joined('inviter')
  invited = await joined('invited', 'inviter')
  support = await joined('the-support')
  await giveRoles(owner, support, ['support'])
  for (const amount of amounts) {
    await invest(invited, amount)
    afterFirst ??= new Date(house.clock.now().getTime() + 1)
    await house.clock.move(HOUR)
  }
  for (const { id, amount } of (await owner.get('/api/admin/investments?sort=smallest')).body.items.slice(0, 2)) {
    expect(['100.00', '300.00']).toContain(amount)
    await owner.must(`/api/approve-investment/${id}`, {})
  }
  await owner.must(`/api/topup-user/${invited.id}`, { amount: '90', reason: 'A gift' })
  for (const amount of ['5', '6']) {
    await invited.must('/api/withdraw', {
      ...{ amount, source: 'investment', wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN },
    })
  }
  database = new pg.Client({ connectionString: house.databaseUrl })
  await database.connect()
})
/** For whoever was laid down as a row. */
async function openAccounts() {
  await database.query(`
    INSERT INTO account (owner_id, kind, side, floor, created_at)
    SELECT person.id, kind, -1, 0, now()
    FROM app_user AS person, unnest('{earnings,referral,bonus,invested,withdrawing}'::text[]) AS kind
    WHERE NOT EXISTS (SELECT FROM account WHERE account.owner_id = person.id)`)
}

afterAll(async () => {
  await database.end()
  expect(await house.problems()).toEqual([])
  await house.close()
})

async function joined(name: string, referral?: string): Promise<Visitor> {
  const visitor = house.visitor()
  await visitor.join(name, referral === undefined ? {} : { referral })
  return visitor
}

async function invest(who: Visitor, amount: string): Promise<void> {
  const { plans, wallets } = (await who.get('/api/histories')).body
  await who.must('/api/save-investment', { plan_id: plans[0].id, wallet_id: wallets[0].id, amount, duration: 14 })
}

const list = async (path: string, who = owner) => {
  const { status, body } = await who.get(`/api/admin/${path}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { items: (Record<string, unknown> & { id: string })[]; next_cursor: string | null }
}
const amountsOf = async (path: string) => (await list(path)).items.map(({ amount }) => amount)
const proofOf = (who: Visitor) => {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { cookie, ...(who.bearer === undefined ? {} : { authorization: `Bearer ${who.bearer}` }) }
}
const fileOf = async (path: string, who = owner) => {
  const response = await fetch(`${house.url}/api/admin/${path}`, { headers: proofOf(who) })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
/** The lines of a file by their headers; its fields hold no line breaks here. */
const rowsOf = async (path: string) => {
  const lines = (await fileOf(path)).text.trimEnd().split('\r\n')
  const [headers = [], ...rows] = lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
    ),
  )
  return rows.map((row) => Object.fromEntries(headers.map((header, n) => [header, row[n] ?? ''])))
}

describe('a list over HTTP', () => {
  test('goes in each of the four orders, by pages, through every record once', async () => {
    expect(await amountsOf('investments?sort=largest')).toEqual(['500.00', '300.00', '300.00', '100.00'])
    expect(await amountsOf('investments?sort=smallest')).toEqual(['100.00', '300.00', '300.00', '500.00'])
    expect(await amountsOf('investments?sort=oldest')).toEqual(['500.00', '300.00', '100.00', '300.00'])
    expect(await amountsOf('investments')).toEqual(['300.00', '100.00', '300.00', '500.00'])
    for (const sort of ['newest', 'oldest', 'largest', 'smallest']) {
      const whole = (await list(`investments?sort=${sort}`)).items.map(({ id }) => id)
      const paged: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await list(`investments?sort=${sort}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
        paged.push(...page.items.map(({ id }) => id))
        cursor = page.next_cursor
      }
      expect(paged).toEqual(whole)
    }
  })

  test('is narrowed by time, amount, state, user and words, all together', async () => {
    const moment = afterFirst.toISOString()
    expect(await amountsOf(`investments?from=${moment}&sort=oldest`)).toEqual(['300.00', '100.00', '300.00'])
    expect(await amountsOf(`investments?to=${moment}`)).toEqual(['500.00'])
    expect(await amountsOf('investments?min=300&max=300')).toEqual(['300.00', '300.00'])
    expect(await amountsOf(`investments?user=${invited.id}`)).toHaveLength(4)
    expect(await amountsOf(`investments?user=${inviter.id}`)).toEqual([])
    expect(await amountsOf(`referrals?user=${inviter.id}&sort=largest`)).toEqual(['15.00', '5.00'])
    expect(await amountsOf(`referrals?user=${invited.id}`)).toEqual([])
    expect(await amountsOf('referrals?q=INVITED@&min=10')).toEqual(['15.00'])
    expect(await amountsOf(`withdrawals?q=${THEIR_BITCOIN.slice(0, 9).toUpperCase()}&max=5.5`)).toEqual(['5.00'])
    expect(
      await amountsOf(
        `investments?q=invited&status=approved&min=200&to=${house.clock.now().toISOString()}&user=${invited.id}`,
      ),
    ).toEqual(['300.00'])
    expect((await list('users?q=invited&sort=oldest')).items.map(({ name }) => name)).toEqual(['invited'])
  })

  test('refuses what cannot be read, under its field, and takes a cursor only for the order that it was made for', async () => {
    const { next_cursor } = await list('investments?limit=1')
    for (const [query, field] of [
      [`cursor=${next_cursor}&sort=largest`, 'cursor'],
      [`cursor=${next_cursor}&sort=oldest`, 'cursor'],
      ['cursor=x', 'cursor'],
      ['sort=dearest', 'sort'],
      ['sort=', 'sort'],
      ['status=paid', 'status'],
      ['from=yesterday', 'from'],
      ['to=2026-02-30', 'to'],
      ['min=-1', 'min'],
      ['max=1.001', 'max'],
      ['user=me', 'user'],
      ['page=2', 'page'],
    ] as const) {
      const { status, body } = await owner.get(`/api/admin/investments?${query}`)
      expect([status, Object.keys(body.errors ?? {})], query).toEqual([422, [field]])
    }
    for (const query of ['min=1', 'sort=largest', `user=${invited.id}`]) {
      expect((await owner.get(`/api/admin/users?${query}`)).status, query).toBe(422)
    }
  })
})

describe('the count of a list', () => {
  test.each([
    ...[
      'investments',
      'investments?status=approved',
      'investments?q=invited&min=200&sort=largest',
      'investments?q=nobody',
    ],
    ...['withdrawals', `withdrawals?q=${THEIR_BITCOIN.slice(0, 9)}&max=5`, 'referrals', 'referrals?q=inviter'],
    ...['users', 'users?q=invited', 'users?roles=yes', 'users?blocked=yes', 'users?status=none'],
    ...['audit', 'audit?kind=investment', 'audit?action=approve%20investment', 'audit?q=invited', 'audit?q=mail.plumb'],
    ...['messages', 'messages?q=invited', 'messages?q=code', 'messages?status=delivered'],
  ])('of %s is how many records its pages have together', async (path) => {
    const [name, query = ''] = path.split('?')
    let many = 0
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(`${name}?${query}&limit=3${cursor && `&cursor=${cursor}`}`, support)
      many += page.items.length
      cursor = page.next_cursor
    }
    const { body } = await support.get(`/api/admin/${name}/count?${query}`)
    expect(body).toEqual({ status: 'success', count: many, more: false })
  })

  test('is refused for what cannot be read, as the list is', async () => {
    for (const [query, field] of [
      ...[
        ['status=paid', 'status'],
        ['from=yesterday', 'from'],
        ['min=-1', 'min'],
        ['cursor=x', 'cursor'],
      ],
    ] as const) {
      const { status, body } = await owner.get(`/api/admin/investments/count?${query}`)
      expect([status, Object.keys(body.errors ?? {})], query).toEqual([422, [field]])
    }
    expect((await invited.get('/api/admin/investments/count')).status).toBe(403)
  })
})

test('the list of users says what they have on the books, and when they signed in last', async () => {
  const { rows } = await database.query<{ kind: string; balance: string }>(
    'SELECT kind, balance FROM account WHERE owner_id = $1',
    [invited.id],
  )
  const on = Object.fromEntries(rows.map(({ kind, balance }) => [kind, BigInt(balance)]))
  const dollarsOf = (micro = 0n) => Number(micro) / 1e6
  const itemOf = async () => (await list('users?q=invited')).items.find(({ id }) => id === invited.id)
  const item = await itemOf()
  expect(Number(item?.['invested'])).toBe(400)
  expect(Number(item?.['balance'])).toBe(
    dollarsOf((on['earnings'] ?? 0n) + (on['referral'] ?? 0n) + (on['bonus'] ?? 0n)),
  )
  expect(Number(item?.['balance'])).toBeGreaterThanOrEqual(79)
  const before = new Date(String(item?.['signed_in_at'])).getTime()
  await house.clock.move(HOUR)
  const again = house.visitor()
  await again.signIn(invited.email, PASSWORD)
  expect(new Date(String((await itemOf())?.['signed_in_at'])).getTime()).toBeGreaterThanOrEqual(before + HOUR)
  // whoever never came back after a sign-up by somebody else’s hand has no time
  await database.query(
    `INSERT INTO app_user (id, name, email, phone, country, password_hash, password_set_at, terms_version, terms_accepted_at, created_at)
     VALUES ($1, 'never-there', 'never-there@mail.plumb.test', '', '', 'none', now(), '1', now(), '2020-01-01')`,
    [newId()],
  )
  await openAccounts()
  expect((await list('users?q=never-there')).items).toMatchObject([
    { balance: '0.00', invested: '0.00', signed_in_at: null },
  ])
})

describe('one record', () => {
  test('is answered as its list shows it, to support too, and is not found where there is none', async () => {
    for (const kind of ['investments', 'withdrawals', 'referrals']) {
      const [item] = (await list(kind)).items
      expect((await support.get(`/api/admin/${kind}/${item?.id}`)).body).toEqual({ status: 'success', item })
      for (const id of [newId(), invited.id, 'x', '%27']) {
        expect((await owner.get(`/api/admin/${kind}/${id}`)).status).toBe(404)
      }
      expect((await invited.get(`/api/admin/${kind}/${item?.id}`)).status).toBe(403)
      expect((await house.visitor().get(`/api/admin/${kind}/${item?.id}`)).status).toBe(401)
    }
  })
})

test('the history of a record names the administrator who decided to administrators, and to whose it is nobody', async () => {
  const [approved] = (await list('investments?status=approved')).items
  const { item } = (await support.get(`/api/admin/investments/${approved?.id}`)).body
  expect(item.history.map(({ by, by_name }: { by: string; by_name?: string }) => [by, by_name])).toEqual([
    ['investor', undefined],
    ['administrator', OWNER.name],
  ])
  const [referral] = (await list('referrals')).items
  expect(referral?.['history']).toMatchObject([{ by: 'administrator', by_name: OWNER.name }])
  const told = await Promise.all(
    [invited, inviter].flatMap((who) => [who.get('/api/histories'), who.get('/api/export')]),
  )
  for (const { status, body } of told) {
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('administrator')
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`by_name|${OWNER.name}`))
  }
})

test('what waits is counted by kind, with the oldest of each that can be decided', async () => {
  const { items } = await list('investments?status=pending,waiting%20approval&sort=oldest')
  expect(items).toHaveLength(2)
  await invited.must(`/api/verify-investment/${String(items[1]?.['tranx_id'])}`)
  const { body } = await support.get('/api/admin/waiting')
  expect(body).toEqual({
    status: 'success',
    investments: { count: 1, oldest: items[1]?.['created_at'], unpaid: 1, second: 0, all: 2 },
    withdrawals: { count: 2, oldest: expect.any(String), unpaid: 0, second: 0, all: 2 },
    payouts: { count: 0, oldest: null, unpaid: 0, second: 0, all: 0 },
    referrals: { count: 2, oldest: expect.any(String), unpaid: 0, second: 0, all: 2 },
    checks: { count: 0, oldest: null, all: 0 },
    matches: { count: 0, oldest: null, all: 0 },
    approvals: { count: 0, oldest: null, all: 0 },
  })
  const [{ id }] = (await list('withdrawals?sort=oldest')).items as [{ id: string }]
  await owner.must(`/api/approve-withdrawal/${id}`, {})
  const after = (await support.get('/api/admin/waiting')).body
  expect([after.withdrawals.count, after.payouts.count]).toEqual([1, 1])
  expect((await invited.get('/api/admin/waiting')).status).toBe(403)
})

test('an inviter sees of the invited what the terms say, and no more', async () => {
  const [referral] = (await inviter.get('/api/histories')).body.referrals
  expect(referral.invited).toEqual({ id: invited.id, name: 'invited', email: invited.email })
  const { id: _id, inviter: _inviter, invited: _invited, version: _version, ...told } = referral
  expect(Object.keys(told).toSorted()).toEqual([
    ...['amount', 'created_at', 'history', 'investment_amount', 'reason', 'ref_bonus', 'status'],
  ])
})

describe('a list as a file', () => {
  const audited = async () =>
    (
      await database.query<{ actor_id: string; after: unknown }>(
        `SELECT actor_id, after FROM audit_entry WHERE action = 'list exported' ORDER BY at, id`,
      )
    ).rows

  test('holds what the list shows, in its order, with plain amounts and no formula', async () => {
    const { items } = await list('investments?sort=largest&status=approved')
    const rows = await rowsOf('investments/csv?sort=largest&status=approved')
    expect(rows.map(({ Id }) => Id)).toEqual(items.map(({ id }) => id))
    expect(rows[0]).toMatchObject({
      ...{ Amount: '300.00', Status: 'approved', Plan: `'${FORMULA}`, Address: OUR_BITCOIN },
      ...{ 'User id': invited.id, 'User name': 'invited', 'User email': invited.email },
      Created: items[0]?.['created_at'],
    })
    expect((await rowsOf('withdrawals/csv?sort=smallest')).map(({ Amount }) => Amount)).toEqual(['5.00', '6.00'])
    expect((await rowsOf('referrals/csv?q=inviter')).map((row) => row['Upliner id'])).toEqual([inviter.id, inviter.id])
    const { headers } = await fileOf('users/csv')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="plumb-users-\d{4}-\d\d-\d\d\.csv"$/)
  })

  test('of users holds no credential', async () => {
    const { text } = await fileOf('users/csv')
    expect(text).toContain(invited.email)
    expect(text).not.toMatch(/argon2|password/i)
  })

  test('is longer than a page where the list is', async () => {
    const investments = await list('investments')
    // laid down as they have become
    await database.query('ALTER TABLE investment DISABLE TRIGGER investment_begins')
    await database.query(
      `WITH many AS (INSERT INTO investment (user_id, id, tranx_id, plan_id, wallet_id, source, status, amount, plan_name, duration, daily_roi, ref_bonus, wallet_name, wallet_address, network, created_at, expires_at)
       SELECT user_id, gen_random_uuid(), 'many-' || n, plan_id, wallet_id, source, 'declined', 7000000, plan_name, duration, daily_roi, ref_bonus, wallet_name, wallet_address, network, created_at - interval '1 year', expires_at
       FROM investment, generate_series(1, 2500) AS n WHERE id = $1 RETURNING id, created_at),
       written AS (INSERT INTO audit_entry (id, at, job, action, subject_kind, subject_id, after)
       SELECT gen_random_uuid(), created_at, 'test', 'decline investment', 'investment', id,
         jsonb_build_object('status', 'declined', 'amount', '7.00', 'date', created_at) FROM many)
       INSERT INTO decision (id, subject_kind, subject_id, to_status, job, decided_at)
       SELECT gen_random_uuid(), 'investment', id, 'declined', 'test', created_at FROM many`,
      [investments.items[0]?.id],
    )
    await database.query('ALTER TABLE investment ENABLE TRIGGER investment_begins')
    const ids = (await rowsOf('investments/csv?max=7')).map(({ Id }) => Id)
    expect([ids.length, new Set(ids).size]).toEqual([2500, 2500])
    expect(await rowsOf('investments/csv')).toHaveLength(2504)
    expect((await owner.get(`/api/view-user/${invited.id}`)).body.investments).toHaveLength(100)
    expect((await invited.get('/api/histories')).body.investments).toHaveLength(1000)
  })

  test('is written to the audit log with what was asked for, and only then', async () => {
    const before = await audited()
    expect((await fileOf('withdrawals/csv?q=invited&status=pending', support)).status).toBe(200)
    expect((await audited()).slice(before.length)).toEqual([
      { actor_id: support.id, after: { list: 'withdrawals', query: { q: 'invited', status: 'pending' } } },
    ])
    const payouts = (await fileOf('withdrawals/payout-list?q=invited', support)).text
    expect(payouts).toMatch(/^id,user,.*,transaction_id\r\n[0-9a-f-]{36},invited,.*\r\n$/)
    expect((await audited()).slice(before.length + 1)).toEqual([
      { actor_id: support.id, after: { list: 'payouts', query: { q: 'invited' } } },
    ])
    expect((await fileOf('withdrawals/payout-list?status=pending')).status).toBe(422)
    for (const refused of LISTS) {
      expect((await fileOf(`${refused}/csv?status=paid`)).status).toBe(422)
      expect((await fileOf(`${refused}/csv?cursor=x`)).status).toBe(422)
      expect((await fileOf(`${refused}/csv`, invited)).status).toBe(403)
      expect((await fileOf(`${refused}/csv`, house.visitor())).status).toBe(401)
    }
    expect(await audited()).toHaveLength(before.length + 2)
  })

  test('is given to nobody who has one half of a session, and by no link from another page', async () => {
    const half = house.visitor()
    half.keepSession(await half.post('/api/login', { email: OWNER.email, password: OWNER.password }))
    const before = await audited()
    const files = [...LISTS, 'audit', 'messages'].map((name) => `${name}/csv`)
    for (const name of [...files, 'withdrawals/payout-list']) {
      const path = `/api/admin/${name}`
      expect([name, (await half.get(path)).status]).toEqual([name, 403])
      // a link carries the cookies at most, what was read out of a page the bearer alone
      const [linked, stolen] = [owner.at(house.url), owner.at(house.url)]
      linked.bearer = undefined
      stolen.cookies.clear()
      expect([name, (await linked.get(path)).status, (await stolen.get(path)).status]).toEqual([name, 401, 401])
    }
    expect(await audited()).toEqual(before)
  })

  test('asked for ten times at once comes ten times, and keeps nobody else waiting', THOROUGH, async () => {
    const files = Array.from({ length: 10 }, async () => fileOf('investments/csv'))
    expect((await owner.get('/api/admin/waiting')).status).toBe(200)
    const answers = await Promise.all(files)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  /** More than the sockets hold between the app and somebody who does not read: some twenty megabytes. */
  const FURTHER = 10_000
  const furtherUsers = async () => {
    await database.query(
      `INSERT INTO app_user (id, name, email, phone, country, password_hash, password_set_at, terms_version, terms_accepted_at, created_at, blocked_at, blocked_reason)
       SELECT gen_random_uuid(), 'further-' || n, 'further-' || n || '@mail.plumb.test', '+12025550100', 'US', 'none', now(), '1', now(), '2020-01-01', now(), repeat('why ', 500)
       FROM generate_series(1, $1::integer) AS n ON CONFLICT DO NOTHING`,
      [FURTHER],
    )
    await openAccounts()
  }

  test.each([
    ['is blocked', (id: string) => owner.must(`/api/block-user/${id}`, { reason: 'Stolen' })],
    ['is signed out everywhere', (id: string) => owner.must(`/api/sign-out-everywhere/${id}`)],
    ['loses the role', (id: string) => owner.must(`/api/set-roles/${id}`, { roles: [] })],
  ])('breaks off when its reader %s, however slowly they read', async (how, stop) => {
    await furtherUsers()
    const reader = await joined(how.replaceAll(' ', '-'))
    await giveRoles(owner, reader, ['reviewer'])
    const request = get(`${house.url}/api/admin/users/csv?sort=oldest`, { agent: false, headers: proofOf(reader) })
    const [file] = (await once(request, 'response')) as [IncomingMessage]
    expect(file.statusCode).toBe(200)
    let read = String((await once(file, 'data'))[0])
    file.pause()
    await stop(reader.id)
    const rest = (async () => {
      for await (const piece of file) read += String(piece)
    })()
    await expect(rest).rejects.toThrow('aborted')
    expect(read).toContain('further-')
    expect(read).not.toContain(reader.email)
    await house.clock.move(DAY)
  })
})
