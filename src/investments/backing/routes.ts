import { orWaits } from '#approvals/waits-reply.ts'
import type { Routes } from '#kit/routes.ts'
import type { Tx } from '#kit/database.ts'
import { balanceOf } from '#ledger/balances.ts'
import { toWire, ZERO } from '#money/micro-usd.ts'
import { reserveSeen, selectBacking } from '#reserve/open.ts'
import type { backingContract } from '#reserve/contract.ts'
import type { Backing } from '#reserve/rules.ts'
import { neededForStrict, setBacking } from './set-backing.ts'
import { sumUncovered } from './store.ts'

/** What is read and chosen of how promises are set apart. */
export function backingRoutes(): Routes<typeof backingContract> {
  return {
    'GET /api/admin/backing': ({ read }) => read(readBacking),
    'POST /api/set-backing': ({ actor, body, write }) =>
      write(async (tx) => {
        const waits = await setBacking(tx, actor, body)
        return orWaits(waits, { what: 'The change', done: await chosen(tx, body.backing) })
      }),
  }
}

async function chosen(tx: Tx, backing: Backing): Promise<string> {
  if (backing === 'strict') return 'From now on only what is set apart is promised.'
  const { disclosed_from } = await selectBacking(tx)
  return disclosed_from === null
    ? 'From now on every plan says what of its promises is not set apart.'
    : 'Investors are told now. Only what is set apart is promised for three more days.'
}

async function readBacking(tx: Tx) {
  // none waits for another: they go out together
  const [{ backing, balance, disclosed_from, chosen_at }, reserve, uncovered, committed] = await Promise.all([
    selectBacking(tx),
    reserveSeen(tx),
    sumUncovered(tx),
    balanceOf(tx, 'reserve/committed'),
  ])
  const held = backing === 'strict' ? reserve.spokenFor : ZERO
  return {
    status: 'success' as const,
    // what investors are told is free
    ...{ backing, free: toWire(reserve.free[backing]), yield: toWire(balance), committed: toWire(committed) },
    ...{ disclosed_from: disclosed_from?.toISOString() ?? null, chosen_at: chosen_at?.toISOString() ?? null },
    ...{ held: toWire(held), needed_for_strict: toWire(neededForStrict({ ...reserve, uncovered })) },
    own: toWire(reserve.own),
  }
}
