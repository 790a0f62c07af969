import { orWaits } from '#approvals/waits-reply.ts'
import type { Clock } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import { readAmount } from '#kit/read-amount.ts'
import type { Routes } from '#kit/routes.ts'
import { showUsd } from '#money/show.ts'
import type { walletsContract } from './contract.ts'
import { createWallet } from './create-wallet.ts'
import { recordFunds } from './record-funds.ts'
import { networkInWords } from './network-rules.ts'
import { updateWallet } from './update-wallet.ts'

export function walletsRoutes({
  clock,
  settings,
}: {
  clock: Clock
  settings: Pick<Settings, 'demo'>
}): Routes<typeof walletsContract> {
  return {
    'POST /api/create-wallet': ({ actor, body, write }) =>
      write(async (tx) => {
        const { name, network, waits } = await createWallet(tx, clock, actor, body, settings)
        return orWaits(waits, {
          what: 'The new wallet',
          done: `Payment wallet created: ${name} (${networkInWords(network)}).`,
        })
      }),
    'POST /api/update-wallet/:id': ({ actor, params, body, write }) =>
      write(async (tx) => {
        const waits = await updateWallet(tx, clock, actor, { id: params.id, ...body })
        return orWaits(waits, { what: 'The change', done: 'The payment wallet has been changed.' })
      }),
    'POST /api/record-funds': async ({ actor, body, write }) => {
      const { wallet_id: walletId, to_reserve: toReserve, ...rest } = body
      const amount = readAmount('amount', body.amount)
      return write(async (tx) => {
        const { name, waits } = await recordFunds(tx, actor, { ...rest, walletId, toReserve, amount })
        const done = `${showUsd(amount)} ${body.direction === 'in' ? 'into' : 'out of'} ${name} recorded.`
        return orWaits(waits, { what: 'The recording', done })
      })
    },
  }
}
