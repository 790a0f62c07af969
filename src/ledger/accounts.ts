import { sql } from 'kysely'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { opensAccounts } from './account-ids.ts'
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

export const INVESTOR_KINDS: readonly InvestorAccountKind[] = [
  'earnings',
  'referral',
  'bonus',
  'invested',
  'withdrawing',
]
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
  return name
}

const SHARED: Readonly<Partial<Record<AccountName, AccountKind>>> = {
  'equity/capital': 'capital',
  'equity/adjustments': 'adjustments',
  'income/returns': 'returns',
  'income/fees': 'fees',
  'expense/yield': 'yield',
  'expense/referral': 'referral expense',
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
