/**
 * The keeper of one embedded PostgreSQL: a small process beside the apps that share a data folder. It starts the
 * server, starts it again when it dies, and stops it when the last app is gone. An app's lease is its open connection to
 * the keeper's socket, which the system closes however the app ends. There is one keeper at a time: it holds a lock
 * that the system releases however the keeper ends. Apps bring a new one when theirs is killed.
 *
 * To each app it writes lines: `log …`, `ready`, `failed …`. An app that leaves in peace writes `bye`, and is let go
 * when what follows from that is done.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { runnableBinaries } from './embedded-postgres-binaries.ts'
import { clearRemains, makeCluster, startServer, stopServer } from './embedded-postgres-cluster.ts'
import {
  closeRunFolder,
  ClusterRefused,
  databaseFolder,
  keeperSocket,
  openDatabaseFolder,
  openRunFolder,
} from './embedded-postgres-folder.ts'
import { handTo } from './server-user.ts'

/** How long the server waits for an app to come (back): a restarting app finds it warm. */
const GRACE = 2000
/** So often a server that does not start is tried before the apps are told; killed workers take a moment to end. */
const TRIES = 50

const folder = databaseFolder(process.argv[2] ?? '')
const user = openDatabaseFolder(folder)
const lock = takeLock()
if (lock === undefined) process.exit(0)

const apps = new Set<Socket>()
const leaving = new Set<Socket>()
let ready = false
let wake = () => {}

const run = openRunFolder(folder, user)
const path = keeperSocket(run)
rmSync(path, { force: true })
const listener = createServer(welcome)
listener.listen(path)
await once(listener, 'listening')
chmodSync(path, 0o600)
handTo(user, path)
handTo(user, folder.log)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, abandon)

try {
  await untilChange(GRACE)
  while (apps.size > 0) await serve()
} catch (error) {
  tell(`failed ${error instanceof Error ? error.message : String(error)}`)
  if (!(error instanceof ClusterRefused)) console.error(error)
}
rmSync(path, { force: true })
closeRunFolder(folder, run)
await Promise.all([...apps, ...leaving].map(sayLast))
process.exit(0)

/** From a start to the server's end or ours: answers when there is no server. */
async function serve(): Promise<void> {
  const server = await start()
  ready = true
  tell('ready')
  const died = once(server, 'exit').then(() => true)
  while (apps.size > 0) {
    if (await Promise.race([died, untilChange()])) {
      ready = false
      tell('log PostgreSQL ended by itself; starting it again')
      await sleep(200)
      return
    }
    // Who left without a word may be back in a moment.
    if (apps.size === 0 && leaving.size === 0) await Promise.race([died, untilChange(GRACE)])
  }
  ready = false
  await stopServer(server)
  if (apps.size > 0) for (const app of leaving) app.end()
}

async function start(): Promise<ChildProcess> {
  const place = { folder, user, binaries: runnableBinaries(user, folder.root) }
  for (let tried = 1; ; tried += 1) {
    makeCluster(place, (line) => tell(`log ${line}`))
    await clearRemains(place)
    try {
      return await startServer(place)
    } catch (error) {
      if (tried === TRIES) throw error
      await sleep(300)
    }
  }
}

function welcome(app: Socket): void {
  apps.add(app)
  wake()
  if (ready) app.write('ready\n')
  app.on('data', () => {
    leaving.add(app)
    leave(app)
    if (apps.size > 0) app.end()
  })
  app.on('error', () => leave(app))
  app.on('close', () => {
    leaving.delete(app)
    leave(app)
  })
}

/** Ends the connection; answers when everything written to it has arrived. */
async function sayLast(app: Socket): Promise<void> {
  app.end()
  if (!app.closed) await Promise.race([once(app, 'close'), sleep(500)])
}

function leave(app: Socket): void {
  if (apps.delete(app)) wake()
}

function tell(line: string): void {
  for (const app of apps) app.write(`${line.replaceAll('\n', ' ')}\n`)
}

/** Answers undefined when an app came or left, or after so many milliseconds. */
function untilChange(milliseconds?: number): Promise<undefined> {
  return new Promise((resolve) => {
    wake = () => resolve(undefined)
    if (milliseconds !== undefined) setTimeout(resolve, milliseconds, undefined)
  })
}

/** The machine is going down, or somebody ends us: the server is stopped, the apps are let go. */
function abandon(): void {
  for (const app of apps) {
    leaving.add(app)
    apps.delete(app)
  }
  wake()
}

/** SQLite locks a file through the system, which Node itself cannot; nothing is ever written into it. */
function takeLock(): DatabaseSync | undefined {
  const database = new DatabaseSync(folder.lock, { timeout: 0 })
  handTo(user, folder.lock)
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return database
  } catch {
    database.close()
    return undefined
  }
}
