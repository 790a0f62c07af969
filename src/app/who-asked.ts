import type { FastifyRequest } from 'fastify'
import { siteOf } from '#kit/ip-address.ts'
import type { ActorOf } from '#kit/routes.ts'
import type { Call } from '#kit/wire.ts'

/** By request, the id of whoever made it, once the gate knows. */
const users = new WeakMap<FastifyRequest, string>()

/** Keeps who made a request, for its line in the log. */
export function noteWhoAsked(request: FastifyRequest, actor: ActorOf<Call>): void {
  if (actor !== undefined && 'userId' in actor) users.set(request, actor.userId)
}

/** The id of the user who made a request; undefined where nobody is signed in. */
export const whoAsked = (request: FastifyRequest): string | undefined => users.get(request)

/**
 * Where a request comes from, as far as the log may say it: the /24 of IPv4 and the /48 of IPv6. That tells one source of
 * a flood from another and no person from their neighbours; the audit log has the whole address of what somebody did.
 */
export function networkInLog(address: string): string {
  return address.includes(':') ? `${siteOf(address)}::/48` : `${address.split('.').slice(0, 3).join('.')}.0/24`
}
