/** A PostgreSQL 15 of the system in a scratch cluster: on loopback, with passwords, as a database elsewhere has them. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { newToken } from '#kit/ids.ts'
import { freePorts, idsOf } from '../../scripts/failover-cluster.ts'

const BINARIES = '/usr/lib/postgresql/15/bin'
const ADMINISTRATOR = 'administrator'

/** Why there can be none on this machine; undefined where there can. */
export function missingSystemPostgres(): string | undefined {
  return existsSync(join(BINARIES, 'initdb')) ? undefined : `${BINARIES} is not there (Debian: postgresql-15)`
}

type Settings = Record<string, string>

export type SystemPostgres = {
  /** The address of a database for a user. */
  address(user: string, password: string, database: string): string
  /** as its superuser, in a database */
  administrator(database?: string): string
  /** Copies the whole of it while it works, with pg_basebackup. */
  copy(): Promise<{
    /** Starts the copy as another server, which first goes on to where the settings say. Once. */
    recover(settings: Settings): Promise<SystemPostgres>
  }>
  stop(): Promise<void>
}

/** As whom its programs work, which is not as root. */
export const systemPostgresUser = () => (process.getuid?.() === 0 ? idsOf('postgres') : undefined)

export async function startSystemPostgres(settings: Settings = {}): Promise<SystemPostgres> {
  const folder = await ownFolder()
  const [password, passwordFile] = [newToken(), join(folder, 'password')]
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const user = systemPostgresUser()
  if (user !== undefined) chownSync(passwordFile, user.uid, user.gid)
  runProgram(folder, 'initdb', [
    ...['-D', join(folder, 'data'), '-U', ADMINISTRATOR, '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    ...['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
  ])
  return startIn(folder, password, settings)
}

async function ownFolder(): Promise<string> {
  const [folder, user] = [await mkdtemp(join(tmpdir(), 'plumb-postgres-15-')), systemPostgresUser()]
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  return folder
}

function runProgram(folder: string, name: string, words: string[], env: NodeJS.ProcessEnv = {}): void {
  const options = { ...systemPostgresUser(), cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync(join(BINARIES, name), words, options)
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`)
}

async function startIn(folder: string, password: string, given: Settings): Promise<SystemPostgres> {
  const [port = 0] = await freePorts(1)
  const own = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }
  const settings = Object.entries({ ...own, ...given }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(BINARIES, 'postgres'), ['-D', join(folder, 'data'), ...settings], {
    ...systemPostgresUser(),
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  const address = (who: string, secret: string, database: string) =>
    `postgresql://${who}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${database}`
  const administrator = (database = 'postgres') => address(ADMINISTRATOR, password, database)
  await untilThere(administrator())
  return {
    address,
    administrator,
    async copy() {
      const other = await ownFolder()
      const words = ['-D', join(other, 'data'), '-h', '127.0.0.1', '-p', String(port), '-U', ADMINISTRATOR]
      runProgram(other, 'pg_basebackup', [...words, '--checkpoint=fast', '--no-sync'], { PGPASSWORD: password })
      return {
        recover(recovery) {
          writeFileSync(join(other, 'data/recovery.signal'), '')
          return startIn(other, password, recovery)
        },
      }
    },
    async stop() {
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilThere(connectionString: string): Promise<void> {
  for (const end = performance.now() + 60_000; ; await pause(50)) {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      if (performance.now() > end) throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
}
