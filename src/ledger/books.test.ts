import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#kit/clock.ts'
import { databaseClock, type Moment } from '#kit/database-clock.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { custodyAccount, investorAccount, openInvestorAccounts, openWalletAccounts } from './accounts.ts'
import { balanceOf } from './balances.ts'
import { allMoved, booksOf, missingFrom, mostMoved, postedBooks, settle } from './books.ts'
import { checkBooks } from './check-books.ts'
import { credit, debit, post, type Entry, type NewTransfer, Shortfall } from './post.ts'
import { reverse } from './reverse.ts'

let clock: TestDatabase['clock']
const job = { job: 'test' }
const usd = (dollars: bigint) => microUsd(dollars * 1_000_000n)

let house: TestDatabase
beforeAll(async () => {
  house = await testDatabase()
  clock = house.clock
})
afterAll(async () => {
  await house.close()
})

async function newAccounts() {
  const investor = newId()
  const wallet = newId()
  await transaction(house.db, async (tx) => {
    await openInvestorAccounts(tx, clock, investor)
    await openWalletAccounts(tx, clock, wallet)
  })
  return {
    investor,
    custody: custodyAccount(wallet),
    earnings: investorAccount(investor, 'earnings'),
    invested: investorAccount(investor, 'invested'),
  }
}

function transferOf(entries: readonly Entry[], key: string = newId(), id: string = newId()): NewTransfer {
  return { key, kind: 'correction', reference: { kind: 'investment', id }, entries }
}

const postOne = (one: NewTransfer) =>
  transaction(house.db, async (tx) => post(tx, job, (await databaseClock(tx)).now(), [one]))
const balance = (name: Parameters<typeof balanceOf>[1]) => readTransaction(house.db, (tx) => balanceOf(tx, name))
const problems = () => readTransaction(house.db, (tx) => checkBooks(tx))

describe('posting', () => {
  test('takes no time that is still to come, for nobody, and moves nothing', async () => {
    const { custody, invested } = await newAccounts()
    const entries = [debit(custody, usd(5n)), credit(invested, usd(5n))]
    const ahead = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds)
    const attempt = transaction(house.db, (tx) => post(tx, job, ahead(1) as Moment, [transferOf(entries)]))
    await expect(attempt).rejects.toMatchObject({ code: 'PLB07', message: expect.stringContaining('still to come') })
    const owner = new pg.Client({ connectionString: house.ownerUrl })
    await owner.connect()
    try {
      const whole = `WITH t AS (INSERT INTO transfer (id, key, kind, reference_kind, reference_id, job, effective_at)
          VALUES (nextval('transfer_number'), 0, 'correction', 'investment', $1::uuid, 'raw', $2) RETURNING id)
        INSERT INTO entry (account_id, sequence, transfer_id, amount, balance_after)
        SELECT account.id, 1, t.id, side, 1 FROM t, account WHERE name IN ($3, $4)`
      await expect(owner.query(whole, [newId(), ahead(1), custody, invested])).rejects.toMatchObject({ code: 'PLB07' })
      expect([await balance(custody), await balance(invested)]).toEqual([0n, 0n])
      await owner.query(whole, [newId(), ahead(0), custody, invested])
    } finally {
      await owner.end()
    }
    expect(await problems()).toEqual([])
  })

  test('moves money from one account to another and carries the balance along', async () => {
    const { custody, invested } = await newAccounts()
    await postOne(transferOf([debit(custody, usd(500n)), credit(invested, usd(500n))]))
    expect(await balance(custody)).toBe(usd(500n))
    expect(await balance(invested)).toBe(usd(500n))
    expect(await problems()).toEqual([])
  })

  test('answers the same key with what stands and moves nothing twice', async () => {
    const { custody, invested } = await newAccounts()
    const one = transferOf([debit(custody, usd(5n)), credit(invested, usd(5n))])
    const [first] = await postOne(one)
    const [second] = await postOne(one)
    expect(second).toEqual({ ...first, replayed: true })
    expect(await balance(custody)).toBe(usd(5n))
  })

  test('refuses the same key for something else', async () => {
    const { custody, invested } = await newAccounts()
    const one = transferOf([debit(custody, usd(5n)), credit(invested, usd(5n))])
    await postOne(one)
    const other = { ...one, entries: [debit(custody, usd(6n)), credit(invested, usd(6n))] }
    await expect(postOne(other)).rejects.toMatchObject({ code: 'PLB02' })
    expect(await balance(custody)).toBe(usd(5n))
  })

  test('posts a key once that comes twice in one batch, and refuses it for two different transfers', async () => {
    const { custody, invested } = await newAccounts()
    const one = transferOf([debit(custody, usd(5n)), credit(invested, usd(5n))])
    const postAll = (batch: NewTransfer[]) =>
      transaction(house.db, async (tx) => post(tx, job, (await databaseClock(tx)).now(), batch))
    const turned = { ...one, entries: one.entries.toReversed() }
    const [first, second, third] = await postAll([one, transferOf(one.entries), turned])
    expect([first?.replayed, second?.replayed]).toEqual([false, false])
    expect(third).toEqual({ ...first, replayed: true })
    const other = { ...one, entries: [debit(custody, usd(6n)), credit(invested, usd(6n))] }
    await expect(postAll([transferOf(one.entries), one, other])).rejects.toThrow('two different transfers')
    expect(await balance(custody)).toBe(usd(10n))
  })

  test('posts what is new beside what stands already, in one batch', async () => {
    const { custody, invested } = await newAccounts()
    const [one, two, three] = [5n, 7n, 9n].map((n) => transferOf([debit(custody, usd(n)), credit(invested, usd(n))]))
    if (one === undefined || two === undefined || three === undefined) throw new Error('three are made')
    const [stands] = await postOne(two)
    const posted = await transaction(house.db, async (tx) =>
      post(tx, job, (await databaseClock(tx)).now(), [one, two, three]),
    )
    expect(posted.map(({ replayed }) => replayed)).toEqual([false, true, false])
    expect(posted[1]?.transferId).toBe(stands?.transferId)
    expect([await balance(custody), await balance(invested)]).toEqual([usd(21n), usd(21n)])
    expect(await problems()).toEqual([])
  })

  test('posts what is new under the key of another record, beside what stands under it there', async () => {
    const { custody, invested } = await newAccounts()
    const one = transferOf([debit(custody, usd(5n)), credit(invested, usd(5n))])
    const other = transferOf([debit(custody, usd(7n)), credit(invested, usd(7n))], one.key)
    await postOne(one)
    const posted = await transaction(house.db, async (tx) =>
      post(tx, job, (await databaseClock(tx)).now(), [one, other]),
    )
    expect(posted.map(({ replayed }) => replayed)).toEqual([true, false])
    expect(await balance(custody)).toBe(usd(12n))
  })

  test('keeps the keys of two records apart', async () => {
    const { custody, invested } = await newAccounts()
    const entries = [debit(custody, usd(1n)), credit(invested, usd(1n))]
    await postOne(transferOf(entries, 'the first'))
    await postOne(transferOf(entries, 'the first'))
    expect(await balance(custody)).toBe(usd(2n))
  })

  test('posts a key once when it is asked for twenty times at once', async () => {
    const { custody, invested } = await newAccounts()
    const one = transferOf([debit(custody, usd(5n)), credit(invested, usd(5n))])
    const answers = await Promise.all(Array.from({ length: 20 }, () => postOne(one)))
    expect(answers.flat().filter((answer) => !answer.replayed)).toHaveLength(1)
    expect(await balance(custody)).toBe(usd(5n))
  })

  test('says which account would go below zero and by how much', async () => {
    const { earnings, custody, invested } = await newAccounts()
    await postOne(transferOf([debit(custody, usd(5n)), credit(invested, usd(5n))]))
    const attempt = postOne(transferOf([debit(invested, usd(8n)), credit(earnings, usd(8n))]))
    await expect(attempt).rejects.toThrow(Shortfall)
    await expect(attempt).rejects.toMatchObject({ account: invested, missing: usd(3n) })
    expect(await balance(earnings)).toBe(0n)
  })

  test('says never less than what is missing: a part of a cent is a cent', async () => {
    const { earnings, invested } = await newAccounts()
    const one = transferOf([debit(invested, microUsd(3_000_001n)), credit(earnings, microUsd(3_000_001n))])
    await expect(postOne(one)).rejects.toMatchObject({
      missing: 3_000_001n,
      message: 'This would take the running investments below zero by $3.01.',
    })
  })

  test('refuses an account that goes below zero on the way, even if the batch mends it', async () => {
    const { earnings, invested, custody } = await newAccounts()
    const batch = [
      transferOf([debit(invested, usd(1n)), credit(earnings, usd(1n))]),
      transferOf([debit(custody, usd(1n)), credit(invested, usd(1n))]),
    ]
    await expect(
      transaction(house.db, async (tx) => post(tx, job, (await databaseClock(tx)).now(), batch)),
    ).rejects.toThrow(Shortfall)
  })

  test('keeps balances exact under many transfers at once between the same accounts', async () => {
    const { custody, invested, earnings } = await newAccounts()
    await postOne(transferOf([debit(custody, usd(100n)), credit(invested, usd(100n))]))
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        postOne(
          transferOf(
            n % 2 === 0
              ? [debit(invested, usd(1n)), credit(earnings, usd(1n))]
              : [debit(custody, usd(1n)), credit(invested, usd(1n))],
          ),
        ),
      ),
    )
    expect(await balance(invested)).toBe(usd(100n))
    expect(await balance(earnings)).toBe(usd(30n))
    expect(await problems()).toEqual([])
  })

  test('locks its accounts by their ids, ascending: who waits for the first holds none of the others', async () => {
    const { investor, custody, invested, earnings } = await newAccounts()
    const holder = new pg.Client({ connectionString: house.ownerUrl })
    const looker = new pg.Client({ connectionString: house.ownerUrl })
    await Promise.all([holder.connect(), looker.connect()])
    try {
      const { rows } = await holder.query<{ id: number }>(
        'SELECT id FROM account WHERE name IN ($1, $2, $3) ORDER BY id',
        [custody, invested, earnings],
      )
      const [first, ...others] = rows.map(({ id }) => id)
      await holder.query('BEGIN')
      await holder.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [first])
      const { rows: held } = await holder.query('SELECT pg_backend_pid() AS pid')
      const posting = postOne(
        transferOf([debit(custody, usd(3n)), credit(invested, usd(1n)), credit(earnings, usd(2n))], investor),
      )
      const waits = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))'
      await expect.poll(async () => (await looker.query(waits, [held[0]?.pid])).rowCount).toBe(1)
      await looker.query('SELECT FROM account WHERE id = ANY ($1) FOR UPDATE NOWAIT', [others])
      await holder.query('COMMIT')
      await posting
    } finally {
      await Promise.all([holder.end(), looker.end()])
    }
    expect(await balance(custody)).toBe(usd(3n))
  })

  test('takes no account that is not there, and no key again for another kind, record, or correction', async () => {
    const { custody, invested } = await newAccounts()
    const entries = [debit(custody, usd(5n)), credit(invested, usd(5n))]
    const one = transferOf(entries)
    const [stands] = await postOne(one)
    const others: Partial<NewTransfer>[] = [
      { kind: 'top up' },
      { reference: { ...one.reference, kind: 'wallet' } },
      { corrects: stands?.transferId ?? 0n },
    ]
    for (const other of others) await expect(postOne({ ...one, ...other })).rejects.toMatchObject({ code: 'PLB02' })
    const nowhere = transaction(house.db, (tx) =>
      sql`SELECT ledger_post('{1}', '{correction}', '{investment}', ${[newId()]}::uuid[], '{null}', '{null}',
        null, null, 'test', database_now(), '{2147483646,2147483647}', '{1,1}', '{1,2}', '{1,-1}')`.execute(tx),
    )
    await expect(nowhere).rejects.toMatchObject({ code: 'PLB03' })
    expect(await balance(custody)).toBe(usd(5n))
  })

  test('takes no time that has been over for minutes from the app where the clock runs, and moves nothing', async () => {
    const { custody, invested } = await newAccounts()
    const entries = [debit(custody, usd(5n)), credit(invested, usd(5n))]
    const present = clock.now()
    await clock.letRun()
    try {
      const old = transaction(house.db, async (tx) => {
        const now = (await databaseClock(tx)).now()
        return post(tx, job, new Date(now.getTime() - 6 * MINUTE) as Moment, [transferOf(entries)])
      })
      await expect(old).rejects.toMatchObject({ code: 'PLB09', message: expect.stringContaining('which is over') })
    } finally {
      await clock.set(present)
    }
    expect(await balance(custody)).toBe(0n)
  })

  test('leaves out lines of zero and posts nothing of a posting that is all zeros', async () => {
    const { custody, invested } = await newAccounts()
    expect(await postOne(transferOf([debit(custody, microUsd(0n)), credit(invested, microUsd(0n))]))).toEqual([])
  })

  test('refuses an amount that the books cannot hold as bad input', async () => {
    const { custody, invested } = await newAccounts()
    const most = microUsd(9_000_000_000_000_000_000n)
    await postOne(transferOf([debit(custody, most), credit(invested, most)]))
    await expect(postOne(transferOf([debit(custody, most), credit(invested, most)]))).rejects.toMatchObject({
      code: 'bad input',
    })
  })
})

describe('a reversal', () => {
  test('undoes a transfer, at most once', async () => {
    const { custody, invested } = await newAccounts()
    const [posted] = await postOne(transferOf([debit(custody, usd(7n)), credit(invested, usd(7n))]))
    const undo = () =>
      transaction(house.db, async (tx) => reverse(tx, job, (await databaseClock(tx)).now(), posted?.transferId ?? 0n))
    const first = await undo()
    expect(await balance(invested)).toBe(0n)
    expect(await undo()).toEqual({ ...first, replayed: true })
    expect(await balance(custody)).toBe(0n)
  })
})

describe('settling', () => {
  test('brings what is posted to what is required, whatever stood before', async () => {
    const { custody, invested, earnings } = await newAccounts()
    const accounts = [custody, invested, earnings] as const
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n }).map(microUsd)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 6 }), async (steps) => {
        const id = newId()
        for (const [n, [first, second]] of steps.entries()) {
          const required = [debit(custody, microUsd(first + second)), credit(invested, first), credit(earnings, second)]
          await transaction(house.db, async (tx) =>
            settle(tx, job, (await databaseClock(tx)).now(), {
              key: `${id}/${n}`,
              reference: { kind: 'investment', id },
              required,
            }),
          )
          const posted = await readTransaction(house.db, (tx) => postedBooks(tx, { kind: 'investment', id }))
          expect(missingFrom(posted, booksOf(required))).toEqual([])
        }
      }),
      { numRuns: 20 },
    )
    expect(await problems()).toEqual([])
    for (const account of accounts) expect(await balance(account)).toBeGreaterThanOrEqual(0n)
  })

  test('moves as much as the account that it moves most, and in all as much as it credits', () => {
    const lines = [
      { account: 'equity/capital', side: 'debit', amount: usd(7n) },
      { account: 'income/returns', side: 'credit', amount: usd(4n) },
      { account: 'income/fees', side: 'credit', amount: usd(3n) },
    ] as const
    expect([mostMoved(lines), allMoved(lines)]).toEqual([usd(7n), usd(7n)])
    expect([mostMoved(lines.slice(1)), allMoved(lines.slice(1))]).toEqual([usd(4n), usd(7n)])
    expect([mostMoved([]), allMoved([])]).toEqual([0n, 0n])
    const earmarked = [
      ...lines,
      { account: 'reserve/yield', side: 'debit', amount: usd(9n) },
      { account: 'reserve/committed', side: 'credit', amount: usd(9n) },
    ] as const
    expect([mostMoved(earmarked), allMoved(earmarked)]).toEqual([usd(7n), usd(7n)])
  })
})

describe.each(['the role of the app', 'the owner of the tables'])('the database refuses to %s', (who) => {
  let client: pg.Client
  let accounts: Awaited<ReturnType<typeof newAccounts>>
  let transferId: bigint

  beforeAll(async () => {
    accounts = await newAccounts()
    const [posted] = await postOne(transferOf([debit(accounts.custody, usd(9n)), credit(accounts.invested, usd(9n))]))
    transferId = posted?.transferId ?? 0n
    client = new pg.Client({ connectionString: house.ownerUrl })
    await client.connect()
    if (who === 'the role of the app') await client.query('SET ROLE plumb_app')
  })
  afterAll(async () => {
    await client.end()
  })

  type RawTransfer = { reverses: bigint | null; corrects: bigint | null; by: string }
  /** One transfer row and its entries in one statement, past the posting function. */
  const insertRaw = (
    entries: [account: string, sequence: number, amount: MicroUsd, after: MicroUsd][],
    { reverses = null, corrects = null, by = `NULL, NULL, 'raw'` }: Partial<RawTransfer> = {},
  ) =>
    client.query(
      `WITH t AS (INSERT INTO transfer (id, key, kind, reference_kind, reference_id, reverses, corrects, actor_id, act_id, job, effective_at)
         VALUES (nextval('transfer_number'), 0, 'correction', 'investment', $1::uuid, $2::bigint, $4::bigint, ${by}, database_now()) RETURNING id)
       INSERT INTO entry (account_id, sequence, transfer_id, amount, balance_after)
       SELECT account.id, line.sequence, t.id, line.amount, line.after
       FROM t, jsonb_to_recordset($3::jsonb) AS line (name text, sequence integer, amount bigint, after bigint) JOIN account USING (name)`,
      [
        newId(),
        reverses,
        JSON.stringify(
          entries.map(([name, sequence, amount, after]) => ({
            name,
            sequence,
            amount: String(amount),
            after: String(after),
          })),
        ),
        corrects,
      ],
    )
  const refusal = { code: expect.stringMatching(/^(PLB0\d|42501|23\d\d\d|428C9)$/) }

  test('nothing but what is wrong: a whole transfer passes for the owner, and for the app by the posting function alone', async () => {
    const fresh = await newAccounts()
    const whole = insertRaw([
      [fresh.custody, 1, usd(1n), usd(1n)],
      [fresh.invested, 1, microUsd(-1_000_000n), usd(1n)],
    ])
    if (who === 'the owner of the tables') await expect(whole).resolves.toMatchObject({ rowCount: 2 })
    else await expect(whole).rejects.toMatchObject({ code: '42501' })
  })
  test('an unbalanced transfer', async () => {
    await expect(
      insertRaw([
        [accounts.custody, 2, usd(1n), usd(10n)],
        [accounts.invested, 2, microUsd(-2_000_000n), usd(11n)],
      ]),
    ).rejects.toMatchObject(refusal)
  })
  test('a transfer of one entry, or of none', async () => {
    await expect(insertRaw([[accounts.custody, 2, usd(1n), usd(10n)]])).rejects.toMatchObject(refusal)
    await expect(insertRaw([])).rejects.toMatchObject(refusal)
  })
  test('an entry of zero, beside others that are whole', async () => {
    const wrong = insertRaw([
      [accounts.custody, 2, usd(1n), usd(10n)],
      [accounts.invested, 2, microUsd(-1_000_000n), usd(10n)],
      [accounts.earnings, 1, microUsd(0n), microUsd(0n)],
    ])
    await expect(wrong).rejects.toMatchObject(refusal)
  })
  test('entries of a transfer that is not there', async () => {
    const wrong = client.query(
      `INSERT INTO entry (account_id, sequence, transfer_id, amount, balance_after)
       SELECT id, 2, 9000000000, amount, 10000000 FROM (VALUES ($1::text, 1000000), ($2::text, -1000000)) AS line (name, amount) JOIN account USING (name)`,
      [accounts.custody, accounts.invested],
    )
    await expect(wrong).rejects.toMatchObject(refusal)
  })
  test('a transfer of nobody, or of a job with an act, and a correction of nothing', async () => {
    const whole: Parameters<typeof insertRaw>[0] = [
      [accounts.custody, 2, usd(1n), usd(10n)],
      [accounts.invested, 2, microUsd(-1_000_000n), usd(10n)],
    ]
    for (const by of ['NULL, NULL, NULL', `NULL, '${newId()}', 'raw'`]) {
      const made = who === 'the owner of the tables' ? { code: '23514', constraint: 'transfer_made_by' } : refusal
      await expect(insertRaw(whole, { by }), by).rejects.toMatchObject(made)
    }
    await expect(insertRaw(whole, { corrects: 9_000_000_000n })).rejects.toMatchObject(refusal)
  })
  test('a gap in the sequence of an account', async () => {
    await expect(
      insertRaw([
        [accounts.custody, 3, usd(1n), usd(10n)],
        [accounts.invested, 2, microUsd(-1_000_000n), usd(10n)],
      ]),
    ).rejects.toMatchObject(refusal)
  })
  test('a balance that does not continue the chain', async () => {
    await expect(
      insertRaw([
        [accounts.custody, 2, usd(1n), usd(11n)],
        [accounts.invested, 2, microUsd(-1_000_000n), usd(10n)],
      ]),
    ).rejects.toMatchObject(refusal)
  })
  test('a reserve that is made out of nothing: what is set apart comes to zero in every transfer', async () => {
    const onCreditSide = async (lines: readonly [name: string, amount: MicroUsd][]) => {
      const { rows } = await client.query<{ name: string; version: number; balance: string }>(
        'SELECT name, version, balance FROM account WHERE name = ANY ($1)',
        [lines.map(([name]) => name)],
      )
      return insertRaw(
        lines.map(([name, amount]) => {
          const { version, balance } = rows.find((row) => row.name === name) ?? { version: 0, balance: '0' }
          return [name, version + 1, amount, microUsd(BigInt(balance) - amount)]
        }),
      )
    }
    const apart = ['equity/set-apart', usd(10n)] as const
    const isOwner = who === 'the owner of the tables'
    const nothing = isOwner ? { code: 'PLB04', message: expect.stringContaining('sum to zero') } : refusal
    await expect(
      onCreditSide([
        ['reserve/yield', usd(-10n)],
        ['equity/capital', usd(10n)],
      ]),
    ).rejects.toMatchObject(nothing)
    await expect(
      onCreditSide([['reserve/committed', usd(-11n)], [...apart], ['equity/capital', usd(1n)]]),
    ).rejects.toMatchObject(nothing)
    const whole = onCreditSide([['reserve/yield', usd(-10n)], [...apart]])
    if (isOwner) await expect(whole).resolves.toMatchObject({ rowCount: 2 })
    else await expect(whole).rejects.toMatchObject({ code: '42501' })
  })
  test('an investor account below zero', async () => {
    await expect(
      insertRaw([
        [accounts.invested, 2, usd(10n), microUsd(-1_000_000n)],
        [accounts.earnings, 1, microUsd(-10_000_000n), usd(10n)],
      ]),
    ).rejects.toMatchObject(refusal)
  })
  test('entries added to a transfer that stands', async () => {
    await expect(
      client.query(
        `INSERT INTO entry (account_id, sequence, transfer_id, amount, balance_after)
         SELECT id, 2, $1::bigint, amount, after FROM (VALUES ($2::text, 1::bigint, 9000001::bigint), ($3::text, -1, 9000001)) AS line (name, amount, after) JOIN account USING (name)`,
        [transferId, accounts.custody, accounts.invested],
      ),
    ).rejects.toMatchObject(refusal)
  })
  test('a changed or deleted entry, transfer or account', async () => {
    for (const statement of [
      `UPDATE entry SET amount = amount + 1 WHERE transfer_id = '${transferId}'`,
      `DELETE FROM entry WHERE transfer_id = '${transferId}'`,
      'TRUNCATE entry CASCADE',
      `UPDATE transfer SET kind = 'reversal' WHERE id = '${transferId}'`,
      `DELETE FROM transfer WHERE id = '${transferId}'`,
      'TRUNCATE transfer CASCADE',
      `UPDATE account SET balance = balance + 1 WHERE name = '${accounts.custody}'`,
      `UPDATE account SET balance = balance + 1, version = version + 1 WHERE name = '${accounts.custody}'`,
      `UPDATE account SET floor = NULL WHERE name = '${accounts.custody}'`,
      `DELETE FROM account WHERE name = '${accounts.earnings}'`,
      'TRUNCATE account CASCADE',
      `UPDATE account SET kind = 'referral' WHERE name = '${accounts.earnings}'`,
      `UPDATE account SET owner_id = gen_random_uuid() WHERE name = '${accounts.earnings}'`,
      `INSERT INTO account (owner_id, kind, side, floor, balance, version, created_at)
       VALUES (gen_random_uuid(), 'earnings', -1, 0, 100, 0, now())`,
    ]) {
      await expect(client.query(statement), statement).rejects.toMatchObject(refusal)
    }
  })
  test('an account of an investor or a payment wallet that may go below zero', async () => {
    for (const kind of ['earnings', 'custody', 'suspense']) {
      for (const floor of [null, -5]) {
        const asked = JSON.stringify([{ owner_id: newId(), kind, side: -1, floor }])
        await expect(client.query('SELECT ledger_open($1::jsonb, now())', [asked])).rejects.toMatchObject(refusal)
      }
    }
  })
  test('an account on the other side than what it holds stands on', async () => {
    for (const [kind, side] of [
      ['earnings', 1],
      ['withdrawing', 1],
      ['suspense', 1],
      ['custody', -1],
    ] as const) {
      const asked = JSON.stringify([{ owner_id: newId(), kind, side, floor: 0 }])
      await expect(client.query('SELECT ledger_open($1::jsonb, now())', [asked]), kind).rejects.toMatchObject({
        code: '23514',
      })
    }
  })
  test('an account whose name, owner and kind do not agree, an unknown kind, and a second of a kind', async () => {
    const [one, other] = [newId(), newId()]
    const open = (owner_id: string | null, kind: string) =>
      client.query('SELECT ledger_open($1::jsonb, now())', [JSON.stringify([{ owner_id, kind, side: -1, floor: 0 }])])
    for (const [owner, kind] of [
      [null, 'earnings'],
      [null, 'custody'],
      [one, 'capital'],
      [one, 'savings'],
      [null, 'savings'],
    ] as const) {
      await expect(open(owner, kind), `${kind} of ${owner}`).rejects.toMatchObject({
        code: expect.stringMatching(/^23/),
      })
    }
    await open(one, 'earnings')
    await open(one, 'earnings')
    const { rows } = await client.query('SELECT name FROM account WHERE owner_id = $1', [one])
    expect(rows).toEqual([{ name: `investor/${one}/earnings` }])
    for (const [owner, kind, name] of [
      [other, 'earnings', investorAccount(one, 'earnings')],
      [one, 'referral', investorAccount(one, 'bonus')],
      [one, 'custody', investorAccount(one, 'invested')],
    ]) {
      const insert = client.query(
        `INSERT INTO account (owner_id, kind, name, side, floor, created_at) VALUES ($1, $2, $3, -1, 0, now())`,
        [owner, kind, name],
      )
      await expect(insert, name).rejects.toMatchObject(refusal)
    }
  })
  test('a second reversal, and a reversal that is not the opposite', async () => {
    const [made] = await postOne(transferOf([debit(accounts.custody, usd(1n)), credit(accounts.invested, usd(1n))]))
    const target = made?.transferId ?? 0n
    const at = async (name: string) => {
      const { rows } = await client.query<{ balance: bigint; version: number }>(
        'SELECT balance, version FROM account WHERE name = $1',
        [name],
      )
      return { balance: microUsd(rows[0]?.balance ?? 0n), next: (rows[0]?.version ?? 0) + 1 }
    }
    const undo = async (amount: bigint) => {
      const [custody, invested] = [await at(accounts.custody), await at(accounts.invested)]
      return insertRaw(
        [
          [accounts.custody, custody.next, microUsd(-amount), microUsd(custody.balance - amount)],
          [accounts.invested, invested.next, microUsd(amount), microUsd(invested.balance - amount)],
        ],
        { reverses: target },
      )
    }
    await expect(undo(500_000n)).rejects.toMatchObject(refusal)
    await transaction(house.db, async (tx) => reverse(tx, job, (await databaseClock(tx)).now(), target))
    await expect(undo(1_000_000n)).rejects.toMatchObject(refusal)
  })
  test('a changed or deleted decision or line of the audit log', async () => {
    await transaction(house.db, async (tx) => {
      await sql`INSERT INTO decision (id, subject_kind, subject_id, to_status, job, decided_at) VALUES (${newId()}, 'investment', ${newId()}, 'approved', 'test', now())`.execute(
        tx,
      )
      await sql`INSERT INTO audit_entry (id, at, job, action, subject_kind, subject_id) VALUES (${newId()}, now(), 'test', 'test', 'investment', ${newId()})`.execute(
        tx,
      )
    })
    for (const table of ['decision', 'audit_entry']) {
      await expect(client.query(`UPDATE ${table} SET reason = 'other'`)).rejects.toMatchObject(refusal)
      await expect(client.query(`DELETE FROM ${table}`)).rejects.toMatchObject(refusal)
      await expect(client.query(`TRUNCATE ${table} CASCADE`)).rejects.toMatchObject(refusal)
    }
  })
})
