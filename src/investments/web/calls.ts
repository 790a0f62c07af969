import type { ReplyOf } from '#kit/wire.ts'
import type { investmentsContract } from '#investments/contract.ts'
import { createClient } from '#ui/client.ts'
import { createRead } from '#ui/read.ts'

/** The calls of this slice. */
export const call = createClient<typeof investmentsContract>()
export const useRead = createRead(call)

/** A payment as the server shows it to the investor who is to make it. */
export type Payment = ReplyOf<(typeof investmentsContract)['GET /api/payment/:tranx_id']>
