import { sql } from 'kysely'
import { RESERVE_ID } from '#ledger/accounts.ts'
import { isChanged, isWritten } from '#ledger/proof/mark.ts'
import { firstOf, inOrderOfId, isIn } from '#ledger/proof/pieces.ts'
import type { Looked, Proof, Scope } from '#ledger/proof/proof.ts'
import { ACTS_PROOF, actProof } from '#ledger/proof/act-proof.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showSix } from '#money/show.ts'

/** The operator's own money: each recorded movement, as the audit log has it. */
const RECORDED = actProof({
  name: 'Each movement of the operator’s own money is posted as the audit log says',
  of: 'movements',
  actions: ['funds recorded'],
  kinds: ['funds in', 'funds out'],
  reference: 'wallet',
  required: sql`
    SELECT act.id, line.kind, line.owner_id, line.amount
    FROM act CROSS JOIN LATERAL (
      SELECT CASE after ->> 'direction' WHEN 'in' THEN amount ELSE -amount END AS goes_in
    ) AS moved
    CROSS JOIN LATERAL (VALUES
      ('custody', subject_id, goes_in),
      (CASE after ->> 'account' WHEN 'reserve' THEN 'capital' ELSE after ->> 'account' END, NULL, -goes_in),
      ('reserve', NULL, CASE WHEN after ->> 'account' = 'reserve' OR after -> 'to_reserve' = 'true' THEN -goes_in ELSE 0 END),
      ('set apart', NULL, CASE WHEN after ->> 'account' = 'reserve' OR after -> 'to_reserve' = 'true' THEN goes_in ELSE 0 END)
    ) AS line (kind, owner_id, amount)`,
})

/** What of it was set apart without any of it coming or going. */
const MOVED = actProof({
  name: 'Each move into the reserve, or out of it, is posted as the audit log says',
  of: 'moves',
  actions: ['reserve moved'],
  kinds: ['reserve moved'],
  reference: 'reserve',
  required: sql`
    SELECT act.id, line.kind, line.owner_id, line.amount
    FROM act CROSS JOIN LATERAL (
      SELECT CASE after ->> 'direction' WHEN 'in' THEN amount ELSE -amount END AS goes_in
    ) AS moved
    CROSS JOIN LATERAL (VALUES
      ('set apart', NULL::uuid, goes_in),
      ('reserve', NULL, -goes_in)
    ) AS line (kind, owner_id, amount)`,
})

/** What is posted for a person or a wallet is told by the audit log alone, or by shares of earnings, so nothing else may be. */
const FITS = sql`
  CASE reference_kind
    WHEN 'user' THEN kind IN ('top up', 'deduct', 'investment earned')
    WHEN 'wallet' THEN kind IN ('funds in', 'funds out')
    WHEN 'reserve' THEN kind = 'reserve moved'
    WHEN 'withdrawal' THEN kind NOT IN ('top up', 'deduct', 'funds in', 'funds out', 'reserve moved', 'set apart')
    ELSE kind NOT IN ('top up', 'deduct', 'funds in', 'funds out', 'reserve moved')
  END`
const IS_THERE = sql`
  CASE reference_kind
    WHEN 'investment' THEN EXISTS (SELECT FROM investment WHERE investment.id = transfer.reference_id)
    WHEN 'withdrawal' THEN EXISTS (SELECT FROM withdrawal WHERE withdrawal.id = transfer.reference_id)
    WHEN 'referral' THEN EXISTS (SELECT FROM referral WHERE referral.id = transfer.reference_id)
    WHEN 'user' THEN EXISTS (SELECT FROM app_user WHERE app_user.id = transfer.reference_id)
    WHEN 'wallet' THEN EXISTS (SELECT FROM wallet WHERE wallet.id = transfer.reference_id)
    WHEN 'reserve' THEN transfer.reference_id = ${RESERVE_ID}
    ELSE false
  END`

/** Books against records: no posting is about nothing, and none is of a kind that no proof looks at. */
const KNOWN: Proof = {
  name: 'Each transfer belongs to a record that is there, and is of a kind that such a record has',
  of: 'transfers',
  prove: (scope) =>
    inOrderOfId(scope, 'transfer', isWritten(scope.since), (piece) =>
      firstOf(
        scope.tx,
        sql<{ id: string; kind: string; reference_kind: string; reference_id: string; fits: boolean }>`
          SELECT id::text AS id, kind, reference_kind, reference_id, ${FITS} AS fits FROM transfer
          WHERE ${isIn('transfer', piece)} AND ${isWritten(scope.since)} AND NOT (${FITS} AND ${IS_THERE}) ORDER BY transfer.id LIMIT 1`,
        ({ id, kind, reference_kind, reference_id, fits }) => ({
          transfer: id,
          says: fits
            ? `The transfer ${id} belongs to the ${reference_kind} ${reference_id}, which is not there.`
            : `The transfer ${id} for the ${reference_kind} ${reference_id} is called ${kind}, which nothing is that is posted for one.`,
        }),
      ),
    ),
}

type Wallet = { name: string; kind: string; balance: MicroUsd | null; should: MicroUsd }

/**
 * Custody against in and out, suspense against what is held for investments: by the records of all wallets. In full only:
 * a record that has changed is proved on its own.
 */
const WALLETS: Proof = {
  name: 'Each wallet holds what came in less what went out, by the records',
  of: 'wallets',
  whole: true,
  async prove({ tx }) {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM wallet`.execute(tx)
    const wrong = await firstOf(
      tx,
      sql<Wallet>`
        WITH investment AS (
          SELECT wallet_id, amount, received - refunded AS kept,
            status IN ('approved', 'completed') AS invested, source = 'payment' AS paid, from_suspense IS NOT NULL AS drawn
          FROM investment
        ),
        invested AS (
          SELECT wallet_id, sum(kept) AS kept,
            sum(amount - least(amount, kept)) FILTER (WHERE invested AND paid AND NOT drawn) AS paid_in,
            sum(least(amount, kept)) FILTER (WHERE invested AND paid AND NOT drawn) AS own,
            sum(amount) FILTER (WHERE invested AND drawn) AS drawn
          FROM investment GROUP BY wallet_id
        ),
        paid_out AS (SELECT wallet_id, sum(amount) AS amount FROM withdrawal WHERE status = 'completed' GROUP BY wallet_id),
        funds AS (
          SELECT transfer.reference_id AS wallet_id, sum(entry.amount) AS amount
          FROM wallet JOIN transfer ON transfer.reference_id = wallet.id AND transfer.reference_kind = 'wallet'
          JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
          WHERE account.kind = 'custody' AND account.owner_id = wallet.id GROUP BY 1
        ),
        should AS (
          SELECT wallet.id, wallet.name, line.* FROM wallet
          LEFT JOIN invested ON invested.wallet_id = wallet.id
          LEFT JOIN paid_out ON paid_out.wallet_id = wallet.id
          LEFT JOIN funds ON funds.wallet_id = wallet.id
          CROSS JOIN LATERAL (VALUES
            ('custody', coalesce(kept, 0) + coalesce(paid_in, 0) + coalesce(funds.amount, 0) - coalesce(paid_out.amount, 0)),
            ('suspense', coalesce(kept, 0) - coalesce(own, 0) - coalesce(drawn, 0))
          ) AS line (kind, should)
        )
        SELECT account_name(should.kind, should.id) AS name, should.kind, account.balance, should.should
        FROM should LEFT JOIN account ON account.kind = should.kind AND account.owner_id = should.id
        WHERE account.balance IS DISTINCT FROM should.should ORDER BY 1 LIMIT 1`,
      ({ name, kind, balance, should }) => ({
        ...(balance === null ? {} : { account: name }),
        says:
          balance === null
            ? `${name} is not there; by the records it should hold ${showSix(should)}.`
            : kind === 'custody'
              ? `${name} holds ${showSix(balance)}; what came in less what went out, by the records, is ${showSix(should)}.`
              : `${name} holds ${showSix(balance)}; what is held for investments, by their records, is ${showSix(should)}.`,
      }),
    )
    return { looked: rows[0]?.count ?? 0, wrong }
  },
}

const ACCOUNTS_OF = {
  app_user: ['earnings', 'referral', 'bonus', 'invested', 'withdrawing'],
  wallet: ['custody', 'suspense'],
} as const

const OPERATORS_OWN = [
  ...(['capital', 'adjustments', 'returns', 'fees', 'yield', 'referral expense'] as const),
  ...(['reserve', 'committed', 'set apart'] as const),
]

function findMissing(scope: Scope, owners: keyof typeof ACCOUNTS_OF): Promise<Looked> {
  const { tx, since } = scope
  return inOrderOfId(scope, owners, isChanged(owners, since), (piece) =>
    firstOf(
      tx,
      sql<{ name: string }>`
        SELECT account_name(asked.kind, owner.id) AS name
        FROM ${sql.table(owners)} AS owner CROSS JOIN unnest(${[...ACCOUNTS_OF[owners]]}::text[]) AS asked (kind)
        LEFT JOIN account ON account.owner_id = owner.id AND account.kind = asked.kind
        WHERE ${isIn('owner', piece)} AND ${isChanged('owner', since)} AND account.id IS NULL
        ORDER BY 1 LIMIT 1`,
      tellMissing,
    ),
  )
}

/** There is nothing to look at, so the account is named in words alone. */
const tellMissing = ({ name }: { name: string }) => ({ says: `The account ${name} is not there.` })

/** The accounts of the books are those of business rules §3: of people, of wallets, of the operator. */
const ACCOUNTS: Proof = {
  name: 'Everybody and every payment wallet has their accounts, and each account is somebody’s',
  of: 'accounts',
  async prove(scope) {
    const { tx, since } = scope
    const own = await firstOf(
      tx,
      sql<{ name: string }>`
        SELECT account_name(kind, NULL) AS name FROM unnest(${[...OPERATORS_OWN]}::text[]) AS kind
        WHERE NOT EXISTS (SELECT FROM account WHERE owner_id IS NULL AND account.kind = kind.kind) ORDER BY 1 LIMIT 1`,
      tellMissing,
    )
    if (own !== undefined) return { looked: 0, wrong: own }
    for (const owners of ['app_user', 'wallet'] as const) {
      const { looked, wrong } = await findMissing(scope, owners)
      if (wrong !== undefined) return { looked, wrong }
    }
    return inOrderOfId(scope, 'account', isChanged('account', since), (piece) =>
      firstOf(
        tx,
        sql<{ name: string }>`
          SELECT name FROM account
          WHERE ${isIn('account', piece)} AND ${isChanged('account', since)} AND owner_id IS NOT NULL
            AND CASE WHEN kind IN ('custody', 'suspense')
              THEN NOT EXISTS (SELECT FROM wallet WHERE wallet.id = owner_id)
              ELSE NOT EXISTS (SELECT FROM app_user WHERE app_user.id = owner_id)
            END
          ORDER BY account.id LIMIT 1`,
        ({ name }) => ({ account: name, says: `The account ${name} is nobody’s who is there.` }),
      ),
    )
  },
}

/**
 * What was kept of each day is what the entries come to that count from before its end. Of days before this was held to, the
 * last transaction may be missing: they stay as they are. What had been earned and not posted is not counted again.
 */
const DAYS: Proof = {
  name: 'What was kept of each day is what had been posted by its end',
  of: 'kept days',
  whole: true,
  prove: async ({ tx }) => {
    const { rows } = await sql<{ looked: number; day: string | null; kind: string; kept: MicroUsd; posted: MicroUsd }>`
      WITH kept AS MATERIALIZED (
        SELECT day, kind, amount FROM books_day CROSS JOIN LATERAL (VALUES
          ('custody', custody), ('invested', principal), ('earnings', earnings), ('referral', referral), ('bonus', bonus),
          ('withdrawing', withdrawing), ('suspense', suspense), ('reserve', reserve), ('committed', committed)
        ) AS part (kind, amount)
        WHERE settled
      ), moved AS (
        SELECT (effective_at AT TIME ZONE 'UTC')::date AS day, account.kind, sum(amount * side) AS amount
        FROM entry JOIN transfer ON transfer.id = transfer_id JOIN account ON account.id = account_id
        WHERE account.kind IN (SELECT kept.kind FROM kept) GROUP BY 1, 2
        UNION ALL SELECT day, kind, 0 FROM kept
      ), stood AS (
        SELECT day, kind, sum(sum(amount)) OVER (PARTITION BY kind ORDER BY day) AS amount FROM moved GROUP BY day, kind
      ), wrong AS (
        SELECT kept.day, kept.kind, kept.amount AS kept, stood.amount AS posted FROM kept JOIN stood USING (day, kind)
        WHERE kept.amount <> stood.amount ORDER BY kept.day, kept.kind LIMIT 1
      )
      SELECT (SELECT count(DISTINCT day) FROM kept)::integer AS looked, wrong.day::text AS day, kind, kept, posted
      FROM (SELECT) AS one LEFT JOIN wrong ON true`.execute(tx)
    const { looked, day, kind, kept, posted } = rows[0] ?? { looked: 0, day: null, kind: '', kept: ZERO, posted: ZERO }
    if (day === null) return { looked, wrong: undefined }
    const amounts = `${showSix(kept)} was kept; ${showSix(posted)} had been posted`
    return { looked, wrong: { says: `Of the day ${day}, on accounts of the kind ${kind}, ${amounts} by its end.` } }
  },
}

/** What has to be true of what the operator holds. */
export const FUNDS_PROOFS: readonly Proof[] = [RECORDED, MOVED, ACTS_PROOF, KNOWN, ACCOUNTS, WALLETS, DAYS]
