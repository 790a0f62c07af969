import type { overviewContract } from '#overview/contract.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { dayOf } from '#ui/times.ts'
import type { ListedUser } from '#users/contract.ts'

/** One user as the server shows them to administrators. */
export type UserView = ReplyOf<(typeof overviewContract)['GET /api/view-user/:id']>

/** How a credential stands, its day as every other day of the desk is: the words of the wire have it in UTC, `12 Nov 2026`. */
export function credentialInWords({ enc_copy, credential_at }: Pick<ListedUser, 'enc_copy' | 'credential_at'>): string {
  return enc_copy.replace(/\d{1,2} [A-Z][a-z]{2} \d{4}/, dayOf(credential_at))
}
