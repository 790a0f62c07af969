import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { AccountName } from './accounts.ts'

/** Balances on each account's own side, micro-dollars. An account that was never opened is refused as a bug. */
export async function balancesOf<Name extends AccountName>(
  tx: Tx,
  names: readonly Name[],
): Promise<Record<Name, MicroUsd>> {
  const { rows } = await sql<{ name: string; balance: MicroUsd }>`
    SELECT name, balance FROM account WHERE name = ANY(${names}::text[])`.execute(tx)
  const found = new Map(rows.map((row) => [row.name, row.balance]))
  return Object.fromEntries(
    names.map((name) => {
      const balance = found.get(name)
      if (balance === undefined) throw new Error(`there is no account ${name}`)
      return [name, balance]
    }),
  ) as Record<Name, MicroUsd>
}

/** One balance on the account's own side, micro-dollars. */
export async function balanceOf(tx: Tx, name: AccountName): Promise<MicroUsd> {
  return (await balancesOf(tx, [name]))[name] ?? ZERO
}
