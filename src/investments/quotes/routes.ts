import type { Routes } from '#kit/routes.ts'
import type { PriceSettings } from '#market/price-now.ts'
import type { investmentsContract } from '#investments/contract.ts'
import { paymentOf } from '#investments/read.ts'
import { quotePayment } from './quote-payment.ts'
import { quoteOnWire, quotesFor } from './read.ts'

type Calls = Pick<
  typeof investmentsContract,
  'GET /api/payment/:tranx_id' | 'POST /api/quote-payment/:tranx_id' | 'GET /api/admin/quotes-of/:id'
>

/** The calls about what is to be paid, in dollars and in coin. */
export function quoteRoutes(settings: PriceSettings): Routes<Calls> {
  return {
    'GET /api/payment/:tranx_id': ({ actor, params, read }) =>
      read((tx) => paymentOf(tx, actor, params.tranx_id, settings)),
    'GET /api/admin/quotes-of/:id': ({ params, read }) => read((tx) => quotesFor(tx, params.id)),
    'POST /api/quote-payment/:tranx_id': ({ actor, params, write }) =>
      write(async (tx) => {
        const quote = await quotePayment(tx, actor, { tranxId: params.tranx_id }, settings)
        return { status: 'success' as const, quote: quoteOnWire(quote) }
      }),
  }
}
