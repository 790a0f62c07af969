import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '#app/start.ts'
import { systemClock } from '#kit/clock.ts'
import { readSettings } from '#kit/settings.ts'
import { openTestServer } from './database.ts'

/** A way to the database over TCP that can be cut as a network is: nothing is refused, nothing arrives. */
async function openWay(to: URL) {
  const ends: Socket[] = []
  const [folder, port] = [to.searchParams.get('host'), Number(to.searchParams.get('port') ?? (to.port || 5432))]
  const target = folder === null ? { host: to.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` }
  const way = createServer((near) => {
    const far = connect(target)
    for (const socket of [near, far]) {
      socket.on('error', () => {})
      ends.push(socket)
    }
    near.pipe(far).pipe(near)
  })
  way.listen(0, '127.0.0.1')
  await once(way, 'listening')
  const through = new URL(to)
  for (const name of ['host', 'port']) through.searchParams.delete(name)
  through.host = `127.0.0.1:${(way.address() as AddressInfo).port}`
  return {
    through: through.href,
    cut: () => ends.forEach((socket) => socket.unpipe().pause()),
    close() {
      for (const socket of ends) socket.destroy()
      way.close()
    },
  }
}

test('healthz says within seconds that the database does not answer, also where nothing refuses the connection', async () => {
  const server = await openTestServer()
  const { connectionString, drop } = await server.createDatabase()
  const way = await openWay(new URL(connectionString))
  const dataDir = await mkdtemp(join(tmpdir(), 'plumb-health-'))
  const settings = readSettings({ PORT: '0', DATA_DIR: dataDir })
  const app = await startApp({ settings, connectionString: way.through, clock: systemClock, log: false })
  try {
    expect((await fetch(`${app.address}/healthz`)).status).toBe(200)
    way.cut()
    const begun = performance.now()
    const answer = await fetch(`${app.address}/healthz`, { signal: AbortSignal.timeout(15_000) })
    expect(answer.status).toBe(503)
    expect(performance.now() - begun).toBeLessThan(8000)
  } finally {
    way.close()
    await app.stop()
    await drop()
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
