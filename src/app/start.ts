import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { approvalsRoutes } from '#approvals/routes.ts'
import { auditRoutes } from '#audit/routes.ts'
import { adjustmentsRoutes } from '#adjustments/routes.ts'
import { recordExport } from '#audit/record-export.ts'
import { figuresRoutes } from '#figures/routes.ts'
import { fundsRoutes } from '#funds/routes.ts'
import { kycRoutes } from '#kyc/routes.ts'
import { openExports } from '#lists/export-list.ts'
import { invitationWorks } from '#roles/accept-roles.ts'
import { rolesRoutes } from '#roles/routes.ts'
import { voidInvitationsOf } from '#roles/void-invitations.ts'
import { usersRoutes } from '#users/routes.ts'
import { performAgreed } from './agreed-steps.ts'
import { ensureOwner } from '#identity/ensure-owner.ts'
import { passGateAgain } from '#identity/gate.ts'
import { approvalJobs } from '#approvals/jobs.ts'
import { identityJobs, startAnsweringStrangers } from '#identity/jobs.ts'
import { openPasswords } from '#identity/passwords.ts'
import { identityRoutes } from '#identity/routes.ts'
import { makeSetupLink } from '#identity/set-up-owner.ts'
import { investmentJobs } from '#investments/jobs.ts'
import { tellOfMailing } from '#approvals/tell-of-mailing.ts'
import { mailingReceivers } from '#investments/mailing-receivers.ts'
import { investmentRoutes } from '#investments/routes.ts'
import { type Clock, HOUR } from '#kit/clock.ts'
import { type Database, openDatabase, type Patience } from '#kit/database.ts'
import { prepareDatabase } from '#postgres/migrate-when-there.ts'
import { openPepper } from '#kit/pepper.ts'
import type { Settings } from '#kit/config.ts'
import { transaction } from '#kit/transaction.ts'
import { startDelivery } from '#mail/jobs.ts'
import { mailRoutes } from '#mail/routes.ts'
import { marketJobs } from '#market/jobs.ts'
import { marketRoutes } from '#market/routes.ts'
import { notificationJobs, startPushes } from '#notifications/jobs.ts'
import { announce } from '#notifications/notify.ts'
import { ensurePushKey } from '#notifications/push-key.ts'
import { startRelay } from '#notifications/relay.ts'
import { notificationsRoutes } from '#notifications/routes.ts'
import { overviewRoutes } from '#overview/routes.ts'
import { plansRoutes } from '#plans/routes.ts'
import { referralRoutes } from '#referrals/routes.ts'
import { settingsNow } from '#settings/read.ts'
import { settingsRoutes } from '#settings/routes.ts'
import { statementsRoutes } from '#statements/routes.ts'
import { walletsRoutes } from '#wallets/routes.ts'
import { withdrawalsRoutes } from '#withdrawals/routes.ts'
import { addEvents } from './events.ts'
import { refuseHeldClock, startClockCheck } from './clock-check.ts'
import { refuseMixture } from './demo-mark.ts'
import { type Job, startJobs } from './jobs.ts'
import { addDevelopmentPages } from './development.ts'
import { addPages } from './pages.ts'
import { addSupport } from './support.ts'
import { addRoutes } from './routes.ts'
import { closeServer, makeServer } from './server.ts'
import { addHealth } from './health.ts'
import { forgetOldKeys } from './store.ts'
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
  /** delivers what waits in the outbox, now */
  stop(): Promise<void>
}

/**
 * The composition root: builds everything once from the settings and passes it on. Any number of these may share
 * one database.
 */
export async function startApp(options: {
  settings: Settings
  /** by which the schema is made; the app itself comes in by another */
  connectionString: string
  clock: Clock
  log: boolean
  /** what a person at the start should know */
  say?: (line: string) => void
  development?: boolean
  patience?: Partial<Patience>
  /** milliseconds in which a file must have come in whole */
  uploadPatience?: number
}): Promise<App> {
  const { settings, clock, log, patience = {} } = options
  const pepper = openPepper(settings)
  const asOwner = { connectionString: options.connectionString, appConnectionString: settings.appDatabaseUrl, pepper }
  const connectionString = await prepareDatabase(asOwner, options.say)
  const server = await makeServer({ ...settings, log })
  // The stack and no more: errors of the database carry their whole connection with them.
  const note = (error: unknown, what = 'database') =>
    server.log.warn({ error: error instanceof Error ? error.stack : String(error) }, what)
  const noted = (error: unknown) => note(error)
  const { db } = openDatabase({ connectionString }, { log: noted, patience, pepper })
  const { setupLink, key } = await transaction(db, async (tx) => {
    await refuseMixture(tx, settings.demo)
    await refuseHeldClock(tx, settings.production)
    if (settings.owner !== undefined) await ensureOwner(tx, clock, settings.owner)
    return { setupLink: await makeSetupLink(tx, clock, settings.appUrl), key: await ensurePushKey(tx, clock) }
  })

  const delivery = startDelivery({
    ...{ db, clock, settings, log: noted, finder: mailingReceivers },
    senderName: async (tx) => (await settingsNow(tx, { platformName: undefined })).platformName,
    changed: (tx) => announce(tx, null, 'messages'),
  })
  const strangers = startAnsweringStrangers({
    ...{ db, clock, appUrl: settings.appUrl, log: noted },
    answered: () => delivery.wake(),
  })
  const pushes = startPushes({ db, clock, settings, key, log: noted })
  const relay = await startRelay({ db, connectionString, clock, log: noted })
  const watch = watchDatabase(connectionString)
  const wake = () => {
    for (const waiting of [strangers, delivery, pushes, relay]) waiting.wake()
  }
  const { production } = settings
  const clockCheck = await startClockCheck({ db, clock, production, tell: (line) => server.log.warn(line) })
  const house = {
    db,
    clock,
    settings,
    exports: openExports({ db, clock, record: recordExport, passAgain: passGateAgain }),
  }
  const routes = {
    ...auditRoutes(house),
    ...mailRoutes({ ...house, finder: mailingReceivers, tellOwners: tellOfMailing }),
    ...notificationsRoutes(house),
    ...settingsRoutes(house),
    ...approvalsRoutes({ clock, perform: (tx, actor, agreed) => performAgreed(tx, house, actor, agreed) }),
    ...walletsRoutes(house),
    ...plansRoutes(house),
    ...usersRoutes(house),
    ...identityRoutes({ ...house, passwords: openPasswords(house), invitationWorks, voidInvitationsOf }),
    ...kycRoutes(house),
    ...rolesRoutes(house),
    ...referralRoutes(house),
    ...investmentRoutes(house),
    ...withdrawalsRoutes(house),
    ...adjustmentsRoutes(),
    ...statementsRoutes(house),
    ...marketRoutes(house),
    ...overviewRoutes(),
    ...fundsRoutes(),
    ...figuresRoutes(house),
  }
  addRoutes(
    server,
    {
      db,
      clock,
      appUrl: settings.appUrl,
      checkReplies: !settings.production,
      refuseMoney: clockCheck.refuseMoney,
      committed: wake,
      ...(options.uploadPatience === undefined ? {} : { uploadPatience: options.uploadPatience }),
    },
    routes,
  )
  addEvents(server, { db, clock, relay })
  addHealth(server, [() => watch.problem(), () => clockCheck.problem()])
  addSupport(server, db, settings)
  if (options.development === true) await addDevelopmentPages(server, settings)
  else await addPages(server, settings)
  await server.listen({ port: settings.port, host: settings.host })

  const wakeAfter = (job: Job): Job => ({
    ...job,
    run: async (stopping) => {
      await job.run(stopping)
      wake()
    },
  })
  const whileClocksAgree = (job: Job): Job => ({
    ...job,
    run: async (stopping) => (clockCheck.problem() === undefined ? job.run(stopping) : undefined),
  })
  const jobs = [
    { name: 'clock', everySeconds: 5, run: clockCheck.look },
    ...investmentJobs(house).map(wakeAfter).map(whileClocksAgree),
    ...approvalJobs(house).map(wakeAfter),
    ...identityJobs(house),
    ...notificationJobs(house),
    ...marketJobs(house, (line) => server.log.info(line)),
    {
      name: 'forget idempotency keys',
      everySeconds: HOUR / 1000,
      run: () => transaction(db, forgetOldKeys),
    },
  ]
  const running = startJobs(jobs, (job, error) => note(error, `job: ${job}`))

  return {
    address: `http://localhost:${(server.server.address() as AddressInfo).port}`,
    setupLink,
    db,
    server,
    jobs,
    async stop() {
      await Promise.all([closeServer(server), running.stop()])
      await strangers.stop()
      await Promise.all([delivery.stop(), pushes.stop()])
      await Promise.all([relay.stop(), watch.stop()])
      await db.destroy()
    },
  }
}
