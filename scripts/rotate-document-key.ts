/**
 * Brings a new master key for what people hand in for their identity checks, while the app goes on.
 *
 *   npm run rotate-document-key              (with the settings of npm start)
 *   npm run rotate-document-key -- --lost    the key is lost: erases what it sealed, with every process stopped
 *
 * Where the key stands in DATA_DIR/document-key, a new one is put before it, and the old one is removed at the end. Where it
 * stands in the environment, set DOCUMENT_KEY to the new and the old one, parted by a comma, for every process; start them
 * again, and this; then leave the old one out. Broken off, it is started again and goes on where it was.
 */
import { parseArgs } from 'node:util'
import { rmSync } from 'node:fs'
import { forgetSealed, masterInForce, rotateMaster } from '#documents/rotate-master.ts'
import { systemClock } from '#kit/clock.ts'
import { readSettings, type Settings } from '#kit/config.ts'
import { type Database, openDatabase } from '#kit/database.ts'
import { addToFile, documentKeyFile, keepInFile, type MasterKey } from '#kit/document-key.ts'
import { transaction } from '#kit/transaction.ts'
import { forgetClaims } from '#kyc/forget-claims.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { migrateWhenThere } from '#postgres/migrate-when-there.ts'

const say = (line: string) => console.log(line)

try {
  const { values } = parseArgs({ options: { lost: { type: 'boolean', default: false } } })
  const settings = readSettings(process.env)
  const { databaseUrl, dataDir } = settings
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log: say }) : undefined
  try {
    const connectionString = databaseUrl ?? embedded?.connectionString ?? ''
    await migrateWhenThere(connectionString, say)
    const { db } = openDatabase({ connectionString }, { log: (error) => say(error.message) })
    try {
      await (values.lost ? giveUp(db, settings) : rotate(db, settings))
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

async function rotate(db: Database, { documentKeys, dataDir }: Settings): Promise<void> {
  const inForce = await transaction(db, masterInForce)
  if (inForce === undefined) throw new Error('Nothing is sealed yet: the first start brings a document key.')
  const keys = documentKeys?.all() ?? addToFile(dataDir, inForce)
  if (!keys.some(({ id }) => id === inForce)) throw new Error(NOT_HERE)
  const [newest] = keys as readonly [MasterKey, ...MasterKey[]]
  if (documentKeys !== undefined && newest.id === inForce && keys.length === 1) throw new Error(SET_BOTH)
  const sum = await rotateMaster(db, systemClock, keys, { wrapped: (done) => say(`${done} wrapped anew`) })
  if (documentKeys === undefined) keepInFile(dataDir, newest)
  say(`The new document key is in force; ${sum} people’s keys were wrapped anew.`)
  if (documentKeys !== undefined) say('Leave the old one out of DOCUMENT_KEY now, for every process.')
}

async function giveUp(db: Database, { documentKeys, dataDir }: Settings): Promise<void> {
  await transaction(db, async (tx) => {
    await forgetSealed(tx)
    await forgetClaims(tx, systemClock)
  })
  if (documentKeys === undefined) rmSync(documentKeyFile(dataDir), { force: true })
  say('What people handed in is erased; what was decided stays. The next start brings another document key.')
}

const NOT_HERE =
  'The document key that this database goes with is not here. Put it back (DOCUMENT_KEY, or the file document-key in ' +
  'DATA_DIR); where it is lost, run: npm run rotate-document-key -- --lost'
const SET_BOTH =
  'Set DOCUMENT_KEY to the new key and the old one, parted by a comma, for every process, and start them again first.'
