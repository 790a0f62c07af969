import type { Selectable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Candle as CandleTable } from '#kit/database-schema.ts'
import type { SourceCandle, SourceName } from './exchange.ts'
import { type Interval, price, type Prices } from './rules.ts'

/** A candle with who said so and when. */
export type KeptCandle = Prices & {
  symbol: string
  interval: Interval
  source: SourceName
  opensAt: Date
  readAt: Date
}

/** A source that this process has to itself until `leaseEnds`. */
export type ClaimedSource = { leaseEnds: Date; failures: number; problem: string | null }

/**
 * Takes a source whose turn it is, for one process alone; undefined if it is not, or somebody else has it. A turn
 * later than `latest` was set by a clock that was wrong, and counts for nothing. `again` where this very lease may stand
 * already, its COMMIT lost with the connection.
 */
export async function claimSource(
  tx: Tx,
  source: SourceName,
  now: Date,
  { leaseEnds, latest, again }: { leaseEnds: Date; latest: Date; again: boolean },
): Promise<ClaimedSource | undefined> {
  const row = await tx
    .insertInto('market_source')
    .values({ source, next_due_at: leaseEnds })
    .onConflict((conflict) =>
      conflict
        .column('source')
        .doUpdateSet({ next_due_at: leaseEnds })
        .where((where) =>
          where.or([
            where('market_source.next_due_at', '<=', now),
            where('market_source.next_due_at', '>', latest),
            ...(again ? [where('market_source.next_due_at', '=', leaseEnds)] : []),
          ]),
        ),
    )
    .returning(['failures', 'problem'])
    .executeTakeFirst()
  return row && { leaseEnds, failures: row.failures, problem: row.problem }
}

/** Gives a source back, unless the lease has run out and somebody else has it by now. */
export async function releaseSource(
  tx: Tx,
  source: SourceName,
  claimed: ClaimedSource,
  set: { next_due_at: Date; failures?: number; answered_at?: Date; problem?: string | null },
): Promise<void> {
  await tx
    .updateTable('market_source')
    .set(set)
    .where('source', '=', source)
    .where('next_due_at', '=', claimed.leaseEnds)
    .execute()
}

/** When each of some sources last answered. */
export async function selectAnswered(tx: Tx): Promise<Map<SourceName, Date | null>> {
  const rows = await tx.selectFrom('market_source').select(['source', 'answered_at']).execute()
  return new Map(rows.map(({ source, answered_at }) => [source, answered_at]))
}

/** What is kept of a source already: for each symbol and interval its newest candle, and when that was read. */
export async function selectNewestOf(
  tx: Tx,
  source: SourceName,
): Promise<{ symbol: string; interval: Interval; opens_at: Date; read_at: Date }[]> {
  return tx
    .selectFrom('candle')
    .distinctOn(['symbol', 'interval'])
    .select(['symbol', 'interval', 'opens_at', 'read_at'])
    .where('source', '=', source)
    .orderBy('symbol')
    .orderBy('interval')
    .orderBy('opens_at', 'desc')
    .execute()
}

/**
 * Keeps candles; one that is there already is replaced by what was read later. One that was read after `latest` was read
 * by a clock that was wrong, and is replaced too.
 */
export async function keepCandles(
  tx: Tx,
  of: { source: SourceName; symbol: string; interval: Interval; readAt: Date; latest: Date },
  candles: readonly SourceCandle[],
): Promise<void> {
  if (candles.length === 0) return
  const { source, symbol, interval, readAt, latest } = of
  await tx
    .insertInto('candle')
    .values(
      candles.map(({ opensAt, open, high, low, close }) => ({
        ...{ source, symbol, interval, opens_at: opensAt, read_at: readAt },
        ...{ open, high, low, close },
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['symbol', 'interval', 'opens_at', 'source'])
        .doUpdateSet((eb) => ({
          open: eb.ref('excluded.open'),
          high: eb.ref('excluded.high'),
          low: eb.ref('excluded.low'),
          close: eb.ref('excluded.close'),
          read_at: eb.ref('excluded.read_at'),
        }))
        .where((where) =>
          where.or([where('candle.read_at', '<', where.ref('excluded.read_at')), where('candle.read_at', '>', latest)]),
        ),
    )
    .execute()
}

/** Candles of some symbols that open after one moment and not after another. */
export async function selectCandles(
  tx: Tx,
  asked: {
    symbols: readonly string[]
    sources: readonly SourceName[]
    interval: Interval
    after: Date
    until: Date
  },
): Promise<KeptCandle[]> {
  if (asked.symbols.length === 0 || asked.sources.length === 0) return []
  const rows = await tx
    .selectFrom('candle')
    .selectAll()
    .where('symbol', 'in', asked.symbols)
    .where('source', 'in', asked.sources)
    .where('interval', '=', asked.interval)
    .where('opens_at', '>', asked.after)
    .where('opens_at', '<=', asked.until)
    .orderBy('symbol')
    .orderBy('opens_at')
    .orderBy('source')
    .execute()
  return rows.map(keptOf)
}

/** Candles of one symbol that open at these times. */
export async function selectCandlesAt(
  tx: Tx,
  asked: { symbol: string; sources: readonly SourceName[]; interval: Interval; times: readonly Date[] },
): Promise<KeptCandle[]> {
  if (asked.sources.length === 0 || asked.times.length === 0) return []
  const rows = await tx
    .selectFrom('candle')
    .selectAll()
    .where('symbol', '=', asked.symbol)
    .where('source', 'in', asked.sources)
    .where('interval', '=', asked.interval)
    .where('opens_at', 'in', asked.times)
    .orderBy('source')
    .execute()
  return rows.map(keptOf)
}

/** The newest times of one symbol for which at least two of the sources have a candle, newest first. */
export async function selectTimesOfTwo(
  tx: Tx,
  asked: { symbol: string; sources: readonly SourceName[]; interval: Interval; after: Date; most: number },
): Promise<Date[]> {
  if (asked.sources.length < 2) return []
  const rows = await tx
    .selectFrom('candle')
    .select('opens_at')
    .where('symbol', '=', asked.symbol)
    .where('source', 'in', asked.sources)
    .where('interval', '=', asked.interval)
    .where('opens_at', '>', asked.after)
    .groupBy('opens_at')
    .having((eb) => eb.fn.countAll(), '>=', 2)
    .orderBy('opens_at', 'desc')
    .limit(asked.most)
    .execute()
  return rows.map(({ opens_at }) => opens_at)
}

export async function deleteCandlesBefore(tx: Tx, interval: Interval, before: Date): Promise<void> {
  await tx.deleteFrom('candle').where('interval', '=', interval).where('opens_at', '<', before).execute()
}

function keptOf(row: Selectable<CandleTable>): KeptCandle {
  return {
    ...{ symbol: row.symbol, interval: row.interval, source: row.source },
    ...{ opensAt: row.opens_at, readAt: row.read_at },
    ...{ open: price(row.open), high: price(row.high), low: price(row.low), close: price(row.close) },
  }
}
