import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { LogSigning } from './contract.ts'
import { HAS_NO_POSITION } from './positions-store.ts'

/** Under which name and key the log is signed, in which database of which server. */
export type LogSigner = { id: number; origin: string; verifier_key: string; server: string; follows: string | null }
export type Checkpoint = { signer_id: number; size: number; note: string; signed_at: Date }

/** Who signs: the last, or undefined before anything was signed. */
export async function selectSigner(tx: Tx): Promise<LogSigner | undefined> {
  return tx
    .selectFrom('log_signer')
    .select(['id', 'origin', 'verifier_key', 'server', 'follows'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether the log was ever signed under this name, here or before what is here was restored. */
export async function wasSignedAs(tx: Tx, origin: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    SELECT EXISTS (SELECT FROM log_signer WHERE origin = ${origin} OR starts_with(follows, ${`${origin}\n`})) AS was`.execute(
    tx,
  )
  return rows[0]?.was === true
}

/** Whether what is here has gone on behind this checkpoint: under its name, or under one that follows it. */
export async function isPassed(tx: Tx, { origin, size }: { origin: string; size: number }): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`
    SELECT EXISTS (
      SELECT FROM log_checkpoint JOIN log_signer ON log_signer.id = signer_id
      WHERE (origin = ${origin} AND size >= ${size}) OR starts_with(follows, ${`${origin}\n`})
    ) AS passed`.execute(tx)
  return rows[0]?.passed === true
}

/** The names of all who have signed, a name for each of its keys. */
export async function selectOrigins(tx: Tx): Promise<string[]> {
  return (await tx.selectFrom('log_signer').select('origin').execute()).map(({ origin }) => origin)
}

/** The first as the app, others as the owner of the tables alone. */
export async function insertSigner(
  tx: Tx,
  signer: { origin: string; verifier_key: string; server: string; follows?: string | null },
): Promise<LogSigner> {
  return (
    tx
      .insertInto('log_signer')
      .values(signer)
      // one that another process has just inserted is a conflict, and tried again
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'origin', 'verifier_key', 'server', 'follows'])
      .executeTakeFirstOrThrow()
  )
}

/** The newest that was signed, by whomever. */
export async function selectCheckpoint(tx: Tx): Promise<Checkpoint | undefined> {
  const row = await tx
    .selectFrom('log_checkpoint')
    .selectAll()
    .orderBy('signer_id', 'desc')
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, size: Number(row.size) }
}

/** The newest that was signed, and the key that has signed it. */
export async function selectToKeep(tx: Tx): Promise<{ key: string; note: string; size: number } | undefined> {
  const row = await tx
    .selectFrom('log_checkpoint')
    .innerJoin('log_signer', 'log_signer.id', 'signer_id')
    .select(['verifier_key as key', 'note', 'size'])
    .orderBy('signer_id', 'desc')
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, size: Number(row.size) }
}

/** Where another process has signed the same since this transaction began, that is a conflict, and tried again. */
export async function insertCheckpoint(tx: Tx, checkpoint: Omit<Checkpoint, 'signed_at'>): Promise<void> {
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('log_checkpoint')
    .values({ ...checkpoint, size: BigInt(checkpoint.size) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (inserted !== 1n) throw new Error(`the log has a checkpoint at ${checkpoint.size} entries`)
}

/** Announces a key of the log, as its owner. */
export async function insertKeyAnnouncement(tx: Tx, text: string): Promise<void> {
  await sql`INSERT INTO log_announcement (type, bytes) VALUES ('key', ${Buffer.from(text)})`.execute(tx)
}

/** The causes for which nothing is signed that every owner was told of since the last note; nobody else tells meanwhile. */
export async function selectTold(tx: Tx): Promise<string[]> {
  const { told } = await tx.selectFrom('log_head').select('told').forUpdate().executeTakeFirstOrThrow()
  return told === null ? [] : told.split('\n')
}

/**
 * How the log is signed now. What is not is entries without a note, or transfers without a position: of those the newest is
 * looked at alone, however many there are.
 */
export async function selectSigning(tx: Tx): Promise<LogSigning> {
  const { rows } = await sql<LogSigning>`
    SELECT EXISTS (SELECT FROM log_checkpoint) AS signed, told IS NOT NULL AND (
      size > coalesce((SELECT size FROM log_checkpoint ORDER BY signer_id DESC, size DESC LIMIT 1), 0)
      OR coalesce((SELECT ${HAS_NO_POSITION} FROM transfer ORDER BY id DESC LIMIT 1), false)
    ) AS stopped FROM log_head`.execute(tx)
  return rows[0] ?? { signed: false, stopped: false }
}

export async function updateTold(tx: Tx, causes: readonly string[]): Promise<void> {
  await tx
    .updateTable('log_head')
    .set({ told: causes.join('\n') })
    .execute()
}

/** A note was signed: whatever keeps the next from being signed is news. */
export async function forgetTold(tx: Tx): Promise<void> {
  await tx.updateTable('log_head').set({ told: null }).where('told', 'is not', null).execute()
}
