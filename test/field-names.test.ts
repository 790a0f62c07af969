/** No form says that something is wrong with a field by what the wire calls it. */
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { checkOf } from '#app/validate.ts'
import { fieldName, NAMED_FIELDS } from '#kit/field-rules.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Call } from '#kit/wire.ts'

const ROOT = join(import.meta.dirname, '..')

/** Fields of the parts of a request, by the contract. */
function fieldsOf(call: Call): string[] {
  return [call.params, call.query, call.body].flatMap((part) =>
    Object.keys((part as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}),
  )
}
const ofContract = new Set(Object.values(contract as Record<string, Call>).flatMap(fieldsOf))
/** What uploads are called, steps of the identity check that are missing, and codes of which none is good any more. */
const BESIDES = ['file', 'image', 'person', 'front', 'back', 'face', 'codes']
/** The ways in which a verb says that something is wrong with a field. */
const REFUSING = [
  /refuseField\(\s*'(\w+)'/g,
  /errors\['(\w+)'/g,
  /\bnote\((?:\s*errors,)?\s*'(\w+)'/g,
  /\berrors: \{\s*(\w+): \[/g,
  // in words that may have something put into them
  /(?:Refusal|refuse)\((?:[^{}]|\$\{[^}]*\})*\{\s*(?:\.\.\.\w+,\s*)?(\w+): \[/g,
]

describe('a field of the wire', () => {
  test('has a name for people, whichever call takes it', () => {
    expect([...ofContract, ...BESIDES].filter((field) => !NAMED_FIELDS.includes(field))).toEqual([])
  })

  test('has a name for people wherever a verb refuses it', async () => {
    const refused = REFUSING.map(() => new Set<string>())
    for await (const path of glob('src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })) {
      const text = await readFile(join(ROOT, path), 'utf8')
      for (const [place, way] of REFUSING.entries())
        for (const [, field = ''] of text.matchAll(way)) refused[place]?.add(field)
    }
    // each way is in use, and the last one is read
    expect(refused.map(({ size }) => size)).not.toContain(0)
    expect(refused.at(-1)).toContain('codes')
    expect(refused.flatMap((fields) => [...fields].filter((field) => !NAMED_FIELDS.includes(field)))).toEqual([])
  })

  test('has none that is left over or looks like the wire', () => {
    expect(NAMED_FIELDS.filter((field) => !ofContract.has(field) && !BESIDES.includes(field))).toEqual([])
    expect(NAMED_FIELDS.map(fieldName).filter((name) => /_|^[A-Z]|^\w?$/.test(name))).toEqual([])
  })

  test('has a name that no other field of the same call has', () => {
    for (const [key, call] of Object.entries(contract as Record<string, Call>)) {
      const names = [...new Set(fieldsOf(call))].map(fieldName)
      expect(new Set(names).size, key).toBe(names.length)
    }
  })

  test('is named so in the refusal of every call, whatever else it is sent', () => {
    for (const [key, { body }] of Object.entries(contract as Record<string, Call>)) {
      const fields = Object.keys((body as { properties?: object } | undefined)?.properties ?? {})
      if (!body || fields.length === 0) continue
      let said: unknown
      try {
        checkOf(body)(Object.fromEntries(fields.map((field) => [field, { wrong: true }])))
      } catch (error) {
        said = error
      }
      if (!(said instanceof Refusal)) continue
      expect(said.message, key).not.toMatch(/_/)
      expect(Object.keys(said.errors ?? {}).every((field) => fields.includes(field))).toBe(true)
    }
  })
})
