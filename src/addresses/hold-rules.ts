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

/** The same in a sentence for whoever would approve it; until when, the record says in the time of its reader. */
export function heldWords({ unconfirmed }: NonNullable<ReturnType<typeof holdNow>>): string {
  return unconfirmed
    ? 'The investor hasn’t confirmed this address yet, by the link in our mail. Its hold begins once it is confirmed.'
    : 'This address is new, and its hold isn’t over.'
}
