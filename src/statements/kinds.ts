import { ACCOUNT_NAMES } from '#ledger/rules.ts'
import type { StatementAccount } from './contract.ts'

/** What follows the closing balance of a period up to now: with it, that is what the wallet shows. */
export const NOT_POSTED = 'Earned, not yet posted'

/** What a statement is about, as files call it. */
export const STATEMENT_NAMES: Readonly<Record<StatementAccount, string>> = { all: 'All balances', ...ACCOUNT_NAMES }

export const BY = { investor: 'you', administrator: 'an administrator', system: 'automatic' } as const
