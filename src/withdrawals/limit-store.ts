import { type RawBuilder, sql } from 'kysely'
import type { MicroUsd } from '#money/micro-usd.ts'
import { LIMIT_HOURS } from './limit-rules.ts'

/** How many of an investor's wait to be reviewed: asked under the lock on the investor. */
export function waitingToBeReviewed(userId: string): RawBuilder<number> {
  return sql`SELECT count(*)::integer FROM withdrawal WHERE user_id = ${userId} AND status = 'pending'`
}

/**
 * What an investor has asked for in the last 24 hours and not had declined, and when first: asked under the same lock. When
 * it was is what the audit log says, and how much is at least what was typed, since an edit changes date and amount. Of
 * the log an index gives the lines of this person and these hours alone, whoever else there is; each has its withdrawal by
 * the primary key.
 */
export function requestedLately(userId: string): { amount: RawBuilder<MicroUsd>; first: RawBuilder<Date | null> } {
  const lately = sql`FROM audit_entry AS line JOIN withdrawal ON user_id = line.actor_id AND withdrawal.id = line.subject_id
    WHERE line.actor_id = ${userId} AND line.at > (SELECT database_now()) - make_interval(hours => ${LIMIT_HOURS})
    AND line.action = 'request withdrawal' AND status <> 'declined'`
  return {
    amount: sql`SELECT coalesce(sum(greatest(amount, typed_amount)), 0) ${lately}`,
    first: sql`SELECT min(line.at) ${lately}`,
  }
}
