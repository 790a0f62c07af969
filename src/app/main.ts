import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { readSettings, type Settings } from '#kit/config.ts'
import { systemClock } from '#kit/clock.ts'
import { startApp } from './start.ts'
import { stopWhenTold } from './stopping.ts'
import { buildWebWhenStale } from './web-build.ts'
import { whereMessagesGo } from './where-messages-go.ts'

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
  if (!development) await buildWebWhenStale(systemClock, say)
  const app = await startApp({
    settings,
    connectionString: database.connectionString,
    clock: systemClock,
    log: true,
    say,
    development,
  })
  say('')
  say(`Plumb answers at ${settings.appUrl === `http://localhost:${settings.port}` ? app.address : settings.appUrl}`)
  if (app.setupLink !== undefined) say(`Make yourself the owner (one time, 24 hours): ${app.setupLink}`)
  const messages = whereMessagesGo(settings)
  if (messages !== undefined) say(messages)
  say('')
  stopWhenTold(async () => {
    await app.stop()
    await database.stop()
  })
}

/** What went wrong at the start, in words that say what to do. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return 'something else is already listening on this port. Stop it, or set PORT to another.'
  if (code === 'EACCES') return `${error.message}. Choose a PORT above 1023 and a DATA_DIR that this user may write to.`
  return error.message
}

main().catch((error: unknown) => {
  // The process ends here, and with it its lease of the database.
  process.stderr.write(`Plumb could not start: ${inWords(error)}\n`)
  process.exit(1)
})
