import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contract } from '#app/contract.ts'
import { splitKey } from '#app/routes.ts'
import type { Call } from '#kit/wire.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { everyKindOfPerson, type Kind, type People } from './support/people-over-http.ts'
import { mustBoth } from './support/roles.ts'
import { PLAN, WALLET } from './support/walk.ts'
import { PATIENCE } from './support/patience.ts'

const FEW = 1000
/** How many requests at least; each of them must be refused in words and change nothing. More of them: `npm run test:long`. */
const REQUESTS = Number(process.env['BAD_REQUESTS'] ?? FEW)
/** Tables that a refused request may touch: failed attempts and remembered answers. */
const MAY_CHANGE = [
  ...['rate_limit', 'idempotency', 'live_event'],
  // what was there before gets its place in the log meanwhile
  ...['log_checkpoint', 'log_head', 'log_position', 'log_signer', 'log_tile'],
  // and the proof of the day is made, which begins the mails of its month
  ...['log_announcement', 'proof', 'proof_block', 'proof_mailing', 'proof_tree'],
]
/** Calls whose right input is as free as anything that can be thrown at them. */
const calls = Object.entries<Call>(contract).filter(([, call]) => call.raw === undefined)

const wrongForText = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant({}),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.constant('a\u0000b'),
  fc.constant('\ud800'),
  fc.constant('x'.repeat(60_000)),
)
const wrongForAmount = fc.oneof(
  fc.constantFrom<unknown>(
    '-1',
    '0',
    '0.00',
    '1e3',
    '+5',
    ' 5',
    '1.234',
    '',
    'NaN',
    'Infinity',
    '0x10',
    '9'.repeat(40),
    '1000000000001',
    -5,
    0,
    1e300,
    0.001,
    true,
    null,
    [5],
    {},
    ['1'],
    '１',
  ),
  fc.string({ maxLength: 10 }).filter((text) => !/^\d/.test(text)),
)
const wrongForNumber = fc.oneof(
  fc.string({ maxLength: 5 }).filter((text) => !/^\d/.test(text)),
  fc.double({ noInteger: true }),
  fc.constant(null),
  fc.constant(-1),
  fc.constant(1e12),
  fc.constant([1]),
)
const wrongForId = fc.oneof(
  fc.constantFrom('', '1', "' OR 1=1 --", '../../etc/passwd', 'null', '0'.repeat(200)),
  fc.integer(),
  fc.constant(null),
)

/** Something that a field of this schema cannot take. */
function wrongFor(name: string, schema: TSchema): fc.Arbitrary<unknown> {
  const of = schema as { type?: string; format?: string; anyOf?: { const?: unknown }[] }
  if (/amount|bonus|daily_roi|received/.test(name))
    return wrongForAmount.filter(
      (value) =>
        !(
          /bonus|roi/.test(name) &&
          (value === '0' || value === 0 || value === '0.00' || value === '1.234' || value === 0.001)
        ),
    )
  if (of.format === 'uuid') return wrongForId
  if (of.anyOf?.some((option) => option.const !== undefined) === true) return wrongForText
  if (of.type === 'integer') return wrongForNumber
  if (of.type === 'boolean') return fc.oneof(fc.string(), fc.integer(), fc.constant(null))
  if (of.type === 'array') return fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant([{}]))
  if (name === 'duration') return fc.constantFrom<unknown>(null, true, [], {}, 1.5, 'x', -1, 0, 99_999)
  // null takes the word away
  if (name === 'word') return fc.oneof(fc.integer(), fc.boolean(), fc.constantFrom('', 'a', 'www.evil.test', '<b>'))
  if (name === 'referral') return fc.oneof(fc.integer(), fc.boolean(), fc.constant({}))
  return wrongForText
}

/**
 * Bodies with at least one thing wrong: a field of the wrong kind, a field left out, a field that is not there, no object.
 * Each field is wrong in as many of them as any other.
 */
function badBodies(call: Call, atLeast: number): unknown[] {
  const fields = Object.entries<TSchema>(call.body?.properties ?? {})
  const required = call.body?.required ?? []
  const plausible = fc.record(Object.fromEntries(fields.map(([name]) => [name, plausibleFor(name)])))
  const unknownField = fc
    .tuple(plausible, fc.constantFrom('extra', '__proto__x', 'user_id', 'status2', 'role', 'constructor'))
    .map(([body, name]) => ({ ...body, [name]: 'x' }))
  const notAnObject = fc.constantFrom<unknown>([], [1], 'text', 5, true)
  const options: fc.Arbitrary<unknown>[] = [unknownField, notAnObject]
  for (const [name, schema] of fields)
    options.push(fc.tuple(plausible, wrongFor(name, schema)).map(([body, wrong]) => ({ ...body, [name]: wrong })))
  for (const name of required)
    options.push(plausible.map((body) => Object.fromEntries(Object.entries(body).filter(([field]) => field !== name))))
  const numRuns = Math.ceil(atLeast / options.length)
  return options.flatMap((option) => fc.sample(option, { numRuns, seed: 7 }))
}

function plausibleFor(name: string): fc.Arbitrary<unknown> {
  if (name.endsWith('_id')) return fc.uuid()
  if (name === 'ids') return fc.array(fc.uuid(), { maxLength: 3 })
  if (name === 'roles') return fc.constant(['support'])
  if (/amount|received/.test(name)) return fc.constantFrom('100', '19.99', 5)
  if (/bonus|daily_roi/.test(name)) return fc.constantFrom('5', 0.4)
  if (/email|receiver/.test(name)) return fc.constant('somebody@mail.plumb.test')
  if (name === 'date') return fc.constant('2026-02-01T00:00:00.000Z')
  if (name === 'status') return fc.constantFrom('pending', 'approved')
  if (name === 'terms' || name === 'available') return fc.boolean()
  if (name === 'version') return fc.nat({ max: 5 })
  return fc.string({ minLength: 1, maxLength: 12 })
}

describe('bad input', () => {
  let house: TestApp
  let people: People
  let admin: pg.Client
  let before: string

  beforeAll(async () => {
    house = await startTestApp({ env: { KYC: 'off' } })
    people = await everyKindOfPerson(house)
    const { owner, reviewer } = people
    await mustBoth(owner, reviewer, '/api/create-wallet', WALLET)
    await mustBoth(owner, reviewer, '/api/create-plan', { ...PLAN, durations_copy: '14' })
    const { plans, wallets } = (await people.investor.get('/api/histories')).body
    for (let n = 0; n < 3; n += 1) {
      await people.investor.must('/api/save-investment', {
        plan_id: plans[0].id,
        wallet_id: wallets[0].id,
        amount: '500',
        duration: 14,
      })
    }
    admin = new pg.Client({ connectionString: house.databaseUrl })
    await admin.connect()
    before = await digest()
  })
  afterAll(async () => {
    await admin.end()
    await house.close()
  })

  /**
   * One line for all rows of all tables that a refused request must leave alone; taken when no message is on its way any
   * more, and without what refusals leave behind: traces, and what owners are told of many of them.
   */
  async function digest(): Promise<string> {
    const waiting = () => admin.query('SELECT FROM message WHERE delivered_at IS NULL AND given_up_at IS NULL')
    await vi.waitUntil(async () => (await waiting()).rowCount === 0, { timeout: PATIENCE })
    const { rows: tables } = await admin.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    )
    const lines: string[] = []
    for (const { name } of tables.filter((table) => !MAY_CHANGE.includes(table.name))) {
      const { rows } = await admin.query<{ sum: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS sum
         FROM (SELECT * FROM "${name}") t WHERE to_jsonb(t) ->> 'topic' IS DISTINCT FROM 'messages'
           AND t::text !~ 'request refused|Many refusals|Many requests from one person|requests refused within'`,
      )
      lines.push(`${name} ${rows[0]?.sum}`)
    }
    return lines.join('\n')
  }

  const expectRefusal = (key: string, sent: unknown, answer: { status: number; body: unknown }) => {
    const about = () =>
      `${key} with ${JSON.stringify(sent)?.slice(0, 300)} answered ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300)}`
    expect(answer.status, about()).toBeGreaterThanOrEqual(400)
    expect(answer.status, about()).toBeLessThan(500)
    expect(answer.body, about()).toMatchObject({ message: expect.stringMatching(/\S/) })
    const { errors } = answer.body as { errors?: Record<string, unknown> }
    for (const said of Object.values(errors ?? {}))
      expect(said, about()).toEqual(expect.arrayContaining([expect.any(String)]))
  }

  const withBody = calls.filter(([key]) => key.startsWith('POST'))
  const rounds = Math.ceil((REQUESTS * 0.9) / withBody.length)
  const kindFor = (call: Call): Kind =>
    call.who === 'anyone'
      ? 'signed out'
      : call.who === 'registrant'
        ? 'registrant'
        : call.who === 'investor'
          ? 'investor'
          : 'owner'
  let sent = 0

  test.each(withBody)(
    '%s is refused in words whatever is wrong with it',
    async (key, call) => {
      const { path } = splitKey(key)
      const who = people[kindFor(call)]
      const inputs = badBodies(call, rounds)
      const ids = [randomUUID(), 'x', '%00', "'", '0', people.investor.id]
      for (let start = 0; start < inputs.length; start += 20) {
        await Promise.all(
          inputs.slice(start, start + 20).map(async (body, n) => {
            const at = path.replace(/:\w+/g, encodeURIComponent(ids[(start + n) % ids.length] ?? ''))
            expectRefusal(key, body, await who.send('POST', at, JSON.stringify(body)))
            sent += 1
          }),
        )
      }
    },
    300_000,
  )

  test.each(calls)(
    '%s is refused without a token, with a wrong one, and in the wrong role',
    async (key, call) => {
      if (call.who === 'anyone') return
      const { method, path } = splitKey(key)
      const at = path.replace(/:\w+/g, randomUUID())
      const stranger = house.visitor()
      const wrong = house.visitor()
      wrong.bearer = 'A'.repeat(43)
      const refused: { send: (typeof stranger)['send'] }[] = [stranger, wrong]
      if (call.who === 'reviewer' || call.who === 'owner') refused.push(people.support, people.investor)
      if (call.who === 'administrator') refused.push(people.investor)
      for (const who of refused) {
        for (let n = 0; n < Math.ceil((REQUESTS * 0.1) / calls.length / refused.length); n += 1) {
          expectRefusal(
            key,
            n,
            await who.send(method, at, method === 'POST' ? JSON.stringify({ amount: '1', reason: 'x' }) : undefined),
          )
          sent += 1
        }
      }
    },
    120_000,
  )

  test.each(calls.filter(([key]) => key.includes(':')))(
    '%s is refused for what does not exist or is somebody else’s',
    async (key, call) => {
      const { method, path } = splitKey(key)
      const investment = (await people.investor.get('/api/histories')).body.investments[0]
      const theirs = [investment.id, investment.tranx_id, people.investor.id]
      const ids = [
        randomUUID(),
        ...fc.sample(fc.string({ minLength: 1, maxLength: 40 }), Math.ceil(REQUESTS / 250)).map(encodeURIComponent),
        ...(call.who === 'investor' ? theirs : []),
      ]
      const who = call.who === 'investor' ? people.support : people.owner
      for (const id of ids) {
        const answer = await who.send(method, path.replace(/:\w+/g, id), method === 'POST' ? '{}' : undefined)
        expectRefusal(key, id, answer)
        sent += 1
      }
    },
    60_000,
  )

  test('that is not JSON at all is refused in words', async () => {
    const pieces = [
      '{',
      '[1,',
      '{"a":}',
      '\u0000',
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":1}}',
      'null',
      '"x"',
      '1e999',
      '{"amount":1e999}',
    ]
    // by turns, unless many are asked for: they fail in front of every call alike
    const turns = REQUESTS > FEW ? 1 : 3
    for (const [at, [key, call]] of withBody.entries()) {
      for (const text of pieces.filter((_, place) => place % turns === at % turns)) {
        const { path } = splitKey(key)
        const answer = await people[kindFor(call)].send('POST', path.replace(/:\w+/g, randomUUID()), text)
        expectRefusal(key, text, answer)
        sent += 1
      }
    }
  })

  const place = (text: string) => Buffer.from(text).toString('base64url')
  /** None of these is a query's right value; a list's `q` may be any text, and so may the name of who invites. */
  const isText = (name: string) => name === 'q' || name === 'referral'
  const wrongInQuery = [
    ...['x', '-1', '0', '1000', '1e9', 'a\u0000b', '%', "' OR 1=1 --", '__proto__', 'x'.repeat(3000)],
    ...['2026-02-29', '0000-00-00', '+002026-01-01', '2026-01-01T00:00Z', '+05:00', 'Europe/Nowhere', '../../etc'],
    ...[place('place -1'), place('place 9999999999999999999'), place('9999-99-99T99:99:99.999Z x')],
  ]
  /** Each field is tried with some of them, from call to call with others; with many requests, with all. */
  const turns = REQUESTS > 1500 ? 1 : 5
  const isAmount = (name: string) => name === 'min' || name === 'max'
  const withQuery = Object.entries<Call>(contract).filter(([, call]) => call.query !== undefined)

  test.each(withQuery)(
    '%s is refused in words whatever is wrong with its query',
    async (key, call) => {
      const nth = withQuery.findIndex(([name]) => name === key)
      const who = people[kindFor(call)]
      const path = splitKey(key).path.replace(':account', 'earnings').replace(':symbol', 'BTC')
      const right = { from: '2026-01-01', to: '2026-02-01', interval: '5m' }
      const base = Object.entries(right).filter(([name]) => call.query?.required?.includes(name))
      const wrong = Object.keys(call.query?.properties ?? {})
        .filter((name) => !isText(name))
        .flatMap((name) =>
          wrongInQuery
            .filter((value, at) => (at + nth) % turns === 0 && !(isAmount(name) && value === '1000'))
            .map((value) => new URLSearchParams([...base.filter(([is]) => is !== name), [name, value]])),
        )
      const plain = new URLSearchParams(base).toString()
      const queries = [
        ...wrong.map((query) => query.toString()),
        ...[...base.map(([name]) => name), 'limit', 'zone'].map((name) => `${plain}&${name}=1&${name}=2`),
        ...['unknown=1', 'from[a]=1', '__proto__=1', '=&='].map((more) => `${plain}&${more}`),
      ]
      for (const query of queries) expectRefusal(key, query, await who.get(`${path}?${query}`))
      sent += queries.length
    },
    60_000,
  )

  test('changed nothing', async () => {
    expect(await digest()).toBe(before)
    expect(await house.problems()).toEqual([])
    console.log(`bad input: ${sent} requests, all refused with 4xx`)
    expect(sent).toBeGreaterThanOrEqual(REQUESTS)
  })
})
