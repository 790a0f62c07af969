import type { FastifyRequest } from 'fastify'
import { cookiesOf } from '#identity/cookies.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { addressBehind } from './visitors.ts'

/** What a gate may look at. */
export function requestFacts(request: FastifyRequest, appUrl: string): RequestFacts {
  const authorization = headerOf(request, 'authorization')
  const bearer = authorization === undefined ? undefined : /^Bearer ([\w.~+/=-]{1,300})$/i.exec(authorization)?.[1]
  return {
    address: addressBehind(request),
    userAgent: (headerOf(request, 'user-agent') ?? '').slice(0, 300),
    cookies: cookiesOf(request.cookies, appUrl),
    bearer,
  }
}

export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
