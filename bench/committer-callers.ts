/** Many who each wait for one posting after the other, through the group committer: for what posting costs. */
import pg from 'pg'
import { openDatabase } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import type { AccountName } from '#ledger/accounts.ts'
import { GroupCommitter } from '#ledger/group-committer.ts'
import { credit, debit } from '#ledger/post.ts'
import { microUsd } from '#money/micro-usd.ts'

const DOLLAR = microUsd(1_000_000n)

export type Callers = {
  /** Lets them ask, each anew once they have their result, for so many milliseconds. Throws where one is not posted. */
  run: (milliseconds: number) => Promise<void>
  /** results so far */
  count: () => number
}

/** Half of the earnings accounts pay the other half, at random, or `hot` pays all. */
export async function openCallers(connectionString: string, callers: number, hot?: AccountName): Promise<Callers> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ name: AccountName }>(
    `SELECT name FROM account WHERE kind = 'earnings' ORDER BY id`,
  )
  await client.end()
  const names = rows.map(({ name }) => name)
  const half = Math.floor(names.length / 2)
  const [paying, paid] = [names.slice(0, half), names.slice(half)]
  const oneOf = (of: readonly AccountName[]) => of[Math.floor(Math.random() * of.length)] ?? 'expense/yield'
  let count = 0
  const run = async (milliseconds: number) => {
    const { db } = openDatabase({ connectionString }, { log: () => {} })
    const committer = new GroupCommitter(db, { job: 'bench' })
    const end = performance.now() + milliseconds
    const call = async () => {
      while (performance.now() < end) {
        const entries = [debit(hot ?? oneOf(paying), DOLLAR), credit(oneOf(paid), DOLLAR)]
        const reference = { kind: 'investment', id: newId() } as const
        const { outcome } = await committer.post({ key: 'earned', kind: 'investment earned', reference, entries })
        if (outcome !== 'posted') throw new Error(`A transfer was not posted: ${outcome}.`)
        count += 1
      }
    }
    try {
      await Promise.all(Array.from({ length: callers }, call))
    } finally {
      await committer.end()
      await db.destroy()
    }
  }
  return { run, count: () => count }
}
