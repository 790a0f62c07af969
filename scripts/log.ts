/**
 * Changes under which name, and with which key, the log is signed (docs/proofs.md).
 *
 *   npm run log -- restart      (with the settings of npm start; the app may run meanwhile)
 *   npm run log -- rotate
 *
 * `restart` opens another name, which tells the last checkpoint of the one before: after a restored backup, a move to
 * another server, another APP_URL, or where the key is lost. Whoever kept an old checkpoint sees that.
 *
 * `rotate` brings a new key, announced in the log and signed with the old one. Where the key stands in DATA_DIR/log-key it
 * is made there. Where it stands in the environment, set LOG_KEY to the new and the old one, parted by a comma, for every
 * process; start them again, and this; then leave the old one out.
 */
import type { KeyObject } from 'node:crypto'
import { tellOfRestart } from '#funds/proof/alarm-owners.ts'
import { readSettings, type Settings } from '#kit/config.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { type Database, openDatabase } from '#kit/database.ts'
import { addLogKey, keepLogKey, presentLogKeys } from '#kit/log-key.ts'
import { transaction } from '#kit/transaction.ts'
import { refuseOtherAddress } from '#log/address.ts'
import { restartLog, rotateLogKey } from '#log/change-signer.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { migrateWhenThere } from '#postgres/migrate-when-there.ts'
import { refuseNoHouse } from '#postgres/refuse-no-house.ts'
import { tellUsage } from './usage.ts'

const say = (line: string) => console.log(line)

async function restart(db: Database, settings: Settings): Promise<void> {
  // one that is given may be another: a move
  if (!settings.isAppUrlGiven) await transaction(db, (tx) => refuseOtherAddress(tx, settings))
  const origin = await restartLog(db, { ...settings, keys: presentLogKeys(settings) }, async (tx, name) =>
    tellOfRestart(tx, await databaseClock(tx), name),
  )
  say(
    `The log goes on as ${origin}. Its first line tells the last checkpoint of the one before; everybody was notified.`,
  )
}

async function rotate(db: Database, settings: Settings): Promise<void> {
  const keys = presentLogKeys(settings)
  const isFile = settings.logKeys === undefined
  const newest = (): KeyObject => {
    if (isFile && keys().length === 1) addLogKey(settings.dataDir)
    const [key, ...others] = keys()
    if (key === undefined || others.length === 0) throw new Error(SET_BOTH)
    return key
  }
  say(`The log is signed with a new key: ${await rotateLogKey(db, { ...settings, keys }, newest)}`)
  if (isFile) keepLogKey(settings.dataDir, newest())
  else say('Leave the old one out of LOG_KEY now, for every process.')
}

const SET_BOTH =
  'Set LOG_KEY to the new key and the old one, parted by a comma, for every process, and start them again first.'

tellUsage(import.meta.filename)
try {
  const [command, ...others] = process.argv.slice(2)
  const act = { restart, rotate }[command ?? '']
  if (act === undefined || others.length > 0) throw new Error('Say what: npm run log -- restart, or -- rotate')
  const settings = readSettings(process.env)
  const { databaseUrl, dataDir } = settings
  refuseNoHouse({ databaseUrl, dataDir })
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log: say }) : undefined
  try {
    const connectionString = databaseUrl ?? embedded?.connectionString ?? ''
    await migrateWhenThere(connectionString, say)
    const { db } = openDatabase({ connectionString }, { log: (error) => say(error.message) })
    try {
      await act(db, settings)
    } finally {
      await db.destroy()
    }
  } finally {
    await embedded?.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
