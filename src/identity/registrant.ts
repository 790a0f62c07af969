import type { User } from '#users/contract.ts'
import type { RegistrationRow } from './store.ts'

/** Somebody who is not yet a user, as the wire shows them. */
export function registrantOnWire(row: RegistrationRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    country: row.country,
    profile: '',
    role: 'normal',
    roles: [],
    kyc: 'none',
    verified: false,
    created_at: row.created_at.toISOString(),
  }
}
