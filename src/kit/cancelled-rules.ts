/** Why a record is declined that its investor has ended. */
export const CANCELLED = 'cancelled by investor'
/** Why one is declined that nobody marked as paid in time. */
export const EXPIRED = 'expired'
/** Why one is completed that its investor left before its end. */
export const LEFT_EARLY = 'left early'

/** The reason as it stands behind *by you*, which says as much already where it is that. */
export function besidesWhom(reason: string | null): string | null {
  return reason === CANCELLED ? null : reason
}
