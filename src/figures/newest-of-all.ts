import type { Tx } from '#kit/database.ts'
import { listWallets } from '#wallets/find.ts'
import { listPlans } from '#plans/find.ts'
import { listUsers } from '#users/read.ts'
import { listReferrals } from '#referrals/read.ts'
import { listInvestments } from '#investments/read.ts'
import { listWithdrawals } from '#withdrawals/read.ts'

const NEWEST = { limit: 100 }

/** The newest 100 of each list, and all plans and wallets, available or not. */
export async function newestOfAll(tx: Tx) {
  return {
    withdrawals: (await listWithdrawals(tx, NEWEST)).items,
    investments: (await listInvestments(tx, NEWEST)).items,
    referrals: (await listReferrals(tx, NEWEST)).items,
    plans: await listPlans(tx, { onlyAvailable: false }),
    wallets: await listWallets(tx, { onlyAvailable: false }),
    users: (await listUsers(tx, NEWEST)).items,
  }
}
