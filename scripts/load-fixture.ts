/**
 * Fills an empty database with a load fixture: what the lists, the searches and the dashboard are measured on.
 *
 *   npm run load [-- --users 100000]
 *
 * The database is the one that `npm start` would use: DATABASE_URL, else the one in DATA_DIR. It is refused where it
 * holds anything but a fresh migration. For each user it makes three investments and ten ledger entries; the books
 * pass every check, and each record's state is what its postings say. Nobody in it is real: all names begin with
 * `load-`, all addresses end in `@load.plumb.test`, and only the owner, who is printed, can sign in.
 */
import { parseArgs } from 'node:util'
import { systemClock } from '#kit/clock.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { readSettings } from '#kit/config.ts'
import { ENTRIES_EACH, INVESTMENTS_EACH, makeLoadFixture } from '../bench/load.ts'

const { values } = parseArgs({ options: { users: { type: 'string', default: '100000' } } })
const users = Number(values.users)
const say = (line: string) => console.log(line)
const thousands = (count: number) => count.toLocaleString('en-US')

try {
  const settings = readSettings(process.env)
  const embedded =
    settings.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: settings.dataDir, log: say })
      : undefined
  try {
    const [investments, entries] = [users * INVESTMENTS_EACH, users * ENTRIES_EACH].map(thousands)
    say(`Load fixture: ${thousands(users)} users, ${investments} investments, ${entries} ledger entries.`)
    const { owner, counts } = await makeLoadFixture(settings.databaseUrl ?? embedded?.connectionString ?? '', {
      ...{ users, say, now: systemClock.now() },
    })
    for (const [table, count] of Object.entries(counts)) say(`${thousands(count).padStart(12)}  ${table}`)
    say('The books pass every check.')
    say(`Sign in as ${owner.email} with ${owner.password}`)
  } finally {
    await embedded?.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
