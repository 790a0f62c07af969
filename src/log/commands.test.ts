/** @module-tag thorough */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLogKeys } from '#kit/log-key.ts'
import { readTransaction } from '#kit/transaction.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { anInvestor } from '../../test/support/people.ts'
import { opened } from '../../test/support/opened.ts'
import { numberEntries } from './number-entries.ts'
import { keyOfLog, newestCheckpoint } from './read-log.ts'
import { signCheckpoint } from './sign-checkpoint.ts'
import { ownFolder } from '../../test/support/own-folder.ts'

const house = opened(openInvestingHouse)
const dataDir = ownFolder()

/** What a command says. */
async function run(words: string, appUrl?: string, other: NodeJS.ProcessEnv = {}): Promise<string> {
  const [script = '', ...others] = words.split(' ')
  const env = { ...process.env, DATABASE_URL: house.ownerUrl, DATA_DIR: dataDir, APP_URL: appUrl, ...other }
  const path = join(import.meta.dirname, `../../scripts/${script}.ts`)
  return (await promisify(execFile)(process.execPath, [path, ...others], { env })).stdout.trim()
}

test('the commands change the key, which stands in a file of its own, and the name, of which everybody is told', async () => {
  await anInvestor(house.db)
  const here = { appUrl: 'https://plumb.example', dataDir, keys: openLogKeys({ dataDir, logKeys: undefined }) }
  const file = join(dataDir, 'log-key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const first = readFileSync(file, 'utf8')
  await expect(run('log rotate', here.appUrl)).rejects.toThrow('Nothing was signed yet')
  await numberEntries(house.db)
  await signCheckpoint(house.db, here)

  const said = await run('log rotate', here.appUrl)
  const key = await readTransaction(house.db, keyOfLog)
  expect(said).toBe(`The log is signed with a new key: ${key}`)
  expect(readFileSync(file, 'utf8')).not.toContain(first.trim())
  expect(here.keys()).toHaveLength(1)

  expect(await run('log restart', 'https://moved.example')).toMatch(/^The log goes on as moved\.example\/log\/3-\S+\. /)
  expect(await readTransaction(house.db, newestCheckpoint)).toMatch(/^moved\.example\/log\/3-\S+\n/)
  const { rows } = await sql<{ lacking: number; told: number; closed: number }>`
    WITH told AS (SELECT user_id FROM notification WHERE bold_value LIKE 'moved.example/log/3-%')
    SELECT count(*) FILTER (WHERE closed_at IS NULL AND told.user_id IS NULL)::integer AS lacking,
      count(told.user_id)::integer AS told, count(told.user_id) FILTER (WHERE closed_at IS NOT NULL)::integer AS closed
    FROM app_user LEFT JOIN told ON told.user_id = app_user.id`.execute(house.db)
  expect(rows).toEqual([{ lacking: 0, told: 2, closed: 0 }])
  // this machine is no address that anybody gave
  const guessed =
    /The log of this house is that of moved\.example\/log\/3-\S+, and without APP_URL it would be localhost:/
  await expect(run('log restart')).rejects.toThrow(guessed)
  await expect(run('held Bitcoin')).rejects.toThrow(guessed)
  // a house moves when its log is restarted, and not when something is signed for it
  await expect(run('held Bitcoin', 'https://elsewhere.example')).rejects.toThrow(
    'by APP_URL it would be elsewhere.example',
  )
  // nor with a key of the command's own, which the house does not have
  const nowhere = { DATA_DIR: join(dataDir, 'nowhere') }
  for (const command of ['restart', 'rotate']) {
    await expect(run(`log ${command}`, 'https://moved.example', nowhere)).rejects.toThrow(
      'There is no key of the log in',
    )
    await expect(run(`log ${command}`, undefined, { ...nowhere, DATABASE_URL: '' })).rejects.toThrow(
      'There is no Plumb in',
    )
  }
  expect(existsSync(nowhere.DATA_DIR)).toBe(false)
  expect(await readTransaction(house.db, newestCheckpoint)).toMatch(/^moved\.example\/log\/3-\S+\n/)
  await expect(run('log forget', here.appUrl)).rejects.toThrow('Say what: npm run log -- restart, or -- rotate')
})
