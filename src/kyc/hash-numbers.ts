import type { Database } from '#kit/database.ts'
import { oneByOne, sweep } from '#kit/sweep.ts'
import { detailsOf, numberHashes } from './claim-details.ts'
import { addNumberHash, selectClaim, selectUnhashed } from './claim-store.ts'

/** Hashes the document numbers of before they were with their kind: they stand sealed, so no migration could. */
export async function hashNumbers({ db }: { db: Database }, stopping?: AbortSignal): Promise<void> {
  const work = oneByOne(selectUnhashed, async (tx, id) => {
    const claim = await selectClaim(tx, id)
    if (claim === undefined) return
    const { document } = await detailsOf(tx, claim)
    await addNumberHash(tx, id, numberHashes(tx, document).kind_number_hash)
  })
  await sweep(db, work, stopping)
}
