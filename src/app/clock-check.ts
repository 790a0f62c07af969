import { countOf } from '#kit/count-of.ts'
import { setTimeout } from 'node:timers/promises'
import { type Clock, DAY, HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import { readTransaction } from '#kit/transaction.ts'
import { selectDatabaseClock } from './store.ts'

/** How far this process's clock may be from the database's. */
const MOST = 5 * SECOND
const AGAIN = SECOND / 4
/** Seconds after which a call that was refused may be sent again. */
const RETRY_AFTER = 10

export type ClockCheck = {
  /** What is wrong with the clocks, in a sentence for the operator; undefined while nothing is. */
  problem(): string | undefined
  /** Compares them now. */
  look(): Promise<void>
  /** 503 while something is wrong: nothing that moves money is done by a clock that may be far off. */
  refuseMoney(): void
}

/**
 * Holds this process's clock against the database's, by which money moves. An app that is more than 5 seconds off takes
 * no money, because what else it says and does would not fit: links, sessions and payments would expire early or late.
 * `tell` hears once that something is wrong, and once that it is right again.
 */
export async function startClockCheck(house: {
  db: Database
  clock: Clock
  production: boolean
  tell(line: string): void
}): Promise<ClockCheck> {
  let problem: string | undefined
  const lookOnce = async () => {
    const found = await compare(house)
    if (found === undefined || found === problem) return
    if (found === RIGHT) {
      if (problem !== undefined) house.tell('the clocks agree again: money moves')
      problem = undefined
    } else {
      if (problem === undefined) house.tell(`money waits: ${found}`)
      problem = found
    }
  }
  // One after the other, so that what is asked for later is also said later.
  let last: Promise<unknown> = Promise.resolve()
  const look = () => {
    const next = last.then(lookOnce)
    last = next.catch(() => {})
    return next
  }
  await look()
  return {
    problem: () => problem,
    look,
    refuseMoney() {
      if (problem === undefined) return
      throw new Refusal(
        'not now',
        'A clock on our side is being corrected, and no money moves until it is. Try again in a minute.',
        undefined,
        RETRY_AFTER,
      )
    },
  }
}

/** Throws a sentence where the clock of a real house's database is held. */
export async function refuseHeldClock(tx: Tx, production: boolean): Promise<void> {
  const { held } = await selectDatabaseClock(tx)
  if (production && held !== null) throw new Error(`${heldAt(held)}.`)
}

const RIGHT = 'right'

/** A sentence if something is wrong, RIGHT if nothing is, undefined if the reading took too long to tell. */
async function compare({ db, clock, production }: Parameters<typeof startClockCheck>[0]): Promise<string | undefined> {
  const read = async () => {
    const before = clock.now().getTime()
    const { now, held } = await readTransaction(db, selectDatabaseClock)
    const after = clock.now().getTime()
    // The database told its time somewhere in between: by at least and at most so much this clock is ahead of it.
    return { least: before - now.getTime(), most: after - now.getTime(), held }
  }
  const isOff = ({ least, most }: Awaited<ReturnType<typeof read>>) => least > MOST || most < -MOST
  let found = await read()
  if (isOff(found)) {
    // A clock that is just being set is read once more.
    await setTimeout(AGAIN)
    found = await read()
  }
  const { least, most, held } = found
  if (held !== null && production) return heldAt(held)
  if (isOff(found)) {
    const off = least > MOST ? `${inWords(least)} ahead of` : `${inWords(-most)} behind`
    const mend = held === null ? 'set it right' : heldAt(held)
    return `the clock of this machine is ${off} the database's: ${mend}`
  }
  return least >= -MOST && most <= MOST ? RIGHT : undefined
}

function heldAt(held: Date): string {
  return (
    `the clock of this database is held at ${held.toISOString()}, as tests and the demo do. ` +
    'As the owner of its tables, run: DELETE FROM moved_clock'
  )
}

function inWords(milliseconds: number): string {
  for (const [unit, name] of [
    [DAY, 'day'],
    [HOUR, 'hour'],
    [MINUTE, 'minute'],
  ] as const) {
    if (milliseconds >= 2 * unit) return countOf(Math.round(milliseconds / unit), name)
  }
  return countOf(Math.round(milliseconds / SECOND), 'second')
}
