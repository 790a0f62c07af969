/** The real PostgreSQL that Plumb brings along, for machines where no DATABASE_URL is given. */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SUPERUSER } from './embedded-postgres-cluster.ts'
import {
  databaseFolder,
  type DatabaseFolder,
  keeperSocket,
  openDatabaseFolder,
  PORT,
  runFolder,
} from './embedded-postgres-folder.ts'
import { handTo } from './server-user.ts'

const KEEPER = join(import.meta.dirname, 'embedded-postgres-keeper.ts')
const DATABASE = 'plumb'
/** Milliseconds in which a keeper must have answered a knock at its socket. */
const PATIENCE = 20_000
const LARGE_LOG = 10_000_000

export type EmbeddedPostgres = {
  /** For `pg`; the user is the owner of everything in the database. */
  connectionString: string
  /** Gives up this process's lease. The server is stopped, and this answers after that, when it was the last one. */
  stop(): Promise<void>
}

/**
 * Starts the server of this data folder, or joins the apps that already use it, and makes the database when it is
 * missing. While this process lives, the server is started again whenever it dies. Throws a sentence for people when the
 * folder cannot be used.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: (line: string) => void
}): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true })
  const folder = databaseFolder(options.dataDir)
  const lease = new Lease(folder, options.log)
  await lease.take()
  const connectionString = await makeDatabase(runFolder(folder))
  return { connectionString, stop: () => lease.give() }
}

/** This process's connection to the keeper. When it breaks another is made, with a new keeper if need be. */
class Lease {
  private readonly folder: DatabaseFolder
  private readonly log: (line: string) => void
  private socket: Socket | undefined
  private taking: Promise<void> | undefined
  private readonly given = new AbortController()

  constructor(folder: DatabaseFolder, log: (line: string) => void) {
    this.folder = folder
    this.log = log
  }

  async take(): Promise<void> {
    while (!this.given.signal.aborted) {
      const socket = await knockUntilAnswered(this.folder)
      const answer = await this.firstAnswer(socket)
      if (answer === 'ready') return this.hold(socket)
      socket.destroy()
      if (answer?.startsWith('failed ')) throw new Error(answer.replace(/^failed /, ''))
    }
  }

  async give(): Promise<void> {
    this.given.abort()
    // Another keeper may be on its way: the server that it starts is ours to stop as well.
    await this.taking
    const socket = this.socket
    if (socket === undefined || socket.destroyed) return
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.ref().write('bye\n')
    await Promise.race([closed, sleep(10_000, undefined, { ref: false })])
    socket.destroy()
  }

  /** `ready`, `failed …`, or nothing when the keeper ended before it could say. */
  private firstAnswer(socket: Socket): Promise<string | undefined> {
    return new Promise((resolve) => {
      const lines = createInterface({ input: socket })
      lines.on('line', (line) => {
        if (line.startsWith('log ')) this.log(line.slice(4))
        else resolve(line)
      })
      // It repeats the socket's errors, after each of which the socket closes.
      lines.on('error', () => resolve(undefined))
      socket.once('close', () => resolve(undefined))
    })
  }

  private hold(socket: Socket): void {
    this.socket = socket
    socket.unref()
    socket.once('close', () => {
      this.taking = this.takeAgain()
    })
  }

  private async takeAgain(): Promise<void> {
    while (!this.given.signal.aborted) {
      try {
        return await this.take()
      } catch (error) {
        this.log(`PostgreSQL is not there: ${error instanceof Error ? error.message : String(error)}`)
        await sleep(2000, undefined, { ref: false, signal: this.given.signal }).catch(() => {})
      }
    }
  }
}

async function knockUntilAnswered(folder: DatabaseFolder): Promise<Socket> {
  const end = performance.now() + PATIENCE
  let keeper: ChildProcess | undefined
  while (performance.now() < end) {
    const socket = await knock(folder)
    if (socket !== undefined) return socket
    if (keeper === undefined || keeper.exitCode === 0) keeper = spawnKeeper(folder)
    else if (keeper.exitCode !== null)
      throw new Error(`${KEEPER} failed: ${readFileSync(folder.log, 'utf8').slice(-500)}`)
    await sleep(40)
  }
  throw new Error(
    `${folder.root} is in use by a process that does not answer. ` +
      'Is the folder shared with another machine or container? Give each one a DATA_DIR of its own.',
  )
}

function knock(folder: DatabaseFolder): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    let path: string
    try {
      path = keeperSocket(runFolder(folder))
    } catch {
      return resolve(undefined)
    }
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.on('error', () => resolve(undefined))
  })
}

/** A process of its own, in a session of its own: it outlives this one and hears nothing from its terminal. */
function spawnKeeper(folder: DatabaseFolder): ChildProcess {
  const user = openDatabaseFolder(folder)
  if ((statSync(folder.log, { throwIfNoEntry: false })?.size ?? 0) > LARGE_LOG)
    renameSync(folder.log, `${folder.log}.old`)
  const log = openSync(folder.log, 'a', 0o600)
  handTo(user, folder.log)
  const keeper = spawn(process.execPath, [KEEPER, dirname(folder.root)], {
    cwd: '/',
    // It stays when we are gone: what we were told (passwords, NODE_OPTIONS) is not for it.
    env: { PATH: process.env['PATH'] },
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  keeper.unref()
  return keeper
}

/** Answers the address of the database, which is there and takes connections. */
async function makeDatabase(host: string): Promise<string> {
  const address = (database: string) =>
    `postgresql://${SUPERUSER}@localhost/${database}?host=${encodeURIComponent(host)}&port=${PORT}`
  const client = await connectWithPatience(address('postgres'))
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } catch (error) {
    // Another app made it in the same moment: '42P04' and '23505' both say so.
    if (!(error instanceof pg.DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error
  } finally {
    await client.end()
  }
  return address(DATABASE)
}

/** The server may have died and be on its way up again since the keeper called it ready. */
async function connectWithPatience(connectionString: string): Promise<pg.Client> {
  const end = performance.now() + PATIENCE
  for (;;) {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (performance.now() > end) throw error
      await sleep(200)
    }
  }
}
