import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { firstOf, inOrderOfId, isIn } from '#ledger/proof/pieces.ts'
import type { Looked, Scope } from '#ledger/proof/proof.ts'
import type { EntryType } from '../canonical-rules.ts'
import type { ProofAt } from '../proof-order.ts'

/** A position with what it is of, as far as that is there. */
export type PositionToProve = {
  position: number
  transfer_id: bigint | null
  announcement_id: bigint | null
  commitment: Buffer
  said: { type: EntryType; bytes: Buffer; salt: Buffer } | null
}

export async function selectPositions(tx: Tx, from: number, most: number): Promise<PositionToProve[]> {
  const { rows } = await sql<{
    position: bigint
    transfer_id: bigint | null
    announcement_id: bigint | null
    commitment: Buffer
    type: EntryType | null
    bytes: Buffer
    salt: Buffer
  }>`
    SELECT position, transfer_id, announcement_id, commitment, type, bytes, salt
    FROM log_position LEFT JOIN log_announcement ON log_announcement.id = announcement_id
    WHERE position >= ${from} ORDER BY position LIMIT ${most}`.execute(tx)
  return rows.map(({ type, bytes, salt, position, ...rest }) => ({
    ...rest,
    position: Number(position),
    said: type && { type, bytes, salt },
  }))
}

/** Where this commitment stands, at another position than this one. */
export async function selectPositionOf(tx: Tx, commitment: Uint8Array, besides: number): Promise<number | undefined> {
  const { rows } = await sql<{ position: bigint }>`
    SELECT position FROM log_position WHERE commitment = ${Buffer.from(commitment)} AND position <> ${besides} LIMIT 1`.execute(
    tx,
  )
  return rows[0] && Number(rows[0].position)
}

/** The newest checkpoints, the oldest of them first, with the key that each is signed with. */
export async function selectCheckpoints(
  tx: Tx,
  most: number,
): Promise<{ size: number; note: string; verifier_key: string }[]> {
  const { rows } = await sql<{ size: bigint; note: string; verifier_key: string }>`
    SELECT size, note, verifier_key FROM (
      SELECT * FROM log_checkpoint ORDER BY signer_id DESC, size DESC LIMIT ${most}
    ) AS newest JOIN log_signer ON log_signer.id = signer_id ORDER BY signer_id, size`.execute(tx)
  return rows.map((row) => ({ ...row, size: Number(row.size) }))
}

/** All that there are, wherever they stand. */
export async function countPositions(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM log_position`.execute(tx)
  return rows[0]?.count ?? 0
}

/** All tiles that there are, and the hashes in them; a piece of a hash counts as one. */
export async function countTiles(tx: Tx): Promise<{ tiles: number; hashes: number }> {
  const { rows } = await sql<{ tiles: number; hashes: number }>`
    SELECT count(*)::integer AS tiles, coalesce(sum(ceil(octet_length(hashes) / 32.0)), 0)::integer AS hashes
    FROM log_tile`.execute(tx)
  return rows[0] ?? { tiles: 0, hashes: 0 }
}

/** The first transfer that the log has passed by. */
export function provePassed(scope: Scope, settled: bigint): Promise<Looked> {
  return inOrderOfId(scope, 'transfer', sql`transfer.id <= ${settled}`, (piece) =>
    firstOf(
      scope.tx,
      sql<{ id: bigint }>`
        SELECT id FROM transfer WHERE ${isIn('transfer', piece)} AND id <= ${settled}
          AND NOT EXISTS (SELECT FROM log_position WHERE transfer_id = transfer.id) ORDER BY id LIMIT 1`,
      ({ id }) => ({ transfer: String(id), says: `The transfer ${id} has no position in the log.` }),
    ),
  )
}

/** How many entries stand in the log, and the first position that an account has behind one of a later entry. */
export async function proveOrder({ tx }: Scope): Promise<Looked> {
  const { rows } = await sql<{ looked: number; position: bigint | null; account: string | null }>`
    WITH line AS MATERIALIZED (
      SELECT position, account_id, sequence < lag(sequence) OVER (PARTITION BY account_id ORDER BY position, sequence) AS late
      FROM log_position JOIN entry USING (transfer_id)
    ), wrong AS (SELECT position, account_id FROM line WHERE late ORDER BY position LIMIT 1)
    SELECT (SELECT count(*) FROM line)::integer AS looked, (SELECT position FROM wrong) AS position,
      (SELECT name FROM account WHERE id = (SELECT account_id FROM wrong)) AS account`.execute(tx)
  const { looked, position, account } = rows[0] ?? { looked: 0, position: null, account: null }
  if (position === null) return { looked, wrong: undefined }
  const of = account ?? 'an account'
  return {
    looked,
    wrong: {
      ...(account === null ? {} : { account }),
      says: `Position ${position} of the log comes too late: what ${of} has after it comes before it.`,
    },
  }
}

/** How many days stand in the log, and the first that stands there after itself or after a later one. */
export async function proveDays({ tx }: Scope): Promise<Looked> {
  const { rows } = await sql<{ looked: number; position: bigint | null; day: string }>`
    WITH said AS MATERIALIZED (
      SELECT position, day, day <= lag(day) OVER (ORDER BY position) AS late
      FROM log_position JOIN log_announcement ON log_announcement.id = announcement_id
      CROSS JOIN LATERAL (SELECT convert_from(bytes, 'UTF8')::jsonb ->> 'day' AS day) AS one WHERE type = 'day'
    ), wrong AS (SELECT position, day FROM said WHERE late ORDER BY position LIMIT 1)
    SELECT (SELECT count(*) FROM said)::integer AS looked, position, day FROM (SELECT) AS one LEFT JOIN wrong ON true`.execute(
    tx,
  )
  const { looked, position, day } = rows[0] ?? { looked: 0, position: null, day: '' }
  if (position === null) return { looked, wrong: undefined }
  return {
    looked,
    wrong: { says: `Position ${position} of the log tells the day ${day} again, or after a later one.` },
  }
}

/** The first proof that was published and is not announced for the log. */
export async function selectUnlogged(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ epoch: number }>`
    SELECT epoch FROM proof
    WHERE NOT EXISTS (SELECT FROM log_announcement WHERE type = 'proof' AND bytes = proof_announcement(proof))
    ORDER BY epoch LIMIT 1`.execute(tx)
  return rows[0]?.epoch
}

/** A proof in the log: `epoch` as its first line says it, and whether that is what was published of this epoch. */
export type LoggedProof = ProofAt & { published: boolean }

/** All of them, in the order of the log. */
export async function selectLoggedProofs(tx: Tx): Promise<LoggedProof[]> {
  const { rows } = await sql<{ position: bigint; epoch: string; published: boolean }>`
    SELECT log_position.position, epoch_said AS epoch, proof.epoch IS NOT NULL AS published
    FROM log_position JOIN log_announcement ON log_announcement.id = announcement_id
    CROSS JOIN LATERAL (SELECT split_part(encode(bytes, 'escape'), E'\n', 1) AS epoch_said) AS said
    LEFT JOIN proof ON proof.epoch::text = epoch_said AND proof_announcement(proof) = bytes
    WHERE type = 'proof' ORDER BY log_position.position`.execute(tx)
  return rows.map((row) => ({ ...row, position: Number(row.position), epoch: Number(row.epoch) }))
}
