import { orWaits } from '#approvals/waits-reply.ts'
import type { Routes } from '#kit/routes.ts'
import type { Tx } from '#kit/database.ts'
import { balanceOf } from '#ledger/balances.ts'
import { toWire, ZERO } from '#money/micro-usd.ts'
import { reserveSeen, selectBacking, selectFree, selectSpokenFor } from '#reserve/open.ts'
import type { backingContract } from '#reserve/contract.ts'
import type { Backing } from '#reserve/rules.ts'
import { neededForStrict, setBacking } from './set-backing.ts'

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
  const { balance, backing, disclosed_from, chosen_at } = await selectBacking(tx)
  const { needed } = await neededForStrict(tx, balance)
  const held = backing === 'strict' ? await selectSpokenFor(tx, null) : ZERO
  return {
    status: 'success' as const,
    // what investors are told is free
    ...{ backing, free: toWire((await reserveSeen(tx, null)).free), yield: toWire(balance) },
    ...{ disclosed_from: disclosed_from?.toISOString() ?? null, chosen_at: chosen_at?.toISOString() ?? null },
    committed: toWire(await balanceOf(tx, 'reserve/committed')),
    ...{ held: toWire(held), needed_for_strict: toWire(needed) },
    own: toWire(await selectFree(tx)),
  }
}
