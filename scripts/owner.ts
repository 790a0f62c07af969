/**
 * Helps an owner who has lost all second factors, from the machine on which Plumb is installed.
 *
 *   npm run owner -- reset-factors EMAIL      (with the settings of npm start; the app may run meanwhile)
 *
 * Removes their passkeys, authenticator apps and recovery codes and ends their sessions; every owner is told by mail. They
 * sign in with their password and add new ones. It does not change the password.
 */
import { existsSync } from 'node:fs'
import { resetOwnersFactors } from '#factors/reset-owner.ts'
import { readSettings } from '#kit/config.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { openDatabase } from '#kit/database.ts'
import { openPepper, pepperFile } from '#kit/pepper.ts'
import { transaction } from '#kit/transaction.ts'
import { admitApp } from '#postgres/admit-app.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { refuseNoHouse } from '#postgres/refuse-no-house.ts'
import { refuseOtherVersion } from '#postgres/refuse-other-version.ts'

const say = (line: string) => console.log(line)
const USAGE = 'Say whose: npm run owner -- reset-factors EMAIL'

async function resetFactors(email: string): Promise<void> {
  const settings = readSettings(process.env)
  const { databaseUrl, dataDir, appDatabaseUrl: appConnectionString } = settings
  refuseNoHouse({ databaseUrl, dataDir })
  if (settings.pepper === undefined && !existsSync(pepperFile(dataDir))) {
    throw new Error(`There is no pepper in ${dataDir}. Set DATA_DIR or CODE_PEPPER as npm start has them.`)
  }
  const pepper = openPepper(settings)
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log: () => {} }) : undefined
  try {
    const connectionString = databaseUrl ?? embedded?.connectionString ?? ''
    await refuseOtherVersion(connectionString)
    const app = await admitApp({ connectionString, appConnectionString, pepper })
    const { db } = openDatabase({ connectionString: app }, { size: 1, log: () => {}, pepper })
    try {
      const { name } = await transaction(db, async (tx) => resetOwnersFactors(tx, await databaseClock(tx), email))
      say(`The second factors of ${name} are removed, and all their sessions have ended. Every owner is told by mail.`)
      say('They sign in with their password and add new ones at once.')
    } finally {
      await db.destroy()
    }
  } finally {
    await embedded?.stop()
  }
}

try {
  const [command, email, ...others] = process.argv.slice(2)
  if (command !== 'reset-factors' || email === undefined || others.length > 0) throw new Error(USAGE)
  await resetFactors(email)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
