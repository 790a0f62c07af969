import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'

/** Hours over which what somebody has asked for is added up. */
export const LIMIT_HOURS = 24
const WINDOW = LIMIT_HOURS * 60 * 60 * 1000

/** What somebody has asked for in the last 24 hours and not had declined, and when the first of that was. */
export type Lately = { amount: MicroUsd; first: Date | null }

/** What is left of a limit, and when there will be more: null where nothing of it is used. */
export function leftOfLimit(limit: MicroUsd, { amount, first }: Lately): { left: MicroUsd; moreAt: Date | null } {
  const left = amount >= limit ? 0n : limit - amount
  return { left: microUsd(left), moreAt: first === null ? null : new Date(first.getTime() + WINDOW) }
}

/** Why so much cannot be asked for, and what can be; when more can, the form says in the time of its reader. Null if it can. */
export function beyondLimit(asked: MicroUsd, limit: MicroUsd, lately: Lately): string | null {
  const { left, moreAt } = leftOfLimit(limit, lately)
  if (asked <= left) return null
  const most = `You can withdraw up to ${showUsd(limit)} in ${LIMIT_HOURS} hours`
  return moreAt === null ? `${most}.` : `${most}: ${showUsd(left)} is left for now.`
}
