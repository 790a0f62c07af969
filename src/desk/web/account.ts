import type { deskContract } from '#desk/contract.ts'
import type { ReplyOf } from '#kit/wire.ts'

/** One user's account as the server shows it to administrators. */
export type Account = ReplyOf<(typeof deskContract)['GET /api/view-user/:id']>
