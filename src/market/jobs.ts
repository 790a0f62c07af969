import { type Clock, DAY, HOUR } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import type { Settings } from '#kit/config.ts'
import { transaction } from '#kit/transaction.ts'
import { exchangesOf } from './exchanges.ts'
import { pollDue } from './poll.ts'
import type { Interval } from './rules.ts'
import { deleteCandlesBefore } from './store.ts'

/** How long candles are kept, in milliseconds: longer than any screen shows them. */
const KEPT: readonly (readonly [Interval, number])[] = [
  ['1m', 3 * DAY],
  ['5m', 4 * DAY],
  ['1h', 30 * DAY],
  ['1d', 400 * DAY],
]

type House = { db: Database; clock: Clock; settings: Pick<Settings, 'market' | 'marketSources'> }

/** What happens automatically: sources are asked in their turn, old candles are forgotten. Nothing if it is off. */
export function marketJobs({ db, clock, settings }: House, tell: (line: string) => void) {
  if (settings.market.length === 0) return []
  const house = { db, clock, exchanges: exchangesOf(settings), symbols: settings.market, tell }
  return [
    { name: 'prices', everySeconds: 5, run: (stopping?: AbortSignal) => pollDue(house, stopping) },
    {
      name: 'forget old candles',
      everySeconds: HOUR / 1000,
      run: () =>
        transaction(db, async (tx) => {
          const now = clock.now().getTime()
          for (const [interval, kept] of KEPT) await deleteCandlesBefore(tx, interval, new Date(now - kept))
        }),
    },
  ]
}
