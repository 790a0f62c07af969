import { DAY, HOUR } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { mayPass } from '#kit/may-pass.ts'
import { transaction } from '#kit/transaction.ts'
import { presentMark } from '#ledger/proof/mark.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { alarmOwners } from './alarm-owners.ts'
import { EVERY_PROOF } from './every-proof.ts'
import {
  type KeptCheck,
  lastWhole,
  lockCheck,
  selectBooksCheck,
  usableMark,
  writeCheck,
  writeFailure,
} from './check-store.ts'
import { type Missed, tellingOfUnchecked } from './unchecked.ts'

/** What a check of the books is asked to be: of all, or of what has changed since they were clean. */
export type Extent = { whole: boolean }

export type BooksChecks = {
  /**
   * Checks the books and keeps what was found. One at a time: whoever asks while one is under way gets that one's answer.
   * Throws nothing but what stopped it: a check that fails is kept as failed, and told; where it was the whole that could
   * not be checked, to every owner.
   */
  check(extent: Extent): Promise<void>
  /** whether this process is at it */
  isChecking(): boolean
  /** Breaks off what is under way, of which nothing is kept, and begins nothing any more. */
  stop(): Promise<void>
}

/** Checks of the books by one process; `tell` hears what is wrong. */
export function openBooksChecks({ db, tell }: { db: Database; tell(line: string): void }): BooksChecks {
  let running: { whole: boolean; done: Promise<void> } | undefined
  const stopped = new AbortController()
  const tellOwners = tellingOfUnchecked(db, tell)
  const checkAndTell = async (extent: Extent) => {
    const missed = await checkOnce(db, { ...extent, stopping: stopped.signal }, tell)
    if (extent.whole && !stopped.signal.aborted) await tellOwners(missed)
  }
  const begin = (extent: Extent) => {
    const done = checkAndTell(extent).finally(() => {
      running = undefined
    })
    running = { whole: extent.whole, done }
    return done
  }
  return {
    async check(extent) {
      // What has changed is a part of the whole, not the other way round.
      while (running !== undefined) {
        const { whole, done } = running
        await done
        if (whole || !extent.whole) return
      }
      await begin(extent)
    },
    isChecking: () => running !== undefined,
    async stop() {
      stopped.abort()
      await running?.done
    },
  }
}

type Stoppable = Extent & { stopping: AbortSignal }

const HELD: Missed = {
  why: 'Something else holds the lock of the check at every try: in the database pg_locks names it, as an advisory lock.',
  isPassing: true,
}

/** Answers what has kept it from its end, if anything has. */
async function checkOnce(db: Database, extent: Stoppable, tell: (line: string) => void): Promise<Missed | undefined> {
  const began = performance.now()
  try {
    return (await transaction(db, (tx) => checkIn(tx, extent, began, tell))) ? undefined : HELD
  } catch (error) {
    if (extent.stopping.aborted) return undefined
    const why = error instanceof Error ? error.message : String(error)
    tell(`the books could not be checked: ${why}`)
    await transaction(db, async (tx) => {
      const at = (await databaseClock(tx)).now()
      await writeFailure(tx, { whole: extent.whole, checked_at: at, milliseconds: since(began) })
    }).catch(() => tell('nor could that be written down'))
    return { why, isPassing: mayPass(error) }
  }
}

/** False where another process is at it: its answer is everybody's. */
async function checkIn(
  tx: Tx,
  { whole, stopping }: Stoppable,
  began: number,
  tell: (line: string) => void,
): Promise<boolean> {
  if (!(await lockCheck(tx))) return false
  const last = await selectBooksCheck(tx)
  const clock = await databaseClock(tx)
  if (whole && last !== undefined && !isDue(last, clock.now())) return true
  const now = await presentMark(tx)
  const mark = whole ? null : usableMark(last, now)
  const proofs = await proveAll({ tx, since: mark, stopping }, EVERY_PROOF)
  const wrong = proofs.flatMap((proved) => proved.wrong ?? [])
  const outcome = wrong.length === 0 ? 'clean' : 'wrong'
  await writeCheck(
    tx,
    { outcome, whole: mark === null, checked_at: clock.now(), milliseconds: since(began), proofs },
    outcome === 'clean' ? now : null,
  )
  for (const { says } of wrong) tell(`THE BOOKS ARE WRONG: ${says}`)
  const isNews = whole || last?.outcome !== 'wrong'
  if (wrong.length > 0 && isNews) await alarmOwners(tx, clock, wrong)
  return true
}

const NIGHT = 3 * HOUR

/** Whether the whole is to be checked: not since three o'clock this night, UTC. */
export function isDue(check: Pick<KeptCheck, 'whole_at'>, now: Date): boolean {
  const [last, night] = [lastWhole(check, now), Math.floor((now.getTime() - NIGHT) / DAY) * DAY + NIGHT]
  return last === null || last.getTime() < night
}

function since(began: number): number {
  return Math.round(performance.now() - began)
}
