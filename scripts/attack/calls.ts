/** The calls of the house as its own OpenAPI document has them: a call that is new is attacked without being named here. */
import type { TSchema } from 'typebox'
import { contract } from '#app/contract.ts'
import { checkOf } from '#app/validate.ts'
import { mayCall } from '#identity/rules.ts'
import type { Call } from '#kit/wire.ts'
import { isOutside, type Person } from './people.ts'

/** A schema as JSON has it. */
export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }
type Operation = {
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

export type DescribedCall = {
  key: string
  method: string
  /** as `/api/story/{account}` */
  path: string
  parameters: Parameter[]
  body: Schema | undefined
  /** takes a file, in one of these fields */
  upload: boolean
  uploadFields: readonly string[]
  call: Call
}

/** What is sent for a call, before it is written as a path and a body. */
export type Input = { params: Record<string, string>; query: Record<string, string>; body?: unknown }

export async function describedCalls(url: string): Promise<DescribedCall[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(path, method.toUpperCase(), operation)),
  )
  const missing = Object.keys(contract).filter((key) => !calls.some((call) => call.key === key))
  if (missing.length > 0) throw new Error(`the OpenAPI document lacks ${missing.join(', ')}`)
  return calls
}

function describe(path: string, method: string, { parameters, requestBody }: Operation): DescribedCall {
  const key = `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`
  const call = (contract as Record<string, Call>)[key]
  if (call === undefined) throw new Error(`the OpenAPI document has ${key}, and the contract has not`)
  const content = requestBody?.content ?? {}
  return {
    ...{ key, method, path, parameters, call },
    body: content['application/json']?.schema,
    upload: 'multipart/form-data' in content,
    uploadFields: Object.keys(content['multipart/form-data']?.schema.properties ?? {}),
  }
}

/** Whether the contract lets this person make the call. */
export function mayMake({ call }: DescribedCall, person: Person): boolean {
  if (call.who === 'anyone') return true
  if (call.who === 'registrant') return person.kind === 'registrant'
  if (isOutside(person) || (call.stepUp === true && person.toProve)) return false
  return mayCall(call.who, person.roles) && !(call.bothHalves === true && person.oneHalf)
}

export function pathOf({ path }: DescribedCall, { params, query }: Input): string {
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((params[name] ?? '').toWellFormed()))
  const asked = new URLSearchParams(query).toString()
  return asked === '' ? at : `${at}?${asked}`
}

/** Whether what is sent passes the contract's own checks, so that what refuses it is the verb. */
export function isValid({ call, upload }: DescribedCall, { params, query, body = {} }: Input): boolean {
  const parts: [TSchema | undefined, unknown][] = [
    [call.params, params],
    [call.query, query],
    ...(upload ? [] : [[call.body, body] as [TSchema | undefined, unknown]]),
  ]
  return parts.every(([schema, value]) => {
    if (schema === undefined) return typeof value === 'object' && value !== null && Object.keys(value).length === 0
    try {
      checkOf(schema)(value)
      return true
    } catch {
      return false
    }
  })
}
