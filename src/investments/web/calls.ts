import type { investmentsContract } from '#investments/contract.ts'
import { createClient } from '#ui/client.ts'
import { createRead } from '#ui/read.ts'

/** The calls of this slice. */
export const call = createClient<typeof investmentsContract>()
export const useRead = createRead(call)
