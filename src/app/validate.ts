import { countOf } from '#kit/count-of.ts'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { TSchema } from 'typebox'
import { fieldName } from '#kit/field-rules.ts'
import { type FieldErrors, Refusal } from '#kit/refusal.ts'
import { DAY_PATTERN } from '#kit/wire.ts'

// Every field that is wrong is named, whatever is wrong with those before it: of one, there may be three.
Settings.Set({ maxErrors: 100 })

type Problem = { keyword: string; instancePath: string; params: Record<string, unknown>; message: string }

type Compiled = ReturnType<typeof Compile>
const asSent = new WeakMap<TSchema, Compiled>()
const asAnswered = new WeakMap<TSchema, Compiled>()

/** At its first use, and once for all apps of the process: all of them together are a tenth of a second. */
function compiledOnce(
  known: WeakMap<TSchema, Compiled>,
  schema: TSchema,
  form: (schema: TSchema) => unknown,
): Compiled {
  const compiled = known.get(schema) ?? Compile(form(schema) as TSchema)
  known.set(schema, compiled)
  return compiled
}

/**
 * Compiles a schema to a check of what came in. Nothing is coerced, nothing is dropped.
 * The check refuses with a sentence for every field that is wrong.
 */
export function checkOf(schema: TSchema): (value: unknown) => void {
  return (value) => {
    refuseUnprintable(value)
    const compiled = compiledOnce(asSent, schema, (sent) => sent)
    if (compiled.Check(value)) return
    throw asRefusal([...compiled.Errors(value)] as Problem[])
  }
}

/** Compiles a schema to a strict check of what goes out: a field that the contract does not name is a bug. */
export function strictCheckOf(schema: TSchema): (value: unknown) => void {
  return (value) => {
    const compiled = compiledOnce(asAnswered, schema, closed)
    if (compiled.Check(value)) return
    throw new Error(`the reply breaks its contract: ${JSON.stringify([...compiled.Errors(value)].slice(0, 5))}`)
  }
}

function asRefusal(problems: Problem[]): Refusal {
  // A map, because a field may be called like something that every object has.
  const said = new Map<string, Set<string>>()
  for (const problem of problems) {
    for (const [field, sentence] of inWords(problem)) said.set(field, (said.get(field) ?? new Set()).add(sentence))
  }
  const errors: FieldErrors = Object.fromEntries([...said].map(([field, sentences]) => [field, [...sentences]]))
  const fields = [...said.keys()]
  if (fields.length === 0) return new Refusal('bad input', 'Send a JSON object with the fields of this call.')
  return new Refusal('bad input', `Check ${fields.map(fieldName).join(', ')}.`, errors)
}

function inWords({ keyword, instancePath, params, message }: Problem): [field: string, sentence: string][] {
  const field = instancePath.split('/')[1]
  const within: Record<string, string> = {
    required: 'A part of this is missing.',
    additionalProperties: 'This has a part that the call does not know.',
  }
  // what is wrong within a field is said of the field: a form knows no other
  if (field !== undefined && within[keyword] !== undefined) return [[field, within[keyword]]]
  if (keyword === 'required')
    return names(params['requiredProperties']).map((name) => [name, 'This field is required.'])
  if (keyword === 'additionalProperties') {
    return names(params['additionalProperties']).map((name) => [name, 'This call has no such field.'])
  }
  // The false schema behind an unknown field is said by 'additionalProperties'; a union says what it takes once.
  if (field === undefined || keyword === 'boolean') return []
  const limit = typeof params['limit'] === 'number' ? params['limit'] : 0
  const characters = countOf(limit, 'character')
  const sentences: Record<string, string> = {
    minLength: limit === 1 ? 'This field is required.' : `Use at least ${characters}.`,
    maxLength: `Use at most ${characters}.`,
    maxItems: `Send at most ${limit}.`,
    format: params['format'] === 'date-time' ? 'Enter a date and a time.' : 'This is not a valid value.',
    anyOf: 'This is not one of the values that can be used here.',
    type: 'This has the wrong type.',
    const: 'This is not one of the values that can be used here.',
    pattern: String(params['pattern']) === DAY_PATTERN ? 'Enter a date.' : 'This is not a valid value.',
  }
  return [[field, sentences[keyword] ?? `This ${message}.`]]
}

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String).slice(0, 20) : []
}

/** Far deeper than anything that a call takes, and far from where recursion ends. */
const DEEPEST = 10

/** Text that the database cannot hold (NUL, half a surrogate pair) is refused before it gets there. */
function refuseUnprintable(value: unknown, field?: string, depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed())
      refuseValue('This contains characters that cannot be stored.', field)
  } else if (typeof value === 'object' && value !== null) {
    if (depth === DEEPEST) refuseValue('This is nested too deeply.', field)
    for (const [name, inner] of Object.entries(value)) refuseUnprintable(inner, field ?? name, depth + 1)
  }
}

function refuseValue(sentence: string, field: string | undefined): never {
  throw new Refusal('bad input', sentence, field === undefined ? undefined : { [field]: [sentence] })
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Record<string, unknown> = {}
  for (const key of Reflect.ownKeys(schema)) {
    Object.defineProperty(copy, key, {
      ...Object.getOwnPropertyDescriptor(schema, key),
      value: closed((schema as Record<PropertyKey, unknown>)[key]),
    })
  }
  if (copy['type'] === 'object' && copy['properties'] !== undefined) copy['additionalProperties'] = false
  return copy
}
