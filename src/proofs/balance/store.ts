import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { OwnAccount } from '#ledger/contract.ts'
import { type MicroUsd, ZERO } from '#money/micro-usd.ts'

export type BalanceThen = {
  accounts: readonly { kind: OwnAccount; owed: MicroUsd; now: MicroUsd }[]
  /** of what came in for their investments, what suspense holds */
  held: { owed: MicroUsd; now: MicroUsd }
  /** what investments have brought since, as far as it is posted */
  earned: MicroUsd
}

/**
 * What stood on somebody's accounts, and was held for them in suspense, as the first `position` entries of the log leave
 * the books, and what stands there now; micro-dollars. Read from their own postings alone: not from what a proof is made of.
 */
export async function selectBalanceThen(tx: Tx, userId: string, position: number): Promise<BalanceThen> {
  const accounts = await sql<BalanceThen['accounts'][number] & { earned: MicroUsd }>`
    SELECT account.kind, coalesce(last.balance_after, 0) AS owed, account.balance AS now,
      (SELECT coalesce(sum(brought.amount), 0)::bigint
        FROM entry AS own JOIN entry AS brought ON brought.transfer_id = own.transfer_id
        WHERE account.kind = 'earnings' AND own.account_id = account.id AND own.sequence > coalesce(last.sequence, 0)
          AND brought.account_id = (SELECT id FROM account WHERE name = 'expense/yield')) AS earned
    FROM account LEFT JOIN LATERAL (
      SELECT entry.sequence, entry.balance_after
      FROM entry JOIN log_position ON log_position.transfer_id = entry.transfer_id
      WHERE entry.account_id = account.id AND position < ${position}
      ORDER BY entry.sequence DESC LIMIT 1
    ) AS last ON true
    WHERE account.owner_id = ${userId} AND account.kind IN ('earnings', 'referral', 'bonus', 'invested', 'withdrawing')
    ORDER BY array_position(ARRAY['earnings', 'referral', 'bonus', 'invested', 'withdrawing'], account.kind)`.execute(
    tx,
  )
  const held = await sql<BalanceThen['held']>`
    SELECT coalesce(sum(side * entry.amount) FILTER (WHERE position < ${position}), 0)::bigint AS owed,
      coalesce(sum(side * entry.amount), 0)::bigint AS now
    FROM investment
    JOIN transfer ON transfer.reference_id = investment.id AND transfer.reference_kind = 'investment'
    JOIN entry ON entry.transfer_id = transfer.id
    JOIN account ON account.id = entry.account_id AND account.kind = 'suspense'
    LEFT JOIN log_position ON log_position.transfer_id = transfer.id
    WHERE investment.user_id = ${userId}`.execute(tx)
  return {
    accounts: accounts.rows,
    held: held.rows[0] ?? { owed: ZERO, now: ZERO },
    earned: accounts.rows.find(({ kind }) => kind === 'earnings')?.earned ?? ZERO,
  }
}
