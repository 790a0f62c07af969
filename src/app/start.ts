import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { recordExport } from '#audit/record-export.ts'
import { ensureMaster } from '#documents/ensure-master.ts'
import { openBooksChecks } from '#funds/proof/check.ts'
import { ensureOwner } from '#identity/ensure-owner.ts'
import { passGateAgain } from '#identity/gate.ts'
import { makeSetupLink } from '#identity/set-up-owner.ts'
import type { Clock } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import { type Database, openDatabase, type Patience } from '#kit/database.ts'
import { openDocumentKeys } from '#kit/document-key.ts'
import { openPepper } from '#kit/pepper.ts'
import type { IdentityProvider } from '#kyc/provider.ts'
import { transaction } from '#kit/transaction.ts'
import { openExports } from '#lists/export-list.ts'
import { ensurePushKey } from '#notifications/push-key.ts'
import { prepareDatabase } from '#postgres/migrate-when-there.ts'
import { refuseHeldClock, startClockCheck } from './clock-check.ts'
import { refuseMixture } from './demo-mark.ts'
import { addCspReports } from './csp-reports.ts'
import { addDevelopmentPages } from './development.ts'
import { addEvents } from './events.ts'
import { everyCall } from './every-call.ts'
import { everyJob } from './every-job.ts'
import { addHealth } from './health.ts'
import { type Job, startJobs } from './jobs.ts'
import { startOutgoing } from './outgoing.ts'
import { addLog } from './log-pages.ts'
import { addLogos } from './look-pages.ts'
import { askOperator } from './operator-pages.ts'
import { addPages } from './pages.ts'
import { addRoutes } from './routes.ts'
import { closeServer, makeServer } from './server.ts'
import { addSupport } from './support.ts'
import { openTraces } from './traces.ts'
import { watchDatabase } from './watch-database.ts'

export type App = {
  /** where it listens, on this machine */
  address: string
  /** the one-time link by which the first owner is made; undefined if there is one */
  setupLink: string | undefined
  db: Database
  server: FastifyInstance
  /** what happens automatically; also run on its own timers */
  jobs: readonly Job[]
  /** Ends within seconds: takes no more calls, finishes what is under way, and leaves the database. */
  stop(): Promise<void>
}

type AppOptions = {
  settings: Settings
  /** by which the schema is made; the app itself comes in by another */
  connectionString: string
  clock: Clock
  log: boolean
  /** what a person at the start should know */
  say?: (line: string) => void
  development?: boolean
  patience?: Partial<Patience>
  /** connections to the database that may write; no more than that only read, four at most */
  connections?: number | undefined
  /** milliseconds in which a file must have come in whole */
  uploadPatience?: number
  /** who outside looks at identities as well; nobody unless said otherwise */
  identityProviders?: readonly IdentityProvider[]
}

/**
 * The composition root: builds everything once from the settings and passes it on. Any number of these may share
 * one database.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { settings, clock, log, patience = {}, identityProviders = [] } = options
  const pepper = openPepper(settings)
  const documentKeys = openDocumentKeys(settings)
  const asOwner = { connectionString: options.connectionString, appConnectionString: settings.appDatabaseUrl, pepper }
  const connectionString = await prepareDatabase(asOwner, options.say)
  const server = await makeServer({ ...settings, log })
  // The stack and no more: errors of the database carry their whole connection with them.
  const note = (error: unknown, what = 'database') =>
    server.log.warn({ error: error instanceof Error ? error.stack : String(error) }, what)
  const noted = (error: unknown) => note(error)
  const size = options.connections
  const { db } = openDatabase({ connectionString }, { size, log: noted, patience, pepper, documentKeys })
  const { setupLink, key } = await transaction(db, async (tx) => {
    await refuseMixture(tx, settings.demo)
    await refuseHeldClock(tx, settings.production)
    await ensureMaster(tx, clock)
    if (settings.owner !== undefined) await ensureOwner(tx, clock, settings.owner)
    return { setupLink: await makeSetupLink(tx, clock, settings.appUrl), key: await ensurePushKey(tx, clock) }
  })

  const outgoing = await startOutgoing({ db, connectionString, clock, settings, key, log: noted })
  const { relay, wake } = outgoing
  const operator = askOperator(db)
  const heard = (topic: string) => topic === 'settings' && operator.forget()
  relay.subscribe({ userId: '', administrator: false, send: heard, startOver: operator.forget })
  const watch = watchDatabase(connectionString)
  const { production, adminSecondFactor, investorSecondFactor } = settings
  const clockCheck = await startClockCheck({ db, clock, production, tell: (line) => server.log.warn(line) })
  const books = openBooksChecks({ db, tell: (line) => server.log.error(line) })
  const exports = openExports({ db, clock, record: recordExport, passAgain: passGateAgain })
  addRoutes(
    server,
    {
      ...{ db, clock, appUrl: settings.appUrl, checkReplies: !production },
      ...{ adminSecondFactor, investorSecondFactor },
      refuseMoney: clockCheck.refuseMoney,
      traces: openTraces({ db, clock, log: noted, written: wake }),
      committed() {
        operator.forget()
        wake()
      },
      ...(options.uploadPatience === undefined ? {} : { uploadPatience: options.uploadPatience }),
    },
    everyCall({ db, clock, settings, exports, books, identityProviders }),
  )
  addEvents(server, { db, clock, relay, appUrl: settings.appUrl, adminSecondFactor, investorSecondFactor })
  addCspReports(server, { db, clock })
  addHealth(server, [() => watch.problem(), () => clockCheck.problem()])
  addSupport(server, db, settings)
  addLogos(server, db)
  addLog(server, db, settings.logWitnesses)
  if (options.development === true) await addDevelopmentPages(server, settings)
  else await addPages(server, db, operator, settings)
  await server.listen({ port: settings.port, host: settings.host })

  const jobs = everyJob({
    ...{ db, clock, settings, identityProviders, clockCheck, books, wake },
    tell: (line) => server.log.info(line),
    warn: (line) => server.log.error(line),
  })
  const running = startJobs(jobs, (job, error) => note(error, `job: ${job}`))

  return {
    address: `http://localhost:${(server.server.address() as AddressInfo).port}`,
    setupLink,
    db,
    server,
    jobs,
    async stop() {
      await Promise.all([closeServer(server), running.stop(), books.stop()])
      await Promise.all([outgoing.stop(), watch.stop()])
      await db.destroy()
    },
  }
}
