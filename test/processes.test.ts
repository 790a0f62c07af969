/** @module-tag thorough */
/** The app as a process of its own: how it starts, and how it ends whatever hangs. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWebWhenStale } from '#app/web-build.ts'
import { systemClock } from '#kit/clock.ts'
import { freePorts } from '../scripts/failover-cluster.ts'
import { openTestServer, type TestServer } from './support/database.ts'
import { openWay, type Way } from './support/way-to-database.ts'

const ROOT = join(import.meta.dirname, '..')
const MAIN = join(ROOT, 'src/app/main.ts')
/** Milliseconds for a start or an end on a busy machine. */
const LONG = 60_000

let server: TestServer
let database: Awaited<ReturnType<TestServer['createDatabase']>>
let dataDir: string
let port: number
let started: ChildProcess[]
let ways: Way[]

beforeAll(async () => {
  server = await openTestServer()
  await buildWebWhenStale(systemClock, () => {})
})
afterAll(() => server.close())
beforeEach(async () => {
  database = await server.createDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'plumb-process-'))
  ;[port = 0] = await freePorts(1)
  started = []
  ways = []
})
afterEach(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  for (const way of ways) way.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

function run(program: string, words: string[], databaseUrl = database.connectionString) {
  const child = spawn(program, words, {
    cwd: ROOT,
    env: { ...environment(), PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: databaseUrl, MARKET: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const said = { text: '' }
  child.stderr.on('data', (text: Buffer) => (said.text += text.toString()))
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string)
  return { child, said, ended: Promise.race([ended, pause(LONG, 'still there', { ref: false })]) }
}

/** Where nothing says that npm runs the tests. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
}

const start = (databaseUrl?: string) => run(process.execPath, [MAIN], databaseUrl)
const answers = () =>
  fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ status }) => status,
    () => 'nobody',
  )
const untilReady = () => until(200)
const untilGone = () => until('nobody')

async function until(answer: number | 'nobody'): Promise<void> {
  await expect.poll(answers, { timeout: LONG, interval: 100 }).toBe(answer)
}

async function wayThere(): Promise<Way> {
  const way = await openWay(database.connectionString)
  ways.push(way)
  return way
}

/** Makes more lines than any pipe holds; whether they are answered is not what matters here. */
async function fillLog(): Promise<void> {
  const path = `/api/${'x'.repeat(12_000)}`
  for (let round = 0; round < 40; round += 1) {
    await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(1000) }).catch(() => {})
  }
}

describe('SIGTERM ends the process', () => {
  test('when all is well, and its code says so', async () => {
    const { child, ended } = start()
    child.stdout.resume()
    await untilReady()
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  test('when nobody reads its log any more, which also keeps no request waiting', async () => {
    const { child, ended } = start()
    await untilReady()
    await fillLog()
    await untilReady()
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  test('when the reader of its log has closed', async () => {
    const { child, ended } = start()
    await untilReady()
    child.stdout.destroy()
    await fillLog()
    await untilReady()
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  test('when the database swallows what it is sent; then the code and a sentence say that not all has closed', async () => {
    const way = await wayThere()
    const { child, said, ended } = start(way.through)
    child.stdout.resume()
    await untilReady()
    way.cut()
    child.kill('SIGTERM')
    expect(await ended).toBe(1)
    expect(said.text).toContain('did not close within')
  })
})

describe('SIGTERM ends even a process that can no longer end itself', () => {
  const stopping = JSON.stringify(join(ROOT, 'src/app/stopping.ts'))
  test.each([
    ['because its event loop is blocked', 'for (;;);'],
    // what is read from a file system that has gone away, and process.exit waits for
    ['because a thread waits for a file', "readFile('fifo', () => {}); await Promise.resolve()"],
  ])('%s', async (_why, hang) => {
    spawnSync('sh', ['-c', 'mkfifo "$0"', join(dataDir, 'fifo')])
    const source = `
      import { readFile } from 'node:fs'
      import { stopWhenTold } from ${stopping}
      process.chdir(process.env.DATA_DIR)
      stopWhenTold(async () => { ${hang} })
      setInterval(() => {}, 1000)
      console.log('ready')`
    const { child, ended } = run(process.execPath, ['--input-type=module', '-e', source])
    await once(child.stdout ?? child, 'data')
    child.kill('SIGTERM')
    expect(await ended).toBe('SIGKILL')
  })
})

describe('started by npm', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('the app ends when npm is sent %s', async (signal) => {
    const { child } = run('npm', ['run', 'start', '--ignore-scripts'])
    child.stdout?.resume()
    await untilReady()
    child.kill(signal)
    await untilGone()
  })

  test('but one that was sent to the background outlives who sent it', async () => {
    const { child, ended } = run('sh', ['-c', `nohup "${process.execPath}" "${MAIN}" >/dev/null 2>&1 & echo $!`])
    const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
    try {
      expect(await ended).toBe(0)
      await untilReady()
      await pause(1500)
      await untilReady()
    } finally {
      process.kill(Number(line.toString()), 'SIGTERM')
    }
    await untilGone()
  })
})

describe('a start', () => {
  test('waits for a database that is not there yet, and says so', async () => {
    const [later = 0] = await freePorts(1)
    const address = new URL(database.connectionString)
    for (const name of ['host', 'port']) address.searchParams.delete(name)
    address.host = `127.0.0.1:${later}`
    const { child } = start(address.href)
    let output = ''
    child.stdout?.on('data', (text: Buffer) => (output += text.toString()))
    await expect.poll(() => output, { timeout: LONG }).toContain('Waiting for the database')
    expect(output).toContain('ECONNREFUSED')
    ways.push(await openWay(database.connectionString, later))
    await untilReady()
    expect(output.match(/Waiting for the database/g)).toHaveLength(1)
  })

  test.each([
    ['there is no such database', (url: URL) => (url.pathname = '/not_there'), /database "not_there" does not exist/],
    ['the user is unknown', (url: URL) => (url.username = 'not_there'), /role "not_there" does not exist/],
  ])('ends at once where %s', async (_what, change, sentence) => {
    const address = new URL(database.connectionString)
    change(address)
    const { said, ended } = start(address.href)
    expect(await ended).toBe(1)
    expect(said.text).toMatch(/^Plumb could not start: /)
    expect(said.text).toMatch(sentence)
  })
})
