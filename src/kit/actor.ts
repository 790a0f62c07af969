import type { ByWhom } from './wire.ts'

/** The roles that make a user an administrator. */
export type Role = 'owner' | 'reviewer' | 'support'

/** What proves who a user is besides the password. Recovery codes stand in for a factor. */
export type FactorKind = 'passkey' | 'authenticator' | 'recovery code'

declare const proof: unique symbol

type User = {
  readonly userId: string
  readonly name: string
  readonly roles: readonly Role[]
  /** Where the request came from, for the audit log. */
  readonly address: string
  /** What device it came from, in words, for the audit log. */
  readonly device?: string
  /** The session that they ask in; null for whoever proves another way who they are, with codes or a reset link. */
  readonly sessionId: string | null
  /** Less than a session in two halves stands behind it: one half, or none at all. */
  readonly oneHalf: boolean
  /** The request that they do this for, where they agree to it as a second administrator. */
  readonly agreesTo?: string
}

/** Proof that the request comes from this verified user. Only the session gate makes one. */
export type Investor = User & { readonly [proof]: 'investor' }
/** Proof that the request comes from an administrator. Only the session gate makes one. */
export type Administrator = User & { readonly [proof]: 'administrator' }
/** Work that happens automatically, by the name of the job; with where it came from, if somebody outside caused it. */
export type System = { readonly job: string; readonly address?: string }
/** Whoever does something that is written into the books and the audit log. */
export type Actor = Investor | Administrator | System

/** To be called by the session gate alone (held by a test of the architecture). */
export function proveInvestor(user: User): Investor {
  return user as Investor
}

/** To be called by the session gate alone (held by a test of the architecture). */
export function proveAdministrator(user: User): Administrator {
  return user as Administrator
}

/** Who an act is by, as the owner of what it was done to may know it. */
export function byWhom(actorId: string | null, ownerId: string): ByWhom {
  if (actorId === null) return 'system'
  return actorId === ownerId ? 'investor' : 'administrator'
}

/** The user behind an act, or null if it happened automatically. */
export function userOf(actor: Actor): string | null {
  return 'userId' in actor ? actor.userId : null
}
