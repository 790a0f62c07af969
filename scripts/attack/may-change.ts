/** What a request may change, judged by who made it, what it named, and how it was answered. */
import type { Who } from '#kit/wire.ts'
import type { Change } from './rows.ts'
import type { Whose } from './whose.ts'

/** A request that was answered, as far as it matters for what may have changed. */
export type Answered = {
  method: string
  /** who may make the call; none for what is no call of the contract */
  who: Who | undefined
  /** the id of whoever asked */
  by: string | undefined
  status: number
  /** path, query and body as they were sent */
  sent: string
}

/** What is written down of a request that was refused: the attempt, and nothing else. */
const OF_ATTEMPTS = ['guessing_report', 'sign_in_attempt', 'refused_call', 'alarm', 'csp_report']
/** Lines of the audit log that are of an attempt. They may be written a moment after its answer. */
const LINES_OF_ATTEMPTS = ['request refused', 'wrong password']
/** What is written down of reading: files that were fetched, documents that were viewed, and when a session was used. */
const OF_READING = ['audit_entry']
/** Who has been told of something that was done. They are many, and none of them has to have asked. */
export const TELLS = ['message', 'notification', 'push', 'mailing', 'guessing_report', 'reset_request']
/** What somebody does who has not signed in: registers, proves codes, signs in, asks for a link. */
const AT_THE_DOOR = [
  ...['registration', 'session', 'known_place', 'last_sign_in', 'salt_key', 'reset_link', 'sign_in_challenge'],
  ...['passkey_challenge', 'csp_report', 'sign_in_attempt', 'audit_entry', 'factor_help'],
]
/** Rows of nobody that a person's own act changes: accounts of the house, and the entries in them. */
const OF_THE_HOUSE = [
  'account',
  'transfer',
  'entry',
  'earning_share',
  'payment_quote',
  'exit_quote',
  'books_check',
  'books_day',
  'proof',
  'proof_alarm',
  'proof_block',
  'proof_mailing',
  'proof_tree',
  'decided_alone',
  'log_announcement',
  'log_checkpoint',
  'log_head',
  'log_position',
  'log_signer',
  'log_tile',
]

/** Whether a change is a line of the audit log which says that something was refused. */
export const saysRefused = ({ table, what, row }: Change): boolean =>
  table === 'audit_entry' &&
  what === 'made' &&
  LINES_OF_ATTEMPTS.some((action) => row.includes(`"action": "${action}"`))

/** Whether this request accounts for this change. */
export function accountsFor(request: Answered, change: Change, whose: Whose): boolean {
  const { table } = change
  const done = request.status >= 200 && request.status < 300
  if (!done) return OF_ATTEMPTS.includes(table) || isOwnGuess(request, change, whose)
  if (request.method === 'GET') return OF_READING.includes(table) && change.what === 'made'
  if (TELLS.includes(table)) return true
  const owners = whose.in(change.row)
  const { who, by } = request
  if (who === undefined) return false
  if (who === 'anyone' || who === 'registrant') return isAtTheDoor(request, change, owners, whose)
  if (who === 'investor') {
    if (isBonusOfLeft(request, change)) return true
    return by !== undefined && (owners.has(by) || (owners.size === 0 && OF_THE_HOUSE.includes(table)))
  }
  // What an administrator did is theirs, and of whom and what the request names.
  const named = new Set([...whose.in(request.sent), ...(by === undefined ? [] : [by])])
  return owners.size === 0 || [...owners].some((owner) => named.has(owner)) || isBonus(request, change)
}

/** A bonus is the inviter's, whom what is decided of an invited person's investment does not name. */
const isBonus = ({ sent }: Answered, { table, row }: Change): boolean =>
  table === 'account' && row.includes('"kind": "referral"') && /^\/api\/[\w-]*investment/.test(sent)

/** Leaving an investment cuts the bonus of who invited. */
const isBonusOfLeft = (request: Answered, change: Change): boolean =>
  request.sent.startsWith('/api/exit-investment/') && isBonus(request, change)

/** A wrong code counts in what it was for: of oneself alone. */
const isOwnGuess = ({ by, sent }: Answered, { table, row }: Change, whose: Whose): boolean =>
  table === 'contact_change' && sent.startsWith('/api/confirm-') && by !== undefined && whose.in(row).has(by)

/** A person's own row is changed from outside only where the request names them: by their address, or their link. */
function isAtTheDoor(request: Answered, change: Change, owners: ReadonlySet<string>, whose: Whose): boolean {
  if (AT_THE_DOOR.includes(change.table)) return true
  const named = whose.in(request.sent)
  return owners.size === 0 ? change.what === 'made' : [...owners].some((owner) => named.has(owner))
}
