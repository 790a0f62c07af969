import { setTimeout as pause } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import { type Clock, SECOND } from './clock.ts'
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
 * second, and most often nothing is. A lane that took a whole batch, or failed, is asked to deliver again whatever the
 * statement says: what it failed at may stand all the same. A failure is logged once until it works again.
 */
export function keepDelivering(house: House, lanes: readonly DeliveryLane[]): Delivery {
  let woken = Promise.withResolvers<void>()
  const stopping = new AbortController()
  const turns = lanes.map((lane) => turnsOf(lane, house.log, stopping.signal, () => woken.resolve()))
  const look = loggingOnce(house.log, async () => {
    const due = await dueNow(house, lanes)
    for (const [place, turn] of turns.entries()) turn.begin(due[place] === true)
  })
  const run = async () => {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers()
      await look()
      const second = setTimeout(woken.resolve, SECOND)
      await woken.promise
      clearTimeout(second)
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

async function dueNow({ db, clock }: House, lanes: readonly DeliveryLane[]): Promise<boolean[]> {
  const now = clock.now()
  const asked = Object.fromEntries(lanes.map((lane, place) => [String(place), lane.isDue(now)]))
  const due = await readOnce(db, (tx) => askTogether(tx, asked))
  return lanes.map((_lane, place) => due[String(place)] === true)
}

/** The turns of one lane, one at a time. What becomes due during one, or is left after it, is looked for when it is over. */
function turnsOf({ deliver, batch }: DeliveryLane, log: House['log'], stopping: AbortSignal, lookAgain: () => void) {
  let turn: Promise<void> | undefined
  let failed = false
  let more = false
  const take = loggingOnce(log, async () => {
    failed = true
    let taken = batch
    while (taken === batch && !stopping.aborted) taken = await deliver()
    failed = false
    more ||= taken > 0
  })
  const begin = async () => {
    more = false
    await take()
    turn = undefined
    if (more) lookAgain()
  }
  return {
    begin(isDue: boolean) {
      if (turn !== undefined) more ||= isDue
      else if ((isDue || failed) && !stopping.aborted) turn = begin()
    },
    async end() {
      await turn
    },
  }
}

/** Does something that may fail, and logs a failure once until it works again. */
function loggingOnce(log: House['log'], act: () => Promise<void>): () => Promise<void> {
  let failing = false
  return async () => {
    try {
      await act()
      failing = false
    } catch (error) {
      if (!failing) log(error)
      failing = true
    }
  }
}
