import { sql, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { showSix } from '#money/show.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { isChanged, isWritten } from './mark.ts'
import { firstOf, inOrderOfId, isIn, type IdRange } from './pieces.ts'
import type { Scope, Looked, Proof, Wrong } from './proof.ts'

/** What has to be true of the books, whatever they are kept for. */
export const BOOKS_PROOFS: readonly Proof[] = [
  {
    name: 'Each transfer has two entries or more, which sum to zero',
    of: 'transfers',
    prove: (scope) => inOrderOfId(scope, 'transfer', isWritten(scope.since), (piece) => findUnbalanced(scope, piece)),
  },
  {
    name: 'Each entry continues its account’s balance, without a gap and never below the floor',
    of: 'entries',
    prove: (scope) => (scope.since === null ? proveChains(scope) : proveNewEntries(scope)),
  },
  {
    name: 'Each balance is what its account’s entries come to, and not below its floor',
    of: 'accounts',
    prove: (scope) =>
      inOrderOfId(scope, 'account', isChanged('account', scope.since), (piece) => findWrongBalance(scope, piece)),
  },
  { name: 'All accounts together come to zero', of: 'accounts', prove: ({ tx }) => proveTotal(tx) },
  {
    name: 'Each account is called after whose it is and what it holds, on the side and with the floor of that',
    of: 'accounts',
    prove: (scope) =>
      inOrderOfId(scope, 'account', isChanged('account', scope.since), (piece) => findMisplaced(scope, piece)),
  },
  {
    name: 'Each reversal is the opposite of the transfer that it reverses',
    of: 'reversals',
    prove: (scope) =>
      inOrderOfId(scope, 'transfer', sql`${IS_REVERSAL} AND ${isWritten(scope.since)}`, (piece) =>
        findNoOpposite(scope, piece),
      ),
  },
]

function findUnbalanced({ tx, since }: Scope, piece: IdRange): Promise<Wrong | undefined> {
  const statement = sql<{ id: string; entries: number; total: MicroUsd; account: string | null }>`
    SELECT picked.id::text AS id, count(entry.amount)::integer AS entries, coalesce(sum(entry.amount), 0) AS total,
      (SELECT account.name FROM entry JOIN account ON account.id = entry.account_id
        WHERE entry.transfer_id = picked.id ORDER BY account.name LIMIT 1) AS account
    FROM (SELECT id FROM transfer WHERE ${isIn('transfer', piece)} AND ${isWritten(since)}) AS picked
    LEFT JOIN entry ON entry.transfer_id = picked.id
    GROUP BY picked.id HAVING count(entry.amount) < 2 OR sum(entry.amount) <> 0
    ORDER BY picked.id LIMIT 1`
  return firstOf(tx, statement, ({ id, entries, total, account }) => ({
    transfer: id,
    ...(account === null ? {} : { account }),
    says:
      total === 0n
        ? `The transfer ${id} has ${entries === 0 ? 'no entries' : 'a single entry'}; it needs two or more.`
        : `The entries of the transfer ${id} come to ${showSix(total)}; they should come to ${showSix(0n)}.`,
  }))
}

/** Entries that one statement looks at. */
const ENTRIES = 50_000

const CHAIN = sql`
  SELECT entry.account_id, entry.sequence, entry.transfer_id::text AS transfer_id, entry.balance_after, account.name, account.floor,
    account.side * entry.amount AS amount, before.balance_after AS before, transfer.id IS NOT NULL AS known
  FROM picked AS entry
  LEFT JOIN account ON account.id = entry.account_id
  LEFT JOIN entry AS before ON before.account_id = entry.account_id AND before.sequence = entry.sequence - 1
  LEFT JOIN transfer ON transfer.id = entry.transfer_id`
const BROKEN = sql`
  SELECT * FROM (${CHAIN}) AS chain
  WHERE NOT known OR name IS NULL OR (before IS NULL AND sequence <> 1)
    OR balance_after <> coalesce(before, 0)::numeric + amount OR balance_after < floor OR amount = 0
  ORDER BY account_id, sequence LIMIT 1`

type Link = {
  sequence: number
  transfer_id: string
  balance_after: MicroUsd
  name: string | null
  floor: MicroUsd | null
  amount: MicroUsd | null
  before: MicroUsd | null
  known: boolean
}

function tellLink({ sequence, transfer_id, balance_after, name, floor, amount, before, known }: Link): Wrong {
  const place = { transfer: transfer_id, ...(name === null ? {} : { account: name }) }
  const entry = `Entry ${sequence} of ${name ?? 'an account that is not there'}`
  if (name === null || !known) {
    const missing = known ? 'its account is missing' : `its transfer ${transfer_id} is missing`
    return { ...place, says: `${entry}: ${missing}.` }
  }
  if (before === null && sequence !== 1) {
    return { ...place, says: `${entry}: entry ${sequence - 1} before it is missing.` }
  }
  if (amount === 0n) return { ...place, says: `${entry} moves nothing.` }
  const should = (before ?? 0n) + (amount ?? 0n)
  if (should !== balance_after) {
    return {
      ...place,
      says: `${entry} says that the balance is ${showSix(balance_after)} after it; with what stood before and its amount it should be ${showSix(should)}.`,
    }
  }
  return {
    ...place,
    says: `${entry} takes the account to ${showSix(balance_after)}, below its floor of ${showSix(floor ?? 0n)}.`,
  }
}

/** All entries, account by account. */
async function proveChains({ tx, stopping }: Scope): Promise<Looked> {
  let looked = 0
  let from = sql`true`
  for (;;) {
    stopping?.throwIfAborted()
    const { rows } = await sql<{ account: number; sequence: number; count: number }>`
      SELECT account_id AS account, sequence, count FROM (
        SELECT account_id, sequence, row_number() OVER (ORDER BY account_id, sequence)::integer AS count
        FROM entry WHERE ${from} ORDER BY account_id, sequence LIMIT ${ENTRIES}
      ) AS piece ORDER BY account_id DESC, sequence DESC LIMIT 1`.execute(tx)
    const [last] = rows
    if (last === undefined) return { looked, wrong: undefined }
    looked += last.count
    const broken = sql<Link>`
      WITH picked AS MATERIALIZED (
        SELECT * FROM entry
        WHERE ${from} AND (entry.account_id, entry.sequence) <= (${last.account}, ${last.sequence})
      ) ${BROKEN}`
    const wrong = await firstOf(tx, broken, tellLink)
    if (wrong !== undefined || last.count < ENTRIES) return { looked, wrong }
    from = sql`(entry.account_id, entry.sequence) > (${last.account}, ${last.sequence})`
  }
}

/** Those that came with transfers since the mark; each continues what stood before it. */
async function proveNewEntries(scope: Scope): Promise<Looked> {
  const { tx, since } = scope
  let looked = 0
  const { wrong } = await inOrderOfId(scope, 'transfer', isWritten(since), async (piece) => {
    const picked = sql`
      SELECT entry.* FROM transfer JOIN entry ON entry.transfer_id = transfer.id
      WHERE ${isIn('transfer', piece)} AND ${isWritten(since)}`
    const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM (${picked}) AS picked`.execute(
      tx,
    )
    looked += rows[0]?.count ?? 0
    return firstOf(tx, sql<Link>`WITH picked AS MATERIALIZED (${picked}) ${BROKEN}`, tellLink)
  })
  return { looked, wrong }
}

/** The last entry says what the balance is; in full there are as many entries as it counts, so none is missing. */
function findWrongBalance({ tx, since }: Scope, piece: IdRange): Promise<Wrong | undefined> {
  const counted =
    since === null
      ? sql`(SELECT count(*)::integer FROM entry WHERE entry.account_id = account.id)`
      : sql`coalesce(last.sequence, 0)`
  const statement = sql<{
    name: string
    balance: MicroUsd
    floor: MicroUsd | null
    version: number
    should: MicroUsd
    entries: number
    last: number
  }>`
    SELECT * FROM (
      SELECT account.id, account.name, account.balance, account.floor, account.version,
        coalesce(last.balance_after, 0) AS should, coalesce(last.sequence, 0) AS last, ${counted} AS entries
      FROM account
      LEFT JOIN LATERAL (
        SELECT sequence, balance_after FROM entry WHERE entry.account_id = account.id ORDER BY sequence DESC LIMIT 1
      ) AS last ON true
      WHERE ${isIn('account', piece)} AND ${isChanged('account', since)}
    ) AS found
    WHERE balance <> should OR version <> last OR last <> entries OR balance < floor
    ORDER BY id LIMIT 1`
  return firstOf(tx, statement, ({ name, balance, floor, version, should, entries, last }) => ({
    account: name,
    says:
      balance !== should
        ? `The balance of ${name} is ${showSix(balance)}; after its last entry it should be ${showSix(should)}.`
        : last !== entries || version !== last
          ? `The account ${name} counts ${version} of its entries; there are ${entries}, and the last is number ${last}.`
          : `The balance of ${name} is ${showSix(balance)}, below its floor of ${showSix(floor ?? 0n)}.`,
  }))
}

async function proveTotal(tx: Tx): Promise<Looked> {
  const { rows } = await sql<{ looked: number; total: MicroUsd }>`
    SELECT count(*)::integer AS looked, coalesce(sum(side * balance), 0) AS total FROM account`.execute(tx)
  const { looked, total } = rows[0] ?? { looked: 0, total: 0n }
  if (total === 0n) return { looked, wrong: undefined }
  return { looked, wrong: { says: `Debits and credits differ by ${showSix(total)}.` } }
}

/** What an account is follows from what it holds (business rules §3). */
function findMisplaced({ tx, since }: Scope, piece: IdRange): Promise<Wrong | undefined> {
  const statement = sql<{ name: string; called: string | null; side: number; floor: MicroUsd | null; held: boolean }>`
    SELECT * FROM (
      SELECT id, name, account_name(kind, owner_id) AS called, side, floor, owner_id IS NOT NULL OR kind IN ('reserve', 'committed') AS held,
        CASE WHEN kind IN ('custody', 'yield', 'referral expense') THEN 1 ELSE -1 END AS own_side
      FROM account WHERE ${isIn('account', piece)} AND ${isChanged('account', since)}
    ) AS found
    WHERE name IS DISTINCT FROM called OR side <> own_side OR floor IS DISTINCT FROM CASE WHEN held THEN 0 END
    ORDER BY id LIMIT 1`
  return firstOf(tx, statement, ({ name, called, side, floor, held }) => ({
    account: name,
    says:
      name !== called
        ? `The account ${name} should be called ${called ?? 'otherwise'}.`
        : (floor === 0n) === held && (held || floor === null)
          ? `The account ${name} stands on the ${side === 1 ? 'debit' : 'credit'} side; it should stand on the other.`
          : `The floor of ${name} is ${floor === null ? 'none' : showSix(floor)}; it should be ${held ? showSix(0n) : 'none'}.`,
  }))
}

const IS_REVERSAL = sql<SqlBool>`(transfer.reverses IS NOT NULL OR transfer.kind = 'reversal')`

function findNoOpposite({ tx, since }: Scope, piece: IdRange): Promise<Wrong | undefined> {
  const statement = sql<{ id: string }>`
    SELECT id::text AS id FROM transfer
    WHERE ${isIn('transfer', piece)} AND ${IS_REVERSAL} AND ${isWritten(since)}
      AND (kind <> 'reversal' OR NOT EXISTS (
          SELECT FROM transfer AS undone WHERE undone.id = transfer.reverses
            AND (undone.reference_kind, undone.reference_id) = (transfer.reference_kind, transfer.reference_id))
        OR EXISTS (
          SELECT FROM entry WHERE entry.transfer_id IN (transfer.id, transfer.reverses)
          GROUP BY entry.account_id HAVING sum(entry.amount) <> 0))
    ORDER BY transfer.id LIMIT 1`
  return firstOf(tx, statement, ({ id }) => ({
    transfer: id,
    says: `The transfer ${id} says that it reverses another; it is not the opposite of one.`,
  }))
}
