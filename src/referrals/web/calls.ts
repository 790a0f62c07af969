import type { referralsContract } from '#referrals/contract.ts'
import { createClient } from '#ui/client.ts'
import { createRead } from '#ui/read.ts'

/** The reads of this slice. */
export const useRead = createRead(createClient<typeof referralsContract>())
