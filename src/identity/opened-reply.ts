import type { Tx } from '#kit/database.ts'
import { listPlans } from '#plans/find.ts'
import type { User } from '#users/contract.ts'
import { listWallets } from '#wallets/find.ts'

/** What a session begins with: token, user, and what is available. */
export async function openedReply(tx: Tx, message: string, bearer: string, user: User) {
  const [plans, wallets] = [
    await listPlans(tx, { onlyAvailable: true }),
    await listWallets(tx, { onlyAvailable: true }),
  ]
  return { message, access_token: bearer, user, plans, wallets }
}
