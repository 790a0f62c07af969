/** Investments that wait, as rows of the database, each with what made it wait: nothing is posted for them, so the books know nothing of them. */
import { DAY, MINUTE } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { microUsd, toWire } from '#money/micro-usd.ts'
import type { TestApp } from './app.ts'

type Many = { of: readonly string[]; count: number; amount?: (index: number) => bigint }

/**
 * Adds so many pending investments of users in turn, a minute between one and the next, the last of them made now, on
 * the terms of the house's first plan and wallet. Amounts are 100.00, 101.00, … unless said otherwise.
 */
export async function addPendingInvestments(house: TestApp, { of, count, amount }: Many): Promise<void> {
  const { db } = house.app
  const plan = await db.selectFrom('plan').selectAll().executeTakeFirstOrThrow()
  const wallet = await db.selectFrom('wallet').selectAll().executeTakeFirstOrThrow()
  const now = house.clock.now().getTime()
  const rows = Array.from({ length: count }, (_, index) => {
    const created_at = new Date(now - (count - index) * MINUTE)
    return {
      ...{ id: newId(), user_id: of[index % of.length] ?? '', tranx_id: newId(), status: 'pending' as const },
      ...{ plan_id: plan.id, plan_name: plan.name, daily_roi: plan.daily_roi, ref_bonus: plan.ref_bonus, duration: 14 },
      ...{ wallet_id: wallet.id, wallet_name: wallet.name, wallet_address: wallet.address, network: wallet.network },
      amount: microUsd(amount?.(index) ?? BigInt(100 + index) * 1_000_000n),
      source: 'payment' as const,
      created_at,
      expires_at: new Date(created_at.getTime() + DAY),
    }
  })
  for (let from = 0; from < rows.length; from += 500) {
    const some = rows.slice(from, from + 500)
    await db.insertInto('investment').values(some).execute()
    const ids = some.map(({ id }) => id)
    await db
      .updateTable('investment')
      .set(({ eb }) => ({ status: 'waiting approval', version: eb('version', '+', 1) }))
      .where('id', 'in', ids)
      .execute()
    const marked = some.map(({ id, user_id, created_at }) => ({
      ...{ id: newId(), subject_kind: 'investment', subject_id: id, actor_id: user_id, decided_at: created_at },
      ...{ from_status: 'pending', to_status: 'waiting approval' },
    }))
    await db.insertInto('decision').values(marked).execute()
    const written = some.map(({ id, user_id, created_at, amount: asked }) => ({
      ...{ id: newId(), at: created_at, actor_id: user_id, action: 'verify investment' },
      ...{ subject_kind: 'investment', subject_id: id },
      after: JSON.stringify({ status: 'waiting approval', amount: toWire(asked), date: created_at }),
    }))
    await db.insertInto('audit_entry').values(written).execute()
  }
}
