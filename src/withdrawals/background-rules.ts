import type { WithdrawalBackground } from './contract.ts'

/** Each thing that is told of a withdrawal's background. */
export type BackgroundFact =
  | 'paid in'
  | 'paid out'
  | 'waiting'
  | 'account'
  | 'first payment'
  | 'address'
  | 'others'
  | 'identity'
  | 'password'
  | 'device'

/** Milliseconds for which something is new: a week. */
const RECENT = 7 * 24 * 60 * 60 * 1000

/**
 * Which facts somebody should look at before they decide. Each on its own, by what it says: nothing is weighed or added
 * up. What was paid out is none of them: who withdraws what they have earned takes out more than they paid in.
 */
export function unusualFacts(background: WithdrawalBackground): ReadonlySet<BackgroundFact> {
  const { first_paid_in, joined_at, kyc, blocked, password_changed_at, reset_required, new_device_at, own } = background
  const isRecent = (at: string | null | undefined) =>
    at !== null && at !== undefined && Date.parse(background.as_of) - Date.parse(at) < RECENT
  const facts: Readonly<Record<BackgroundFact, boolean>> = {
    'paid in': first_paid_in === null,
    'paid out': false,
    waiting: false,
    account: blocked || isRecent(joined_at),
    'first payment': isRecent(first_paid_in?.at),
    // to ask for a payout there proves nothing, and can be cancelled; the first payout of all has to go to a new one
    address: background.address_distrusted_at !== null || (own.paid === 0 && own.paid_elsewhere > 0),
    others: background.others_count > 0,
    identity: kyc !== 'approved',
    password: reset_required || isRecent(password_changed_at),
    device: isRecent(new_device_at),
  }
  return new Set((Object.keys(facts) as BackgroundFact[]).filter((fact) => facts[fact]))
}
