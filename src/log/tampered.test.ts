import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase, type Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { investorAccount } from '#ledger/accounts.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { undoing } from '../../test/support/damaged-books.ts'
import { type EveryPosting, postEveryKind } from '../../test/support/every-posting.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { anInvestor } from '../../test/support/people.ts'
import { postAtRandom } from '../../test/support/random-postings.ts'
import { logEntry } from './commitment.ts'
import { hashOfBytes } from './hash.ts'
import { grownTiles, leafHash } from './merkle.ts'
import { numberEntries } from './number-entries.ts'
import { includePosition, openTransfer, transferFor } from './opening.ts'
import { LOG_PROOFS } from './proof/proofs.ts'
import { rootAt, signCheckpoint } from './sign-checkpoint.ts'
import { selectHead } from './store.ts'
import { isOpened, type OpenedPart } from './verify-opening-rules.ts'

const house = opened(openInvestingHouse)
let owner: Database
let people: EveryPosting
beforeAll(async () => {
  owner = openDatabase({ connectionString: house.ownerUrl }, { size: 2, log: () => {} }).db
  people = await postEveryKind(house)
  await numberEntries(house.db)
})
afterAll(() => owner.destroy())

/** What is said after damage with the rights of a superuser. */
const after = (...damage: string[]) =>
  undoing(owner, damage, async (tx) =>
    (await proveAll({ tx, since: null }, LOG_PROOFS)).flatMap(({ wrong }) => wrong?.says ?? []),
  )

const AT = (position: number) => `(SELECT transfer_id FROM log_position WHERE position = ${position})`

describe('books that were changed after they were logged', () => {
  test('are found by the position: an amount, a balance, a kind, a time, a record', async () => {
    for (const damage of [
      `UPDATE entry SET amount = amount + 1 WHERE transfer_id = ${AT(5)}`,
      `UPDATE entry SET balance_after = balance_after - 1 WHERE transfer_id = ${AT(5)}`,
      `UPDATE transfer SET kind = 'funds out' WHERE id = ${AT(5)}`,
      `UPDATE transfer SET effective_at = effective_at + interval '1 microsecond' WHERE id = ${AT(5)}`,
      `UPDATE transfer SET reference_id = gen_random_uuid() WHERE id = ${AT(5)}`,
      `DELETE FROM entry WHERE transfer_id = ${AT(5)} AND amount > 0`,
    ]) {
      expect(await after(damage), damage).toEqual([
        expect.stringMatching(/^Position 5 of the log: the transfer \d+ is not what was committed to there\.$/),
      ])
    }
  })

  test('lack what they lack, and what was added among them has no position', async () => {
    expect(
      await after(`DELETE FROM entry WHERE transfer_id = ${AT(7)}`, `DELETE FROM transfer WHERE id = ${AT(7)}`),
    ).toEqual([expect.stringMatching(/^Position 7 of the log is that of the transfer \d+, which is missing\.$/)])
    expect(await after(`DELETE FROM log_position WHERE position = 7`)).toContain('Position 7 of the log is missing.')
    await transaction(owner, (tx) => sql`UPDATE log_head SET settled_id = (SELECT max(id) FROM transfer)`.execute(tx))
    expect(
      await after(
        `UPDATE log_head SET settled_id = (SELECT max(id) FROM transfer)`,
        `DELETE FROM log_position WHERE position = 9`,
      ),
    ).toContainEqual(expect.stringMatching(/^The transfer \d+ has no position in the log\.$/))
  })

  test('are found where two positions were swapped, with their commitments and without', async () => {
    const swap = (
      column: string,
    ) => `UPDATE log_position AS one SET ${column} = other.${column} FROM log_position AS other
      WHERE (one.position, other.position) IN ((5, 6), (6, 5))`
    expect(await after('ALTER TABLE log_position DROP CONSTRAINT log_position_transfer', swap('transfer_id'))).toEqual([
      expect.stringMatching(/^Positions 5 and 6 of the log were swapped: the transfer \d+ belongs to 6\.$/),
      expect.stringMatching(/^Position 6 of the log comes too late: /),
    ])
    const both = [
      'ALTER TABLE log_position DROP CONSTRAINT log_position_transfer',
      swap('transfer_id'),
      swap('commitment'),
    ]
    expect(await after(...both)).toContain('Position 5 of the log: the tree has another hash than its entry.')
  })

  test('are found by the announcement that was changed, and by a tile', async () => {
    expect(await after(`UPDATE log_announcement SET bytes = bytes || ' '::bytea WHERE type = 'plan'`)).toEqual([
      expect.stringMatching(/^Position \d+ of the log: the announcement \d+ is not what was committed to there\.$/),
    ])
    expect(await after(`UPDATE log_tile SET hashes = set_byte(hashes, 100, get_byte(hashes, 100) # 1)`)).toEqual([
      'Position 3 of the log: the tree has another hash than its entry.',
    ])
    expect(await after(`INSERT INTO log_tile SELECT 5, 0, substring(hashes FOR 32) FROM log_tile`)).toEqual([
      expect.stringMatching(/^The log has \d+ tiles, and 1 for its \d+ entries\.$/),
    ])
    expect(await after()).toEqual([])
  })

  test('lack what they lack also where the log is looked at in pieces, at the end of one and from somewhere on', async () => {
    const entries = Array.from({ length: 8_300 }, (_, at) => hashOfBytes(`entry ${at}`))
    const tiles = grownTiles(
      0,
      entries.map((commitment) => leafHash(logEntry('transfer', commitment))),
      () => new Uint8Array(),
    )
    const hex = (bytes: Uint8Array) => `'\\x${Buffer.from(bytes).toString('hex')}'::bytea`
    const madeUp = [
      'DELETE FROM log_position',
      'DELETE FROM log_tile',
      `INSERT INTO log_position (position, transfer_id, commitment) VALUES ${entries.map((commitment, at) => `(${at}, ${at + 1_000_000}, ${hex(commitment)})`).join()}`,
      `INSERT INTO log_tile (level, n, hashes) VALUES ${tiles.map(({ level, n, hashes }) => `(${level}, ${n}, ${hex(hashes)})`).join()}`,
      `UPDATE log_head SET size = ${entries.length}`,
    ]
    const lacks = (position: number) => `Position ${position} of the log is missing.`
    expect((await after(...madeUp)).filter((says) => says.endsWith('missing.'))).toEqual([
      'Position 0 of the log is that of the transfer 1000000, which is missing.',
    ])
    expect(await after(...madeUp, 'DELETE FROM log_position WHERE position = 4095')).toContain(lacks(4095))
    expect(await after(...madeUp, 'DELETE FROM log_position WHERE position >= 5000')).toContain(lacks(5000))
    const more = `UPDATE log_tile SET hashes = hashes || sha256('more') WHERE level = 1`
    expect(await after(...madeUp, more)).toContain('The log has 8333 hashes, and 8332 for its 8300 entries.')
  })

  test('are found where something was hidden at a place that nobody reads, and where the log is said to be shorter', async () => {
    const hide = [
      'ALTER TABLE log_position DROP CONSTRAINT log_position_from_zero',
      `UPDATE log_position SET position = -1 WHERE position = (SELECT max(position) FROM log_position)`,
      'UPDATE log_head SET size = size - 1',
    ]
    expect(await after(...hide)).toContainEqual(
      expect.stringMatching(/^The log has \d+ positions, and \d+ by its head\.$/),
    )
    expect(await after('UPDATE log_head SET size = 0', 'DELETE FROM log_tile')).toEqual([
      expect.stringMatching(/^The log has \d+ positions, and 0 by its head\.$/),
    ])
  })

  test('do not keep all else from being found where a tile, a key or the head cannot be read', async () => {
    const also = `UPDATE entry SET amount = amount + 1 WHERE transfer_id = ${AT(5)}`
    const changed = expect.stringMatching(
      /^Position 5 of the log: the transfer \d+ is not what was committed to there\.$/,
    )
    const unreadable = expect.stringMatching(/^What is there cannot be read or added up: /)
    await numberEntries(house.db)
    const keys = [createSecretKey(randomBytes(32))]
    const dataDir = await mkdtemp(join(tmpdir(), 'plumb-log-'))
    await signCheckpoint(house.db, { appUrl: 'https://plumb.example', dataDir, keys: () => keys })
    await rm(dataDir, { recursive: true })
    const without = await after('DELETE FROM log_tile', also)
    expect(without).toContainEqual(changed)
    expect(without).toContainEqual(unreadable)
    expect(await after(`UPDATE log_head SET secret = substring(secret FOR 31)`)).toContainEqual(unreadable)
    expect(await after(`DELETE FROM log_head`)).toContainEqual(unreadable)
  })

  test('are found where a proof was published that the log does not have', async () => {
    const published = (epoch: number) => `INSERT INTO proof (epoch, made_at, position, root, total, unowned, depth)
      VALUES (${epoch}, now(), 1, sha256(''), 5, 0, 10)`
    expect(await after(published(7))).toEqual(['The log has no proof 7 as it was published.'])
  })
})

describe('an opening', () => {
  const accountsOf = (userId: string) =>
    new Set(
      (['earnings', 'referral', 'bonus', 'invested', 'withdrawing'] as const).map((kind) =>
        investorAccount(userId, kind),
      ),
    )
  const opening = async (tx: Tx, userId: string, id: bigint) => {
    const own: ReadonlySet<string> = accountsOf(userId)
    const maySee = (account: string) => own.has(account)
    const transfer = await transferFor(tx, id, maySee)
    return transfer && openTransfer(tx, transfer, maySee)
  }

  test('of each transfer of somebody leads to the root, and shows no line of anybody else', async () => {
    const { investor, inviter } = people
    const [seen, strangers] = await transaction(house.db, async (tx) => {
      const { size } = await selectHead(tx)
      const root = await rootAt(tx, size)
      const { rows } = await sql<{ id: bigint }>`
        SELECT DISTINCT transfer_id AS id FROM entry JOIN account ON account.id = account_id WHERE owner_id = ${investor.userId}`.execute(
        tx,
      )
      const parts: OpenedPart[] = []
      for (const { id } of rows) {
        const open = await opening(tx, investor.userId, id)
        if (open === undefined) throw new Error(`no opening of ${id}`)
        const inclusion = await includePosition(tx, open.position, size)
        expect(await isOpened(open, inclusion, root)).toBe(true)
        const [header, ...others] = open.parts
        const forged = { ...open, parts: [{ ...header, text: 'another' } as OpenedPart, ...others] }
        expect(await isOpened(forged, inclusion, root)).toBe(false)
        expect(await isOpened({ ...open, position: open.position + 1 }, inclusion, root)).toBe(false)
        parts.push(...others)
      }
      const alien = await Promise.all(rows.map(({ id }) => opening(tx, inviter.userId, id)))
      return [parts, alien.filter((one) => one !== undefined).flatMap(({ parts: [, ...entries] }) => entries)]
    })
    const texts = seen.flatMap((part) => ('text' in part ? [part.text] : []))
    expect(texts.length).toBeGreaterThan(20)
    expect(texts.filter((text) => !text.includes(investor.userId))).toEqual([])
    expect(
      strangers.flatMap((part) => ('text' in part ? [part.text] : [])).filter((text) => text.includes(investor.userId)),
    ).toEqual([])
  })
})

test('where a tile is missing nothing is sent of which nobody hears', async () => {
  const unheard: unknown[] = []
  const hear = (error: unknown) => unheard.push(error)
  process.on('unhandledRejection', hear)
  await transaction(owner, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`INSERT INTO log_position (position, transfer_id, commitment) SELECT size, -1, sha256('') FROM log_head`.execute(
      tx,
    )
    await sql`DELETE FROM log_tile`.execute(tx)
  })
  const { userId: investorId } = await anInvestor(house.db)
  const { walletId, clock } = house
  await postAtRandom(house.db, new Map(), {
    ...{ seed: 1, count: 1, batch: 1 },
    investorId,
    walletId,
    now: clock.now(),
  })
  await expect(numberEntries(house.db)).rejects.toThrow('the log has no tile 0/0')
  await pause(50)
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
})
