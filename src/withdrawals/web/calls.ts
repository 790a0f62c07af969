import { createClient } from '#ui/client.ts'
import { createRead } from '#ui/read.ts'
import type { withdrawalsContract } from '#withdrawals/contract.ts'

/** The calls of this slice. */
export const call = createClient<typeof withdrawalsContract>()
export const useRead = createRead(call)
