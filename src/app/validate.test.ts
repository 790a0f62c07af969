import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#kit/refusal.ts'
import { AmountInput, Fields } from '#kit/wire.ts'
import { checkOf } from './validate.ts'

describe('a check of what came in', () => {
  const check = checkOf(Fields({ ids: Type.Array(Type.String()) }))

  test('refuses what is nested deeper than anything that a call takes', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"ids":', '}'],
    ] as const) {
      for (const depth of [100, 20_000]) {
        const nested: unknown = JSON.parse(`{"ids":${open.repeat(depth)}1${close.repeat(depth)}}`)
        expect(() => check(nested)).toThrow(Refusal)
      }
    }
  })

  test('names every field that is wrong, however many ways it is wrong in', () => {
    const names = Array.from({ length: 12 }, (_, place) => `field_${place}`)
    const form = checkOf(Fields(Object.fromEntries(names.map((name) => [name, AmountInput]))))
    const wrong = Object.fromEntries(names.map((name) => [name, { wrong: true }]))
    expect(() => form(wrong)).toThrow(`Check ${names.join(', ')}.`)
  })

  test('refuses text that the database cannot hold, wherever it stands', () => {
    for (const ids of [['a\u0000'], ['\ud800'], { '\u0000': 'a' }]) expect(() => check({ ids })).toThrow(Refusal)
    expect(() => check({ ids: ['a', '\u{1f600}'] })).not.toThrow()
  })
})
