import { Type } from 'typebox'
import { Fields, Nullable, Time, type Contract } from '#kit/wire.ts'

/** Dollars for one coin. */
const Price = Type.String({ pattern: '^[0-9]+\\.[0-9]{2,10}$', description: 'Dollars, two to ten decimals' })

export const marketContract = {
  'GET /api/market': {
    who: 'investor',
    summary: 'What coins cost: the median of at least two exchanges, else the last such price, marked as stale',
    reply: Type.Object({
      status: Type.Literal('success'),
      symbols: Type.Array(
        Type.Object({
          symbol: Type.String(),
          name: Type.String(),
          price: Nullable(Price),
          /** percent, against the price of 24 hours before; null if one of both is not known */
          change_24h: Nullable(Type.String({ pattern: '^-?[0-9]+\\.[0-9]{2}$' })),
          /** of when the price is */
          as_of: Nullable(Time),
          stale: Type.Boolean(),
          /** the exchanges whose prices it is the median of */
          sources: Type.Array(Type.String()),
          /** closing prices of the last 24 hours, oldest first */
          spark: Type.Array(Price),
        }),
      ),
      /** whom we ask, and when each last answered */
      sources: Type.Array(Type.Object({ name: Type.String(), answered_at: Nullable(Time) })),
      /** the server's time of the answer */
      now: Time,
      /** TradingView's charts may be loaded */
      frames: Type.Boolean(),
    }),
  },
  'GET /api/market/:symbol': {
    who: 'investor',
    summary: 'Candles of one coin: for each time the median across exchanges, or of the one that has it',
    params: Fields({ symbol: Type.String({ pattern: '^[A-Z0-9]{2,10}$' }) }),
    query: Fields({
      interval: Type.Union([Type.Literal('5m'), Type.Literal('1h'), Type.Literal('1d')]),
    }),
    reply: Type.Object({
      status: Type.Literal('success'),
      symbol: Type.String(),
      name: Type.String(),
      interval: Type.String(),
      /** oldest first; times without a candle are left out */
      candles: Type.Array(
        Type.Object({
          time: Time,
          open: Price,
          high: Price,
          low: Price,
          close: Price,
          /** how many exchanges it is the median of */
          sources: Type.Integer({ minimum: 1 }),
        }),
      ),
      as_of: Nullable(Time),
      stale: Type.Boolean(),
      /** the exchanges whose candles they are */
      sources: Type.Array(Type.String()),
    }),
  },
} as const satisfies Contract
