import { useQuery } from '@tanstack/react-query'
import { call } from './calls.ts'
import { storeUser } from './session.ts'

/**
 * The signed-in user as the server knows them, kept on this device whenever they are read. All who read them do it by
 * this: whichever asked last is who is asked when something has changed.
 */
export function useOwnUser() {
  'use no memo'
  return useQuery({
    queryKey: ['GET /api/user'],
    queryFn: async () => {
      const reply = await call('GET /api/user')
      storeUser(reply.user)
      return reply
    },
  }).data
}
