import { MINUTE, SECOND } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import type { LogWitness } from '#kit/log-witnesses.ts'
import { transaction } from '#kit/transaction.ts'
import { cosigning } from './cosigning/ask-witnesses.ts'
import { numberEntries } from './number-entries.ts'
import { type LogHouse, signCheckpoint } from './sign-checkpoint.ts'
import { selectTold, updateTold } from './signer-store.ts'

/** Seconds: what is posted has its position soon after. */
const NUMBERED_EVERY = 2
/** Seconds: a new checkpoint is handed to its witnesses soon after. */
const HANDED_EVERY = 5

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
      run: async (stopping?: AbortSignal) => void (await numberEntries(db, { stopping })),
    },
    { name: 'log checkpoint', everySeconds: MINUTE / SECOND, run: () => signOrTell(keeper) },
    ...(witnesses.length === 0
      ? []
      : [{ name: 'log witnesses', everySeconds: HANDED_EVERY, run: cosigning({ ...keeper, witnesses }) }]),
  ]
}

/** Where nothing is signed every owner is told why, once for each reason. */
async function signOrTell(keeper: Keeper): Promise<void> {
  const signing = await signCheckpoint(keeper.db, keeper)
  if (!('problem' in signing)) return
  keeper.tell(`THE LOG IS NOT SIGNED: ${signing.problem}`)
  await transaction(keeper.db, async (tx) => {
    if ((await selectTold(tx)) === signing.problem) return
    await updateTold(tx, signing.problem)
    await keeper.alarm(tx, signing.problem)
  })
}
