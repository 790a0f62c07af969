/** How a second administrator agrees, for tests below the session gate. */
import type { Administrator } from '#kit/actor.ts'
import type { Database } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { agree } from '#desk/agree.ts'

const SETTINGS = { kyc: 'invest', paymentHours: 24, appUrl: 'http://localhost', demo: false } as const

/** Agrees to what waits by this id, as another administrator than the one who asked. */
export async function agreeAs(db: Database, second: Administrator, id: string | undefined): Promise<void> {
  if (id === undefined) throw new Error('nothing waits: it has been done by one administrator alone')
  await transaction(db, (tx) => agree(tx, { settings: SETTINGS }, second, { id }))
}
