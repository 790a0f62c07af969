import type { factorsContract } from '#factors/contract.ts'
import type { identityContract } from '#identity/contract.ts'
import { createClient } from '#ui/client.ts'

/** The calls of this slice, and of the one that signs people in. */
export const call = createClient<typeof factorsContract & typeof identityContract>()
