/** One PostgreSQL cluster in its folder: made when missing, started, stopped, cleared of what a crash left behind. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './embedded-postgres-binaries.ts'
import { ClusterRefused, type DatabaseFolder, PORT } from './embedded-postgres-folder.ts'
import { handTo, type ServerUser } from './server-user.ts'

export const SUPERUSER = 'plumb_owner'
const MAJOR_VERSION = '18'
/** A process id that no system gives. */
const NOBODYS_PID = 2_147_483_646

/**
 * Linux lets a process reach its working directory under this name even where the folders above it are closed to its
 * user (a checkout in root's home), so no permission of theirs has to be changed.
 */
const WORKING_FOLDER = '/proc/self/cwd'
const isLinux = process.platform === 'linux'

const SETTINGS = {
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  cluster_name: 'plumb',
  max_connections: '200',
  // memory is taken as it is needed: a small house takes little of it
  shared_buffers: '256MB',
  max_wal_size: '512MB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Refused statements are the app's to report; the server's log is for what happens to the server.
  log_min_messages: 'log',
}

type Cluster = { folder: DatabaseFolder; binaries: Binaries; user: ServerUser | undefined }

/** Makes the cluster when there is none. It appears whole: a half-made one has another name and is thrown away. */
export function makeCluster({ folder, binaries, user }: Cluster, log: (line: string) => void): void {
  for (const name of readdirSync(folder.root)) {
    if (name.startsWith('half-made-')) rmSync(join(folder.root, name), { recursive: true, force: true })
  }
  if (existsSync(folder.cluster)) return checkVersion(folder.cluster)
  log(`Making a new database in ${folder.root}`)
  const half = join(folder.root, `half-made-${process.pid}`)
  mkdirSync(half, { mode: 0o700 })
  handTo(user, half)
  const made = spawnSync(
    binaries.initdb,
    [
      ...['-D', isLinux ? WORKING_FOLDER : half, '-U', SUPERUSER, '--auth=trust', '--encoding=UTF8'],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ],
    { ...user, cwd: half, env: serverEnvironment(), encoding: 'utf8' },
  )
  if (made.status !== 0) {
    rmSync(half, { recursive: true, force: true })
    throw new ClusterRefused(`A new database could not be made: ${made.error?.message ?? lastLines(made.stderr)}`)
  }
  writeFileSync(
    join(half, 'pg_hba.conf'),
    '# Who can reach the socket is settled by its folder.\nlocal all all trust\n',
  )
  renameSync(half, folder.cluster)
}

function checkVersion(cluster: string): void {
  const file = join(cluster, 'PG_VERSION')
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  if (version === MAJOR_VERSION) return
  throw new ClusterRefused(
    (version === undefined
      ? `${cluster} holds something that is not a PostgreSQL database. `
      : `${cluster} holds a database of PostgreSQL ${version}, and Plumb brings PostgreSQL ${MAJOR_VERSION}. `) +
      'Move it away, or set DATA_DIR to another folder.',
  )
}

/**
 * Starts the server as a child of this process; answers when it takes connections, throws when it ends before. Only tests
 * change its settings.
 */
export async function startServer(
  { folder, binaries, user }: Cluster,
  changed: Record<string, string> = {},
): Promise<ChildProcess> {
  const log = openSync(folder.log, 'a', 0o600)
  const where = isLinux ? { data: WORKING_FOLDER, sockets: '../run' } : { data: folder.cluster, sockets: folder.run }
  const settings = { ...SETTINGS, unix_socket_directories: where.sockets, ...changed }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Where the system can, it stops the server should this process be killed.
  const [program = '', ...words] = [...dyingWithParent(), binaries.postgres, '-D', where.data, ...options]
  const server = spawn(program, words, {
    ...user,
    cwd: folder.cluster,
    env: serverEnvironment(),
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = once(server, 'exit').then(
    () => lastLines(readFileSync(folder.log, 'utf8')),
    (error: unknown) => String(error),
  )
  for (;;) {
    const why = await Promise.race([ended, sleep(20)])
    if (why !== undefined) throw new Error(`PostgreSQL did not start: ${why}`)
    const seen = readPidFile(folder)
    if (seen?.pid === server.pid && seen?.status === 'ready') return server
  }
}

/** A fast shutdown: open transactions are rolled back, the cluster is left clean; after that, less politely. */
export async function stopServer(server: ChildProcess): Promise<void> {
  const ended = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : undefined
  for (const [signal, patience] of STOPPING) {
    if (ended === undefined) return
    server.kill(signal)
    if (await Promise.race([ended, sleep(patience, false, { ref: false })])) return
  }
}

const STOPPING = [
  ['SIGINT', 4000],
  ['SIGQUIT', 2000],
  ['SIGKILL', 2000],
] as const

/**
 * Before a start: stops a server that outlived its keeper and clears the marks of one that was killed. Only the holder
 * of the keeper's lock may call it. Refuses when somebody else's PostgreSQL works in the folder.
 */
export async function clearRemains({ folder }: Cluster): Promise<void> {
  for (const [signal, patience] of STOPPING) {
    const seen = readPidFile(folder)
    if (seen === undefined || !isServerOf(folder, seen.pid)) break
    if (seen.sockets !== (isLinux ? '../run' : folder.run) || seen.address !== '') {
      throw new ClusterRefused(
        `Another PostgreSQL (process ${seen.pid}) works in ${folder.cluster}, not started by Plumb. ` +
          'Stop it, or set DATA_DIR to another folder.',
      )
    }
    process.kill(seen.pid, signal)
    for (let waited = 0; waited < patience && isServerOf(folder, seen.pid); waited += 50) await sleep(50)
  }
  disownPidFile(folder)
  for (const name of readdirSync(folder.run)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(folder.run, name), { force: true })
  }
}

/**
 * PostgreSQL takes any live process with the number in a left-over postmaster.pid for a server. When it is not one, we
 * change the number and leave the rest: with it PostgreSQL sees whether a killed server's workers still hold its memory.
 */
function disownPidFile(folder: DatabaseFolder): void {
  const path = join(folder.cluster, 'postmaster.pid')
  if (!existsSync(path)) return
  const [, ...rest] = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, [NOBODYS_PID, ...rest].join('\n'))
}

type PidFile = { pid: number; sockets: string; address: string; status: string }

function readPidFile(folder: DatabaseFolder): PidFile | undefined {
  const path = join(folder.cluster, 'postmaster.pid')
  if (!existsSync(path)) return undefined
  const [pid, , , , sockets = '', address = '', , status = ''] = readFileSync(path, 'utf8').split('\n')
  return { pid: Number(pid), sockets, address, status: status.trim() }
}

/** Whether that process is alive and a PostgreSQL at work in this cluster: numbers are given again after a while. */
function isServerOf(folder: DatabaseFolder, pid: number): boolean {
  if (!isLinux) {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return stdout.includes('postgres') && stdout.includes(folder.cluster)
  }
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder.cluster &&
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
    )
  } catch {
    return false
  }
}

function dyingWithParent(): string[] {
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))
  return setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'INT']
}

/** Nothing of ours: PGDATA, LC_ALL and the like would change what the server does. */
const serverEnvironment = () => ({ PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' })

const lastLines = (text: string) => text.trim().split('\n').slice(-3).join(' | ')
