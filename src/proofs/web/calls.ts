import type { proofsContract } from '#proofs/contract.ts'
import { createClient } from '#ui/client.ts'

/** The calls of this slice. */
export const call = createClient<typeof proofsContract>()
