import { type Kysely, sql } from 'kysely'
import type { Clock } from '#kit/clock.ts'
import type { DB } from '#kit/database-schema.ts'
import type { Tx } from '#kit/database.ts'
import { databaseOf } from '#kit/database-of.ts'
import type { AccountKind, OwnAccount } from './contract.ts'

export type InvestorAccountKind = OwnAccount

/** The name of an account in the books (business rules §3). */
export type AccountName =
  | `investor/${string}/${InvestorAccountKind}`
  | `custody/${string}`
  | `suspense/${string}`
  | 'equity/capital'
  | 'equity/adjustments'
  | 'income/returns'
  | 'income/fees'
  | 'expense/yield'
  | 'expense/referral'
  | 'reserve/yield'
  | 'reserve/committed'
  | 'equity/set-apart'

export const INVESTOR_KINDS: readonly InvestorAccountKind[] = [
  'earnings',
  'referral',
  'bonus',
  'invested',
  'withdrawing',
]
/** What a transfer belongs to that moves the house’s own money into its reserve, or out of it: there is one. */
export const RESERVE_ID = '00000000-0000-7000-8000-000000000007'

const DEBIT = 1
const CREDIT = -1

export function investorAccount(userId: string, kind: InvestorAccountKind): AccountName {
  return `investor/${userId}/${kind}`
}

/** What has come in and not gone out at a payment wallet. */
export function custodyAccount(walletId: string): AccountName {
  return `custody/${walletId}`
}

/** Money that came in at a payment wallet without an investment to stand for it. */
export function suspenseAccount(walletId: string): AccountName {
  return `suspense/${walletId}`
}

/** Opens a new investor's accounts, none of which may go below zero. */
export async function openInvestorAccounts(tx: Tx, clock: Clock, userId: string): Promise<void> {
  await open(
    tx,
    clock,
    INVESTOR_KINDS.map((kind) => ({ owner_id: userId, kind, side: CREDIT })),
  )
}

/** Opens a new payment wallet's accounts, none of which may go below zero. */
export async function openWalletAccounts(tx: Tx, clock: Clock, walletId: string): Promise<void> {
  await open(tx, clock, [
    { owner_id: walletId, kind: 'custody', side: DEBIT },
    { owner_id: walletId, kind: 'suspense', side: CREDIT },
  ])
}

const NAMES: Record<InvestorAccountKind, string> = {
  earnings: 'the Earnings Wallet',
  referral: 'the Referral Wallet',
  bonus: 'the bonus balance',
  invested: 'the running investments',
  withdrawing: 'what is held for withdrawals',
}

/** An account in words, for sentences to people. */
export function accountInWords(name: string): string {
  const kind = name.split('/').at(-1) ?? name
  if (name.startsWith('investor/') && kind in NAMES) return NAMES[kind as InvestorAccountKind]
  if (name.startsWith('custody/')) return 'what is held at the payment wallet'
  if (name.startsWith('suspense/')) return 'what is held in suspense at the payment wallet'
  if (name === 'reserve/yield') return 'the reserve'
  if (name === 'reserve/committed') return 'what is set apart for promises'
  return name
}

const SHARED: Readonly<Partial<Record<AccountName, AccountKind>>> = {
  'equity/capital': 'capital',
  'equity/adjustments': 'adjustments',
  'income/returns': 'returns',
  'income/fees': 'fees',
  'expense/yield': 'yield',
  'expense/referral': 'referral expense',
  'reserve/yield': 'reserve',
  'reserve/committed': 'committed',
  'equity/set-apart': 'set apart',
}

/** What an account is, whose, and whether a debit adds to it. */
export function partsOf(name: AccountName): { kind: AccountKind; ownerId: string | null; debitSide: boolean } {
  const [room = '', ownerId = '', own] = name.split('/')
  const debitSide = room === 'custody' || room === 'expense'
  const shared = SHARED[name]
  if (shared !== undefined) return { kind: shared, ownerId: null, debitSide }
  return { kind: (own ?? room) as AccountKind, ownerId, debitSide }
}

type Opened = { owner_id: string; kind: AccountKind; side: number }

/** The database names them by whose they are and what they hold. */
async function open(tx: Tx, clock: Clock, accounts: readonly Opened[]): Promise<void> {
  const asked = accounts.map((account) => ({ ...account, floor: 0 }))
  opensAccounts(tx)
  await sql`SELECT ledger_open(${JSON.stringify(asked)}::jsonb, ${clock.now()})`.execute(tx)
}

/** Accounts of a database whose ids are kept at most: some eighty bytes each. */
const KEPT = 200_000

const known = new WeakMap<Kysely<DB>, Map<string, number>>()
const opening = new WeakSet<Tx>()

/** What a transaction reads of accounts that it has opened itself may be undone with it: nothing of it is kept. */
function opensAccounts(tx: Tx): void {
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
