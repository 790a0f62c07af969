import type { User } from '#users/contract.ts'
import { contactOf } from '#users/find.ts'
import type { RegistrationRow } from './store.ts'

/** Somebody who is not yet a user, as the wire shows them. */
export function registrantOnWire(row: RegistrationRow): User {
  return {
    ...contactOf({ ...row, picture_id: null }),
    role: 'normal',
    roles: [],
    kyc: 'none',
    verified: false,
    created_at: row.created_at.toISOString(),
  }
}
