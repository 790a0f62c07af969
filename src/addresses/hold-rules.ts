import { momentInWords } from '#users/pause-rules.ts'
import type { AddressHold } from './contract.ts'

/**
 * What a withdrawal waits for at this moment, in milliseconds; null if it can be approved. Until when is known once the
 * address is confirmed.
 */
export function holdNow(
  held: Omit<AddressHold, 'address_id'> | null,
  now: number,
): { unconfirmed: true; until: null } | { unconfirmed: false; until: string } | null {
  if (held === null) return null
  if (!held.confirmed) return { unconfirmed: true, until: null }
  return Date.parse(held.until) > now ? { unconfirmed: false, until: held.until } : null
}

/** The same in a sentence for whoever would approve it. */
export function heldWords({ until }: NonNullable<ReturnType<typeof holdNow>>): string {
  return until === null
    ? 'The investor hasn’t confirmed this address yet, by the link in our mail. Once confirmed, it is held for some hours.'
    : `This address is new. It is held until ${momentInWords(new Date(until))}.`
}
