import { MINUTE, SECOND } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { codeOf } from '#kit/error-code.ts'
import type { LogWitness } from '#kit/log-witnesses.ts'
import { transaction } from '#kit/transaction.ts'
import { cosigning } from './cosigning/ask-witnesses.ts'
import { numberEntries } from './number-entries.ts'
import { type LogHouse, signCheckpoint, type Signing } from './sign-checkpoint.ts'
import { selectTold, updateTold } from './signer-store.ts'

/** Seconds: what is posted has its position soon after. */
const NUMBERED_EVERY = 2
/** Seconds: a new checkpoint is handed to its witnesses soon after. */
const HANDED_EVERY = 5
const SIGNED_EVERY = MINUTE / SECOND
/** Failures in a row after which owners are told: a line that broke has not failed so often. */
const SIGNING_FAILED = 2
const NUMBERING_FAILED = MINUTE / SECOND / NUMBERED_EVERY
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
      run: tellingOwners(keeper, NUMBERING_FAILED, async (stopping) => {
        await numberEntries(db, { stopping })
        return { nothing: true }
      }),
    },
    {
      name: 'log checkpoint',
      everySeconds: SIGNED_EVERY,
      run: tellingOwners(keeper, SIGNING_FAILED, () => signCheckpoint(db, keeper)),
    },
    ...(witnesses.length === 0
      ? []
      : [{ name: 'log witnesses', everySeconds: HANDED_EVERY, run: cosigning({ ...keeper, witnesses }) }]),
  ]
}

/**
 * Does it, and tells every owner why nothing is signed: once for each cause until a note is signed again, by whichever
 * process, and once by a process that others sign beside, until nothing is wrong in it. What failed is thrown on, and told
 * where it has failed so many times in a row.
 */
function tellingOwners(keeper: Keeper, patience: number, work: (stopping?: AbortSignal) => Promise<Signing>) {
  const toldHere = new Set<string>()
  let failures = 0
  return async (stopping?: AbortSignal): Promise<void> => {
    try {
      const signing = await work(stopping)
      failures = 0
      if ('problem' in signing) await tellOnce(keeper, toldHere, { problem: signing.problem, cause: signing.problem })
      else if (!('busy' in signing)) toldHere.clear()
    } catch (error) {
      failures += 1
      const problem = error instanceof Error ? error.message : String(error)
      if (failures >= patience) await tellOnce(keeper, toldHere, { problem, cause: codeOf(error) || problem })
      throw error
    }
  }
}

async function tellOnce(keeper: Keeper, toldHere: Set<string>, why: { problem: string; cause: string }): Promise<void> {
  keeper.tell(`THE LOG IS NOT SIGNED: ${why.problem}`)
  // figures are others at each try
  const cause = why.cause.replaceAll(/\s+/g, ' ').replaceAll(/\d+/g, '#').slice(0, LONGEST_CAUSE)
  if (toldHere.has(cause)) return
  await transaction(keeper.db, async (tx) => {
    const told = await selectTold(tx)
    if (told.includes(cause) || told.length >= MOST_CAUSES) return
    await updateTold(tx, [...told, cause])
    await keeper.alarm(tx, why.problem)
  })
  toldHere.add(cause)
}
