import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { MINUTE, SECOND } from './clock.ts'
import type { Tx } from './database.ts'
import { newId } from './ids.ts'
import { mayPass } from './may-pass.ts'

/** A claim on what is due: its id, and whether it may stand already because it was tried before. */
export type Claim = { readonly id: string; readonly again: boolean }

/**
 * Makes claims one after the other. One whose COMMIT was lost with its connection is not given up to its lease: it is
 * tried again under the same id, also in the next round, until whoever claims knows what it has.
 */
export class Claims {
  private open: string | undefined

  /** `take` runs once more where it is not known whether its last run stands; it has to wait for that one to end. */
  async make<T>(take: (claim: () => Claim) => Promise<T>): Promise<T> {
    let again = this.open !== undefined
    const id = (this.open ??= newId())
    const taken = await take(() => {
      const claim = { id, again }
      again = true
      return claim
    })
    this.open = undefined
    return taken
  }
}

/** Waits until no other transaction is at this claim: one whose connection was lost may still be under way. */
export async function waitForClaim(tx: Tx, claim: Claim): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${claim.id}, 0))`.execute(tx)
}

/**
 * Runs what may be run any number of times until it is known to be done, however long the database is away: said when it
 * first fails, and from then on once a minute, however long a try takes. What else goes wrong is thrown.
 */
export async function retryUntilDone<T>(work: () => Promise<T>, log: (error: unknown) => void): Promise<T> {
  for (let said = -Infinity; ;) {
    try {
      return await work()
    } catch (error) {
      if (!mayPass(error)) throw error
      if (performance.now() - said >= MINUTE) {
        said = performance.now()
        log(error)
      }
      await pause(SECOND)
    }
  }
}
