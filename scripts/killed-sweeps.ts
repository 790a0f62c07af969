/**
 * Kills workers of the daily posting, and then of maturities, with SIGKILL at random moments, two at a time, and compares
 * what they have written with what one worker writes that nobody disturbs.
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
import { readTransaction } from '#kit/transaction.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { openOwnServer } from '../test/support/database.ts'
import { moveClock } from './moved-clock.ts'
import { makeRunningInvestments } from './running-investments.ts'

const [kills = 20, investors = 20_000] = process.argv.slice(2).map(Number)
const WORKERS = 2
/** Milliseconds for which workers are left alone, at most. */
const LONGEST_PAUSE = 150
const DURATION = 31

/**
 * What a sweep leaves, in an order that no interruption changes. Which of two investments of one investor that end at the
 * same moment is completed first, no rule says: what the account held between the two is compared for the daily posting alone.
 */
const WRITTEN: Readonly<Record<string, string>> = {
  entries: `SELECT transfer.kind, reference_id, transfer.key, effective_at, account.name, entry.amount,
      CASE WHEN transfer.job = 'accrual' AND account.kind = 'earnings' THEN balance_after END AS balance_after
    FROM entry JOIN transfer ON transfer.id = transfer_id JOIN account ON account.id = account_id ORDER BY 2, 3, 5`,
  accounts: 'SELECT name, balance, version FROM account ORDER BY name',
  shares: `SELECT investment_id, version, seconds_from, seconds_to, share.amount, reference_id, key
    FROM earning_share AS share JOIN transfer ON transfer.id = transfer_id ORDER BY 1, 2, 3`,
  'what was counted': 'SELECT investment_id, accrued_at, earned_posted FROM investment_earning ORDER BY 1',
  investments: 'SELECT id, status, version, completed_at FROM investment ORDER BY 1',
  decisions: 'SELECT subject_id, from_status, to_status, job, decided_at FROM decision ORDER BY 1, 5',
  'the log': 'SELECT subject_id, action, job, at, before, after FROM audit_entry ORDER BY 1, 4, 2',
  notifications: 'SELECT user_id, title, bold_value, subject_id, created_at FROM notification ORDER BY 1, 4, 2',
  mails: 'SELECT receiver, subject, content, created_at FROM message ORDER BY 1, 2, 3',
}

const server = await openOwnServer()
try {
  const { connectionString: disturbed } = await server.createDatabase()
  const client = new pg.Client({ connectionString: disturbed })
  await client.connect()
  const running = await makeRunningInvestments(client, investors)
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
  for (const sweep of ['accrual', 'maturity'] as const) {
    if (sweep === 'maturity') for (const clock of clocks) await clock.move(DURATION * DAY)
    await wellEnded(workOn(sweep, clean))
    const killed = await disturb(sweep, disturbed)
    await wellEnded(workOn(sweep, disturbed))
    console.log(`${sweep}: ${killed} workers were killed at work over ${running} investments`)
    if (killed < kills) wrong += 1
    wrong += await compare(clean, disturbed)
  }
  for (const clock of clocks) await clock.close()
  wrong += await prove(disturbed)
  console.log(wrong === 0 ? 'All of it is what one undisturbed worker writes.' : `${wrong} differences.`)
  process.exitCode = wrong === 0 ? 0 : 1
} finally {
  await server.close()
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
