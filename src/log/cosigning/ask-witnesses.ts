import { SECOND } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import type { LogWitness } from '#kit/log-witnesses.ts'
import { transaction } from '#kit/transaction.ts'
import { consistencyPath } from '../merkle.ts'
import { readTiles } from '../read-tiles.ts'
import { selectCheckpoint, selectSigner } from '../signer-store.ts'
import { consistencyLeaves, tilesOf } from '../tile-rules.ts'
import { handIn } from './hand-in.ts'
import { insertCosignature, selectCosignatures, selectCosignedSize } from './store.ts'

type Watched = {
  db: Database
  witnesses: readonly LogWitness[]
  /** what a person who watches the log of this process should know */
  tell(line: string): void
}

/**
 * Hands the newest checkpoint to every witness that has not cosigned it, all at once and outside of any transaction, and
 * keeps what they say. Who does not answer is asked again at the next checkpoint: `tried` remembers this one.
 */
export function cosigning({ db, witnesses, tell }: Watched): () => Promise<void> {
  let tried = ''
  return async () => {
    const newest = await transaction(db, async (tx) => {
      const checkpoint = await selectCheckpoint(tx)
      const signer = await selectSigner(tx)
      if (checkpoint === undefined || signer?.id !== checkpoint.signer_id) return undefined
      const said = new Set((await selectCosignatures(tx, checkpoint)).map(({ witness }) => witness))
      const asked = witnesses.filter(({ key }) => !said.has(key))
      const olds: number[] = []
      for (const { key } of asked) olds.push(await selectCosignedSize(tx, signer.origin, key))
      return { checkpoint, asked: asked.map((witness, at) => ({ witness, old: olds[at] ?? 0 })) }
    })
    if (newest === undefined) return
    const { signer_id, size, note } = newest.checkpoint
    if (tried === `${signer_id}/${size}`) return
    tried = `${signer_id}/${size}`
    await Promise.all(
      newest.asked.map(async ({ witness, old }) => {
        try {
          const { seconds, line } = await handIn(witness, {
            ...{ note, size, old, pathFrom: (from) => pathBetween(db, from, size) },
          })
          const cosigned_at = new Date(seconds * SECOND)
          await transaction(db, (tx) =>
            insertCosignature(tx, { signer_id, size, witness: witness.key, line, cosigned_at }),
          )
        } catch (error) {
          tell(`The witness at ${witness.url} has not cosigned the log at ${size} entries: ${inWords(error)}.`)
        }
      }),
    )
  }
}

function pathBetween(db: Database, from: number, to: number): Promise<Uint8Array[]> {
  return transaction(db, async (tx) =>
    consistencyPath(from, to, await readTiles(tx, tilesOf(consistencyLeaves(from, to)))),
  )
}

/** Why, in a few words; what fetch throws has the reason inside. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return (cause instanceof Error && 'code' in cause ? String(cause.code) : error.message).slice(0, 120)
}
