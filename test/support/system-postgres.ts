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

export type SystemPostgres = {
  /** The address of a database for a user. */
  address(user: string, password: string, database: string): string
  /** as its superuser, in a database */
  administrator(database?: string): string
  stop(): Promise<void>
}

export async function startSystemPostgres(): Promise<SystemPostgres> {
  const user = process.getuid?.() === 0 ? idsOf('postgres') : undefined
  const folder = await mkdtemp(join(tmpdir(), 'plumb-postgres-15-'))
  const [password, passwordFile, data] = [newToken(), join(folder, 'password'), join(folder, 'data')]
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user !== undefined) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid)
  const made = spawnSync(
    join(BINARIES, 'initdb'),
    [
      ...['-D', data, '-U', ADMINISTRATOR, '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      ...['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    ],
    { ...user, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const [port = 0] = await freePorts(1)
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
  const server = spawn(join(BINARIES, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
    ...user,
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
