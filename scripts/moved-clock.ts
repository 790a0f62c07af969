/** A clock that stands still until it is moved, the database's with it. For tests and the demo alone. */
import pg from 'pg'
import type { Clock } from '#kit/clock.ts'

export type MovedClock = Clock & {
  /** Whoever is signed in is taken to have been there all the time, unless they are `away`. */
  move(milliseconds: number, how?: { away: boolean }): Promise<void>
  set(time: Date): Promise<void>
  /** Lets the database's clock run again. */
  letRun(): Promise<void>
  close(): Promise<void>
}

/** Holds the clock of the database at `connectionString`, which is that of the owner of the tables. */
export async function moveClock(connectionString: string, start: Date): Promise<MovedClock> {
  const pool = new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true })
  // A test's database is dropped with whoever is still connected.
  pool.on('error', () => {})
  let time = start.getTime()
  const set = async (to: Date) => {
    await pool.query(
      'INSERT INTO moved_clock (stands_at) VALUES ($1) ON CONFLICT (one) DO UPDATE SET stands_at = excluded.stands_at',
      [to.toISOString()],
    )
    time = to.getTime()
  }
  await set(start)
  return {
    now: () => new Date(time),
    move: async (milliseconds, { away } = { away: false }) => {
      if (!away) {
        await pool.query(
          `UPDATE session SET created_at = created_at + $1, seen_at = seen_at + $1, expires_at = expires_at + $1
           WHERE ended_at IS NULL AND expires_at > $2`,
          [`${milliseconds} milliseconds`, new Date(time).toISOString()],
        )
      }
      await set(new Date(time + milliseconds))
    },
    set,
    letRun: async () => {
      await pool.query('DELETE FROM moved_clock')
    },
    close: () => pool.end(),
  }
}
