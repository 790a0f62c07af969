/** What is found in books that were damaged as a superuser can: past every trigger and foreign key. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { EVERY_PROOF } from '#funds/proof/every-proof.ts'
import type { Database, Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import type { BooksMark } from '#ledger/proof/mark.ts'
import { proveAll, type Wrong } from '#ledger/proof/proof.ts'

export const wrongIn = async (tx: Tx, since: BooksMark | null): Promise<Wrong[]> =>
  (await proveAll({ tx, since }, EVERY_PROOF)).flatMap(({ wrong }) => wrong ?? [])

/**
 * Other tests write on the same server, and what was written while they were at it counts as changed: until all is over
 * that was under way.
 */
export async function othersAreOver(db: Database): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT pg_current_xact_id()::text AS id`.execute(db)
  const isOver = async () => {
    const { rows: seen } = await sql<{ over: boolean }>`
      SELECT pg_snapshot_xmin(pg_current_snapshot()) > ${rows[0]?.id ?? ''}::xid8 AS over`.execute(db)
    return seen[0]?.over
  }
  while (!(await isOver())) await pause(20)
}

class Undone extends Error {}

/**
 * What is seen after damage with the rights of a superuser, past every trigger; then it is undone. Each statement has to
 * change something.
 */
export async function undoing<Seen>(
  owner: Database,
  damage: readonly string[],
  look: (tx: Tx) => Promise<Seen>,
): Promise<Seen> {
  let seen: { it: Seen } | undefined
  try {
    await transaction(owner, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx)
      for (const statement of damage) {
        const { numAffectedRows } = await sql.raw(statement).execute(tx)
        if (numAffectedRows === 0n) throw new Error(`changes nothing: ${statement}`)
      }
      seen = { it: await look(tx) }
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  if (seen === undefined) throw new Error('nothing was looked at')
  return seen.it
}

/** What is found after damage, in full and since a mark. */
export const afterDamage = (owner: Database, mark: BooksMark, damage: readonly string[]) =>
  undoing(owner, damage, async (tx) => ({ full: await wrongIn(tx, null), since: await wrongIn(tx, mark) }))

/** Posts a transfer that continues the chains of its accounts, as whoever knows the books would. */
export function forged(
  id: string,
  about: { kind: string; record: 'user' | 'wallet' | 'investment'; of: string; by?: string },
  lines: readonly (readonly [account: string, amount: number | string])[],
): string[] {
  const { kind, record, of, by = "NULL, 'accrual', NULL" } = about
  const values = lines.map(([account, amount]) => `('${account}', (${amount})::bigint)`).join(', ')
  return [
    `INSERT INTO transfer (id, key, kind, reference_kind, reference_id, actor_id, job, act_id, effective_at)
     SELECT ${id}, ${id}, '${kind}', '${record}', '${of}', ${by}, database_now()`,
    `INSERT INTO entry (account_id, sequence, transfer_id, amount, balance_after)
     SELECT account.id, account.version + 1, ${id}, line.amount, account.balance + account.side * line.amount
     FROM (VALUES ${values}) AS line (name, amount) JOIN account ON account.name = line.name`,
    `UPDATE account SET version = version + 1,
       balance = (SELECT balance_after FROM entry WHERE transfer_id = ${id} AND account_id = account.id)
     WHERE id IN (SELECT account_id FROM entry WHERE transfer_id = ${id})`,
  ]
}
