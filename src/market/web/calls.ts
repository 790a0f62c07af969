import type { ReplyOf } from '#kit/wire.ts'
import type { marketContract } from '#market/contract.ts'
import { createClient } from '#ui/client.ts'
import { createRead } from '#ui/read.ts'

const MINUTE = 60_000

/** The reads of this slice, again each minute: so often are the exchanges asked. */
export const useRead = createRead(createClient<typeof marketContract>(), { again: MINUTE })

export type Market = ReplyOf<(typeof marketContract)['GET /api/market']>
export type MarketLine = Market['symbols'][number]
export type Chart = ReplyOf<(typeof marketContract)['GET /api/market/:symbol']>
export type Candle = Chart['candles'][number]
