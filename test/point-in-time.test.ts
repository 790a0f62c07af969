/** @module-tag thorough */
/** What docs/backup.md says of an own PostgreSQL: a copy of the server and its archive, taken back to a moment. */
import { chownSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#kit/database.ts'
import { givenPepper } from '#kit/pepper.ts'
import { prepareDatabase } from '#postgres/migrate-when-there.ts'
import { onDatabase } from './support/backed-up.ts'
import { CODE_PEPPER } from './support/database.ts'
import { bookProblems, give, held } from './support/money.ts'
import { anInvestor, usd } from './support/people.ts'
import { missingSystemPostgres, startSystemPostgres, systemPostgresUser } from './support/system-postgres.ts'

const missing = missingSystemPostgres()
const pepper = givenPepper('the pepper of tests', CODE_PEPPER)

/** The app's own connections to a house on that server. */
async function openHouse(connectionString: string) {
  if (pepper === undefined) throw new Error('there is no pepper')
  const app = await prepareDatabase({ connectionString, appConnectionString: undefined, pepper })
  return openDatabase({ connectionString: app }, { log: () => {}, pepper }).db
}

async function read(address: string, query: string): Promise<unknown> {
  const { rows } = await onDatabase(address, (client) => client.query<{ value: unknown }>(query))
  return rows[0]?.value
}

test.runIf(missing !== undefined)('recovery to a moment on PostgreSQL 15', (context) => {
  context.skip(`not looked at: ${missing}`)
})

test.runIf(missing === undefined)(
  'an own PostgreSQL is taken back to the moment before a mistake, and its app goes on from there',
  async () => {
    const [archive, user] = [await mkdtemp(join(tmpdir(), 'plumb-archive-')), systemPostgresUser()]
    if (user !== undefined) chownSync(archive, user.uid, user.gid)
    const server = await startSystemPostgres({
      archive_mode: 'on',
      archive_command: `test ! -f '${archive}/%f' && cp '%p' '${archive}/%f'`,
    })
    const at = ({ address }: typeof server) => address('house', 'of the house', 'plumb')
    try {
      await onDatabase(server.administrator(), async (client) => {
        await client.query("CREATE ROLE house LOGIN CREATEROLE PASSWORD 'of the house'")
        await client.query('CREATE DATABASE plumb OWNER house')
      })
      const db = await openHouse(at(server))
      const investor = await anInvestor(db)
      await give(db, investor, 'earnings', usd(10))
      const copy = await server.copy()
      await give(db, investor, 'earnings', usd(5))
      const before = await read(at(server), 'SELECT clock_timestamp()::text AS value')
      await give(db, investor, 'earnings', usd(1000))
      await db.destroy()
      const last = await read(server.administrator(), 'SELECT pg_walfile_name(pg_switch_wal()) AS value')
      const archived = () => read(server.administrator(), 'SELECT last_archived_wal AS value FROM pg_stat_archiver')
      await expect.poll(async () => String(await archived()) >= String(last)).toBe(true)

      const recovered = await copy.recover({
        restore_command: `cp '${archive}/%f' '%p'`,
        recovery_target_time: String(before),
        recovery_target_action: 'promote',
      })
      try {
        await expect.poll(() => read(at(recovered), 'SELECT pg_is_in_recovery() AS value')).toBe(false)
        const again = await openHouse(at(recovered))
        expect(await held(again, investor, 'earnings')).toBe(usd(15))
        expect(await bookProblems(again)).toEqual([])
        await give(again, investor, 'earnings', usd(1))
        expect(await held(again, investor, 'earnings')).toBe(usd(16))
        await again.destroy()
      } finally {
        await recovered.stop()
      }
    } finally {
      await server.stop()
      await rm(archive, { recursive: true, force: true })
    }
  },
)
