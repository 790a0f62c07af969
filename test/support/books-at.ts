/**
 * What was held, owed and set apart at a moment, counted from nothing for tests: every entry posted before it, and of every investment
 * what it had earned by then by the last line of the audit log before it, less what was posted for it by then.
 */
import pg from 'pg'
import { fromWire, microUsd, toWire } from '#money/micro-usd.ts'

type Line = { id: string; after: { status: string; amount: string; date: string }; rate: string; duration: number }

type BooksAt = { custody: string; owed: string; reserve: { yield: string; committed: string } }

export async function booksAt(connectionString: string, moment: Date): Promise<BooksAt> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows: accounts } = await client.query<{ name: string; total: string }>(
      `SELECT name, sum(amount)::text AS total FROM entry JOIN transfer ON transfer.id = transfer_id
        JOIN account ON account.id = account_id WHERE effective_at < $1 GROUP BY name`,
      [moment],
    )
    const on = (prefix: string) =>
      accounts.filter(({ name }) => name.startsWith(prefix)).reduce((all, { total }) => all + BigInt(total), 0n)
    const owed = -on('investor/') - on('suspense/') + (await accruedAt(client, moment))
    const reserve = { yield: wire(-on('reserve/yield')), committed: wire(-on('reserve/committed')) }
    return { custody: wire(on('custody/')), owed: wire(owed), reserve }
  } finally {
    await client.end()
  }
}

const wire = (amount: bigint) => toWire(microUsd(amount))

async function accruedAt(client: pg.Client, moment: Date): Promise<bigint> {
  const { rows: lines } = await client.query<Line>(
    `SELECT DISTINCT ON (subject_id) subject_id AS id, after, daily_roi::text AS rate, duration
     FROM audit_entry JOIN investment ON investment.id = subject_id
     WHERE subject_kind = 'investment' AND at < $1 AND after ? 'status' ORDER BY subject_id, at DESC, audit_entry.id DESC`,
    [moment],
  )
  // of each investment: its shares of what its investor was credited, and what its own corrections brought and took
  const { rows: posted } = await client.query<{ id: string; total: string }>(
    `SELECT id, sum(amount)::text AS total FROM (
       SELECT investment_id AS id, amount FROM earning_share JOIN transfer ON transfer.id = transfer_id WHERE effective_at < $1
       UNION ALL
       SELECT reference_id, amount FROM transfer JOIN entry ON transfer_id = transfer.id JOIN account ON account.id = account_id
       WHERE effective_at < $1 AND account.name = 'expense/yield' AND transfer.kind IN ('correction', 'reversal', 'investment completed')
     ) AS line GROUP BY id`,
    [moment],
  )
  const credited = new Map(posted.map(({ id, total }) => [id, BigInt(total)]))
  let accrued = 0n
  for (const { id, after, rate, duration } of lines) {
    if (after.status !== 'approved') continue
    const passed = Math.floor((moment.getTime() - Date.parse(after.date)) / 1000)
    const seconds = BigInt(Math.max(0, Math.min(passed, duration * 86_400)))
    const earned = (fromWire(after.amount) * BigInt(rate) * seconds) / 86_400_000_000n
    accrued += earned - (credited.get(id) ?? 0n)
  }
  return accrued
}
