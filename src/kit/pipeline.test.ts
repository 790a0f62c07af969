import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { listenToStatements } from '../../test/support/statements.ts'
import { openDatabase, type Database, type Tx } from './database.ts'
import { askTogether, atOnce, elseStepByStep, inTheEnd, rollBackTo, setSavepointInCase, sendAlong } from './pipeline.ts'
import { Refusal } from './refusal.ts'
import { transaction } from './transaction.ts'

let database: TestDatabase
let owner: pg.Client
let db: Database
const statements = listenToStatements()
beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('CREATE TABLE shelf (id text PRIMARY KEY, value integer NOT NULL CHECK (value >= 0))')
  await owner.query('GRANT SELECT, INSERT, UPDATE ON shelf TO plumb_app')
  ;({ db } = openDatabase({ connectionString: database.appUrl }, { log: () => {}, patience: { transaction: 5000 } }))
})
afterAll(async () => {
  await db.destroy()
  await owner.end()
  await database.close()
})
beforeEach(() => owner.query("TRUNCATE shelf; INSERT INTO shelf VALUES ('held', 0)"))

const shelf = async (): Promise<Record<string, number>> => {
  const { rows } = await owner.query<{ id: string; value: number }>('SELECT id, value FROM shelf ORDER BY id')
  return Object.fromEntries(rows.map(({ id, value }) => [id, value]))
}
const put = (tx: Tx, id: string, value: number) =>
  sendAlong(tx, 'shelf', tx.insertInto('shelf' as 'setting').values({ id, value } as never))
const add = (tx: Tx, id: string, value: number) =>
  sendAlong(tx, 'shelf', sql`UPDATE shelf SET value = value + ${value} WHERE id = ${id}`)
const valueOf = async (tx: Tx, id: string) =>
  (await sql<{ value: number }>`SELECT value FROM shelf WHERE id = ${id}`.execute(tx)).rows[0]?.value
const fail = (tx: Tx, code = 'PLB99') => sql.raw(`DO $$ BEGIN RAISE 'no' USING ERRCODE = '${code}'; END $$`).execute(tx)
const pidOf = async (tx: Tx) =>
  (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)).rows[0]?.pid ?? 0

describe('statements that are asked for at once', () => {
  test('go out together, and what stands behind a lock is read under it', async () => {
    await owner.query("BEGIN; UPDATE shelf SET value = 7 WHERE id = 'held'")
    const sent = await statements.after(async () => {
      const reading = transaction(db, (tx) =>
        atOnce([
          sql`SELECT FROM shelf WHERE id = 'held' FOR NO KEY UPDATE`.execute(tx),
          valueOf(tx, 'held'),
          askTogether(tx, { most: sql<number>`SELECT max(value) FROM shelf`, one: sql<number>`1` }),
        ]),
      )
      await expect.poll(waits).toBe(1)
      await owner.query('COMMIT')
      const [, value, { most, one }] = await reading
      expect([value, most, one]).toEqual([7, 7, 1])
    })
    expect(sent.map((trip) => trip.length)).toEqual([1, 3, 1])
  })

  test('fail for the reason of the one that failed, and nothing of them is kept, nor is COMMIT sent behind them', async () => {
    const sent = await statements.after(async () => {
      const done = transaction(db, (tx) =>
        atOnce([
          sql`INSERT INTO shelf VALUES ('before', 1)`.execute(tx),
          fail(tx),
          sql`INSERT INTO shelf VALUES ('after', 1)`.execute(tx),
        ]),
      )
      await expect(done).rejects.toMatchObject({ code: 'PLB99' })
    })
    expect(sent.flat().filter((text) => text === 'commit')).toEqual([])
    expect(await shelf()).toEqual({ held: 0 })
  })

  test('are done again whole where the server ends their connection between them', async () => {
    let tries = 0
    await transaction(db, async (tx) => {
      tries += 1
      const pid = await pidOf(tx)
      await atOnce([
        sql`INSERT INTO shelf VALUES ('kept', ${tries})`.execute(tx),
        sql`SELECT pg_sleep(${tries === 1 ? 10 : 0})`.execute(tx),
        sql`UPDATE shelf SET value = value + 10 WHERE id = 'kept'`.execute(tx),
        tries === 1 && owner.query('SELECT pg_terminate_backend($1, 5000)', [pid]),
      ])
    })
    expect([tries, await shelf()]).toEqual([2, { held: 0, kept: 12 }])
  })

  test('are given up together where one of them is cancelled', async () => {
    const done = transaction(db, async (tx) => {
      const pid = await pidOf(tx)
      await atOnce([
        sql`INSERT INTO shelf VALUES ('lost', 1)`.execute(tx),
        sql`SELECT pg_sleep(10)`.execute(tx),
        sql`INSERT INTO shelf VALUES ('lost too', 1)`.execute(tx),
        cancelAsleep(pid),
      ])
    })
    await expect(done).rejects.toMatchObject({ code: '57014' })
    expect(await shelf()).toEqual({ held: 0 })
  })

  test('are not taken for done where somebody looks away from the failure of one', async () => {
    const done = transaction(db, async (tx) => {
      await sql`INSERT INTO shelf VALUES ('lost', 1)`.execute(tx)
      await fail(tx).catch(() => {})
    })
    await expect(done).rejects.toThrow()
    const unread = transaction(db, async (tx) => {
      await sql`INSERT INTO shelf VALUES ('lost', 1)`.execute(tx)
      void fail(tx).catch(() => {})
    })
    await expect(unread).rejects.toThrow()
    expect(await shelf()).toEqual({ held: 0 })
  })
})

describe('changes that nobody needs an answer of', () => {
  test('go out in one statement, with what is asked next', async () => {
    const sent = await statements.after(() =>
      transaction(db, async (tx) => {
        await put(tx, 'one', 1)
        await put(tx, 'two', 2)
        await sendAlong(tx, 'other', sql`UPDATE shelf SET value = 5 WHERE id = 'held'`)
        expect(await valueOf(tx, 'two')).toBe(2)
        await put(tx, 'three', 3)
      }),
    )
    expect(sent.map((trip) => trip.length)).toEqual([1, 2, 1, 1])
    expect(await shelf()).toEqual({ held: 5, one: 1, three: 3, two: 2 })
  })

  test('of one row count one after another, and of a row that was just made', async () => {
    await transaction(db, async (tx) => {
      await add(tx, 'held', 1)
      await add(tx, 'held', 2)
      await put(tx, 'made', 1)
      await add(tx, 'made', 4)
      await put(tx, 'last', 9)
    })
    expect(await shelf()).toEqual({ held: 3, last: 9, made: 5 })
  })

  test('read what another change of theirs answers', async () => {
    const raised = sql`UPDATE shelf SET value = value + 1 WHERE id = 'held' RETURNING value`
    const change = sql`INSERT INTO shelf SELECT 'seen', value FROM raised`
    await transaction(db, (tx) => sendAlong(tx, 'seen', change, { name: 'raised', table: 'shelf', query: raised }))
    expect(await shelf()).toEqual({ held: 1, seen: 1 })
  })

  test.each([
    ['what is asked next', async (tx: Tx) => void (await valueOf(tx, 'held'))],
    ['what is asked next, all at once', async (tx: Tx) => void (await atOnce([pidOf(tx), pidOf(tx)]))],
    ['the end', async () => {}],
  ])('and that the database refuses fail %s for their own reason', async (_when, next) => {
    const sent = await statements.after(async () => {
      const done = transaction(db, async (tx) => {
        await put(tx, 'kept', 1)
        await put(tx, 'wrong', -1)
        await next(tx)
      })
      await expect(done).rejects.toMatchObject({ code: '23514' })
    })
    expect(sent.flat().filter((text) => text === 'commit')).toEqual([])
    expect(await shelf()).toEqual({ held: 0 })
  })
})

test('what is sent along after the end is refused, and does not go out by itself', async () => {
  const ended = Promise.withResolvers<void>()
  let late: Promise<void> | undefined
  await transaction(db, async (tx) => {
    late = ended.promise.then(async () => {
      await add(tx, 'held', 1)
      await add(tx, 'held', 2)
    })
    late.catch(() => {})
  })
  ended.resolve()
  await expect(late).rejects.toThrow('over')
  expect(await shelf()).toEqual({ held: 0 })
})

describe('what is left for the end', () => {
  test('goes out behind every change, in its order, and only then COMMIT', async () => {
    const sent = await statements.after(() =>
      transaction(db, async (tx) => {
        await inTheEnd(tx, async () => {
          await Promise.resolve()
          await sql`UPDATE shelf SET value = value * 2 WHERE id = 'first'`.execute(tx)
        })
        await inTheEnd(tx, () => valueOf(tx, 'first'))
        await put(tx, 'first', 4)
      }),
    )
    expect(sent.map((trip) => trip.length)).toEqual([1, 3, 1])
    expect(await shelf()).toEqual({ first: 8, held: 0 })
  })

  test('and is refused is done again step by step, so that whoever asked for it hears the refusal', async () => {
    const heard: string[] = []
    const done = await transaction(db, async (tx) => {
      await put(tx, `try ${heard.length}`, 1)
      await setSavepointInCase(tx, 'here')
      await add(tx, 'held', 1)
      try {
        await inTheEnd(tx, async () => {
          await sql`SELECT 1`.execute(tx)
          throw new Refusal('wrong state', 'No.')
        })
        heard.push('not yet')
      } catch (error) {
        heard.push(error instanceof Refusal ? 'refused' : 'failed')
        await rollBackTo(tx, 'here')
      }
      return 'done'
    })
    expect([done, heard]).toEqual(['done', ['not yet', 'refused']])
    expect(await shelf()).toEqual({ held: 0, 'try 1': 1 })
  })

  test('and goes otherwise than expected is done again, too', async () => {
    let times = 0
    await transaction(db, async (tx) => {
      await inTheEnd(tx, async () => {
        times += 1
        await sql`UPDATE shelf SET value = value + 1 WHERE id = 'held'`.execute(tx)
        elseStepByStep(tx)
      })
    })
    expect([times, await shelf()]).toEqual([2, { held: 1 }])
  })

  test('may write, and leave more for the end, when it has its answer', async () => {
    await transaction(db, async (tx) => {
      await inTheEnd(tx, async () => {
        const value = (await valueOf(tx, 'held')) ?? 0
        await put(tx, 'behind', value + 1)
        await inTheEnd(tx, () => add(tx, 'behind', 10))
      })
    })
    expect(await shelf()).toEqual({ behind: 11, held: 0 })
  })

  test('and fails for another reason is not, and nothing is kept', async () => {
    let times = 0
    const done = transaction(db, async (tx) => {
      times += 1
      await put(tx, 'lost', 1)
      await inTheEnd(tx, () => fail(tx))
    })
    await expect(done).rejects.toMatchObject({ code: 'PLB99' })
    expect([times, await shelf()]).toEqual([1, { held: 0 }])
  })
})

test('a savepoint that was left out is there where something is rolled back to it', async () => {
  let times = 0
  await transaction(db, async (tx) => {
    times += 1
    await put(tx, 'kept', times)
    await setSavepointInCase(tx, 'outer')
    await put(tx, 'undone', 1)
    await rollBackTo(tx, 'outer')
    await put(tx, 'after', 1)
  })
  expect([times, await shelf()]).toEqual([2, { after: 1, held: 0, kept: 2 }])
})

async function waits(): Promise<number | null> {
  return (await owner.query("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'")).rowCount
}

async function cancelAsleep(pid: number): Promise<void> {
  const cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND pid = $1"
  await expect.poll(async () => (await owner.query(cancel, [pid])).rowCount).toBe(1)
}
