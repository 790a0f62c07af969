import { orWaits } from '#approvals/waits-reply.ts'
import type { Routes } from '#kit/routes.ts'
import type { Tx } from '#kit/database.ts'
import { balanceOf } from '#ledger/balances.ts'
import { microUsd, toWire, ZERO } from '#money/micro-usd.ts'
import { selectBacking, selectFree, selectSpokenFor } from '#reserve/open.ts'
import type { backingContract } from '#reserve/contract.ts'
import { sumUncovered } from './store.ts'
import { setBacking } from './set-backing.ts'

/** What is read and chosen of how promises are set apart. */
export function backingRoutes(): Routes<typeof backingContract> {
  return {
    'GET /api/admin/backing': ({ read }) => read(readBacking),
    'POST /api/set-backing': ({ actor, body, write }) =>
      write(async (tx) =>
        orWaits(await setBacking(tx, actor, body), {
          what: 'The change',
          done:
            body.backing === 'strict'
              ? 'From now on only what is set apart is promised.'
              : 'What of a promise is not set apart is said wherever it is made.',
        }),
      ),
  }
}

async function readBacking(tx: Tx) {
  const { balance, backing, disclosed_from, chosen_at } = await selectBacking(tx)
  const [open, held] = [await sumUncovered(tx), await selectSpokenFor(tx, null)]
  const missing = microUsd(open + held - balance)
  return {
    status: 'success' as const,
    ...{ backing, free: toWire(balance) },
    ...{ disclosed_from: disclosed_from?.toISOString() ?? null, chosen_at: chosen_at?.toISOString() ?? null },
    committed: toWire(await balanceOf(tx, 'reserve/committed')),
    ...{ not_set_apart: toWire(open), held: toWire(held), missing: toWire(missing > ZERO ? missing : ZERO) },
    own: toWire(await selectFree(tx)),
  }
}
