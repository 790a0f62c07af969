import type { rolesContract } from '#roles/contract.ts'
import { createClient } from '#ui/client.ts'
import type { usersContract } from '#users/contract.ts'

/** The calls of this slice, and of the one that reads who is signed in. */
export const call = createClient<typeof rolesContract & typeof usersContract>()
