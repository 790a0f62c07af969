import { readAmount } from '#kit/read-amount.ts'
import type { Routes } from '#kit/routes.ts'
import { showUsd } from '#money/show.ts'
import type { reserveContract } from './contract.ts'
import { moveReserve } from './move.ts'

export function reserveRoutes(): Routes<typeof reserveContract> {
  return {
    'POST /api/move-to-reserve': async ({ actor, body, write }) => {
      const amount = readAmount('amount', body.amount)
      return write(async (tx) => {
        await moveReserve(tx, actor, { ...body, amount })
        const where = body.direction === 'in' ? 'set apart in the reserve' : 'taken out of the reserve'
        return { message: `${showUsd(amount)} ${where}.` }
      })
    },
  }
}
