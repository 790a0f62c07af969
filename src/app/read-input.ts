import type { FastifyRequest } from 'fastify'
import { Refusal, refuse } from '#kit/refusal.ts'
import type { Call } from '#kit/wire.ts'
import { checkOf } from './validate.ts'

/** Checks what a request of a call brings, against the contract; answers its body. Made once for each call. */
export function inputReader(call: Call): (request: FastifyRequest) => unknown {
  const checks = {
    params: call.params && checkOf(call.params),
    query: call.query && checkOf(call.query),
    body: call.body && checkOf(call.body),
  }
  return (request) => {
    checkParams(checks.params, request.params)
    if (checks.query) checks.query(request.query)
    else refuseInput(request.query)
    const body: unknown = request.body === undefined ? {} : request.body
    if (checks.body) checks.body(body)
    else if (call.raw !== 'multipart' && call.raw !== 'bytes') refuseInput(body)
    return body
  }
}

/** A path that names nothing possible is a record that does not exist. */
function checkParams(check: ((value: unknown) => void) | undefined, params: unknown): void {
  try {
    check?.(params)
  } catch (error) {
    if (error instanceof Refusal) refuse('not found', 'There is no such record.')
    throw error
  }
}

/** A call without fields takes none. */
function refuseInput(input: unknown): void {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    refuse('bad input', 'This call takes no input.')
  }
  const fields = Object.keys(input)
  if (fields.length > 0) {
    refuse('bad input', `This call takes no fields: leave out ${fields.slice(0, 5).join(', ')}.`, {
      ...Object.fromEntries(fields.slice(0, 20).map((field) => [field, ['This call has no such field.']])),
    })
  }
}
