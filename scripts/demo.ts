/**
 * Plumb with people in it, for looking at: sixty days of some two hundred investors, in a database of its own.
 *
 *   npm run demo
 *
 * The first time it makes the demo, which takes about a minute, and some on a busy machine; after that it starts at once.
 * `DEMO_DATABASE_URL` names an empty database, else one is kept under DATA_DIR/demo. A database that holds anything else
 * is refused.
 */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beginDemo, completeDemo, demoState } from '#app/demo-mark.ts'
import { startApp } from '#app/start.ts'
import { stopWhenTold } from '#app/stopping.ts'
import { buildWebWhenStale } from '#app/web-build.ts'
import { whereMessagesGo } from '#app/where-messages-go.ts'
import { DAY, MINUTE, systemClock } from '#kit/clock.ts'
import { openDatabase } from '#kit/database.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { migrateWhenThere } from '#postgres/migrate-when-there.ts'
import { readSettings, type Settings } from '#kit/config.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { whatIsWrong } from '#funds/proof/what-is-wrong.ts'
import { mailed, Person } from './demo-people.ts'
import { CHARACTERS, SHARERS, SIZE, tellStory } from './demo-story.ts'
import { moveClock } from './moved-clock.ts'

const PASSWORD = 'look around freely'
const OWNER = { name: 'owner', email: 'owner@demo.plumb.test', password: PASSWORD }

/** Who sits at the desk. */
const DESK = [
  { name: 'owner', line: 'may do everything, and agrees to what takes two' },
  { name: 'reviewer', line: `decides what comes in; ${SHARERS.join(' and ')} withdraw to one address` },
]

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const given = readSettings(process.env)
  const settings: Settings = {
    ...{ ...given, dataDir: join(given.dataDir, 'demo'), owner: undefined, demo: true },
    // nobody in it opens mail
    newAddressHoldHours: 0,
    // that is the address of another database
    appDatabaseUrl: undefined,
  }
  await buildWebWhenStale(systemClock, say)
  await mustBeFree(settings)
  let database = await openServer(settings)
  let state = await stateOf(database.connectionString)
  if (state === 'broken off') {
    if (process.env['DEMO_DATABASE_URL']) {
      throw new Error('the demo in this database was broken off while it was made. Give it an empty one.')
    }
    await database.stop()
    rmSync(settings.dataDir, { recursive: true })
    database = await openServer(settings)
    state = await stateOf(database.connectionString)
  }
  if (state !== 'complete') await make(settings, database.connectionString)

  const app = await startApp({
    settings,
    connectionString: database.connectionString,
    clock: systemClock,
    log: true,
  })
  say('')
  say(`The demo of Plumb answers at ${app.address}. Everybody in it is made up; the books are real.`)
  say(`Sign in, with the password “${PASSWORD}”, as`)
  for (const { name, line } of [...DESK, ...CHARACTERS]) say(`  ${`${name}@demo.plumb.test`.padEnd(25)} ${line}`)
  const messages = whereMessagesGo(settings)
  if (messages !== undefined) say(`${messages}, the newest last; the codes of somebody who registers are there, too.`)
  say('')
  stopWhenTold(async () => {
    await app.stop()
    await database.stop()
  })
}

/** Says at once what else would be found out after the demo has been made. */
async function mustBeFree({ host, port }: Settings): Promise<void> {
  const server = createServer()
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw taken ? new Error(`port ${port} is in use. Choose another: PORT=${port + 1} npm run demo`) : error
  } finally {
    server.close()
  }
}

async function openServer(settings: Settings): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const url = process.env['DEMO_DATABASE_URL']
  if (url) return { connectionString: url, stop: async () => {} }
  return startEmbeddedPostgres({ dataDir: settings.dataDir, log: say })
}

async function stateOf(connectionString: string) {
  await migrateWhenThere(connectionString, say)
  const { db } = openDatabase({ connectionString }, { log: (error) => say(error.message) })
  try {
    return await transaction(db, async (tx) => {
      const found = await demoState(tx)
      if (found === 'none') await beginDemo(tx, systemClock)
      return found
    })
  } finally {
    await db.destroy()
  }
}

/** Makes the demo: an app of its own under a moved clock, in which nobody is waited for. */
async function make(settings: Settings, connectionString: string): Promise<void> {
  const began = performance.now()
  const end = new Date(Math.floor(systemClock.now().getTime() / MINUTE) * MINUTE)
  // What is lost with the machine is made again; nothing here is anybody's.
  const unhurried = `${connectionString}${connectionString.includes('?') ? '&' : '?'}options=-c%20synchronous_commit%3Doff`
  const clock = await moveClock(unhurried, new Date(end.getTime() - SIZE.days * DAY))
  const app = await startApp({
    settings: {
      ...settings,
      production: false,
      port: 0,
      market: [],
      owner: OWNER,
      smtpUrl: undefined,
      smsUrl: undefined,
    },
    connectionString: unhurried,
    clock,
    log: false,
  })
  try {
    const owner = await app.db.selectFrom('app_user').select(['id', 'name', 'email']).executeTakeFirstOrThrow()
    let told = -1
    const progress = (share: number) => {
      const percent = Math.floor(share * 20) * 5
      if (percent === told) return
      told = percent
      say(
        `Making the demo: day ${Math.floor(share * SIZE.days)} of ${SIZE.days} (${Math.round((performance.now() - began) / 1000)} s)`,
      )
    }
    const people = {
      owner: new Person({ app, clock }, owner),
      password: PASSWORD,
      mailed: (what: RegExp) => mailed(join(settings.dataDir, 'outbox'), what),
    }
    await tellStory({ app, clock }, people, SIZE, progress)
    const problems = await readTransaction(app.db, whatIsWrong)
    if (problems.length > 0) throw new Error(`the books of the demo are wrong: ${problems.join('; ')}`)
    await clock.letRun()
    await transaction(app.db, (tx) => completeDemo(tx, systemClock))
  } finally {
    await app.stop()
    await clock.close()
  }
  say(`The demo is made, and its books balance (${Math.round((performance.now() - began) / 1000)} s).`)
}

main().catch((error: unknown) => {
  process.stderr.write(`The demo could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
