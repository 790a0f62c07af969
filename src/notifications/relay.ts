import { type Clock, MINUTE } from '#kit/clock.ts'
import { type Database, readingPoolOf } from '#kit/database.ts'
import { handOn, inPeace, type Listener } from './hand-on.ts'
import { keepListening } from './listen.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { deleteOldEvents, selectMoment, selectSince } from './store.ts'

/** Milliseconds for which calls of `wake` are gathered: NOTIFY takes a lock that all commits share. */
const GATHER = 25
/** Milliseconds after which it looks on its own, in case nobody could tell. */
const LOOK = 1000
const SWEEP = 10 * MINUTE

export type Relay = {
  /** To be called after a transaction has committed: everybody's open screens are told within milliseconds. */
  wake(): void
  /** From now on; answers how to leave. What is fetched after this has missed nothing. */
  subscribe(listener: Listener): () => void
  stop(): Promise<void>
}

/**
 * Hands what has changed, in this process or another, to the open screens of this process.
 *
 * Which events are new is told by PostgreSQL's own snapshots: each event carries the number of its transaction, and a
 * look asks for those whose transaction was not over at the look before. Ids would not do (a lower one may commit
 * later), nor would reading a window of time again (a transaction can outlast any window); and so each event is handed
 * on exactly once, with nothing to remember but the last snapshot.
 *
 * The numbers are worth nothing across a failover, a restore or a crash: what was not yet on the other server, or not yet
 * written, gives them to new transactions. So where the server is another, or has closed the listening connection, every
 * screen is told to start over.
 */
export async function startRelay(house: {
  db: Database
  connectionString: string
  clock: Clock
  log(error: unknown): void
}): Promise<Relay> {
  const listeners = new Set<Listener>()
  const pool = readingPoolOf(house.db)
  let moment = await selectMoment(pool)
  let swept = house.clock.now().getTime()
  let failing = false
  let cut = false
  let stopped = false
  let gathering: NodeJS.Timeout | undefined

  const readOnce = async () => {
    const wasCut = cut
    cut = false
    try {
      const { moment: next, events } = await selectSince(pool, moment)
      const startsOver = wasCut || next.server !== moment.server
      moment = next
      if (startsOver) for (const listener of listeners) inPeace(() => listener.startOver(), house.log)
      else if (events.length > 0) handOn(events, listeners, house.log)
      if (house.clock.now().getTime() - swept >= SWEEP) {
        await deleteOldEvents(house.db)
        swept = house.clock.now().getTime()
      }
      failing = false
    } catch (error) {
      cut ||= wasCut
      if (!failing) house.log(error)
      failing = true
    }
  }
  const reading = oneAtATime(async () => {
    if (!stopped) await readOnce()
  })

  const ear = keepListening(house.connectionString, {
    heard: reading.begin,
    cameBack() {
      cut = true
      reading.begin()
    },
    log: house.log,
  })
  const timer = setInterval(reading.begin, LOOK)
  return {
    wake() {
      if (gathering !== undefined || stopped) return
      gathering = setTimeout(() => {
        gathering = undefined
        ear.tell()
        reading.begin()
      }, GATHER)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      clearTimeout(gathering)
      await ear.stop()
      await reading.done()
    },
  }
}
