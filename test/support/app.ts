/** The whole app for tests: real server, real database, real files, and a clock that can be moved. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp, type App } from '#app/start.ts'
import { buildWebWhenStale } from '#app/web-build.ts'
import { type Clock, DAY, systemClock } from '#kit/clock.ts'
import type { Patience } from '#kit/database.ts'
import { readSettings } from '#kit/config.ts'
import { whatIsWrong } from '#funds/proof/what-is-wrong.ts'
import { readTransaction } from '#kit/transaction.ts'
import type { IdentityProvider } from '#kyc/provider.ts'
import { moveClock, type MovedClock } from '../../scripts/moved-clock.ts'
import { FEW_CONNECTIONS, openTestServer, START, type TestServer } from './database.ts'
import { Visitor } from './visitor.ts'

export const OWNER = { email: 'owner@plumb.test', password: 'correct horse battery', name: 'first-owner' }

export type TestApp = {
  app: App
  url: string
  /** as the owner of the tables */
  databaseUrl: string
  outbox: string
  /** The app's and the database's; with `clock` given, nobody's. */
  clock: MovedClock
  /** Somebody new at the door, with cookies and a bearer of their own. */
  visitor(): Visitor
  /** Signed in with both halves of a session. */
  owner(): Promise<Visitor>
  /** Runs once all that happens by itself; without what looks back at all that was, where that is done later. */
  runJobs(options?: { lookingBack?: boolean }): Promise<void>
  /** What is wrong with the books. */
  problems(): Promise<string[]>
  /** Another process's worth of app on the same database. */
  second(): Promise<{ visitor(): Visitor; stop(): Promise<void> }>
  close(): Promise<void>
}

/** Looked at once for each worker: its sources do not change while tests run. */
let webIsBuilt: Promise<void> | undefined

export async function startTestApp(
  options: {
    env?: Record<string, string>
    start?: Date
    clock?: Clock
    ahead?: () => number
    /** another server than the one that all tests share */
    server?: TestServer
    /** the way to the database, where it is not the direct one */
    through?: (connectionString: string) => Promise<string>
    patience?: Partial<Patience>
    /** of the database: few, unless many act at one moment */
    connections?: number
    uploadPatience?: number
    development?: boolean
    identityProviders?: readonly IdentityProvider[]
    /** Lines of the log go to this process's output. */
    log?: boolean
  } = {},
): Promise<TestApp> {
  const server = options.server ?? (await openTestServer())
  const { connectionString, drop } = await server.createDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'plumb-app-'))
  const clock = await moveClock(connectionString, options.start ?? START)
  // An app with a clock of its own goes by a database whose clock runs.
  if (options.clock !== undefined) await clock.letRun()
  await (webIsBuilt ??= buildWebWhenStale(systemClock, () => {}))
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: dataDir,
    APP_URL: 'http://localhost',
    OWNER_EMAIL: OWNER.email,
    OWNER_PASSWORD: OWNER.password,
    OWNER_NAME: OWNER.name,
    // Nothing reaches out to a network, unless a test says where to.
    MARKET: 'off',
    // Each visitor says where they come from, as a proxy would.
    TRUST_PROXY: 'loopback',
    ...options.env,
  })
  /** The app's own clock, wrong where a test says by how much. */
  const own = { now: () => new Date(clock.now().getTime() + (options.ahead?.() ?? 0)) }
  const way = (await options.through?.(connectionString)) ?? connectionString
  const start = () =>
    startApp({
      ...{ settings, connectionString: way, clock: options.clock ?? own, log: options.log ?? false },
      development: options.development ?? false,
      identityProviders: options.identityProviders ?? [],
      connections: options.connections ?? FEW_CONNECTIONS,
      ...(options.patience === undefined ? {} : { patience: options.patience }),
      ...(options.uploadPatience === undefined ? {} : { uploadPatience: options.uploadPatience }),
    })
  const app = await start()
  const outbox = join(dataDir, 'outbox')
  const visitor = (at = app.address) => new Visitor(at, outbox)
  return {
    app,
    url: app.address,
    databaseUrl: connectionString,
    outbox,
    clock,
    visitor,
    async owner() {
      const owner = visitor()
      await owner.signIn(OWNER.email, OWNER.password)
      return owner
    },
    async runJobs({ lookingBack = true } = {}) {
      for (const job of app.jobs) if (lookingBack || !LOOKS_BACK.has(job.name)) await job.run()
    },
    problems: () => readTransaction(app.db, whatIsWrong),
    async second() {
      const other = await start()
      return { visitor: () => visitor(other.address), stop: () => other.stop() }
    },
    async close() {
      await app.stop()
      await clock.close()
      await drop()
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What looks at all that has happened before: half of what all jobs cost. */
const LOOKS_BACK = new Set(['books', 'proofs'])

/** Moves the clock by whole days, doing on the way what happens by itself once a day; what looks back, once at the end. */
export async function daysPass(house: TestApp, days: number): Promise<void> {
  if (!Number.isInteger(days)) throw new Error('only whole days pass here')
  for (let day = 1; day <= days; day += 1) {
    await house.clock.move(DAY)
    await house.runJobs({ lookingBack: day === days })
  }
}
