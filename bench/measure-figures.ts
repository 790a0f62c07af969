/** What the figures of the books take with very many running investments: made, served, and gone through for two years. */
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { figuresNow } from '#funds/open-books.ts'
import { KeptFigures } from '#kit/kept-figures.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { type Database, openDatabase, type Tx } from '#kit/database.ts'
import { readTransaction } from '#kit/transaction.ts'
import { microUsd } from '#money/micro-usd.ts'
import { HUNDRED_PERCENT, percent } from '#money/percent.ts'
import { planRecords } from '#funds/plan-records.ts'
import { standingNow } from '#funds/running.ts'
import { migrate } from '#postgres/migrate.ts'
import { readBooksNow } from '#whatif/read-books.ts'
import { foreseeBooks, withoutNewMoney, type Assumptions } from '#whatif/rules.ts'
import { makeRunningInvestments, SPREAD } from '../scripts/running-investments.ts'
import { type Line, percentile } from './measure-calls.ts'

/** Milliseconds. */
const MADE = 300
const SERVED = 5
const FORESEEN = 1000
const WARM_UP = 3
const REST_STEP = 5_000
const REST_LIMIT = 600_000
/** Requests for each of those that make the figures: what comes from memory is quick. */
const SERVED_EACH = 30
const DAYS_KEPT = 90
/** Each investor has two or three. */
const EACH = 2.5

const ASSUMED: Assumptions = {
  newInvestments: {
    ...{ count: 20, amount: microUsd(500_000_000n), duration: 90 },
    ...{ daily_roi: percent(4000n), ref_bonus: percent(50_000n) },
  },
  ...{ withdrawn: percent(HUNDRED_PERCENT), run: null, returns: microUsd(1_000_000_000n) },
}

/** Makes an empty database beside another; answers its address. */
export async function databaseBeside(beside: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: beside })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const address = new URL(beside)
  address.pathname = `/${name}`
  return address.href
}

/** Makes a database beside another with so many running investments and 90 kept days; answers its address. */
export async function makeFigures(beside: string, running: number, say: (line: string) => void): Promise<string> {
  const connectionString = await databaseBeside(beside, 'figures')
  await migrate({ connectionString })
  const made = new pg.Client({ connectionString })
  await made.connect()
  try {
    say(`${await makeRunningInvestments(made, running / EACH, SPREAD)} investments run`)
    // else what was just laid down is written to the disk while the figures are made
    await made.query('CHECKPOINT')
    await made.query(
      `INSERT INTO books_day (day, written_at, custody, principal, earnings, accrued, referral, bonus, withdrawing, suspense,
         reserve, committed)
       SELECT day, (day + 1)::timestamp AT TIME ZONE 'UTC', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0
       FROM (SELECT (now() AT TIME ZONE 'UTC')::date - n AS day FROM generate_series(1, ${DAYS_KEPT}) AS n) AS kept`,
    )
  } finally {
    await made.end()
  }
  return connectionString
}

type Say = (line: Line) => void
type Times = { what: string; times: readonly number[]; budget: number | null; note?: string }

/** Measures what makes the figures, and tells each as soon as it is there; beside a scan of the same rows. */
export async function measureMaking(connectionString: string, requests: number, say: Say): Promise<Line[]> {
  const lines: Line[] = []
  const tell = (one: Times) => lines.push(told(one, say))
  const { db } = openDatabase({ connectionString }, { log: () => {} })
  try {
    const made = await timesOfMaking(db, requests)
    tell({ what: 'a scan of what runs, summed', times: made.scanned, budget: null })
    const scan = percentile(made.scanned, 0.5)
    for (const [what, times] of Object.entries(made.parts)) {
      const note = `${(percentile(times, 0.5) / scan).toFixed(1)} scans`
      tell({ what, times, budget: what === ALL ? MADE : null, note })
    }
    const times = await timesOfForeseeing(db, requests)
    tell({ what: 'what falls due read, and two years foreseen', times, budget: FORESEEN })
  } finally {
    await db.destroy()
  }
  return lines
}

/** Waits until an app has posted what was earned before it began, and all that is posted has its position in the log. */
export async function untilAtRest(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (let [before, waited] = ['', 0]; waited < REST_LIMIT; waited += REST_STEP) {
      const { rows } = await client.query<{ newest: string; numbered: boolean }>(
        `SELECT max(id) AS newest, count(*) = (SELECT count(transfer_id) FROM log_position) AS numbered FROM transfer`,
      )
      const [{ newest, numbered } = { newest: '', numbered: false }] = rows
      if (numbered && newest === before) return
      before = newest
      await pause(REST_STEP)
    }
  } finally {
    await client.end()
  }
}

/** Measures how an app serves them. */
export async function measureServing(url: string, requests: number, say: Say): Promise<Line[]> {
  const lines: Line[] = []
  for (const path of ['/api/books', '/api/books/days']) {
    const times = await timesOfAsking(url + path, requests * SERVED_EACH)
    const note = `99th ${percentile(times, 0.99).toFixed(1)}`
    lines.push(told({ what: `GET ${path}`, times, budget: SERVED, note }, say))
  }
  return lines
}

function told({ what, times, budget, note }: Times, say: Say): Line {
  const median = percentile(times, 0.5)
  const line: Line = { what, median, tail: percentile(times, 0.95), budget, held: budget === null || median <= budget }
  if (note !== undefined) line.note = note
  say(line)
  return line
}

const ALL = 'the figures of /books made'

/** In turns, so that what else the machine does meets all of them. */
async function timesOfMaking(db: Database, requests: number) {
  const [scanned, standing, records, all]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let round = -WARM_UP; round < requests; round += 1) {
    await readTransaction(db, async (tx) => {
      const now = (await databaseClock(tx)).now()
      const kept = round >= 0
      const one = async <T>(times: number[], act: () => Promise<T>) => {
        const began = performance.now()
        const answer = await act()
        if (kept) times.push(performance.now() - began)
        return answer
      }
      await one(scanned, () => scan(tx))
      const { running } = await one(standing, () => standingNow(tx, now))
      await one(records, () => planRecords(tx, running))
      await one(all, () => new KeptFigures(figuresNow).of(tx))
    })
  }
  return {
    scanned,
    parts: { 'what is held, owed and falls due': standing, 'the records of plans': records, [ALL]: all },
  }
}

/** The plainest sum over the same investments. */
async function scan(tx: Tx): Promise<void> {
  await sql`SELECT count(*), sum(amount), sum(daily_roi) FROM investment WHERE status = 'approved'`.execute(tx)
}

/** As *What if* does it: what falls due is read, then two years are gone through with what is assumed and without new money. */
async function timesOfForeseeing(db: Database, requests: number): Promise<number[]> {
  const times: number[] = []
  for (let round = -WARM_UP; round < requests; round += 1) {
    const began = performance.now()
    const books = await readTransaction(db, readBooksNow)
    foreseeBooks(books, ASSUMED)
    foreseeBooks(books, withoutNewMoney(ASSUMED))
    if (round >= 0) times.push(performance.now() - began)
  }
  return times
}

/** One at a time, over one connection; the first, which makes the figures, is not counted. */
async function timesOfAsking(url: string, times: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const took: number[] = []
  for (let round = -WARM_UP; round < times; round += 1) {
    const began = performance.now()
    const status = await statusOf(url, agent)
    if (status !== 200) throw new Error(`${url} answered ${status}.`)
    if (round >= 0) took.push(performance.now() - began)
  }
  agent.destroy()
  return took
}

function statusOf(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode))
    }).once('error', reject)
  })
}
