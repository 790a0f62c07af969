import type { Tx } from '#kit/database.ts'

/** Of the checkpoints under this name, the largest that this witness has cosigned; 0 before the first. */
export async function selectCosignedSize(tx: Tx, origin: string, witness: string): Promise<number> {
  const row = await tx
    .selectFrom('log_cosignature')
    .innerJoin('log_signer', 'log_signer.id', 'log_cosignature.signer_id')
    .select('size')
    .where('origin', '=', origin)
    .where('witness', '=', witness)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.size ?? 0)
}

/** What was said of a checkpoint, by whom; those who said it first are first. */
export async function selectCosignatures(
  tx: Tx,
  { signer_id, size }: { signer_id: number; size: number },
): Promise<{ witness: string; line: string }[]> {
  return tx
    .selectFrom('log_cosignature')
    .select(['witness', 'line'])
    .where('signer_id', '=', signer_id)
    .where('size', '=', BigInt(size))
    .orderBy('cosigned_at')
    .orderBy('witness')
    .execute()
}

/** What two processes were told at once is kept once. */
export async function insertCosignature(
  tx: Tx,
  said: { signer_id: number; size: number; witness: string; line: string; cosigned_at: Date },
): Promise<void> {
  await tx
    .insertInto('log_cosignature')
    .values({ ...said, size: BigInt(said.size) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
