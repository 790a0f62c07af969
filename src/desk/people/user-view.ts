import type { overviewContract } from '#overview/contract.ts'
import type { ReplyOf } from '#kit/wire.ts'

/** One user as the server shows them to administrators. */
export type UserView = ReplyOf<(typeof overviewContract)['GET /api/view-user/:id']>
