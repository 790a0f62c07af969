/** @module-tag thorough */
/** What people and the operator see while every COMMIT waits for a standby that is not there. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type App, startApp } from '#app/start.ts'
import { systemClock } from '#kit/clock.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { readSettings } from '#kit/config.ts'
import { OUR_BITCOIN } from './support/addresses.ts'
import { OWNER } from './support/app.ts'
import { madeDataDir } from './support/database.ts'
import { Visitor } from './support/visitor.ts'

let dataDir: string
let server: EmbeddedPostgres
let superuser: pg.Client
let app: App
let owner: Visitor

beforeEach(async () => {
  dataDir = await madeDataDir()
  // A server of its own: what is set here stops every COMMIT on it.
  server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  superuser = new pg.Client({ connectionString: server.connectionString })
  await superuser.connect()
  const settings = readSettings({
    ...{ PORT: '0', DATA_DIR: dataDir, MARKET: 'off' },
    ...{ OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password, OWNER_NAME: OWNER.name },
  })
  app = await startApp({ settings, connectionString: server.connectionString, clock: systemClock, log: false })
  owner = new Visitor(app.address, join(dataDir, 'outbox'))
  await owner.signIn(OWNER.email, OWNER.password)
})
afterEach(async () => {
  await waitForStandby('')
  await app.stop()
  await superuser.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function waitForStandby(name: string): Promise<void> {
  await superuser.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
  await superuser.query('SELECT pg_reload_conf()')
  await expect
    .poll(async () => (await superuser.query('SHOW synchronous_standby_names')).rows[0].synchronous_standby_names)
    .toBe(name)
}

const health = async () => {
  const answer = await fetch(`${app.address}/healthz`)
  return { status: answer.status, said: ((await answer.json()) as { status: string }).status }
}
const waiting = async () =>
  (await superuser.query("SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'")).rowCount ?? 0

test('healthz says that commits wait, also when nobody else writes, and takes no connection for it each time', async () => {
  await expect.poll(health).toEqual({ status: 200, said: 'ok' })
  await waitForStandby('nobody')
  for (let time = 0; time < 3; time += 1) {
    await expect.poll(health).toEqual({ status: 503, said: 'commits wait for a standby' })
  }
  const { rows } = await superuser.query(
    "SELECT FROM pg_stat_activity WHERE query LIKE '%pg_logical_emit_message%' AND pid <> pg_backend_pid()",
  )
  expect(rows.length).toBe(1)
  await waitForStandby('')
  await expect.poll(health).toEqual({ status: 200, said: 'ok' })
})

test('healthz says that the database only reads, be it that its disk is full or that somebody has told it so', async () => {
  const readOnly = async (on: 'on' | 'off') => {
    await superuser.query('SET default_transaction_read_only = off')
    await superuser.query(`ALTER SYSTEM SET default_transaction_read_only = ${on}`)
    await superuser.query('SELECT pg_reload_conf()')
  }
  await expect.poll(health).toEqual({ status: 200, said: 'ok' })
  await readOnly('on')
  await expect.poll(health).toEqual({ status: 503, said: 'the database only reads' })
  await readOnly('off')
  await expect.poll(health).toEqual({ status: 200, said: 'ok' })
})

test('screens are answered while writes wait, and the writes are done when the standby is back', async () => {
  const someone = new Visitor(app.address, join(dataDir, 'outbox'))
  await someone.join('someone')
  await waitForStandby('nobody')
  // writes that share no row: each waits for the standby and none for another
  const writes = Array.from({ length: 30 }, (_, number) =>
    owner.must(`/api/note-user/${someone.id}`, { text: `Note ${number}` }),
  )
  await expect.poll(waiting).toBeGreaterThanOrEqual(8)
  const today = systemClock.now().toISOString().slice(0, 10)
  // A statement that is not over, and what holds the clocks against each other.
  const statement = await owner.get(`/api/statement?from=${today}&to=${today}`)
  expect(statement.status).toBe(200)
  await app.jobs.find(({ name }) => name === 'clock')?.run()
  for (let time = 0; time < 5; time += 1) {
    const answers = await Promise.all(Array.from({ length: 6 }, () => owner.get('/api/user')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    // Not because the writes had given up.
    expect(await waiting()).toBeGreaterThanOrEqual(8)
  }
  await waitForStandby('')
  await Promise.all(writes)
})

test('however long writes wait, they leave no more connections waiting than a process has, and say what is not known', async () => {
  const at = new URL(server.connectionString)
  at.searchParams.set('application_name', 'impatient')
  const settings = readSettings({ PORT: '0', DATA_DIR: dataDir, MARKET: 'off' })
  const patience = { answer: 500, transaction: 1000 }
  const impatient = await startApp({
    ...{ settings, connectionString: at.href, clock: systemClock, log: false, patience },
  })
  const left = async () =>
    (
      await superuser.query(
        "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'impatient'",
      )
    ).rowCount ?? 0
  const there = owner.at(impatient.address)
  const write = (number: number) => there.post('/api/create-wallet', { name: `Ether ${number}`, address: OUR_BITCOIN })
  try {
    await waitForStandby('nobody')
    const answers = []
    for (let round = 0; round < 2; round += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 8 }, (_, number) => write(round * 8 + number)))))
      // eight of writes, and the one by which health is found out
      expect(await left()).toBeLessThanOrEqual(9)
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    // Which of them commits first is chance: the others wait for its lock, and are cut before they have done anything.
    const unknown = answers.flatMap(({ body }, number) => (body.message.includes('not known') ? `Ether ${number}` : []))
    expect(unknown.length).toBeGreaterThan(0)
    await waitForStandby('')
    const { items } = (await owner.get('/api/admin/wallets')).body as { items: { wallet_name: string }[] }
    const made = items.map(({ wallet_name }) => wallet_name).filter((name) => name.startsWith('Ether '))
    expect(unknown).toEqual(expect.arrayContaining(made))
    // half a second is not long for a machine with much to do
    let next = 100
    await expect.poll(async () => (await write((next += 1))).status).toBe(200)
  } finally {
    await waitForStandby('')
    await impatient.stop()
  }
})
