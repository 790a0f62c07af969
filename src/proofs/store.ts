import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { Announced } from './bundle-text.ts'
import type { KeptBlock, Tree } from './sum-tree.ts'

/** Held by whoever asks for a proof, to the end of the transaction. */
const LOCK = 7_214_500_199
/** Blocks that are written at a time: some megabytes. */
const AT_ONCE = 128

export type ProofRow = Announced & { made_at: Date; reason: string | null }

/** Who asks comes one after another. */
export async function lockRequests(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(tx)
}

type Asked = { newest: { epoch: number; made_at: Date } | undefined; waiting: string | null }

/** The newest proof, and the request, if any, of which none was made. */
export async function selectAsked(tx: Tx): Promise<Asked> {
  const newest = await tx
    .selectFrom('proof')
    .select(['epoch', 'made_at'])
    .orderBy('epoch', 'desc')
    .limit(1)
    .executeTakeFirst()
  const waiting = await tx
    .selectFrom('proof_request')
    .select('id')
    .where(
      'id',
      'not in',
      tx
        .selectFrom('proof')
        .select('request_id')
        .where('request_id', 'is not', null)
        .$narrowType<{ request_id: string }>(),
    )
    .limit(1)
    .executeTakeFirst()
  return { newest, waiting: waiting?.id ?? null }
}

/** When one was asked for last. */
export async function selectLastRequest(tx: Tx): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('proof_request')
    .select('asked_at')
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.asked_at
}

export async function insertRequest(
  tx: Tx,
  row: { id: string; asked_at: Date; asked_by: string; reason: string },
): Promise<void> {
  await tx.insertInto('proof_request').values(row).execute()
}

/** What investors are owed on their accounts together, and what lies in suspense; micro-dollars. */
export async function sumLiabilities(tx: Tx): Promise<{ accounts: MicroUsd; suspense: MicroUsd }> {
  const { rows } = await sql<{ accounts: MicroUsd; suspense: MicroUsd }>`
    SELECT coalesce(sum(balance) FILTER (WHERE kind <> 'suspense'), 0) AS accounts,
      coalesce(sum(balance) FILTER (WHERE kind = 'suspense'), 0) AS suspense
    FROM account WHERE kind IN ('earnings', 'referral', 'bonus', 'invested', 'withdrawing', 'suspense')`.execute(tx)
  return rows[0] ?? { accounts: ZERO, suspense: ZERO }
}

export type OwedPage = { packed: Uint8Array; held: MicroUsd; last: string | null }

/**
 * What people are owed, those behind an id, in its order, packed as `SumTree` takes them: their accounts, and what is held
 * for them in suspense, which is told apart as well. `last` is null behind the last. Held of what came in for an investment
 * is what was not sent back, is not its own principal and is not used by another (`usedOf` of investments/suspense).
 * Accounts and investments are read by ranges: looked up for each person, they took four times as long.
 */
export async function selectOwedPage(tx: Tx, after: string, most: number): Promise<OwedPage> {
  const { rows } = await sql<OwedPage>`
    WITH person AS MATERIALIZED (
      SELECT id, lower(name) AS name FROM app_user WHERE id > ${after}::uuid ORDER BY id LIMIT ${most}
    ), until AS MATERIALIZED (
      SELECT id FROM person ORDER BY id DESC LIMIT 1
    ), owing AS (
      SELECT owner_id, sum(balance) AS owed FROM account
      WHERE kind IN ('earnings', 'referral', 'bonus', 'invested', 'withdrawing')
        AND owner_id > ${after}::uuid AND owner_id <= (SELECT id FROM until)
      GROUP BY owner_id
    ), holding AS (
      SELECT user_id, sum(received - refunded - own - (
        SELECT coalesce(sum(use.amount), 0) FROM investment AS use
        WHERE use.from_suspense = paid.id AND use.status IN ('approved', 'completed'))) AS held
      FROM (
        SELECT id, user_id, received, refunded, CASE WHEN status IN ('approved', 'completed') AND source = 'payment'
          AND from_suspense IS NULL THEN least(amount, received - refunded) ELSE 0 END AS own
        FROM investment WHERE received > 0 AND user_id > ${after}::uuid AND user_id <= (SELECT id FROM until) OFFSET 0
      ) AS paid WHERE received > refunded + own GROUP BY user_id
    )
    SELECT coalesce(string_agg(
        uuid_send(id) || int8send((coalesce(owed, 0) + coalesce(held, 0))::bigint)
          || set_byte('\\x00', 0, octet_length(name)) || convert_to(name, 'UTF8'),
        ''::bytea), '') AS packed,
      coalesce(sum(held), 0) AS held, (SELECT id::text FROM until) AS last
    FROM person LEFT JOIN owing ON owner_id = id LEFT JOIN holding ON user_id = id`.execute(tx)
  return rows[0] ?? { packed: new Uint8Array(), held: ZERO, last: null }
}

type MadeProof = { madeAt: Date; position: number; requestId: string | null; sealedSeed: string }

/** Writes a proof with its tree; the database announces it in the log. Two of one epoch are told as a conflict, and tried again. */
export async function insertProof(
  tx: Tx,
  { roots, blocks, ...published }: Tree,
  { madeAt, position, requestId, sealedSeed }: MadeProof,
): Promise<void> {
  const { epoch, root, total, unowned, depth } = published
  const row = { epoch, root: Buffer.from(root), total: total as MicroUsd, unowned: unowned as MicroUsd, depth }
  await tx
    .insertInto('proof')
    .values({ ...row, position: BigInt(position), made_at: madeAt, request_id: requestId })
    // of what this transaction cannot see, PostgreSQL says that it cannot be serialised
    .onConflict((known) => known.column('epoch').doNothing())
    .execute()
  await tx
    .insertInto('proof_tree')
    .values({ epoch, sealed_seed: sealedSeed, roots: Buffer.from(roots) })
    .execute()
  for (let from = 0; from < blocks.length; from += AT_ONCE) {
    const some = blocks.slice(from, from + AT_ONCE)
    const rows = some.map(({ first, people, ...rest }) => ({
      ...{ epoch, ...rest, first: Buffer.from(first), people: Buffer.from(people) },
    }))
    await tx.insertInto('proof_block').values(rows).execute()
  }
}

const publishedIn = (tx: Tx) =>
  tx
    .selectFrom('proof')
    .leftJoin('proof_request', 'proof_request.id', 'request_id')
    .select(['epoch', 'made_at', 'position', 'root', 'total', 'unowned', 'depth', 'reason'])
const withPosition = <Row extends { position: bigint }>(row: Row) => ({ ...row, position: Number(row.position) })

/** What was published, the newest first; of one epoch where it is given. */
export async function selectProofs(
  tx: Tx,
  { epoch, most }: { epoch?: number | undefined; most: number },
): Promise<ProofRow[]> {
  let query = publishedIn(tx).orderBy('epoch', 'desc').limit(most)
  if (epoch !== undefined) query = query.where('epoch', '=', epoch)
  return (await query.execute()).map(withPosition)
}

/** The epochs whose trees are kept, the newest first. */
export async function selectKeptEpochs(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom('proof_tree').select('epoch').orderBy('epoch', 'desc').execute()
  return rows.map(({ epoch }) => epoch)
}

/** What was published first since a moment. */
export async function selectFirstSince(tx: Tx, since: Date): Promise<ProofRow | undefined> {
  const row = await publishedIn(tx).where('made_at', '>=', since).orderBy('epoch').limit(1).executeTakeFirst()
  return row && withPosition(row)
}

/** What a bundle of an epoch is made from; undefined where it is not kept any more. */
export async function selectTree(
  tx: Tx,
  epoch: number,
): Promise<{ sealed_seed: string; roots: Uint8Array } | undefined> {
  return tx.selectFrom('proof_tree').select(['sealed_seed', 'roots']).where('epoch', '=', epoch).executeTakeFirst()
}

/** The block in which a commitment stands, if it is in the tree. */
export async function selectBlock(tx: Tx, epoch: number, commitment: Uint8Array): Promise<KeptBlock | undefined> {
  return tx
    .selectFrom('proof_block')
    .select(['number', 'first', 'count', 'people'])
    .where('epoch', '=', epoch)
    .where('first', '<=', Buffer.from(commitment))
    .orderBy('first', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Lets go of the trees of proofs that were made before a moment; what was published of them stays. */
export async function deleteTrees(tx: Tx, before: Date): Promise<void> {
  await sql`DELETE FROM proof_tree WHERE epoch IN (SELECT epoch FROM proof WHERE made_at < ${before})`.execute(tx)
}

/** Writes that owners are told of this cause; false where they have been, by whichever process. */
export async function insertAlarm(tx: Tx, cause: string): Promise<boolean> {
  const into = tx.insertInto('proof_alarm').values({ cause })
  const { numInsertedOrUpdatedRows } = await into.onConflict((known) => known.doNothing()).executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** What owners were told is over. */
export async function deleteAlarms(tx: Tx): Promise<void> {
  await tx.deleteFrom('proof_alarm').execute()
}
