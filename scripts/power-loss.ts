/**
 * Cuts the power of a database that is being posted to, and counts on what is left of its disk.
 *
 *   npm run power-loss [-- rounds]      (30 by default; SIGTERM ends them after the one under way)
 *
 * The disk is a file system in an image. At a random moment the server is halted and the image copied: the copy has what
 * was written to the disk and not what the system still held in memory. A server that starts on the copy must have every
 * posting that was acknowledged, once, in books that balance. Then the same with fsync off, which must lose something:
 * else the power was not cut. Needs root and loop devices, and says so where they are not to be had.
 */
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseClock } from '#kit/database-clock.ts'
import { type Database, openDatabase } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { custodyAccount, investorAccount, openInvestorAccounts, openWalletAccounts } from '#ledger/accounts.ts'
import { checkBooks } from '#ledger/check-books.ts'
import { credit, debit, post } from '#ledger/post.ts'
import { microUsd } from '#money/micro-usd.ts'
import { runnableBinaries } from '#postgres/embedded-postgres-binaries.ts'
import { clearRemains, makeCluster, startServer, stopServer, SUPERUSER } from '#postgres/embedded-postgres-cluster.ts'
import { databaseFolder, openDatabaseFolder, openRunFolder, PORT } from '#postgres/embedded-postgres-folder.ts'
import { handTo } from '#postgres/server-user.ts'
import { migrate } from '#postgres/migrate.ts'
import { type Disk, makeDisk, missingForDisks } from './lossy-disk.ts'

const ROUNDS = Number(process.argv[2] ?? 30)
/** Rounds without fsync at most: the first that loses something is enough. */
const CONTROLS = 20
const WRITERS = 8
/** Small, so that checkpoints are met as well. */
const WAL = { max_wal_size: '64MB', checkpoint_timeout: '30s' }

let enough = false
process.on('SIGTERM', () => {
  enough = true
})

type Running = { server: ChildProcess; db: Database; connectionString: string; stop(): Promise<void> }
type Found = { lost: number; twice: number; wrong: string[] }

async function startOn(disk: Disk, fsync: 'on' | 'off'): Promise<Running> {
  const folder = databaseFolder(disk.folder)
  const user = openDatabaseFolder(folder)
  const cluster = { folder, user, binaries: runnableBinaries(user, disk.folder) }
  const run = openRunFolder(folder, user)
  if (!existsSync(folder.log)) writeFileSync(folder.log, '')
  handTo(user, folder.log)
  makeCluster(cluster, () => {})
  await clearRemains(cluster)
  const server = await startServer(cluster, { ...WAL, fsync })
  const connectionString = `postgresql://${SUPERUSER}@localhost/postgres?host=${encodeURIComponent(run)}&port=${PORT}`
  const { db } = openDatabase({ connectionString }, { log: () => {}, size: WRITERS })
  return {
    ...{ server, db, connectionString },
    async stop() {
      await db.destroy()
      await stopServer(server)
    },
  }
}

/** Halts the server with all its processes; answers how to let them go on. */
function halt(server: ChildProcess): () => void {
  const { pid = 0 } = server
  process.kill(pid, 'SIGSTOP')
  const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  for (const worker of workers) process.kill(worker, 'SIGSTOP')
  return () => {
    for (const worker of [...workers, pid]) process.kill(worker, 'SIGCONT')
  }
}

/** Posts one transfer after another, each for a record of its own; what was acknowledged is added to `acknowledged`. */
async function keepPosting(db: Database, acknowledged: string[], until: () => 'go' | 'wait' | 'stop'): Promise<void> {
  const [investor, wallet] = [newId(), newId()]
  await transaction(db, async (tx) => {
    const clock = await databaseClock(tx)
    await openInvestorAccounts(tx, clock, investor)
    await openWalletAccounts(tx, clock, wallet)
  })
  const entries = [
    debit(custodyAccount(wallet), microUsd(1n)),
    credit(investorAccount(investor, 'earnings'), microUsd(1n)),
  ]
  while (until() !== 'stop') {
    if (until() === 'wait') {
      await pause(5)
      continue
    }
    const id = newId()
    await transaction(db, async (tx) => {
      const at = (await databaseClock(tx)).now()
      await post(tx, { job: 'test' }, at, [
        { key: 'once', kind: 'correction', reference: { kind: 'wallet', id }, entries },
      ])
    })
    acknowledged.push(id)
  }
}

/** What is wrong on a disk whose power was cut. A server that does not start has lost all of it. */
async function lookAt(disk: Disk, acknowledged: readonly string[]): Promise<Found> {
  let running: Running
  try {
    running = await startOn(disk, 'on')
  } catch (error) {
    return { lost: acknowledged.length, twice: 0, wrong: [String(error)] }
  }
  try {
    const rows = await running.db.selectFrom('transfer').select('reference_id').execute()
    const times = Map.groupBy(rows, ({ reference_id }) => reference_id)
    return {
      lost: acknowledged.filter((id) => !times.has(id)).length,
      twice: acknowledged.filter((id) => (times.get(id)?.length ?? 0) > 1).length,
      wrong: await readTransaction(running.db, checkBooks),
    }
  } catch (error) {
    return { lost: acknowledged.length, twice: 0, wrong: [String(error)] }
  } finally {
    await running.stop()
  }
}

const isWrong = ({ lost, twice, wrong }: Found) => lost + twice + wrong.length > 0

/**
 * Answers how many were acknowledged, and after how many rounds something was wrong; without fsync the first of these is
 * the last.
 */
async function cutPower(rounds: number, fsync: 'on' | 'off') {
  const disk = makeDisk()
  const acknowledged: string[] = []
  let state: 'go' | 'wait' | 'stop' = 'go'
  let [done, bad] = [0, 0]
  try {
    const running = await startOn(disk, fsync)
    await migrate({ connectionString: running.connectionString })
    disk.sync()
    const writers = Array.from({ length: WRITERS }, () => keepPosting(running.db, acknowledged, () => state))
    while (done < rounds && (fsync === 'on' ? !enough : bad === 0)) {
      state = 'go'
      const before = acknowledged.length
      await pause(randomInt(50, 400))
      while (acknowledged.length === before) await pause(5)
      const goOn = halt(running.server)
      const known = [...acknowledged]
      let left: Disk
      try {
        left = disk.afterPowerLoss()
      } finally {
        goOn()
      }
      state = 'wait'
      const found = await lookAt(left, known).finally(() => left.remove())
      done += 1
      if (!isWrong(found)) continue
      bad += 1
      console.log(
        `fsync ${fsync}, round ${done}: of ${known.length} acknowledged ${found.lost} are lost, ${found.twice} there twice ${found.wrong[0] ?? ''}`,
      )
    }
    state = 'stop'
    await Promise.all(writers)
    await running.stop()
  } finally {
    disk.remove()
  }
  return { done, bad, acknowledged: acknowledged.length }
}

const missing = missingForDisks()
if (missing !== undefined) {
  console.log(`The power is not cut, because ${missing}.`)
  process.exit(0)
}
const real = await cutPower(ROUNDS, 'on')
console.log(`power cut ${real.done} times, ${real.acknowledged} acknowledged: something is wrong after ${real.bad}`)
const control = await cutPower(CONTROLS, 'off')
console.log(
  `with fsync off ${control.done} times, ${control.acknowledged} acknowledged: something is wrong after ${control.bad}`,
)
if (real.bad > 0 || control.bad === 0) process.exitCode = 1
