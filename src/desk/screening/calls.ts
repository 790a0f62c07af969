import type { screeningContract } from '#screening/contract.ts'
import { createClient } from '#ui/client.ts'
import { createRead } from '#ui/read.ts'

/** The calls of these screens alone. */
export const call = createClient<typeof screeningContract>()
export const useRead = createRead(call)
