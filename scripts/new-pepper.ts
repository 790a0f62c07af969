/**
 * Gives up the pepper, because it was lost or somebody may have seen it; the next start brings another.
 *
 *   npm run new-pepper      (with the settings of npm start, and every process of Plumb stopped)
 *
 * Codes that are under way end with it, and so do messages with a code or a link that were not sent yet: whoever waits
 * for one asks for another. Authenticator apps and recovery codes end too: their owners sign in by a passkey, or are helped
 * as those are who have lost their factors (`npm run owner -- reset-factors` for an owner).
 */
import { rmSync } from 'node:fs'
import { forgetPepper } from '#postgres/admit-app.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { migrateWhenThere } from '#postgres/migrate-when-there.ts'
import { pepperFile } from '#kit/pepper.ts'
import { readSettings } from '#kit/config.ts'

const say = (line: string) => console.log(line)

try {
  const { databaseUrl, dataDir, pepper } = readSettings(process.env)
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log: say }) : undefined
  try {
    const connectionString = databaseUrl ?? embedded?.connectionString ?? ''
    await migrateWhenThere(connectionString, say)
    await forgetPepper(connectionString)
  } finally {
    await embedded?.stop()
  }
  if (pepper === undefined) {
    rmSync(pepperFile(dataDir), { force: true })
    say(`The pepper is given up, and ${pepperFile(dataDir)} removed: the next start makes another.`)
  } else {
    say('The pepper is given up. Set CODE_PEPPER to another one for every process, and start them.')
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
