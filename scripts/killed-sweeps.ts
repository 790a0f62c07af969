/**
 * Kills workers of what is set apart later, of the daily posting, and then of maturities, of which a third are invested
 * again, with SIGKILL at random moments, two at a time, and compares what they have written with what one worker writes
 * that nobody disturbs.
 *
 *   node scripts/killed-sweeps.ts [kills] [investors]      (20 of each, 20,000 by default)
 *
 * Exit code 1 where an entry, a share, a decision, a line of the log, a notification or a mail differs, or the books are wrong.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { INVESTMENT_PROOFS } from '#investments/proof/proofs.ts'
import { DAY } from '#kit/clock.ts'
import { openDatabase } from '#kit/database.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { RESERVE_ID } from '#ledger/accounts.ts'
import { post } from '#ledger/post.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { reserveEntries } from '#reserve/move.ts'
import { usd } from '../test/support/people.ts'
import { openOwnServer } from '../test/support/database.ts'
import { moveClock } from './moved-clock.ts'
import { makeRunningInvestments } from './running-investments.ts'

const [kills = 20, investors = 20_000] = process.argv.slice(2).map(Number)
const WORKERS = 2
/** Milliseconds for which workers are left alone, at most. */
const LONGEST_PAUSE = 150
const DURATION = 31

/** Records that are covered for each kill, in their order, until the reserve has nothing left. */
const COVERED_FOR_EACH = 250

/** An investment by its id, or where another has made it at its end, whose id is drawn, by that one. */
const named = (id: string) => `coalesce((SELECT name FROM again WHERE again.id = ${id}::text), ${id}::text)`
const NAMES = `CREATE TEMP TABLE again AS SELECT id::text, 'again ' || reinvests AS name FROM investment WHERE reinvests IS NOT NULL;
  CREATE UNIQUE INDEX ON again (id);
  ANALYZE again`
const OF = named('reference_id')
/** The key of a transfer, but where an id that is drawn stands in it. */
const KEY = `CASE WHEN transfer.kind <> 'set apart' AND reference_id::text NOT IN (SELECT id FROM again) THEN transfer.key END`

/**
 * What a sweep leaves, in an order that no interruption changes. Which of two investments of one investor that end at the
 * same moment is completed first, no rule says: what the account held between the two is compared for the daily posting alone,
 * and of what is posted meanwhile for what was invested again, the sums.
 */
const WRITTEN: Readonly<Record<string, string>> = {
  entries: `SELECT transfer.kind, ${OF} AS of, ${KEY} AS key, effective_at, account.name, entry.amount,
      CASE WHEN transfer.job = 'accrual' AND account.kind = 'earnings' THEN balance_after END AS balance_after
    FROM entry JOIN transfer ON transfer.id = transfer_id JOIN account ON account.id = account_id
    WHERE NOT EXISTS (SELECT FROM again) OR transfer.kind <> 'investment earned' OR effective_at < (SELECT max(effective_at) FROM transfer)
    ORDER BY 2, 3, 5, 6`,
  sums: `SELECT transfer.kind, ${OF} AS of, account.name, sum(entry.amount)
    FROM entry JOIN transfer ON transfer.id = transfer_id JOIN account ON account.id = account_id GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  accounts: 'SELECT name, balance FROM account ORDER BY name',
  shares: `SELECT ${named('investment_id')} AS of, version, max(seconds_to), sum(amount), sum(backed)
    FROM earning_share GROUP BY 1, 2 ORDER BY 1, 2`,
  'what was counted': `SELECT ${named('investment_id')} AS of, accrued_at, earned_posted FROM investment_earning ORDER BY 1`,
  investments: `SELECT ${named('investment.id')} AS of, status, version, completed_at, amount, began_at, set_apart, at_end FROM investment ORDER BY 1`,
  decisions: `SELECT ${named('subject_id')} AS of, from_status, to_status, job, decided_at FROM decision ORDER BY 1, 5, 3`,
  'the log': `SELECT ${named('subject_id')} AS of, action, job, at, before, after FROM audit_entry ORDER BY 1, 4, 2`,
  notifications: `SELECT user_id, title, bold_value, ${named('subject_id')} AS of, created_at FROM notification ORDER BY 1, 4, 2`,
  mails: `SELECT receiver, subject, regexp_replace(content::text, '[0-9a-f-]{36}', '', 'g'), created_at FROM message ORDER BY 1, 2, 3`,
}

const server = await openOwnServer()
try {
  const { connectionString: disturbed } = await server.createDatabase()
  const client = new pg.Client({ connectionString: disturbed })
  await client.connect()
  const running = await makeRunningInvestments(client, investors)
  await client.query(
    `UPDATE investment SET at_end = CASE right(id::text, 1) WHEN '0' THEN 'reinvest principal' ELSE 'reinvest all' END
     WHERE right(id::text, 1) IN ('0', '3', '6', '9', 'c')`,
  )
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name')
  await client.end()
  const clean = disturbed.replace(rows[0]?.name ?? '', 'clean')
  const admin = new pg.Client({ connectionString: disturbed.replace(rows[0]?.name ?? '', 'postgres') })
  await admin.connect()
  await admin.query(`CREATE DATABASE clean TEMPLATE ${rows[0]?.name}`)
  await admin.end()

  const start = new Date()
  const clocks = [await moveClock(disturbed, start), await moveClock(clean, start)]
  let wrong = 0
  const sweeps = ['cover', 'accrual', 'maturity'] as const
  for (const sweep of sweeps) {
    if (sweep === 'maturity') for (const clock of clocks) await clock.move(DURATION * DAY)
    // a dollar more than so many promises: one of them is covered in part
    if (sweep === 'cover') await setApart([clean, disturbed], usd(12 * COVERED_FOR_EACH * kills + 1))
    // for all that is invested again
    if (sweep === 'maturity') await setApart([clean, disturbed], usd(20 * running))
    await wellEnded(workOn(sweep, clean))
    const killed = await disturb(sweep, disturbed)
    await wellEnded(workOn(sweep, disturbed))
    // what was invested again has earned since, and some of that is posted already
    if (sweep === 'maturity') for (const each of [clean, disturbed]) await wellEnded(workOn('accrual', each))
    console.log(`${sweep}: ${killed} workers were killed at work over ${running} investments`)
    if (killed < kills) wrong += 1
    wrong += await compare(clean, disturbed)
  }
  for (const clock of clocks) await clock.close()
  wrong += await prove(disturbed)
  console.log(wrong === 0 ? 'All of it is what one undisturbed worker writes.' : `${wrong} differences.`)
  process.exitCode = wrong === 0 ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await server.close()
}

/** Brings money of the house into its reserve, for promises. */
async function setApart(houses: readonly string[], amount: MicroUsd): Promise<void> {
  for (const connectionString of houses) {
    const { db } = openDatabase({ connectionString }, { log: () => {} })
    await transaction(db, async (tx) => {
      const reference = { kind: 'reserve', id: RESERVE_ID } as const
      const clock = await databaseClock(tx)
      const key = `reserve/${amount}`
      await post(tx, { job: 'fixture' }, clock.now(), [
        { key, kind: 'reserve moved', reference, entries: reserveEntries('in', amount) },
      ])
    })
    await db.destroy()
  }
}

/** Small chunks, so that there are many moments to be killed at. */
function workOn(sweep: string, url: string): ChildProcess {
  const worker = join(import.meta.dirname, 'sweep-worker.ts')
  return spawn(process.execPath, [worker, sweep, url, '20'], { stdio: ['ignore', 'pipe', 'inherit'] })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise((done) => child.once('exit', done))
}

async function wellEnded(child: ChildProcess): Promise<void> {
  await ended(child)
  if (child.exitCode !== 0) throw new Error('a worker has failed: what it said stands above')
}

/** Has workers begin again whenever one is killed, as long as there is work; answers how many were killed at it. */
async function disturb(sweep: string, url: string): Promise<number> {
  const workers = Array.from({ length: WORKERS }, () => workOn(sweep, url))
  let killed = 0
  while (killed < kills && workers.every(({ exitCode }) => exitCode === null)) {
    const place = randomInt(WORKERS)
    const victim = workers[place]
    if (victim?.stdout === null || victim === undefined) continue
    // it has begun, or has failed before
    if (!victim.stdout.readableDidRead) await Promise.race([once(victim.stdout, 'data'), ended(victim)])
    await pause(randomInt(LONGEST_PAUSE))
    if (victim.exitCode !== null) break
    victim.kill('SIGKILL')
    await ended(victim)
    killed += 1
    workers[place] = workOn(sweep, url)
  }
  await Promise.all(workers.map(wellEnded))
  return killed
}

async function compare(clean: string, disturbed: string): Promise<number> {
  let different = 0
  const [one, other] = await Promise.all([written(clean), written(disturbed)])
  for (const [what, { count, digest }] of one) {
    const same = other.get(what)
    if (same?.digest === digest) console.log(`  ${what}: ${count}, the same`)
    else {
      different += 1
      console.log(`  ${what}: DIFFERENT, ${count} and ${same?.count}`)
    }
  }
  return different
}

async function written(connectionString: string): Promise<Map<string, { count: string; digest: string }>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const found = new Map<string, { count: string; digest: string }>()
  await client.query(NAMES)
  for (const [what, query] of Object.entries(WRITTEN)) {
    const { rows } = await client.query<{ count: string; digest: string }>(
      `SELECT count(*)::text AS count, md5(coalesce(string_agg(line::text, E'\\n'), '')) AS digest FROM (${query}) AS line`,
    )
    if (rows[0] !== undefined) found.set(what, rows[0])
  }
  await client.end()
  return found
}

async function prove(connectionString: string): Promise<number> {
  const { db } = openDatabase({ connectionString }, { log: () => {} })
  // the first asks for decisions and acts of approvals, which were laid down
  const proved = await readTransaction(db, (tx) => proveAll({ tx, since: null }, INVESTMENT_PROOFS.slice(1)))
  await db.destroy()
  const wrong = proved.filter((proof) => proof.wrong !== null)
  for (const proof of wrong) console.log(`${proof.wrong?.says}: ${proof.name}`)
  return wrong.length
}
