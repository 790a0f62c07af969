/** A clock that stands still until it is moved, the database's with it. For tests and the demo alone. */
import pg from 'pg'
import type { Clock } from '#kit/clock.ts'

export type MovedClock = Clock & {
  move(milliseconds: number): Promise<void>
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
    move: (milliseconds) => set(new Date(time + milliseconds)),
    set,
    letRun: async () => {
      await pool.query('DELETE FROM moved_clock')
    },
    close: () => pool.end(),
  }
}
