import { HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { codeOf } from '#kit/error-code.ts'
import { isWithin, type Limit } from '#kit/limit.ts'
import type { LogWitness } from '#kit/log-witnesses.ts'
import { transaction } from '#kit/transaction.ts'
import { isLocked } from '#kit/try-again.ts'
import { cosigning } from './cosigning/ask-witnesses.ts'
import { numberOrLeave } from './number-entries.ts'
import { type LogHouse, signCheckpoint, type Signing } from './sign-checkpoint.ts'
import { selectTold, updateTold } from './signer-store.ts'

/** Seconds: what is posted has its position soon after. */
const NUMBERED_EVERY = 2
/** Seconds: a new checkpoint is handed to its witnesses soon after. */
const HANDED_EVERY = 5
const SIGNED_EVERY = MINUTE / SECOND
/**
 * Tries in a row after which owners are told: of failures so many that it is no line that broke, and where somebody else
 * has the head of the log those of ten minutes, for processes beside this one have it now and then.
 */
const SIGNING = { failed: 2, busy: (10 * MINUTE) / SECOND / SIGNED_EVERY }
const NUMBERING = { failed: MINUTE / SECOND / NUMBERED_EVERY, busy: (10 * MINUTE) / SECOND / NUMBERED_EVERY }
const HELD =
  'Something else holds the head of the log, try after try: in the database pg_locks names it, beside log_head.'
/** Whoever holds the head holds what was told as well: this is told once a day, as long as it lasts. */
const TOLD_HELD: Limit = { key: 'told/head of the log is held', most: 1, milliseconds: 20 * HOUR }
/** Causes that owners are told of until a note is signed again, and characters of each. */
const MOST_CAUSES = 20
const LONGEST_CAUSE = 500

type Keeper = LogHouse & {
  db: Database
  witnesses?: readonly LogWitness[]
  /** what a person who watches the log of this process should know */
  tell(line: string): void
  /** tells every owner why nothing is signed */
  alarm(tx: Tx, problem: string): Promise<void>
}

/** Everything gets its position, once a minute what is new is signed, and witnesses are shown it. */
export function logJobs(keeper: Keeper) {
  const { db, witnesses = [] } = keeper
  return [
    {
      name: 'log positions',
      everySeconds: NUMBERED_EVERY,
      run: tellingOwners(keeper, NUMBERING, async (stopping) =>
        (await numberOrLeave(db, { stopping })) === undefined ? { busy: true } : { nothing: true },
      ),
    },
    {
      name: 'log checkpoint',
      everySeconds: SIGNED_EVERY,
      run: tellingOwners(keeper, SIGNING, () => signCheckpoint(db, keeper)),
    },
    ...(witnesses.length === 0
      ? []
      : [{ name: 'log witnesses', everySeconds: HANDED_EVERY, run: cosigning({ ...keeper, witnesses }) }]),
  ]
}

/**
 * Does it, and tells every owner why nothing is signed: once for each cause until a note is signed again, by whichever
 * process, and once by a process that others sign beside, until nothing is wrong in it. What failed is thrown on, and told
 * where it has failed so many times in a row; that somebody else has the head of the log is told where it was so that often.
 */
function tellingOwners(
  keeper: Keeper,
  patience: { failed: number; busy: number },
  work: (stopping?: AbortSignal) => Promise<Signing>,
) {
  const toldHere = new Set<string>()
  let failures = 0
  let busy = 0
  const wasBusy = async () => {
    busy += 1
    if (busy % patience.busy === 0) await tellHeld(keeper)
  }
  return async (stopping?: AbortSignal): Promise<void> => {
    try {
      const signing = await work(stopping)
      if ('busy' in signing) return await wasBusy()
      failures = 0
      busy = 0
      if ('problem' in signing) await tellOnce(keeper, toldHere, { problem: signing.problem, cause: signing.problem })
      else toldHere.clear()
    } catch (error) {
      failures += 1
      busy = 0
      const problem = error instanceof Error ? error.message : String(error)
      if (failures >= patience.failed) await tellOnce(keeper, toldHere, { problem, cause: codeOf(error) || problem })
      throw error
    }
  }
}

/** Once a day, by whichever process. */
async function tellHeld({ db, tell, alarm }: Keeper): Promise<void> {
  tell(`THE LOG IS NOT SIGNED: ${HELD}`)
  await transaction(db, async (tx) => {
    if (await isWithin(tx, await databaseClock(tx), TOLD_HELD)) await alarm(tx, HELD)
  })
}

async function tellOnce(keeper: Keeper, toldHere: Set<string>, why: { problem: string; cause: string }): Promise<void> {
  keeper.tell(`THE LOG IS NOT SIGNED: ${why.problem}`)
  // figures are others at each try
  const cause = why.cause.replaceAll(/\s+/g, ' ').replaceAll(/\d+/g, '#').slice(0, LONGEST_CAUSE)
  if (toldHere.has(cause)) return
  try {
    await transaction(keeper.db, async (tx) => {
      const told = await selectTold(tx)
      if (told.includes(cause) || told.length >= MOST_CAUSES) return
      await updateTold(tx, [...told, cause])
      await keeper.alarm(tx, why.problem)
    })
    toldHere.add(cause)
  } catch (error) {
    if (!isLocked(error)) throw error
    await tellHeld(keeper)
  }
}
