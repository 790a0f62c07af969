import type { ClaimDetails } from './claim-details.ts'

/** What a provider has found: nothing yet, or how it would decide, with the reason in words for the person. */
export type ProviderOutcome = { state: 'submitted' } | { state: 'approved' } | { state: 'rejected'; reason: string }

/** What a provider tells of its own accord. `signature` tells one event from all others. */
export type ProviderEvent = { reference: string; outcome: ProviderOutcome; signature: string }

/** What is to be looked at. A check, not somebody: who is rejected and asks again is another check, with an id of its own. */
export type ProviderCheck = { checkId: string; details: ClaimDetails }

/**
 * A check that a provider was handed, by our id. `reference` is the provider’s own name for it: null where its answer never
 * came, and nobody knows whether it has the check.
 */
export type HandedOver = { checkId: string; reference: string | null }

/**
 * Somebody who looks at identities. The house’s own review is one; whoever connects another writes these four, and hands
 * it to the start of the app.
 */
export type IdentityProvider = {
  /** as it stands in the address of its events, and in the audit log */
  readonly name: string
  /**
   * Begins a check; answers the name by which the provider knows it, and no other check. The same check begun again, as
   * nobody may have heard of the first time, is that check.
   */
  start(check: ProviderCheck): Promise<string>
  /** Reads an event. Throws a refusal where it is not the provider’s, not of now, or cannot be read. */
  event(rawBody: Uint8Array, headers: EventHeaders, now: Date): ProviderEvent
  /** How a check stands there. */
  fetch(reference: string): Promise<ProviderOutcome>
  /** Lets the provider erase what it was given of a check. Done already is done. */
  erase(check: HandedOver): Promise<void>
}

/** Headers of a request, in lower case. */
export type EventHeaders = Readonly<Record<string, string | string[] | undefined>>
