import { sql } from 'kysely'
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
]

function findUnbalanced({ tx, since }: Scope, piece: IdRange): Promise<Wrong | undefined> {
  const statement = sql<{ id: string; entries: number; total: MicroUsd; account: string | null }>`
    SELECT picked.id, count(entry.amount)::integer AS entries, coalesce(sum(entry.amount), 0) AS total,
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
  SELECT entry.account_id, entry.sequence, entry.transfer_id, entry.balance_after, account.name, account.floor,
    account.side * entry.amount AS amount, before.balance_after AS before, transfer.id IS NOT NULL AS known
  FROM picked AS entry
  LEFT JOIN account ON account.id = entry.account_id
  LEFT JOIN entry AS before ON before.account_id = entry.account_id AND before.sequence = entry.sequence - 1
  LEFT JOIN transfer ON transfer.id = entry.transfer_id`
const BROKEN = sql`
  SELECT * FROM (${CHAIN}) AS chain
  WHERE NOT known OR name IS NULL OR (before IS NULL AND sequence <> 1)
    OR balance_after <> coalesce(before, 0) + amount OR balance_after < floor
  ORDER BY account_id, sequence LIMIT 1`

type Link = {
  sequence: bigint
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
  if (before === null && sequence !== 1n) {
    return { ...place, says: `${entry}: entry ${sequence - 1n} before it is missing.` }
  }
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
  let after = { account: '00000000-0000-0000-0000-000000000000', sequence: 0n }
  for (;;) {
    stopping?.throwIfAborted()
    const from = sql`(entry.account_id, entry.sequence) > (${after.account}::uuid, ${after.sequence}::bigint)`
    const { rows } = await sql<{ account: string; sequence: bigint; count: number }>`
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
        WHERE ${from} AND (entry.account_id, entry.sequence) <= (${last.account}::uuid, ${last.sequence}::bigint)
      ) ${BROKEN}`
    const wrong = await firstOf(tx, broken, tellLink)
    if (wrong !== undefined || last.count < ENTRIES) return { looked, wrong }
    after = last
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
      ? sql`(SELECT count(*) FROM entry WHERE entry.account_id = account.id)`
      : sql`coalesce(last.sequence, 0)`
  const statement = sql<{
    name: string
    balance: MicroUsd
    floor: MicroUsd | null
    version: bigint
    should: MicroUsd
    entries: bigint
    last: bigint
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
