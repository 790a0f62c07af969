/** What moves money: by call over HTTP, and by itself. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SECOND, systemClock } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { type Database, openDatabase } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { microUsd } from '#money/micro-usd.ts'
import { investorAccount } from '#ledger/accounts.ts'
import { checkBooks } from '#ledger/check-books.ts'
import { credit, debit, post } from '#ledger/post.ts'
import { accrueDue } from '#investments/accrue.ts'
import { completeDue } from '#investments/complete.ts'
import { expireDue } from '#investments/expire.ts'
import { makeRoom } from '../scripts/load-of-writes.ts'
import { SOMEBODYS_BITCOIN } from '../test/support/addresses.ts'
import { Visitor } from '../test/support/visitor.ts'
import { type Line, percentile } from './measure-calls.ts'
import { timesOfPromises } from './measure-promises.ts'
import { withdrawalsInASecond } from './measure-withdrawals.ts'

/** Milliseconds. */
const POSTING = 4
const WITHDRAWAL = 6
const NOTHING_DUE = 2
/** Whatever makes, keeps or ends a promise. */
const PROMISE = 50
const MATURITY = 30 * SECOND
const DAILY_POSTING = 180 * SECOND
/** A hundred top-ups at once, 150 a second. */
const AT_ONCE = 100
const TOP_UPS = Math.floor((AT_ONCE / 150) * SECOND)
const ROUNDS = 10
/** Of 32 people at once, 300 a second. */
const WITHDRAWALS_EACH = 20
const WITHDRAWALS = Math.floor((32 / 300) * SECOND)
const WARM_UP = 5
const MATURING = 1000
/** Milliseconds until they end, longer than it takes to write that down. */
const UNTIL_THEY_END = 20 * SECOND
const JOB = { job: 'bench' }

type Options = {
  connectionString: string
  /** signed in */
  owner: Visitor
  password: string
  requests: number
  say: (line: Line) => void
}

/** Measures each kind of writing and tells it as soon as it is there. Throws where the books are wrong afterwards. */
export async function measureWrites(options: Options): Promise<Line[]> {
  const { connectionString, owner, requests } = options
  const lines: Line[] = []
  const tell = (what: string, times: readonly number[], budget: number | null, note?: string) => {
    const [median, tail] = [percentile(times, 0.5), percentile(times, 0.95)]
    const line: Line = { what, median, tail, budget, held: budget === null || median <= budget }
    if (note !== undefined) line.note = note
    lines.push(line)
    options.say(line)
  }
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { db } = openDatabase({ connectionString }, { log: () => {} })
  try {
    const { investor, users } = await prepare(client, options)

    const posting = await repeated(requests, (n) => timeOfPosting(db, users[n % users.length] ?? ''))
    tell(
      'one posting',
      posting.map(({ posted }) => posted),
      POSTING,
    )
    tell(
      'one posting, until it is kept',
      posting.map(({ kept }) => kept),
      null,
    )

    const topUps = await repeated(ROUNDS, () => timed(() => topUpAtOnce(owner, users)))
    const rate = Math.round((AT_ONCE / percentile(topUps, 0.5)) * SECOND)
    tell(`${AT_ONCE} top-ups at once`, topUps, TOP_UPS, `${rate} a second`)
    await untilMailIsOut(client)
    // before there is a withdrawal, which whoever leaves may not have open
    const promises = await timesOfPromises({ db, owner, investor }, { requests, warmUp: WARM_UP })
    for (const [what, each] of promises) tell(what, each, PROMISE)
    await untilMailIsOut(client)
    tell('withdrawal', await repeated(requests, () => timeOfWithdrawing(investor)), WITHDRAWAL)

    const { rate: together, times } = await withdrawalsInASecond({ db, client, owner }, WITHDRAWALS_EACH)
    tell('withdrawal, of 32 people at once', times, WITHDRAWALS, `${Math.round(together)} a second`)

    const sweeps = { matured: completeDue, expired: expireDue, 'to be posted': accrueDue }
    for (const [what, sweep] of Object.entries(sweeps)) {
      const times = await repeated(requests, () => timed(() => sweep(db, JOB)))
      tell(`nothing ${what}`, times, NOTHING_DUE)
    }
    const maturing = await timeOfMaturing(client)
    tell(`${MATURING} investments that end at once, all completed`, [maturing], MATURITY)

    const due = await makeYesterdaysOf(client)
    const began = performance.now()
    let over: number | undefined
    const posted = accrueDue(db, JOB).finally(() => {
      over = performance.now()
    })
    const meanwhile: number[] = []
    while (over === undefined) {
      meanwhile.push(await timeOfWithdrawing(investor))
      await pause(SECOND)
    }
    await posted
    tell(`daily posting for ${due} investors`, [over - began], DAILY_POSTING)
    tell('withdrawal, while that runs', meanwhile, null)
    const problems = await readTransaction(db, checkBooks)
    if (problems.length > 0) throw new Error(`The books are wrong: ${problems.slice(0, 3).join('; ')}.`)
    return lines
  } finally {
    await client.end()
    await db.destroy()
  }
}

async function repeated<T>(times: number, act: (n: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let n = -WARM_UP; n < times; n += 1) {
    const one = await act(n + WARM_UP)
    if (n >= 0) done.push(one)
  }
  return done
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

/** Somebody who has been there for a while and can sign in here, with money to withdraw; and whose money is moved. */
async function prepare(
  client: pg.Client,
  { owner, password, requests }: Options,
): Promise<{ investor: Visitor; users: string[] }> {
  const { rows } = await client.query<{ id: string; email: string }>(
    `SELECT id, email FROM app_user
     WHERE kyc = 'approved' AND EXISTS (SELECT FROM investment WHERE user_id = app_user.id AND status = 'approved')
       AND NOT EXISTS (SELECT FROM withdrawal WHERE user_id = app_user.id AND status IN ('pending', 'approved'))
     ORDER BY created_at LIMIT ${AT_ONCE + 1}`,
  )
  const [one, ...others] = rows
  if (one === undefined) throw new Error('There is nobody with a running investment.')
  await client.query(
    'UPDATE app_user SET password_hash = owner.password_hash FROM app_user AS owner WHERE owner.email = $1 AND app_user.id = $2',
    [owner.email, one.id],
  )
  await owner.must(`/api/topup-user/${one.id}`, { amount: String(requests * 10 + 5000), account: 'earnings' })
  const investor = new Visitor(owner.url, owner.outbox)
  const { status } = await investor.signIn(one.email, password)
  if (status !== 200) throw new Error(`The investor could not sign in: ${status}.`)
  return { investor, users: others.map(({ id }) => id) }
}

/** Milliseconds of the call to the books, which is how long its accounts are locked at least, and of all of it. */
async function timeOfPosting(db: Database, userId: string): Promise<{ posted: number; kept: number }> {
  const entries = [debit('equity/adjustments', microUsd(1n)), credit(investorAccount(userId, 'bonus'), microUsd(1n))]
  let posted = 0
  const kept = await timed(() =>
    transaction(db, async (tx) => {
      const transfer = {
        key: `bench/${newId()}`,
        kind: 'top up',
        reference: { kind: 'user', id: userId },
        entries,
      } as const
      const now = (await databaseClock(tx)).now()
      posted = await timed(() => post(tx, JOB, now, [transfer]))
    }),
  )
  return { posted, kept }
}

/** Waits until what was said so far has been delivered: a thousand mails are a load of their own. */
async function untilMailIsOut(client: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      'SELECT FROM message WHERE delivered_at IS NULL AND given_up_at IS NULL LIMIT 1',
    )
    if (rowCount === 0) return
    await pause(200)
  }
}

async function topUpAtOnce(owner: Visitor, users: readonly string[]): Promise<void> {
  await Promise.all(users.map((id) => must(owner, `/api/topup-user/${id}`, { amount: '0.01', account: 'bonus' })))
}

/** One person may have a hundred open, so it is given up again. */
async function timeOfWithdrawing(investor: Visitor): Promise<number> {
  const time = await timed(() => withdraw(investor))
  await makeRoom(investor)
  return time
}

async function withdraw(investor: Visitor): Promise<void> {
  const wallet = { wallet_name: 'Load bitcoin', wallet_address: SOMEBODYS_BITCOIN }
  await must(investor, '/api/withdraw', { amount: '1', source: 'investment', ...wallet })
}

/** As the browser sends it. */
async function must(visitor: Visitor, path: string, body: unknown): Promise<void> {
  const { status, body: said } = await visitor.post(path, body, { 'idempotency-key': randomUUID() })
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(said)}`)
}

/**
 * Lets a thousand running investments of a thousand investors end at one moment, and waits until the app has completed
 * them by itself. Milliseconds from that moment.
 */
async function timeOfMaturing(client: pg.Client): Promise<number> {
  const end = new Date(systemClock.now().getTime() + UNTIL_THEY_END)
  const { rows } = await client.query<{ id: string }>(
    // what has been earned stays what the seconds since the beginning come to
    `WITH picked AS (
       SELECT DISTINCT ON (user_id) id, began_at, $1::timestamptz - make_interval(secs => duration * 86400) AS begins
       FROM investment WHERE status = 'approved' ORDER BY user_id LIMIT ${MATURING}
     ), counted AS (
       UPDATE investment_earning SET accrued_at = accrued_at + (picked.begins - picked.began_at)
       FROM picked WHERE investment_id = picked.id
     )
     UPDATE investment SET version = version + 1, began_at = picked.begins FROM picked WHERE investment.id = picked.id
     RETURNING investment.id`,
    [end],
  )
  const ids = rows.map(({ id }) => id)
  for (;;) {
    const left = await client.query(`SELECT FROM investment WHERE id = ANY($1) AND status = 'approved' LIMIT 1`, [ids])
    if (left.rowCount === 0) return systemClock.now().getTime() - end.getTime()
    await pause(SECOND / 10)
  }
}

/** Puts back by a second what was counted up to midnight, and began a second before, so that it is due as it is then. Answers for how many investors. */
async function makeYesterdaysOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ investors: number }>(
    `WITH due AS (
       UPDATE investment_earning SET accrued_at = accrued_at - interval '1 second'
       WHERE accrued_at = date_trunc('day', accrued_at, 'UTC') RETURNING investment_id, investor_id
     ), begun AS (
       UPDATE investment SET version = version + 1, began_at = began_at - interval '1 second'
       FROM due WHERE investment.id = investment_id
     ) SELECT count(DISTINCT investor_id)::integer AS investors FROM due`,
  )
  return rows[0]?.investors ?? 0
}
