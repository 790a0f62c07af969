import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { type ListPageQuery, readPage } from './page.ts'
import { countPicked } from './count-picked.ts'
import type { Listing } from './narrowing.ts'
import { pickPage } from './pick-page.ts'
import { readTransaction } from '#kit/transaction.ts'
import { STATUSES } from '#kit/wire.ts'
import { SORTS, type Sort } from './contract.ts'

const LISTINGS: Record<string, Listing> = {
  investment: {
    table: 'investment',
    status: 'status',
    people: ['user_id'],
    named: ['name', 'email'],
    begins: ['tranx_id', 'wallet_address'],
  },
  withdrawal: {
    table: 'withdrawal',
    status: 'status',
    people: ['user_id'],
    named: ['name', 'email'],
    begins: ['txid', 'wallet_address'],
  },
  referral: {
    table: 'referral',
    status: 'status',
    people: ['inviter_id', 'invited_id'],
    named: ['name', 'email'],
    begins: [],
  },
  app_user: {
    table: 'app_user',
    status: 'kyc',
    people: ['id'],
    named: ['name', 'email', 'phone'],
    begins: [],
  },
}
const KYC = ['none', 'submitted', 'approved', 'rejected']

/** A record as the test sees it: everything that it can be found by. */
type Seen = {
  id: string
  /** microseconds since 1970 */
  at: bigint
  amount: bigint
  status: string
  owner: string
  anywhere: string[]
  begins: string[]
}

/** A number that is always the same for the same seeds, and looks like chance. */
const pick = (...seeds: number[]) => seeds.reduce((sum, seed) => (sum * 31 + seed * 7919 + 17) % 1_000_003, 7)
const from = <T>(options: readonly T[], ...seeds: number[]) => options[pick(...seeds) % options.length] as T
/** Ids that share their beginnings, as ids of one moment do. */
const idOf = (kind: number, n: number) => {
  const tail = (pick(kind, n) * 4099 + n).toString(16).padStart(12, '0')
  return `0193${from(['aaaa', 'aaab', 'b00c'], kind, n)}-${kind}e${(n % 7).toString()}a-7bcd-8${from(['123', 'abc'], n)}-${tail}`
}
const BEGIN = BigInt(Date.parse('2026-03-01T00:00:00Z')) * 1000n
/** Several in the same microsecond, others in the same millisecond. */
const timeOf = (n: number) => BEGIN + BigInt(n % 13) * 60_000_000n + BigInt(from([0, 0, 1, 999], n))
const amountOf = (n: number) => BigInt(from([5, 5, 100, 100, 250, 999], n)) * 1_000_000n + BigInt(from([0, 0, 1], n, 2))
const sqlTime = (at: bigint) => `to_timestamp(${at / 1_000_000n}) + interval '${at % 1_000_000n} microseconds'`
const text = (value: string) => `'${value}'`

const USERS = 30
const RECORDS = 90
const users = Array.from({ length: USERS }, (_, n) => {
  const name = `${from(['Anna', 'BERT', 'x_y', 'an-na', 'Zoe'], n)}_${n}`
  const email = `${from(['first', 'second.AN'], n, 1)}${n}@${from(['mail', 'bert'], n, 2)}.plumb.test`.toLowerCase()
  return {
    id: idOf(1, n),
    name,
    email,
    phone: `+1202555${String(n).padStart(4, '0')}`,
    kyc: from(KYC, n),
    at: timeOf(n),
  }
})
const userOf = (...seeds: number[]) => from(users, ...seeds)
const told = (user: (typeof users)[number]) => [user.name, user.email]

const investments = Array.from({ length: RECORDS }, (_, n) => {
  const user = userOf(n, 1)
  return {
    ...{ id: idOf(2, n), at: timeOf(n), amount: amountOf(n), status: from(STATUSES, n), owner: user.id },
    anywhere: told(user),
    begins: [`${from(['Ab_', 'aBc', 'q-'], n)}${n}`, from(['bc1qAA', 'bc1qab', '0xFF'], n)],
    people: [user.id],
  }
})
const withdrawals = Array.from({ length: RECORDS }, (_, n) => {
  const user = userOf(n, 2)
  const status = from(['pending', 'approved', 'completed', 'declined'], n)
  return {
    ...{ id: idOf(3, n), at: timeOf(n + 5), amount: amountOf(n + 3), status, owner: user.id },
    anywhere: told(user),
    begins: [...(status === 'completed' ? [`${from(['AB', 'f0'], n)}${n}cd`] : []), from(['bc1qAA', 'TX9', '0xfe'], n)],
    people: [user.id],
  }
})
const referrals = investments.flatMap(({ id: investmentId, owner }, n) => {
  const invited = users.find((user) => user.id === owner)
  const inviter = userOf(n, 3)
  if (invited === undefined || inviter === invited) return []
  return {
    ...{ id: idOf(4, n), at: timeOf(n + 2), amount: amountOf(n + 1), status: from(['pending', 'approved'], n) },
    ...{ owner: inviter.id, anywhere: [...told(inviter), ...told(invited)], begins: [] as string[] },
    people: [inviter.id, invited.id],
    investmentId,
  }
})
const seen: Record<string, Seen[]> = {
  investment: investments.map((it) => ({ ...it, begins: [it.id, ...it.begins, ...it.people] })),
  withdrawal: withdrawals.map((it) => ({ ...it, begins: [it.id, ...it.begins, ...it.people] })),
  referral: referrals.map((it) => ({ ...it, begins: [it.id, ...it.people] })),
  app_user: users.map(({ id, name, email, phone, kyc, at }) => ({
    ...{ id, at, amount: 0n, status: kyc, owner: id, anywhere: [name, email, phone], begins: [id] },
  })),
}

function naive(records: readonly Seen[], asked: ListPageQuery): string[] {
  const micros = (time: string) => BigInt(Date.parse(time)) * 1000n
  const money = (amount: string) => BigInt(Math.round(Number(amount) * 100)) * 10_000n
  const q = (asked.q ?? '').trim().toLowerCase()
  const statuses = asked.status ? asked.status.split(',') : undefined
  const { sort = 'newest' } = asked
  const key = ({ at, amount }: Seen) => (sort === 'newest' || sort === 'oldest' ? at : amount)
  const upwards = records
    .filter(
      (it) =>
        it.anywhere.some((word) => word.toLowerCase().includes(q)) ||
        it.begins.some((word) => word.toLowerCase().startsWith(q)),
    )
    .filter(({ status }) => statuses === undefined || statuses.includes(status))
    .filter(({ at }) => asked.from === undefined || at >= micros(asked.from))
    .filter(({ at }) => asked.to === undefined || at < micros(asked.to))
    .filter(({ amount }) => asked.min === undefined || amount >= money(asked.min))
    .filter(({ amount }) => asked.max === undefined || amount <= money(asked.max))
    .filter(({ owner }) => asked.user === undefined || owner === asked.user)
    .toSorted((one, other) => (key(one) === key(other) ? (one.id < other.id ? -1 : 1) : key(one) < key(other) ? -1 : 1))
  return (sort === 'newest' || sort === 'largest' ? upwards.toReversed() : upwards).map(({ id }) => id)
}

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const all = [
    // laid down as they have become
    ...['investment', 'withdrawal', 'referral'].map((table) => `ALTER TABLE ${table} DISABLE TRIGGER ${table}_begins`),
    ...users.map(
      ({ id, name, email, phone, kyc, at }) =>
        `INSERT INTO app_user (id, name, email, phone, country, password_hash, password_set_at, kyc, terms_version, terms_accepted_at, created_at)
         VALUES (${[id, name, email, phone, 'US', 'none'].map(text).join()}, now(), '${kyc}', '1', now(), ${sqlTime(at)})`,
    ),
    `INSERT INTO wallet (id, name, address, network, created_at) VALUES ('${idOf(8, 1)}', 'W', 'bc1q', 'bitcoin', now())`,
    `INSERT INTO plan (id, name, description, min_amount, max_amount, durations, ref_bonus, daily_roi, created_at)
     VALUES ('${idOf(9, 1)}', 'P', '', 1, 2, '{7}', 1, 1, now())`,
    ...investments.map(
      ({ id, owner: user, status, amount, at, begins: [tranx, address] }) =>
        `INSERT INTO investment (user_id, id, tranx_id, plan_id, wallet_id, source, status, amount, plan_name, duration, daily_roi, ref_bonus, wallet_name, wallet_address, network, created_at, expires_at, began_at, completed_at)
         VALUES ('${user}', '${id}', '${tranx}', '${idOf(9, 1)}', '${idOf(8, 1)}', 'payment', '${status}', ${amount}, 'P', 7, 1, 1, 'W', '${address}', 'bitcoin', ${sqlTime(at)}, now(), now(), ${status === 'completed' ? 'now()' : 'NULL'})`,
    ),
    ...withdrawals.map(
      ({ id, owner: user, status, amount, at, begins }) =>
        `INSERT INTO withdrawal (user_id, id, source, status, amount, wallet_id, wallet_name, wallet_address, txid, created_at)
         VALUES ('${user}', '${id}', 'investment', '${status}', ${amount}, '${idOf(8, 1)}', 'W', '${begins.at(-1)}', ${begins.length > 1 ? `'${begins[0]}'` : 'NULL'}, ${sqlTime(at)})`,
    ),
    ...referrals.map(
      ({ id, people: [inviter, invited], investmentId, status, amount, at }) =>
        `INSERT INTO referral (inviter_id, id, invited_id, investment_id, status, ref_bonus, amount, created_at)
         VALUES ('${inviter}', '${id}', '${invited}', '${investmentId}', '${status}', 1, ${amount}, ${sqlTime(at)})`,
    ),
  ]
  await owner.query(all.join(';\n'))
  await owner.end()
})
afterAll(() => database.close())

/** All pages of a list, one after the other. */
async function walk(table: string, asked: ListPageQuery, bounds: { few: number; closeBy: number }): Promise<string[]> {
  const listing = LISTINGS[table] as Listing
  const known = table === 'app_user' ? KYC : STATUSES
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = readPage({ ...asked, cursor }, known)
    const { ids, next_cursor } = await readTransaction(database.db, (tx) => pickPage(tx, listing, page, bounds))
    expect(ids.length).toBeLessThanOrEqual(asked.limit)
    if (next_cursor !== null) expect(ids).toHaveLength(asked.limit)
    found.push(...ids)
    cursor = next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 1 })
const times = fc.nat({ max: 14 }).map((minute) => new Date(Number(BEGIN / 1000n) + minute * 60_000).toISOString())
const amounts = fc.constantFrom('5', '99.99', '100', '250', '1000')
/** Words that stand somewhere, pieces of them, beginnings of them, and words that stand nowhere. */
const words = (table: string) => {
  const all = (seen[table] ?? []).flatMap(({ anywhere, begins }) => [...anywhere, ...begins])
  const piece = fc
    .tuple(fc.constantFrom(...all), fc.nat({ max: 12 }), fc.nat({ max: 40 }))
    .map(([word, start, length]) => word.slice(start, start + length + 1))
  const beginning = fc
    .tuple(fc.constantFrom(...all), fc.nat({ max: 40 }))
    .map(([word, length]) => word.slice(0, length + 1))
  const fixed = fc.constantFrom('an', 'AN', '_', '%', '-', '0193', 'zzz', '\\', '', ' x_y ', "' OR 1=1 --", 'plumb')
  return fc.oneof(
    piece,
    beginning,
    beginning.map((word) => word.toUpperCase()),
    fixed,
  )
}
const questions = fc.constantFrom(...Object.keys(LISTINGS)).chain((table) => {
  const statuses = table === 'app_user' ? KYC : [...STATUSES]
  const byAmount = table !== 'app_user'
  return fc.record({
    table: fc.constant(table),
    bounds: fc.record({ few: fc.constantFrom(0, 3, 2000), closeBy: fc.constantFrom(1, 10, 5000) }),
    asked: fc.record({
      q: maybe(words(table)),
      status: maybe(fc.subarray(statuses, { minLength: 1 }).map((some) => some.join(','))),
      from: maybe(times),
      to: maybe(times),
      min: byAmount ? maybe(amounts) : fc.constant(undefined),
      max: byAmount ? maybe(amounts) : fc.constant(undefined),
      sort: fc.constantFrom<Sort>(...(byAmount ? SORTS : (['newest', 'oldest'] as const))),
      user: fc.option(fc.constantFrom(...users.map(({ id }) => id)), { nil: undefined, freq: 6 }).map((user) => user),
      limit: fc.constantFrom(1, 2, 7, 50, 100),
    }),
  })
})

describe('the records of a page', () => {
  test('are exactly those that a look at every record finds: none missing, none twice, in order, whatever is asked', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async ({ table, asked, bounds }) => {
        expect(await walk(table, asked, bounds)).toEqual(naive(seen[table] ?? [], asked))
      }),
      { numRuns: Number(process.env['LIST_RUNS'] ?? 120) },
    )
  })

  test('are found by many people’s names in each of the ways of looking, as well as by few', async () => {
    for (const table of Object.keys(LISTINGS)) {
      for (const q of ['plumb', 'an', 'bert', 'zzz', '0193aaaa-1e']) {
        const expected = naive(seen[table] ?? [], { q, limit: 1 })
        for (const few of [0, 5, 2000]) {
          for (const closeBy of [1, 20, 5000])
            expect(await walk(table, { q, limit: 20 }, { few, closeBy })).toEqual(expected)
        }
      }
    }
  })
})

describe('the count of a list', () => {
  const countOf = async (table: string, asked: ListPageQuery, bounds: { few: number; most: number }) => {
    const known = table === 'app_user' ? KYC : STATUSES
    return readTransaction(database.db, (tx) =>
      countPicked(tx, LISTINGS[table] as Listing, readPage(asked, known), bounds),
    )
  }

  test('is how many records its pages have together, whatever it is narrowed to and searched for', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async ({ table, asked, bounds: { few } }) => {
        const count = naive(seen[table] ?? [], asked).length
        expect(await countOf(table, asked, { few, most: 1000 })).toEqual({ count, more: false })
      }),
      { numRuns: Number(process.env['LIST_RUNS'] ?? 60) },
    )
  })

  test('ends where it is told to, and says that there are more', async () => {
    for (const table of Object.keys(LISTINGS)) {
      for (const q of [undefined, 'plumb']) {
        const all = seen[table]?.length ?? 0
        const of = (most: number) => countOf(table, { ...(q && { q }), limit: 1 }, { few: 2000, most })
        expect(await of(all)).toEqual({ count: all, more: false })
        expect(await of(all - 1)).toEqual({ count: all - 1, more: true })
      }
    }
  })

  test('is of the whole list, not of what comes after a cursor', async () => {
    const { next_cursor } = await readTransaction(database.db, (tx) =>
      pickPage(tx, LISTINGS['investment'] as Listing, readPage({ limit: 7 })),
    )
    const count = await countOf('investment', { limit: 7, cursor: next_cursor ?? '' }, { few: 2000, most: 1000 })
    expect(count).toEqual({ count: RECORDS, more: false })
  })
})
