/** What a proof over a million investors takes, against a database that holds them, while the app that makes it answers. */
import { execFile } from 'node:child_process'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { SESSION_COOKIE } from '#identity/cookies.ts'
import { SECOND } from '#kit/clock.ts'
import { hashToken, newId, newToken } from '#kit/ids.ts'
import { migrate } from '#postgres/migrate.ts'
import { type Line, percentile } from './measure-calls.ts'

const run = promisify(execFile)
const MIB = 1024 ** 2
/** Seconds of the processor and MiB for the tree, seconds for all of a proof. */
const [MOST_TREE, MOST_MEMORY, MOST_EPOCH] = [15, 300, 60]
/** Characters and milliseconds of a bundle. */
const [MOST_BUNDLE, MOST_BUNDLE_TIME] = [6000, 50]
/** Milliseconds from one look, and from one call, to the next. */
const [LOOKS, CALLS] = [50, 20]
const LIMIT = 5 * 60 * SECOND
const BUNDLES = 40

type Say = (line: Line) => void
type Told = { what: string; figures: readonly number[]; most?: number; note?: string }
type Session = Record<string, string>

/** Measures the tree by itself, in a process of its own. */
export async function measureTree(people: number, say: Say): Promise<Line[]> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'tree-of-many.ts'), String(people)])
  const { processor, memory, kept, depth } = JSON.parse(stdout) as Record<string, number>
  const note = `depth ${depth}, ${((kept ?? 0) / people).toFixed(1)} bytes kept a person`
  return [
    told(say, { what: 'the tree: seconds of the processor', figures: [(processor ?? 0) / 1e6], most: MOST_TREE, note }),
    told(say, { what: 'the tree: MiB', figures: [(memory ?? 0) / MIB], most: MOST_MEMORY }),
  ]
}

/**
 * Lays down people with their five accounts, and what stands on them, in SQL: no posting is behind it. A proof reads what
 * stands on accounts alone.
 */
export async function makePeople(connectionString: string, people: number): Promise<void> {
  await migrate({ connectionString })
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
       WHERE indrelid = 'app_user'::regclass AND NOT indisprimary AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    )
    // of people by themselves nothing is asked but by their ids
    for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
    await client.query(`
      SET session_replication_role = replica;
      SET synchronous_commit = off;
      INSERT INTO app_user (id, name, email, phone, country, password_hash, password_set_at, kyc, terms_version, terms_accepted_at, created_at)
      SELECT uuidv7(), 'Person_' || n, 'person' || n || '@bench.test', '+1' || lpad(n::text, 10, '0'), 'US', 'x', now(), 'approved', '1', now(), now()
      FROM generate_series(1, ${people}) AS n;
      INSERT INTO account (owner_id, kind, side, floor, created_at, balance)
      SELECT app_user.id, kind, -1, 0, now(), abs(hashtextextended(app_user.id::text || kind, 0) % 1000000000)
      FROM app_user, unnest('{earnings,invested,referral,bonus,withdrawing}'::text[]) AS kind;
      SET session_replication_role = origin`)
    await client.query('VACUUM ANALYZE app_user, account')
  } finally {
    await client.end()
  }
}

/** Of an app that has just begun, and so makes the proof of the day: how long it takes, and how it answers meanwhile. */
export async function measureEpoch(connectionString: string, url: string, say: Say): Promise<Line[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const sessions = await sessionsOf(client, BUNDLES)
    const calm: number[] = []
    const answered: number[] = []
    let seconds: number | undefined
    const making = untilMade(client).then((took) => (seconds = took))
    while (seconds === undefined) {
      const before = performance.now()
      await ask(`${url}/api/balance`, sessions[0] ?? {}, agent)
      answered.push(performance.now() - before)
      await pause(CALLS)
    }
    await making
    for (let call = 0; call < 200; call += 1) {
      const before = performance.now()
      await ask(`${url}/api/balance`, sessions[0] ?? {}, agent)
      calm.push(performance.now() - before)
    }
    await untilSigned(`${url}/api/proof`, sessions[0] ?? {}, agent)
    const lengths: number[] = []
    const times: number[] = []
    for (const session of sessions) {
      const before = performance.now()
      const body = await ask(`${url}/api/proof`, session, agent)
      times.push(performance.now() - before)
      lengths.push(body.length)
    }
    return [
      told(say, { what: 'the whole proof: seconds', figures: [seconds], most: MOST_EPOCH }),
      told(say, { what: 'GET /api/balance meanwhile, milliseconds', figures: answered, note: ofHundred(answered) }),
      told(say, { what: 'the same, nothing beside it', figures: calm, note: ofHundred(calm) }),
      told(say, { what: 'GET /api/proof, milliseconds', figures: times, most: MOST_BUNDLE_TIME }),
      told(say, { what: 'the same, characters', figures: [Math.max(...lengths)], most: MOST_BUNDLE }),
    ]
  } finally {
    agent.destroy()
    await client.end()
  }
}

const ofHundred = (figures: readonly number[]) =>
  `99th ${percentile(figures, 0.99).toFixed(1)}, the most ${Math.max(...figures).toFixed(1)}`

/** Seconds from the beginning of the transaction that has made the first proof to its end. */
async function untilMade(client: pg.Client): Promise<number> {
  let began = NaN
  for (const end = performance.now() + LIMIT; performance.now() < end;) {
    const { rows } = await client.query<{ began: number | null; now: number; made: boolean }>(
      `SELECT (SELECT extract(epoch FROM min(xact_start))::float8 FROM pg_stat_activity JOIN pg_locks USING (pid)
         WHERE relation = 'log_head'::regclass AND pid <> pg_backend_pid()) AS began,
         extract(epoch FROM clock_timestamp())::float8 AS now, EXISTS (SELECT FROM proof) AS made`,
    )
    const [look] = rows
    if (look?.made === true) return look.now - began
    if (typeof look?.began === 'number') began = look.began
    await pause(LOOKS)
  }
  throw new Error('No proof was made.')
}

/** The bundle is whole once a checkpoint has what the log says of the proof. */
async function untilSigned(url: string, session: Session, agent: Agent): Promise<void> {
  for (const end = performance.now() + LIMIT; performance.now() < end; await pause(SECOND)) {
    if ((JSON.parse(await ask(url, session, agent)) as { log: object | null }).log !== null) return
  }
  throw new Error('No checkpoint was signed.')
}

/** A session for each of so many people. */
async function sessionsOf(client: pg.Client, people: number): Promise<Session[]> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM app_user ORDER BY id LIMIT $1', [people])
  const sessions: Session[] = []
  for (const { id } of rows) {
    const [bearer, cookie] = [newToken(32), newToken(32)]
    await client.query(
      `INSERT INTO session (id, user_id, bearer_hash, cookie_hash, created_at, expires_at, address, user_agent)
       VALUES ($1, $2, $3, $4, now(), now() + interval '1 day', '127.0.0.1', 'bench')`,
      [newId(), id, hashToken(bearer), hashToken(cookie)],
    )
    sessions.push({ authorization: `Bearer ${bearer}`, cookie: `${SESSION_COOKIE}=${cookie}` })
  }
  return sessions
}

function ask(url: string, headers: Session, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (response) => {
      let body = ''
      response.on('data', (piece: Buffer) => (body += piece.toString()))
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(body)
          : reject(new Error(`${url} answered ${response.statusCode}: ${body}`)),
      )
    }).on('error', reject)
  })
}

function told(say: Say, { what, figures, most, note }: Told): Line {
  const median = percentile(figures, 0.5)
  const line: Line = {
    what,
    median,
    tail: percentile(figures, 0.95),
    budget: most ?? null,
    held: median <= (most ?? Infinity),
  }
  if (note !== undefined) line.note = note
  say(line)
  return line
}
