import { momentInWords } from '#users/pause-rules.ts'
import type { AddressHold } from './contract.ts'

/** What a withdrawal waits for at this moment, in milliseconds; null if it can be approved. */
export function holdNow(
  held: Omit<AddressHold, 'address_id'> | null,
  now: number,
): { unconfirmed: boolean; until: string | null } | null {
  if (held === null) return null
  const until = Date.parse(held.until) > now ? held.until : null
  return held.confirmed && until === null ? null : { unconfirmed: !held.confirmed, until }
}

/** The same in a sentence for whoever would approve it. */
export function heldWords({ unconfirmed, until }: NonNullable<ReturnType<typeof holdNow>>): string {
  const settles = until === null ? '' : `It is held until ${momentInWords(new Date(until))}.`
  if (!unconfirmed) return `This address is new. ${settles}`
  const confirm = 'The investor hasn’t confirmed this address yet, by the link in our mail.'
  return settles === '' ? confirm : `${confirm} ${settles}`
}
