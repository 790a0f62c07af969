import { recordAct } from '#audit/record.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { openInvestorAccounts } from '#ledger/accounts.ts'
import { addUser } from '#users/change-user.ts'

/**
 * Makes the first owner: verified, since whoever starts the house vouches for them. No phone, no country and no
 * accepted terms are made up for them. False if the name or the e-mail is taken.
 */
export async function makeOwner(
  tx: Tx,
  clock: Clock,
  owner: { name: string; email: string; passwordHash: string },
): Promise<boolean> {
  const now = clock.now()
  const id = newId()
  const made = await addUser(tx, {
    id,
    name: owner.name,
    email: owner.email,
    phone: '',
    country: '',
    password_hash: owner.passwordHash,
    password_set_at: now,
    reset_required: false,
    reset_sent_at: null,
    blocked_at: null,
    blocked_reason: null,
    closed_at: null,
    roles: ['owner'],
    factors: [],
    kyc: 'none',
    identity_expires_on: null,
    identity_asked_at: null,
    inviter_id: null,
    terms_version: 'operator',
    terms_accepted_at: now,
    picture_id: null,
    created_at: now,
  })
  if (!made) return false
  await openInvestorAccounts(tx, clock, id)
  await recordAct(
    tx,
    clock,
    { job: 'set up' },
    {
      action: 'make first owner',
      subject: { kind: 'user', id },
      after: { name: owner.name, email: owner.email, roles: ['owner'] },
    },
  )
  return true
}
