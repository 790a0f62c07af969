import { setTimeout as pause } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import { type Clock, MINUTE, SECOND } from './clock.ts'
import type { Database } from './database.ts'
import { askTogether } from './pipeline.ts'
import { readOnce } from './transaction.ts'

/** Milliseconds for which calls of `wake` are gathered: each look costs as much as a small part of what woke it. */
const GATHER = 50

export type Delivery = {
  /** To be called after a transaction has committed: what it wants to say goes out in a moment. */
  wake(): void
  /** Resolves when what was being sent has been answered for. */
  stop(): Promise<void>
}

/** What goes out one batch after another, and waits for nothing else that goes out. */
export type DeliveryLane = {
  /** Whether anything is due by now, as a part of a statement; it may say so where another process has it in hand. */
  isDue(now: Date): RawBuilder<boolean>
  /** Takes on what is due, up to `batch`, and answers how many that were. */
  deliver(): Promise<number>
  batch: number
}

type House = { db: Database; clock: Clock; log(error: unknown): void }

/**
 * Has each lane deliver what is due: all of them are asked in one statement whether anything is, when woken and every
 * second, and most often nothing is. Where that cannot be told, or not within a second, each lane takes a turn; so does one
 * that has failed, as what it failed at may stand, and each once a minute, as the server that is asked may have fallen
 * behind. A failure is logged once until it works again.
 */
export function keepDelivering(house: House, lanes: readonly DeliveryLane[]): Delivery {
  let woken = Promise.withResolvers<void>()
  const stopping = new AbortController()
  const turns = lanes.map((lane) => turnsOf(lane, house.log, stopping.signal, () => woken.resolve()))
  const ask = askingAtOnce(house, lanes)
  const run = async () => {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers()
      const due = await withinASecond(ask())
      for (const [place, turn] of turns.entries()) turn.begin(due?.[place] ?? true)
      await withinASecond(woken.promise)
      if (!stopping.signal.aborted) await pause(GATHER)
    }
  }
  const running = run()
  return {
    wake: () => woken.resolve(),
    async stop() {
      stopping.abort()
      woken.resolve()
      await running
      await Promise.all(turns.map((turn) => turn.end()))
    },
  }
}

/** Whether anything is due in each lane; undefined where it could not be told. Who asks meanwhile gets the same answer. */
function askingAtOnce({ db, clock, log }: House, lanes: readonly DeliveryLane[]): () => Promise<boolean[] | undefined> {
  let asking: Promise<boolean[] | undefined> | undefined
  const ask = loggingOnce(log, async () => {
    const now = clock.now()
    const asked = Object.fromEntries(lanes.map((lane, place) => [String(place), lane.isDue(now)]))
    const due = await readOnce(db, (tx) => askTogether(tx, asked))
    return lanes.map((_lane, place) => due[String(place)] ?? true)
  })
  return () => (asking ??= ask().finally(() => (asking = undefined)))
}

async function withinASecond<T>(answer: Promise<T>): Promise<T | undefined> {
  const given = new AbortController()
  const late = pause(SECOND, undefined, { signal: given.signal }).catch(() => undefined)
  try {
    return await Promise.race([answer, late])
  } finally {
    given.abort()
  }
}

/** The turns of one lane, one at a time. What a look during one finds due, or what is left after it, is looked for then. */
function turnsOf({ deliver, batch }: DeliveryLane, log: House['log'], stopping: AbortSignal, lookAgain: () => void) {
  let turn: Promise<void> | undefined
  let begun = performance.now()
  let failed = false
  let more = false
  const take = loggingOnce(log, async () => {
    let taken = batch
    while (taken === batch && !stopping.aborted) taken = await deliver()
    return taken
  })
  const begin = async () => {
    more = false
    begun = performance.now()
    const taken = await take()
    failed = taken === undefined
    turn = undefined
    if (more || (taken ?? 0) > 0) lookAgain()
  }
  return {
    begin(isDue: boolean) {
      if (turn !== undefined) more ||= isDue
      else if ((isDue || failed || performance.now() - begun > MINUTE) && !stopping.aborted) turn = begin()
    },
    async end() {
      await turn
    },
  }
}

/** Does something that may fail: answers undefined then, and logs a failure once until it works again. */
function loggingOnce<T>(log: House['log'], act: () => Promise<T>): () => Promise<T | undefined> {
  let failing = false
  return async () => {
    try {
      const done = await act()
      failing = false
      return done
    } catch (error) {
      if (!failing) log(error)
      failing = true
      return undefined
    }
  }
}
