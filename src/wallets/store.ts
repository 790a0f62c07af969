import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { codeOf } from '#kit/error-code.ts'
import type { KeptCoin } from './coin-rules.ts'
import type { Wallet } from './contract.ts'

/** A payment wallet as other slices see it. */
export type WalletRecord = KeptCoin & {
  id: string
  name: string
  address: string
  network: string
  available: boolean
  version: number
}

type Terms = Omit<WalletRecord, 'id' | 'version'>

const COIN = ['coin', 'coin_contract', 'coin_decimals'] as const
const COLUMNS = ['id', 'name', 'address', 'network', 'available', 'version', ...COIN] as const
const UNIQUE_VIOLATION = '23505'

export function selectWallet(tx: Tx, id: string): Promise<WalletRecord | undefined> {
  return tx.selectFrom('wallet').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** Every payment wallet, and whether it is the one of this name, without regard to case: asked together with other questions. */
export function walletsByName(name: string): RawBuilder<(WalletRecord & { named: boolean })[]> {
  const columns = sql.join(COLUMNS.map((column) => sql.ref(column)))
  return sql`SELECT coalesce(jsonb_agg(each), '[]') FROM (
    SELECT ${columns}, lower(name) = lower(${name}) AS named FROM wallet
  ) AS each`
}

export function lockWallet(tx: Tx, id: string): Promise<WalletRecord | undefined> {
  return tx.selectFrom('wallet').select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Newest first, in the wire's shape. */
export function selectWallets(tx: Tx, onlyAvailable: boolean): Promise<Wallet[]> {
  return tx
    .selectFrom('wallet')
    .select(['id', 'name as wallet_name', 'address as wallet_address', 'network', 'available', 'version', ...COIN])
    .$if(onlyAvailable, (query) => query.where('available', '=', true))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** False if the name is taken. */
export function insertWallet(tx: Tx, wallet: Terms & { id: string; created_at: Date }): Promise<boolean> {
  return unlessTaken(tx.insertInto('wallet').values(wallet).execute())
}

/** False if the name is taken. */
export function updateWalletTerms(tx: Tx, id: string, terms: Terms): Promise<boolean> {
  return unlessTaken(
    tx
      .updateTable('wallet')
      .set((eb) => ({ ...terms, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute(),
  )
}

/** The transaction is of no more use after a false: the caller refuses. */
async function unlessTaken(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing
    return true
  } catch (error) {
    if (codeOf(error) === UNIQUE_VIOLATION) return false
    throw error
  }
}
