import { sql, type Kysely } from 'kysely'
import type { DB } from '#kit/database-schema.ts'
import type { Tx } from '#kit/database.ts'
import { databaseOf } from '#kit/database-of.ts'

/** Accounts of a database whose ids are kept at most: some eighty bytes each. */
const KEPT = 200_000

const known = new WeakMap<Kysely<DB>, Map<string, number>>()
const opening = new WeakSet<Tx>()

/** What a transaction reads of accounts that it has opened itself may be undone with it: nothing of it is kept. */
export function opensAccounts(tx: Tx): void {
  opening.add(tx)
}

/**
 * The ids of accounts by their names. An account keeps both for ever, so each is asked for once. Throws where there is no
 * such account.
 */
export async function accountIds(tx: Tx, names: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
  const ids = await knownAccountIds(tx, names)
  for (const name of names) if (!ids.has(name)) throw new Error(`there is no account ${name}`)
  return ids
}

/** The same of those that are there. */
export async function knownAccountIds(tx: Tx, names: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
  const kept = keptFor(tx)
  const ids = new Map<string, number>()
  const asked: string[] = []
  for (const name of names) {
    const id = kept.get(name)
    if (id === undefined) asked.push(name)
    else ids.set(name, id)
  }
  if (asked.length === 0) return ids
  const { rows } = await sql<{ name: string; id: number }>`
    SELECT found.name, found.id FROM unnest(${asked}::text[]) AS asked (name)
    CROSS JOIN LATERAL (SELECT name, id FROM account WHERE account.name = asked.name OFFSET 0) AS found`.execute(tx)
  for (const { name, id } of rows) ids.set(name, id)
  if (!opening.has(tx)) keep(kept, rows)
  return ids
}

function keptFor(tx: Tx): Map<string, number> {
  const database = databaseOf(tx)
  const kept = known.get(database) ?? new Map<string, number>()
  known.set(database, kept)
  return kept
}

function keep(kept: Map<string, number>, rows: readonly { name: string; id: number }[]): void {
  if (kept.size + rows.length > KEPT) kept.clear()
  for (const { name, id } of rows) kept.set(name, id)
}
