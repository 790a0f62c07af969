import type { Routes } from '#kit/routes.ts'
import { microUsd, toWire } from '#money/micro-usd.ts'
import { percentToWire } from '#money/percent.ts'
import type { ExitQuote, exitContract } from '#investments/exit-contract.ts'
import { exitInvestment } from './exit-investment.ts'
import { quoteExit, type QuotedExit } from './quote-exit.ts'

/** Leaving an investment before its end, and what that comes to. */
export function exitRoutes(): Routes<typeof exitContract> {
  return {
    'POST /api/quote-exit/:id': ({ actor, params, write }) =>
      write(async (tx) => {
        const quoted = await quoteExit(tx, actor, params)
        return { status: 'success' as const, quote: exitQuoteOnWire(quoted) }
      }),
    'POST /api/exit-investment/:id': ({ actor, params, body, write }) =>
      write(async (tx) => {
        await exitInvestment(tx, actor, { id: params.id, quoteId: body.quote_id })
        return { message: 'You have left this investment. Your balance shows what came back.' }
      }),
  }
}

function exitQuoteOnWire({ investment, quote }: QuotedExit): ExitQuote {
  const { id, as_of, good_until, principal, earned, early, wallet, kept } = quote
  return {
    ...{ id, as_of: as_of.toISOString(), good_until: good_until.toISOString() },
    ...{ principal: toWire(principal), returns_to: investment.source === 'bonus' ? 'bonus' : 'earnings' },
    ...{ earned: toWire(earned), early_roi: percentToWire(investment.early_roi), early: toWire(early) },
    ...{ wallet: toWire(wallet), taken_back: toWire(microUsd(earned - kept)), kept: toWire(kept) },
  }
}
