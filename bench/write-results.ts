/** Keeps what was measured: bench/results.json, and the page of it, docs/bench.md. */
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { AccrualCost } from './measure-accrual.ts'
import type { PostingCost, PostingCosts } from './measure-posting.ts'

const ROOT = join(import.meta.dirname, '..')
const GIB = 1024 ** 3
/** The first that is measured: what all others are compared with, in the same run. */
const COMPARED = 0

type Results = {
  measured_at: string
  machine: { processor: string; cores: number; memory_gib: number }
  versions: { node: string; postgresql: string; pgbench: string }
  /** of a transfer of two entries, with all indexes */
  bytes: number
  /** of each round; the ratios are those of the medians, with simple-update's */
  rows: {
    what: string
    per_second: number[]
    processor_us: number[]
    ratio_per_second: number
    ratio_processor: number
  }[]
  /** the daily posting of earnings, and maturities at once */
  accrual?: AccrualCost
}

/** Writes both files; answers the page. */
export async function writeResults({ costs, bytes, pgbench, postgresql }: PostingCosts, now: Date): Promise<string> {
  const simple = costs[COMPARED]
  if (simple === undefined) throw new Error('Nothing was measured.')
  const results: Results = {
    measured_at: now.toISOString(),
    machine: {
      processor: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memory_gib: Math.round(totalmem() / GIB),
    },
    versions: { node: process.version, postgresql, pgbench },
    bytes,
    ...(await keptAccrual()),
    rows: costs.map((cost) => ({
      what: cost.what,
      per_second: cost.perSecond.map(Math.round),
      processor_us: cost.processor.map(Math.round),
      ratio_per_second: ratio(cost, simple, 'perSecond'),
      ratio_processor: ratio(cost, simple, 'processor'),
    })),
  }
  return write(results)
}

/** Writes what the daily posting and maturities cost beside what else was kept; answers the page. */
export async function writeAccrual(accrual: AccrualCost): Promise<string> {
  return write({ ...(await kept()), accrual })
}

async function kept(): Promise<Results> {
  return JSON.parse(await readFile(join(ROOT, 'bench/results.json'), 'utf8')) as Results
}

async function keptAccrual(): Promise<{ accrual?: AccrualCost }> {
  const { accrual } = await kept()
  return accrual === undefined ? {} : { accrual }
}

async function write(results: Results): Promise<string> {
  const page = pageOf(results)
  await writeFile(join(ROOT, 'bench/results.json'), `${JSON.stringify(results, null, 2)}\n`)
  await writeFile(join(ROOT, 'docs/bench.md'), page)
  return page
}

function pageOf({ measured_at, machine, versions, bytes, rows, accrual }: Results): string {
  const lines = rows.map(
    (row) =>
      `| ${row.what} | ${row.per_second.join(', ')} | ${row.ratio_per_second} | ${row.processor_us.join(', ')} | ${row.ratio_processor} |`,
  )
  return `# What posting costs

Written by \`npm run bench -- --only posting\` from what it measured on ${measured_at.slice(0, 10)}; the figures are in \`bench/results.json\`. ${machine.cores} cores (${machine.processor}), ${machine.memory_gib} GiB, PostgreSQL ${versions.postgresql}, ${versions.pgbench}, Node ${versions.node}. Every commit goes to the disk. 32 clients where nothing else is said; the three rounds of each alternate with those of the others. pgledger is measured where PGLEDGER names its folder.

| | transfers a second | × simple-update | µs of the server's processor each | × simple-update |
|---|---|---|---|---|
${lines.join('\n')}

A transfer of two entries takes ${bytes} bytes with all indexes.
${accrual === undefined ? '' : accrualOf(accrual)}`
}

function accrualOf(cost: AccrualCost): string {
  const { maturities } = cost
  const counted = (n: number) => n.toLocaleString('en')
  return `
## The daily posting, and maturities

From \`bench/measure-accrual.ts\`, by hand or as \`npm run bench -- --only accrual\`. A day's earnings of ${counted(cost.investments)} running investments of ${counted(cost.investors)} investors, by ${cost.workers} workers at once: ${counted(cost.per_second)} investments a second, ${cost.per_update} for each simple update (${counted(cost.simple_updates_per_second)} a second in the same run, 32 clients). Each takes ${cost.processor_us} µs of the server's processor and ${cost.app_us} µs of the app's, and writes ${cost.wal_bytes} bytes ahead; a worker has ${cost.memory_mib} MiB at most.

${counted(maturities.investments)} maturities that come at once are done by one worker in ${maturities.seconds} s, ${counted(maturities.per_second)} a second.
`
}

function ratio(one: PostingCost, other: PostingCost, of: 'perSecond' | 'processor'): number {
  return Number((median(one[of]) / median(other[of])).toFixed(2))
}

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? NaN
}
