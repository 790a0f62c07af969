import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { OwnPart } from '#kit/own-sql.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { type AccountName, INVESTOR_KINDS, type InvestorAccountKind } from './accounts.ts'

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

/** Balances of these kinds of many investors' accounts, micro-dollars, by whose they are; without a line for who has none. */
export async function balancesByOwner<Kind extends InvestorAccountKind>(
  tx: Tx,
  ownerIds: readonly string[],
  kinds: readonly Kind[],
): Promise<Map<string, Record<Kind, MicroUsd>>> {
  const { rows } = await sql<{ owner_id: string; kind: Kind; balance: MicroUsd }>`
    SELECT owner_id, kind, balance FROM account
    WHERE kind = ANY(${kinds}::text[]) AND owner_id = ANY(${ownerIds}::uuid[])`.execute(tx)
  const found = new Map<string, Record<Kind, MicroUsd>>()
  for (const { owner_id, kind, balance } of rows) {
    const none = Object.fromEntries(kinds.map((one) => [one, ZERO])) as Record<Kind, MicroUsd>
    found.set(owner_id, { ...(found.get(owner_id) ?? none), [kind]: balance })
  }
  return found
}

/** One balance on the account's own side, micro-dollars. */
export async function balanceOf(tx: Tx, name: AccountName): Promise<MicroUsd> {
  return (await balancesOf(tx, [name]))[name] ?? ZERO
}

/** An investor's balances as a statement answers them, each as a text. */
type FetchedBalances = Partial<Record<InvestorAccountKind, string>> | null
export const OWN_BALANCES: OwnPart<FetchedBalances> = {
  json: `(SELECT json_object_agg(kind, balance::text) FROM account
    WHERE owner_id = session.user_id AND kind IN (${INVESTOR_KINDS.map((kind) => `'${kind}'`).join(', ')}))`,
}

/** What that has answered, micro-dollars. An account that was never opened is refused as a bug. */
export function ownBalances(fetched: FetchedBalances): Record<InvestorAccountKind, MicroUsd> {
  const balances = INVESTOR_KINDS.map((kind): [InvestorAccountKind, MicroUsd] => {
    const balance = fetched?.[kind]
    if (balance === undefined) throw new Error(`an investor has no account of the kind ${kind}`)
    return [kind, microUsd(BigInt(balance))]
  })
  return Object.fromEntries(balances) as Record<InvestorAccountKind, MicroUsd>
}
