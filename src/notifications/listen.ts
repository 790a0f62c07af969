import pg from 'pg'
import { ignoreRoleSettings } from '#kit/role-settings.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { listen, tellAll } from './store.ts'

const SHORTEST_PAUSE = 250
const LONGEST_PAUSE = 5000

/** One connection that hears what other processes tell, and tells them. */
export type EventChannel = {
  /** Tells the other processes, if the connection stands. What it cannot tell, they find by looking. */
  tell(): void
  stop(): Promise<void>
}

/**
 * Keeps a connection of its own listening, and makes another whenever it is lost. `heard` is called when somebody
 * else has told, and once it listens at first; `cameBack` after each reconnection: what was told meanwhile is not known.
 */
export function keepListening(
  connectionString: string,
  hears: { heard(): void; cameBack(): void; log(error: unknown): void },
): EventChannel {
  let client: pg.Client | undefined
  /** The same once it listens: before that its own first statements are under way. */
  let standing: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let pause = SHORTEST_PAUSE
  let before = false
  let stopped = false

  const lost = (which: pg.Client, reason: unknown) => {
    if (client !== which || stopped) return
    client = standing = undefined
    void which.end().catch(() => {})
    if (pause === SHORTEST_PAUSE) hears.log(reason)
    retry = setTimeout(connect, pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }

  const connect = () => {
    const fresh = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 10_000 })
    client = fresh
    fresh.on('error', (error) => lost(fresh, error))
    fresh.on('end', () => lost(fresh, new Error('the server closed the connection for live events')))
    fresh.on('notification', () => hears.heard())
    fresh
      .connect()
      .then(() => ignoreRoleSettings(fresh))
      .then(() => listen(fresh))
      .then(() => {
        if (client === fresh) standing = fresh
        pause = SHORTEST_PAUSE
        if (before) hears.cameBack()
        else hears.heard()
        before = true
      })
      .catch((error: unknown) => lost(fresh, error))
  }

  // a connection takes one statement at a time; what is told again meanwhile is told once more after it
  const telling = oneAtATime(async () => {
    const present = standing
    if (present) await tellAll(present).catch((error: unknown) => lost(present, error))
  })

  connect()
  return {
    tell: telling.begin,
    async stop() {
      stopped = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
