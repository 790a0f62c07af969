import { expect, test } from 'vitest'
import { mayPass } from './may-pass.ts'
import { OutcomeUnknown } from './transaction.ts'

const failed = (code: string, cause?: unknown) => Object.assign(new Error('it failed', { cause }), { code })

test.each([
  ['a conflict', failed('40001')],
  ['a disk that is full', failed('53100')],
  ['a lock that somebody has', failed('55P03')],
  ['a statement that somebody ended', failed('57014')],
  ['a connection that was lost', failed('ECONNRESET')],
  ['a commit that was not answered', new OutcomeUnknown(new Error('it failed'))],
  ['what was caused by one of these', new Error('it failed', { cause: failed('53300') })],
])('%s may be over at the next try', (_what, error) => {
  expect(mayPass(error)).toBe(true)
})

test.each([
  ['a rule of the books that is broken', failed('23514')],
  ['a number too large', failed('22003')],
  ['a table that is not there', failed('42P01')],
  ['what is no error', 'it failed'],
  ['what was caused by none', new Error('it failed', { cause: failed('23514') })],
])('%s is the same at the next try', (_what, error) => {
  expect(mayPass(error)).toBe(false)
})
