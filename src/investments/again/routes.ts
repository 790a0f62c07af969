import type { Settings } from '#kit/config.ts'
import type { Routes } from '#kit/routes.ts'
import type { investmentsContract } from '../contract.ts'
import { reinvestInvestment } from '../reinvest.ts'
import { setAtEnd } from '../set-at-end.ts'

type Calls = Pick<typeof investmentsContract, 'POST /api/reinvest-investment/:id' | 'POST /api/set-at-end/:id'>

/** What becomes of money that was invested: again by hand, or at its end. */
export function againRoutes(settings: Pick<Settings, 'kyc'>): Routes<Calls> {
  return {
    'POST /api/reinvest-investment/:id': (context) =>
      context.write(async (tx) => {
        await reinvestInvestment(tx, context.actor, context.params, settings)
        return { message: 'Reinvested. It’s earning again.' }
      }),
    'POST /api/set-at-end/:id': ({ actor, params, body, write }) =>
      write(async (tx) => {
        await setAtEnd(tx, actor, { id: params.id, atEnd: body.at_end })
        return { message: 'Saved. You can change it until the investment ends.' }
      }),
  }
}
