import type { securityContract } from '#security/contract.ts'
import { createClient } from '#ui/client.ts'
import { createRead } from '#ui/read.ts'

/** The calls of this slice. */
export const call = createClient<typeof securityContract>()
export const useRead = createRead(call)
