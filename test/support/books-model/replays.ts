/** The same request again, under its own Idempotency-Key. */
import type { Chance } from './chance.ts'
import { DAY, type Person } from './world.ts'

export type Sent = {
  readonly by: Person
  readonly path: string
  readonly body: Record<string, unknown> | undefined
  readonly key: string
  readonly at: number
  readonly status: number
  readonly reply: unknown
}

/** A request of the last day: the same, which answers the same, or with another body, which is 422. */
export function replayOf(sent: readonly Sent[], chance: Chance, now: number): Sent | undefined {
  const one = chance.pick(sent.slice(-40).filter(({ at }) => at > now - DAY))
  if (one?.body === undefined || chance.percent(60)) return one
  const other = one.body['amount'] === undefined ? { reason: 'Something else.' } : { amount: '123.45' }
  if (Object.entries(other).every(([field, value]) => one.body?.[field] === value)) return one
  return { ...one, body: { ...one.body, ...other }, status: 422, reply: undefined }
}
