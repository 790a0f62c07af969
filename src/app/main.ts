import { join } from 'node:path'
import { startEmbeddedPostgres } from '#kit/embedded-postgres.ts'
import { readSettings, type Settings } from '#kit/settings.ts'
import { systemClock } from '#kit/clock.ts'
import { startApp } from './start.ts'
import { buildWebWhenStale } from './web-build.ts'

const development = process.argv.includes('--dev')

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function openDatabaseServer(settings: Settings): Promise<{ connectionString: string; stop(): Promise<void> }> {
  if (settings.databaseUrl !== undefined) return { connectionString: settings.databaseUrl, stop: async () => {} }
  say(`Starting PostgreSQL in ${settings.dataDir}…`)
  return startEmbeddedPostgres({ dataDir: settings.dataDir, log: say })
}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const database = await openDatabaseServer(settings)
  try {
    if (!development) await buildWebWhenStale(systemClock, say)
    const app = await startApp({
      settings,
      connectionString: database.connectionString,
      clock: systemClock,
      log: true,
      development,
    })
    say('')
    say(`Plumb answers at ${settings.appUrl === `http://localhost:${settings.port}` ? app.address : settings.appUrl}`)
    if (app.setupLink !== undefined) say(`Make yourself the owner (one time, 24 hours): ${app.setupLink}`)
    if (settings.smtpUrl === undefined || settings.smsUrl === undefined) {
      say(`Messages without a gateway are written to ${join(settings.dataDir, 'outbox')}`)
    }
    say('')
    const stop = async () => {
      await app.stop()
      await database.stop()
      process.exit(0)
    }
    process.once('SIGINT', () => void stop())
    process.once('SIGTERM', () => void stop())
  } catch (error) {
    await database.stop()
    throw error
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`Plumb could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
