import type { Database, Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import type { System } from '#kit/actor.ts'
import { type PlainTransfer, postEach, type TransferResult, refuseUnbalanced } from './post-each.ts'

/** Transfers of one batch: more cost no less each, and keep those who share their accounts waiting longer. */
const BATCH = 256
/** Transfers that may wait where nothing else is said, each of a kilobyte or two. */
const MOST_WAITING = 10_000

type Waiting = { transfer: PlainTransfer; done: (result: TransferResult) => void; failed: (error: unknown) => void }

/** More waits than may. Nothing of this transfer was posted. */
export class CommitterFull extends Error {
  constructor(most: number) {
    super(`${most} transfers wait to be posted already`)
    this.name = 'CommitterFull'
  }
}

/** It has ended. Nothing of this transfer was posted. */
export class CommitterEnded extends Error {
  constructor() {
    super('no more transfers are posted: the committer has ended')
    this.name = 'CommitterEnded'
  }
}

/**
 * Posts what many ask for at the same moment together, for one job: while a batch is committed, the next one gathers.
 * Nothing waits for a clock: who comes alone is posted at once. One batch at a time, so that it takes one connection of the
 * pool, and one after another in the order in which they came.
 * Only for what is posted by itself: where a record changes with it, both belong in one transaction (`post`).
 */
export class GroupCommitter {
  readonly #database: Database
  readonly #job: System
  readonly #most: number
  #waiting: Waiting[] = []
  #running: Promise<void> | undefined
  #hasEnded = false

  constructor(database: Database, job: System, most = MOST_WAITING) {
    this.#database = database
    this.#job = job
    this.#most = most
  }

  /**
   * What has become of a transfer, when that is committed. Throws `CommitterFull` or `CommitterEnded` where it was not
   * taken, an error where it is not a transfer at all, and else whatever its whole batch has failed with: then nothing
   * of the batch was posted, or nobody knows (`OutcomeUnknown`). Asked for again under its key it is posted once in all.
   */
  async post(transfer: PlainTransfer): Promise<TransferResult> {
    if (this.#hasEnded) throw new CommitterEnded()
    if (this.#waiting.length >= this.#most) throw new CommitterFull(this.#most)
    refuseUnbalanced(transfer)
    return new Promise((done, failed) => {
      this.#waiting.push({ transfer, done, failed })
      this.#running ??= this.#run()
    })
  }

  /** Takes no more; answers when what waits is posted, or has failed. */
  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#running
  }

  async #run(): Promise<void> {
    // those who ask in the same turn of the loop come along
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) await this.#post(this.#waiting.splice(0, BATCH))
    this.#running = undefined
  }

  async #post(batch: readonly Waiting[]): Promise<void> {
    try {
      const transfers = batch.map(({ transfer }) => transfer)
      const work = async (tx: Tx, settled: () => void) => {
        const posted = await postEach(tx, this.#job, null, transfers)
        // whatever an earlier try has left stands under its key
        settled()
        return posted
      }
      const results = await transaction(this.#database, work, { beginsWithFirst: true })
      for (const [n, { transfer, done, failed }] of batch.entries()) {
        const result = results[n]
        if (result === undefined) failed(new Error(`nobody says what ${transfer.key} has become`))
        else done(result)
      }
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
  }
}
