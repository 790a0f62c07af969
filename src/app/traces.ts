import { recordOften } from '#audit/record-often.ts'
import { alarmOfLimits, alarmOfRefusals } from '#identity/alarms.ts'
import { whoWasRefused } from '#identity/gate.ts'
import type { Administrator, Investor } from '#kit/actor.ts'
import { type Clock, HOUR } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import { transaction } from '#kit/transaction.ts'
import { takingTurns } from '#kit/turns.ts'
import type { ActorOf } from '#kit/routes.ts'
import type { Call } from '#kit/wire.ts'

/** Requests that limits refuse within an hour, in one process, until the owners are told. */
const MANY_LIMITED = 500
/** Traces of one person that wait to be written; what comes beyond is a flood that has left its trace. */
const MOST_WAITING = 20

export type Traces = {
  /** What a call has thrown: a refusal of somebody who is signed in, or a limit that was reached. */
  failed(key: string, actor: ActorOf<Call>, error: unknown): Promise<void>
  /** A call that answers a file, about to be answered. */
  fileTaken(key: string, actor: Investor | Administrator): Promise<void>
}

/**
 * What leaves a trace although nothing is done: refusals and files, in the audit log; and many refusals and reached limits,
 * of which the owners are told. Written one after another, in transactions of their own, people in turn: however many
 * refusals somebody brings about, they hold one connection. A file is answered once its trace stands.
 */
export function openTraces(house: {
  db: Database
  clock: Clock
  log: (error: unknown) => void
  written(): void
}): Traces {
  const { db, clock, log } = house
  const turn = takingTurns(1, { most: MOST_WAITING })
  const limited = countOfHour(clock)
  const write = (verb: (tx: Tx) => Promise<void>, of: string) =>
    turn(() => transaction(db, verb), of).then(house.written)
  return {
    async failed(key, actor, error) {
      if (!(error instanceof Refusal)) return
      const who = actor !== undefined && 'userId' in actor ? actor : whoWasRefused(error)
      const isLimit = error.code === 'too many' && limited() === MANY_LIMITED
      // to be asked for a second factor is no refusal
      const isRefused = error.code === 'not allowed' && error.needed === undefined && who !== undefined
      if (!isLimit && !isRefused) return
      // The refusal is answered, whatever becomes of its trace.
      await write(async (tx) => {
        if (isLimit) return alarmOfLimits(tx, clock, MANY_LIMITED)
        if (who === undefined) return
        await recordOften(tx, clock, who, { action: 'request refused', what: key })
        await alarmOfRefusals(tx, clock, who)
      }, who?.userId ?? '').catch((failure: unknown) => {
        if (!(failure instanceof Refusal)) log(failure)
      })
    },
    fileTaken: (key, actor) =>
      write((tx) => recordOften(tx, clock, actor, { action: 'file downloaded', what: key }), actor.userId),
  }
}

/** Counts within hours of its own, the first of which begins with the first count. */
function countOfHour(clock: Clock): () => number {
  let [since, count] = [0, 0]
  return () => {
    const now = clock.now().getTime()
    if (now - since >= HOUR) [since, count] = [now, 0]
    return (count += 1)
  }
}
