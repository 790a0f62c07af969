/** How a second administrator agrees, for tests below the session gate. */
import type { Administrator } from '#kit/actor.ts'
import type { Database, Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { agreeTo } from '#approvals/agree.ts'
import { performAgreed } from '#app/agreed-steps.ts'

/** Of the environment, what verbs that are agreed to go by. */
export const ENVIRONMENT = {
  kyc: 'invest',
  paymentHours: 24,
  supportUrl: undefined,
  mailFrom: 'Plumb <no-reply@localhost>',
  appUrl: 'http://localhost',
  demo: false,
} as const

/** Agrees to a request, and does what it asked for. */
export async function agree(
  tx: Tx,
  house: Parameters<typeof performAgreed>[1],
  second: Administrator,
  { id }: { id: string },
): Promise<void> {
  await agreeTo(tx, second, id, (agreed, actor) => performAgreed(tx, house, actor, agreed))
}

/** Agrees to what waits by this id, as another administrator than the one who asked. */
export async function agreeAs(db: Database, second: Administrator, id: string | undefined): Promise<void> {
  if (id === undefined) throw new Error('nothing waits: it has been done by one administrator alone')
  await transaction(db, (tx) => agree(tx, { settings: ENVIRONMENT }, second, { id }))
}
