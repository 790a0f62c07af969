/** What the log costs beside the books: the processor's time for a position, and how many fewer postings there are with it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openCallers } from './committer-callers.ts'
import { type Line, percentile } from './measure-calls.ts'
import { openPayingAccounts } from './measure-posting.ts'
import { childTimes, parentOf, spent } from './processor-time.ts'
import type { Sequenced } from './sequencer.ts'

const ROUNDS = 5
/**
 * Transfers of a round, those that are numbered at once, as under 1,750 postings a second, and those of a call. Of more than
 * 4,000 the app looks for what comes before them, which takes three to five microseconds besides.
 */
const [TRANSFERS, AT_ONCE, TOGETHER] = [14_000, 3500, 500]
/**
 * Hashes of a hundred bytes that would take as long as Node and PostgreSQL take for a position: 40 microseconds where one
 * takes a half, as on an idle machine. In microseconds it would be a budget of the machine's neighbours.
 */
const MOST_HASHES = 80
const CALLERS = 64
/** Milliseconds of postings with the log or without it, and from one look at how far it is behind to the next. */
const [POSTING, LOOKS] = [10_000, 200]
/** Milliseconds. */
const MOST_LAG = 5000
/** Of the postings that there are without it. */
const LEAST_POSTINGS = 0.9

type Say = (line: Line) => void

/** Measures all of it in a database of its own, and tells each as soon as it is there. */
export async function measureLog(connectionString: string, say: Say): Promise<Line[]> {
  const { first, house } = await openPayingAccounts(connectionString)
  const client = new pg.Client({ connectionString })
  await client.connect()
  const sequencer = fork(join(import.meta.dirname, 'sequencer.ts'), [connectionString])
  try {
    await once(sequencer, 'message')
    await ordered(sequencer, 'once')
    const lines: Line[] = []
    for (const entries of [2, 3]) lines.push(...(await costOf({ client, sequencer, first, house, entries }, say)))
    lines.push(...(await measureBeside(client, sequencer, connectionString, say)))
    return lines
  } finally {
    sequencer.kill()
    await client.end()
  }
}

async function ordered(sequencer: ChildProcess, order: 'once' | 'end'): Promise<Sequenced> {
  sequencer.send(order)
  const [answer] = (await once(sequencer, 'message')) as [Sequenced]
  return answer
}

type Backlog = { client: pg.Client; sequencer: ChildProcess; first: number; house: number; entries: number }

async function costOf(backlog: Backlog, say: Say): Promise<Line[]> {
  const { client, sequencer, entries } = backlog
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const postmaster = await parentOf(rows[0]?.pid ?? 0)
  const costs: { node: number; database: number; hashes: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const cost = { node: 0, database: 0, oneHash: 0 }
    for (let posted = 0; posted < TRANSFERS; posted += AT_ONCE) {
      await postMany(backlog, round * TRANSFERS + posted)
      const before = await childTimes(postmaster)
      const { processor, oneHash } = await ordered(sequencer, 'once')
      cost.database += spent(before, await childTimes(postmaster)) / TRANSFERS
      cost.node += processor / TRANSFERS
      cost.oneHash = oneHash
    }
    costs.push({ ...cost, hashes: (cost.node + cost.database) / cost.oneHash })
    await client.query('VACUUM ANALYZE')
  }
  const of = (one: (cost: (typeof costs)[number]) => number) => costs.map(one)
  const what = `a position of ${entries} entries`
  return [
    told(say, { what: `${what}: Node, microseconds`, figures: of(({ node }) => node) }),
    told(say, { what: `${what}: PostgreSQL, microseconds`, figures: of(({ database }) => database) }),
    told(say, { what: `${what}: both`, figures: of(({ node, database }) => node + database) }),
    told(say, { what: `${what}: both, in hashes`, figures: of(({ hashes }) => hashes), most: MOST_HASHES }),
  ]
}

/** From the house to a thousand accounts in turn, each transfer of so many entries. */
async function postMany({ client, first, house, entries }: Backlog, posted: number): Promise<void> {
  const range = `generate_series(1, ${TOGETHER}) AS n`
  const lines = `generate_series(1, ${TOGETHER * entries}) AS n`
  for (let from = 0; from < AT_ONCE; from += TOGETHER) {
    await client.query(
      `SELECT count(*) FROM ledger_post(
         (SELECT array_agg($1::bigint + n) FROM ${range}), array_fill('investment earned'::transfer_kind, ARRAY[${TOGETHER}]),
         array_fill('investment'::record_kind, ARRAY[${TOGETHER}]), (SELECT array_agg(uuidv7()) FROM ${range}),
         array_fill(NULL::bigint, ARRAY[${TOGETHER}]), array_fill(NULL::bigint, ARRAY[${TOGETHER}]), NULL, NULL, 'bench', now(),
         (SELECT array_agg(id ORDER BY id) FROM account WHERE id = $2 OR id >= $3 AND id < $3 + ${2 * TOGETHER}),
         (SELECT array_agg((n + ${entries - 1}) / ${entries}) FROM ${lines}),
         (SELECT array_agg(CASE n % ${entries} WHEN 1 THEN 1 ELSE 1 + (n - 1) / ${entries} * ${entries - 1} + (n - 1) % ${entries} END) FROM ${lines}),
         (SELECT array_agg(CASE n % ${entries} WHEN 1 THEN ${entries - 1} ELSE -1 END * 1000000) FROM ${lines}))`,
      [entries * 1_000_000_000 + posted + from, house, first + ((posted + from) % 19_000)],
    )
  }
}

/** Postings through the committer: without the log, twice with it, without it. */
async function measureBeside(
  client: pg.Client,
  sequencer: ChildProcess,
  connectionString: string,
  say: Say,
): Promise<Line[]> {
  const callers = await openCallers(connectionString, CALLERS)
  const [without, beside, lags]: [number[], number[], number[]] = [[], [], []]
  await callers.run(POSTING / 5)
  for (const isBeside of [false, true, true, false]) {
    await ordered(sequencer, 'once')
    const before = callers.count()
    if (isBeside) sequencer.send('begin')
    const looking = isBeside ? lookBehind(client, lags) : Promise.resolve()
    await callers.run(POSTING)
    const perSecond = (callers.count() - before) / (POSTING / 1000)
    ;(isBeside ? beside : without).push(perSecond)
    await looking
    if (isBeside) await ordered(sequencer, 'end')
  }
  const ratio = percentile(beside, 0.5) / percentile(without, 0.5)
  return [
    told(say, { what: 'postings a second, nothing beside them', figures: without }),
    told(say, { what: 'the same, numbered every two seconds', figures: beside }),
    told(say, { what: 'the second, of the first', figures: [ratio], least: LEAST_POSTINGS }),
    told(say, { what: 'a posting has no position, milliseconds', figures: lags, most: MOST_LAG, of: 1 }),
  ]
}

/** How long the oldest transfer without a position has had none. */
async function lookBehind(client: pg.Client, lags: number[]): Promise<void> {
  const end = performance.now() + POSTING
  while (performance.now() < end) {
    await pause(LOOKS)
    const { rows } = await client.query<{ lag: number }>(
      `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)) * 1000, 0)::float8 AS lag FROM transfer
       WHERE id > (SELECT max(transfer_id) FROM log_position)`,
    )
    lags.push(rows[0]?.lag ?? 0)
  }
}

type Told = { what: string; figures: readonly number[]; most?: number; least?: number; of?: number }

function told(say: Say, { what, figures, most, least, of = 0.5 }: Told): Line {
  const median = percentile(figures, 0.5)
  const measured = percentile(figures, of)
  const held = measured <= (most ?? Infinity) && measured >= (least ?? -Infinity)
  const line: Line = { what, median, tail: percentile(figures, 0.95), budget: most ?? least ?? null, held }
  if (of === 1) line.note = `the most ${measured.toFixed(0)}`
  say(line)
  return line
}
