/** @module-tag thorough */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createSecretKey, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Tx } from '#kit/database.ts'
import { readTransaction } from '#kit/transaction.ts'
import { postEveryKind } from '../../test/support/every-posting.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { aPlan } from '../../test/support/people.ts'
import { logEntry } from './commitment.ts'
import { consistencyPath } from './merkle.ts'
import { numberEntries } from './number-entries.ts'
import { includePosition } from './opening.ts'
import { keyOfLog, newestCheckpoint } from './read-log.ts'
import { readTiles } from './read-tiles.ts'
import { type LogHouse, signCheckpoint, treeHeadIn } from './sign-checkpoint.ts'
import { selectCommitments } from './store.ts'
import { consistencyLeaves, tilesOf } from './tile-rules.ts'
import { ownFolder } from '../../test/support/own-folder.ts'

/** Where Debian's golang-golang-x-mod-dev puts them. */
const LIBRARIES = '/usr/share/gocode'
const GO = '/usr/bin/go'
const isThere = existsSync(GO) && existsSync(join(LIBRARIES, 'src/golang.org/x/mod/sumdb/tlog'))
const house = opened(openInvestingHouse)
const folder = ownFolder()
const reader = join(folder, 'reader')

if (!isThere) {
  console.warn(
    'Skipped: what others read of the log. It takes Debian’s packages golang-go and golang-golang-x-mod-dev.',
  )
}

describe.skipIf(!isThere)('what Go’s own packages read of the log', () => {
  const env = { HOME: folder, PATH: '/usr/bin', GOPATH: LIBRARIES, GO111MODULE: 'off', GOFLAGS: '-p=1' }
  let of: Awaited<ReturnType<typeof whatIsRead>>
  beforeAll(async () => {
    const source = join(import.meta.dirname, '../../test/support/log-reader/main.go')
    const built = spawnSync(GO, ['build', '-o', reader, source], { env, encoding: 'utf8' })
    expect(built.stderr).toBe('')
    const key = createSecretKey(randomBytes(32))
    const here: LogHouse = { appUrl: 'https://plumb.example', dataDir: folder, keys: () => [key] }
    await numberEntries(house.db)
    await signCheckpoint(house.db, here)
    const old = await readTransaction(house.db, newestCheckpoint)
    await postEveryKind(house)
    await aPlan(house.db)
    await numberEntries(house.db)
    await signCheckpoint(house.db, here)
    of = await readTransaction(house.db, (tx) => whatIsRead(tx, old ?? ''))
  }, 240_000)

  async function whatIsRead(tx: Tx, old: string) {
    const [key, note] = [await keyOfLog(tx), (await newestCheckpoint(tx)) ?? '']
    const [size, oldSize] = [treeHeadIn(note)?.size ?? 0, treeHeadIn(old)?.size ?? 0]
    const commitments = await selectCommitments(tx, 0, size)
    const records = await Promise.all(
      commitments.map(async ({ type, commitment }, index) => ({
        entry: Buffer.from(logEntry(type, commitment)).toString('base64'),
        index,
        path: (await includePosition(tx, index, size)).path,
      })),
    )
    const tileAt = await readTiles(tx, tilesOf(consistencyLeaves(oldSize, size)))
    const path = consistencyPath(oldSize, size, tileAt).map((hash) => Buffer.from(hash).toString('base64'))
    return { key, note, records, old: { note: old, path } }
  }
  const read = (what: object) => spawnSync(reader, { input: JSON.stringify(what), encoding: 'utf8' }).stdout.trim()

  test('is the note, every entry in it, and that it has only grown', () => {
    expect(of.records.length).toBeGreaterThan(40)
    expect(read(of)).toBe('read')
  })

  test('is nothing that was changed', () => {
    const [first, second, ...others] = of.records
    const swapped = [{ ...first, entry: second?.entry }, second, ...others]
    expect(read({ ...of, records: swapped })).toContain('invalid transparency proof')
    expect(read({ ...of, note: of.note.replace(/\n(\d+)\n/, '\n1$1\n') })).toContain('invalid signature')
    expect(read({ ...of, old: { ...of.old, path: of.old.path.toReversed() } })).toContain('invalid transparency proof')
  })
})
