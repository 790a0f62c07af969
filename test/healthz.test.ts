/** @module-tag thorough */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '#app/start.ts'
import { systemClock } from '#kit/clock.ts'
import { readSettings } from '#kit/config.ts'
import { openTestServer } from './support/database.ts'
import { openWay } from './support/way-to-database.ts'

test('healthz says within seconds that the database does not answer, also where nothing refuses the connection', async () => {
  const server = await openTestServer()
  const { connectionString, drop } = await server.createDatabase()
  const way = await openWay(connectionString)
  const dataDir = await mkdtemp(join(tmpdir(), 'plumb-health-'))
  const settings = readSettings({ PORT: '0', DATA_DIR: dataDir })
  // What it does by itself gives up soon, so that it can be stopped.
  const patience = { transaction: 1000, look: 1000 }
  const app = await startApp({ settings, connectionString: way.through, clock: systemClock, log: false, patience })
  try {
    await expect.poll(async () => (await fetch(`${app.address}/healthz`)).status).toBe(200)
    way.cut()
    // An outcome stands for a second.
    await expect
      .poll(async () => (await fetch(`${app.address}/healthz`, { signal: AbortSignal.timeout(15_000) })).json())
      .toEqual({ status: 'the database does not answer' })
  } finally {
    way.close()
    await app.stop()
    await drop()
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
