import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#kit/refusal.ts'
import { AmountInput, Day, Fields, Text, Time } from '#kit/wire.ts'
import { checkOf, strictCheckOf } from './validate.ts'

function refusalOf(check: () => void): Refusal {
  try {
    check()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

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
    expect(refusalOf(() => form(wrong)).errors).toMatchObject(
      Object.fromEntries(names.map((name) => [name, expect.anything()])),
    )
  })

  test('speaks to people, who know no field by its name on the wire', () => {
    const form = checkOf(Fields({ birth_date: Day, date: Time, name: Text(5) }))
    const wrong = refusalOf(() => form({ birth_date: '', date: '', name: '' }))
    expect(wrong.message).toBe('Check birth date, date, name.')
    expect(wrong.errors).toEqual({
      birth_date: ['Enter a date.'],
      date: ['Enter a date and a time.'],
      name: ['This field is required.'],
    })
    const one = refusalOf(() => form({ birth_date: '1990-12-31', date: '2026-11-01T12:00:00.000Z', name: '' }))
    expect(one.message).toBe('Check name.')
  })

  test('names the field of the call where something within it is missing, or is not known', () => {
    const form = checkOf(Fields({ looked_at: Fields({ name_matches: Type.Boolean() }) }))
    const errorsOf = (sent: unknown) => {
      try {
        return form(sent)
      } catch (error) {
        return (error as Refusal).errors
      }
    }
    expect(errorsOf({ looked_at: {} })).toEqual({ looked_at: ['A part of this is missing.'] })
    expect(errorsOf({ looked_at: { name_matches: true, more: 1 } })).toEqual({
      looked_at: ['This has a part that the call does not know.'],
    })
    expect(errorsOf({})).toEqual({ looked_at: ['This field is required.'] })
  })

  test('refuses text that the database cannot hold, wherever it stands', () => {
    for (const ids of [['a\u0000'], ['\ud800'], { '\u0000': 'a' }]) expect(() => check({ ids })).toThrow(Refusal)
    expect(() => check({ ids: ['a', '\u{1f600}'] })).not.toThrow()
  })

  test('takes nothing for another type than it is', () => {
    const typed = checkOf(Fields({ on: Type.Boolean(), count: Type.Integer(), name: Type.String() }))
    expect(() => typed({ on: true, count: 16, name: '16' })).not.toThrow()
    for (const wrong of [
      { on: 'true', count: 16, name: 'x' },
      { on: 1, count: 16, name: 'x' },
      { on: true, count: '0x10', name: 'x' },
      { on: true, count: [7], name: 'x' },
      { on: true, count: 16, name: 16 },
      { on: true, count: 16, name: ['x'] },
    ])
      expect(() => typed(wrong)).toThrow(Refusal)
  })
})

test('an answer with a field that its contract does not name is a bug', () => {
  const check = strictCheckOf(Type.Object({ name: Type.String() }))
  expect(() => check({ name: 'amy' })).not.toThrow()
  expect(() => check({ name: 'amy', password_hash: 'x' })).toThrow('breaks its contract')
})
