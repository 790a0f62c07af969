import type { savedFiltersContract } from '#lists/contract.ts'
import { createClient } from '#ui/client.ts'
import { createRead } from '#ui/read.ts'

/** The calls of this slice. */
export const call = createClient<typeof savedFiltersContract>()
export const useRead = createRead(call)
