/** What reads cost the processor: the app's own process, and all of PostgreSQL's. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { type Line, percentile } from './measure-calls.ts'
import { childTimes, parentOf, spent, threadTimes } from './processor-time.ts'
import { openSessions } from './sessions.ts'

/** Calls under way at a time, from one machine. */
const AT_ONCE = 4
const WARM_UP = 300
/** Calls of each kind in a round, and the rounds: each kind in turn, so that what else the machine does meets all of them. */
const CALLS = 200
const ROUNDS = 5

type Asked = { what: string; url: string; headers: Record<string, string>; pid: number }
/** Microseconds a call. */
type Cost = { node: number; database: number }

/** As multiples of the bare server's: that is the same on every machine. The page has 60 microseconds where that takes 71. */
const BUDGETS: Readonly<Record<string, { words: string; most: number; of(cost: Cost): number }>> = {
  'GET /api/balance': { words: 'both', most: 2.5, of: ({ node, database }) => node + database },
  'GET /login': { words: 'Node', most: 0.85, of: ({ node }) => node },
}

type Options = { connectionString: string; url: string; appPid: number; say: (line: Line) => void }

/** Measures each read beside the bare server and tells it. Where the system does not count by process there is nothing to tell. */
export async function measureCost({ connectionString, url, appPid, say }: Options): Promise<Line[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { bare, port } = await startBareServer(connectionString)
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const postmaster = await parentOf(rows[0]?.pid ?? 0)
    const [session] = await openSessions(client, 1)
    if (session === undefined) throw new Error('There is nobody with a running investment.')
    const { headers } = session
    const asked: Asked[] = [
      { what: 'a bare server', url: `http://127.0.0.1:${port}/${session.userId}`, headers: {}, pid: bare.pid ?? 0 },
      { what: 'GET /api/balance', url: `${url}/api/balance`, headers, pid: appPid },
      { what: 'GET /api/histories', url: `${url}/api/histories`, headers, pid: appPid },
      { what: 'GET /login', url: `${url}/login`, headers: { 'accept-encoding': 'gzip, deflate, br' }, pid: appPid },
    ]
    const costs = await costsOf(asked, postmaster)
    return tell(asked, costs, say)
  } finally {
    bare.kill('SIGTERM')
    await client.end()
  }
}

async function startBareServer(connectionString: string): Promise<{ bare: ChildProcess; port: number }> {
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts')], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: connectionString },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(bare.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { bare, port: Number(said.toString()) }
}

async function costsOf(asked: readonly Asked[], postmaster: number): Promise<Cost[][]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  try {
    for (const one of asked) await askOften(one, WARM_UP, agent)
    const costs = asked.map((): Cost[] => [])
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [place, one] of asked.entries()) {
        const before = [await threadTimes(one.pid), await childTimes(postmaster)] as const
        await askOften(one, CALLS, agent)
        const after = [await threadTimes(one.pid), await childTimes(postmaster)] as const
        costs[place]?.push({
          node: spent(before[0], after[0]) / CALLS,
          database: spent(before[1], after[1]) / CALLS,
        })
      }
    }
    return costs
  } finally {
    agent.destroy()
  }
}

function tell(asked: readonly Asked[], costs: readonly Cost[][], say: (line: Line) => void): Line[] {
  const lines: Line[] = []
  const line = (what: string, figures: readonly number[], budget: number | null, note?: string) => {
    const median = percentile(figures, 0.5)
    const one: Line = {
      what,
      median,
      tail: percentile(figures, 0.95),
      budget,
      held: budget === null || median <= budget,
    }
    if (note !== undefined) one.note = note
    lines.push(one)
    say(one)
  }
  const [bare = []] = costs
  for (const [place, { what }] of asked.entries()) {
    const of = costs[place] ?? []
    line(
      `${what}: Node`,
      of.map(({ node }) => node),
      null,
    )
    line(
      `${what}: PostgreSQL`,
      of.map(({ database }) => database),
      null,
    )
    const budget = BUDGETS[what]
    if (budget === undefined) continue
    const times = of.map((cost, round) => budget.of(cost) / budget.of(bare[round] ?? { node: NaN, database: NaN }))
    line(`${what}: ${budget.words} of a bare server, times`, times, budget.most)
  }
  return lines
}

/** Asks for the same, so many times in all, and throws where an answer is not 200. */
async function askOften({ url, headers }: Asked, times: number, agent: Agent): Promise<void> {
  let left = times
  const one = async () => {
    while (left > 0) {
      left -= 1
      await ask(url, headers, agent)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

function ask(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`))
      response.on('data', () => {})
      response.on('end', resolve)
    }).on('error', reject)
  })
}
