/** @module-tag thorough */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { madeDataDir } from '../../test/support/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const isRoot = process.getuid?.() === 0
const isLinux = process.platform === 'linux'
const cleanUp: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const act of cleanUp.splice(0).reverse()) await act()
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumb-postgres-test-'))
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function madeFolder(): Promise<string> {
  const folder = await madeDataDir()
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function start(dataDir: string, said: string[] = []): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => said.push(line) })
  cleanUp.push(() => server.stop())
  return server
}

/** An app in a process of its own, which can be killed. */
async function startApp(dataDir: string): Promise<{ process: ChildProcess; connectionString: string }> {
  const source = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))}
    const { connectionString } = await startEmbeddedPostgres({ dataDir: process.argv[1], log: () => {} })
    console.log(connectionString)
    setInterval(() => {}, 1000)`
  const app = spawn(process.execPath, ['--input-type=module-typescript', '-e', source, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUp.push(() => void app.kill('SIGKILL'))
  const [connectionString] = await once(createInterface({ input: app.stdout }), 'line')
  return { process: app, connectionString: String(connectionString) }
}

async function ask(connectionString: string, sql: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** The server may be on its way up again. */
async function askWithPatience(connectionString: string, sql: string): Promise<unknown> {
  for (const end = performance.now() + 30_000; ; await sleep(50)) {
    const answer = await ask(connectionString, sql).catch(String)
    if (typeof answer !== 'string' || performance.now() > end) return answer
  }
}

const pidFile = (dataDir: string) => join(dataDir, 'postgres/cluster/postmaster.pid')
const serverPid = (dataDir: string) => Number(readFileSync(pidFile(dataDir), 'utf8').split('\n')[0])
const parentOf = (pid: number) => Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // who waits for its parent to take notice is dead all the same
    return !isLinux || !/State:\s+Z/.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function secondsUntilGone(pid: number): Promise<number> {
  const start = performance.now()
  while (isAlive(pid) && performance.now() - start < 30_000) await sleep(20)
  return (performance.now() - start) / 1000
}

describe('in peace', () => {
  test('a new server has our settings, no network, and is gone when its only app stops it', async () => {
    const dataDir = emptyFolder()
    const said: string[] = []
    const { connectionString, stop } = await start(dataDir, said)
    const settings = ['fsync', 'listen_addresses', 'TimeZone', 'server_encoding', 'data_checksums', 'full_page_writes']
    const rows = await ask(connectionString, `SELECT ${settings.map((name) => `current_setting('${name}')`).join()}`)
    expect(rows).toEqual([['on', '', 'UTC', 'UTF8', 'on', 'on']])
    expect(await ask(connectionString, `SELECT current_database(), lower('ÄÉ')`)).toEqual([['plumb', 'äé']])
    expect(said).toEqual([expect.stringContaining('Making a new database')])
    const pid = serverPid(dataDir)
    await stop()
    expect(isAlive(pid)).toBe(false)
    expect(existsSync(pidFile(dataDir))).toBe(false)
  })

  test('the folder of the database is closed to other users of the machine', async () => {
    const dataDir = emptyFolder()
    await start(dataDir)
    for (const name of ['postgres', 'postgres/cluster', 'postgres/run']) {
      expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o700)
    }
  })

  test('apps that start at once on an empty folder share one server, which stays until the last one stops', async () => {
    const dataDir = emptyFolder()
    const [here, there, third] = await Promise.all([start(dataDir), startApp(dataDir), start(dataDir)])
    await ask(here.connectionString, 'CREATE TABLE note (word text)')
    await ask(there.connectionString, `INSERT INTO note VALUES ('shared')`)
    const pid = serverPid(dataDir)
    await here.stop()
    there.process.kill('SIGKILL')
    expect(await ask(third.connectionString, 'SELECT word FROM note')).toEqual([['shared']])
    expect(serverPid(dataDir)).toBe(pid)
    await third.stop()
    expect(await secondsUntilGone(pid)).toBeLessThan(10)
  })

  test('an app that starts while the server is being stopped gets one', async () => {
    const dataDir = await madeFolder()
    const first = await start(dataDir)
    const stopped = first.stop()
    const second = await start(dataDir)
    expect(await ask(second.connectionString, 'SELECT 1')).toEqual([[1]])
    await stopped
    expect(await ask(second.connectionString, 'SELECT 2')).toEqual([[2]])
  })

  test('a path too long for a socket gets a short private folder, which is gone at the end', async () => {
    const dataDir = join(emptyFolder(), 'a-long-name-'.repeat(9), 'data')
    const { connectionString, stop } = await start(dataDir)
    expect(await ask(connectionString, 'SELECT 1')).toEqual([[1]])
    const short = readlinkSync(join(dataDir, 'postgres/run'))
    expect(statSync(short).mode & 0o777).toBe(0o700)
    await stop()
    expect(existsSync(short)).toBe(false)
    const again = await start(dataDir)
    expect(await ask(again.connectionString, 'SELECT 2')).toEqual([[2]])
  })
})

describe('killed with -9', () => {
  test('the server: it is back within seconds with every acknowledged row, on the same address', async () => {
    const dataDir = await madeFolder()
    const { connectionString } = await start(dataDir)
    await ask(connectionString, 'CREATE TABLE note AS SELECT generate_series(1, 100) AS n')
    for (let round = 1; round <= 3; round += 1) {
      process.kill(serverPid(dataDir), 'SIGKILL')
      const inserted = await askWithPatience(connectionString, `INSERT INTO note VALUES (${round}) RETURNING n`)
      expect(inserted).toEqual([[round]])
      expect(await ask(connectionString, 'SELECT count(*)::int FROM note')).toEqual([[100 + round]])
    }
  })

  test('the only app: the server is gone within 10 seconds', async () => {
    const dataDir = await madeFolder()
    const app = await startApp(dataDir)
    const pid = serverPid(dataDir)
    app.process.kill('SIGKILL')
    expect(await secondsUntilGone(pid)).toBeLessThan(10)
  })

  test('the app, started again at once: it finds the same server', async () => {
    const dataDir = await madeFolder()
    const app = await startApp(dataDir)
    const pid = serverPid(dataDir)
    app.process.kill('SIGKILL')
    const { connectionString } = await start(dataDir)
    await sleep(2500)
    expect(await ask(connectionString, 'SELECT 1')).toEqual([[1]])
    expect(serverPid(dataDir)).toBe(pid)
  })

  test('the app and the server together: the next start has everything', async () => {
    const dataDir = await madeFolder()
    const app = await startApp(dataDir)
    await ask(app.connectionString, 'CREATE TABLE note AS SELECT 7 AS n')
    process.kill(serverPid(dataDir), 'SIGKILL')
    app.process.kill('SIGKILL')
    const { connectionString } = await start(dataDir)
    expect(await ask(connectionString, 'SELECT n FROM note')).toEqual([[7]])
  })

  test.runIf(isLinux)('the keeper: the app brings another', async () => {
    const dataDir = await madeFolder()
    const { connectionString, stop } = await start(dataDir)
    const [server, keeper] = [serverPid(dataDir), parentOf(serverPid(dataDir))]
    process.kill(keeper, 'SIGKILL')
    await secondsUntilGone(server)
    expect(await askWithPatience(connectionString, 'SELECT 1')).toEqual([[1]])
    const next = serverPid(dataDir)
    expect(parentOf(next)).not.toBe(keeper)
    await stop()
    expect(isAlive(next)).toBe(false)
  })

  test.runIf(isLinux)(
    'the keeper, and the app stops meanwhile: what another keeper starts is stopped too',
    async () => {
      const dataDir = await madeFolder()
      const { stop } = await start(dataDir)
      const [server, keeper] = [serverPid(dataDir), parentOf(serverPid(dataDir))]
      process.kill(keeper, 'SIGKILL')
      await secondsUntilGone(server)
      await expect.poll(() => serverPid(dataDir), { interval: 5 }).not.toBe(server)
      const next = serverPid(dataDir)
      await stop()
      expect(isAlive(next)).toBe(false)
    },
  )

  test.runIf(isLinux)(
    'app, keeper and server together: nothing is left, and the next start has everything',
    async () => {
      const dataDir = await madeFolder()
      const app = await startApp(dataDir)
      await ask(app.connectionString, 'CREATE TABLE note AS SELECT 7 AS n')
      const pid = serverPid(dataDir)
      for (const each of [parentOf(pid), pid]) process.kill(each, 'SIGKILL')
      app.process.kill('SIGKILL')
      expect(await secondsUntilGone(pid)).toBeLessThan(10)
      const { connectionString } = await start(dataDir)
      expect(await ask(connectionString, 'SELECT n FROM note')).toEqual([[7]])
    },
  )

  test.runIf(isLinux)('app and keeper together: the server does not outlive them', async () => {
    const dataDir = await madeFolder()
    const app = await startApp(dataDir)
    const pid = serverPid(dataDir)
    process.kill(parentOf(pid), 'SIGKILL')
    app.process.kill('SIGKILL')
    expect(await secondsUntilGone(pid)).toBeLessThan(10)
  })

  test('a process that has since got the number of a killed server does not hinder the next start', async () => {
    const dataDir = await madeFolder()
    const first = await start(dataDir)
    const left = readFileSync(pidFile(dataDir), 'utf8')
    await first.stop()
    const stranger = spawn('sleep', ['60'])
    cleanUp.push(() => void stranger.kill('SIGKILL'))
    writeFileSync(pidFile(dataDir), left.replace(/^\d+/, String(stranger.pid)))
    const { connectionString } = await start(dataDir)
    expect(await ask(connectionString, 'SELECT 1')).toEqual([[1]])
    expect(isAlive(stranger.pid ?? 0)).toBe(true)
  })

  test('half-made databases of a start that was killed are thrown away', async () => {
    const dataDir = emptyFolder()
    mkdirSync(join(dataDir, 'postgres/half-made-1/base'), { recursive: true })
    chmodSync(join(dataDir, 'postgres'), 0o700)
    const { connectionString } = await start(dataDir)
    expect(await ask(connectionString, 'SELECT 1')).toEqual([[1]])
    expect(existsSync(join(dataDir, 'postgres/half-made-1'))).toBe(false)
  })
})

describe('refuses', () => {
  test.each([
    ['a folder with other files', 'notes.txt', 'anything', /is not a PostgreSQL database/],
    ['the database of another version', 'PG_VERSION', '15\n', /a database of PostgreSQL 15.*brings PostgreSQL 18/],
  ])('%s, and leaves it as it was', async (_, name, content, sentence) => {
    const dataDir = emptyFolder()
    mkdirSync(join(dataDir, 'postgres/cluster'), { recursive: true })
    chmodSync(join(dataDir, 'postgres'), 0o700)
    writeFileSync(join(dataDir, 'postgres/cluster', name), content)
    await expect(start(dataDir)).rejects.toThrow(sentence)
    expect(readFileSync(join(dataDir, 'postgres/cluster', name), 'utf8')).toBe(content)
  })

  test.runIf(isLinux)('a folder in which a PostgreSQL works that we did not start', async () => {
    const dataDir = await madeFolder()
    const first = await start(dataDir)
    const program = readlinkSync(`/proc/${serverPid(dataDir)}/exe`)
    await first.stop()
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    const cluster = join(dataDir, 'postgres/cluster')
    chmodSync(dataDir, 0o711)
    const other = spawn(program, ['-D', cluster, '-c', 'listen_addresses=', '-c', 'unix_socket_directories=.'], {
      ...(isRoot ? { uid, gid } : {}),
      cwd: cluster,
      stdio: 'ignore',
    })
    cleanUp.push(async () => {
      other.kill('SIGINT')
      await once(other, 'exit')
    })
    await expect.poll(() => existsSync(pidFile(dataDir)) && readFileSync(pidFile(dataDir), 'utf8')).toMatch(/ready/)
    await expect(start(dataDir)).rejects.toThrow(`Another PostgreSQL (process ${other.pid}) works in ${cluster}`)
    expect(isAlive(other.pid ?? 0)).toBe(true)
  })

  const asNobody = isRoot ? { uid: 65534, gid: 65534 } : undefined
  const nobodyCanRunUs = asNobody !== undefined && spawnSync(process.execPath, ['-v'], asNobody).status === 0

  test.runIf(nobodyCanRunUs)('the folder of another user, naming the user', async () => {
    const dataDir = emptyFolder()
    chmodSync(dataDir, 0o755)
    mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 })
    chownSync(join(dataDir, 'postgres'), 1, 1)
    const source = `
      import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))}
      await startEmbeddedPostgres({ dataDir: process.argv[1], log: () => {} })`
    const words = ['--input-type=module-typescript', '-e', source, dataDir]
    const tried = spawnSync(process.execPath, words, { ...asNobody, encoding: 'utf8' })
    expect(tried.stderr).toMatch(/belongs to another user of this machine \(daemon\)\. Start Plumb as that user/)
    expect(tried.status).not.toBe(0)
  })
})

describe.runIf(isRoot)('as root', () => {
  test('the server runs as an ordinary user, even in a folder that this user cannot reach', async () => {
    const dataDir = join(emptyFolder(), 'closed', 'data')
    const { connectionString } = await start(dataDir)
    expect(statSync(join(dataDir, '../..')).mode & 0o077).toBe(0)
    expect(await ask(connectionString, 'SELECT 1')).toEqual([[1]])
    expect(statSync(`/proc/${serverPid(dataDir)}`).uid).not.toBe(0)
    expect(statSync(join(dataDir, 'postgres/cluster')).uid).toBe(statSync(`/proc/${serverPid(dataDir)}`).uid)
  })

  test('the server of a folder that belongs to an ordinary user runs as that user', async () => {
    const dataDir = emptyFolder()
    mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 })
    chownSync(join(dataDir, 'postgres'), 65534, 65534)
    await start(dataDir)
    expect(statSync(`/proc/${serverPid(dataDir)}`).uid).toBe(65534)
  })

  test('a database that was put back as root becomes the server’s again', async () => {
    const dataDir = await madeFolder()
    const first = await start(dataDir)
    await ask(first.connectionString, 'CREATE TABLE note AS SELECT 7 AS n')
    await first.stop()
    spawnSync('chown', ['-R', '0:0', join(dataDir, 'postgres')])
    const { connectionString } = await start(dataDir)
    expect(await ask(connectionString, 'SELECT n FROM note')).toEqual([[7]])
  })
})
