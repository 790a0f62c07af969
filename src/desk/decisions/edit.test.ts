import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesOf, editedAmount, editedDate, type EditValues, isLookedUpFirst, toLocal } from './edit.ts'

const CREATED = '2026-11-20T21:41:17.483Z'
const opened = { amount: '500.00', date: CREATED, status: 'approved' } as const

test('a date left alone goes back unchanged, to the millisecond', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
      const instant = date.toISOString()
      expect(editedDate(instant, toLocal(instant))).toBe(instant)
    }),
  )
})

test('an amount left alone, or only written in another way, is no change', () => {
  expect(editedAmount('1000.00', '$1,000')).toBe('1000.00')
  expect(editedAmount('1000.00', '1 500.5')).toBe('1500.5')
  expect(editedAmount('1000.00', '1,5')).toBe('1,5')
})

test('a date that is changed is the moment which the field shows in this zone', () => {
  expect(editedDate(CREATED, toLocal('2026-11-19T08:30:05.000Z'))).toBe('2026-11-19T08:30:05.000Z')
  expect(editedDate(CREATED, toLocal('2026-11-20T21:41:18.000Z'))).toBe('2026-11-20T21:41:18.000Z')
})

test('a date that cannot be read goes as it is, for the server to refuse', () => {
  expect(editedDate(CREATED, '')).toBe('')
})

test('what would change is told before it is done, and nothing else', () => {
  expect(changesOf(opened, opened)).toEqual([])
  expect(changesOf(opened, { ...opened, amount: '500' })).toEqual([])
  expect(changesOf(opened, { ...opened, amount: '1250.5', status: 'declined' })).toEqual([
    { term: 'Amount', value: '$500.00 → $1,250.50' },
    { term: 'Status', value: 'Approved → Declined' },
  ])
  expect(changesOf(opened, { ...opened, date: '2025-11-20T21:41:17.483Z' })).toMatchObject([{ term: 'Date' }])
})

test('an amount that cannot be read is not guessed', () => {
  for (const amount of ['', '1e3', '-5', '19.999', '0']) {
    expect(changesOf(opened, { ...opened, amount })).toEqual([{ term: 'Amount', value: '$500.00 → …' }])
  }
})

test('what was said to be paid is looked up before it is paid, given back in whole or in part, or decided anew', () => {
  const asks = (edit: Partial<EditValues>) => isLookedUpFirst(opened, { ...opened, ...edit })
  expect((['completed', 'declined', 'pending'] as const).map((status) => asks({ status }))).toEqual([true, true, true])
  expect([asks({ amount: '499.99' }), asks({ amount: '500.01' }), asks({ amount: '' }), asks({})]).toEqual([
    ...[true, false, false, false],
  ])
  const declined = { ...opened, status: 'declined' } as const
  expect([isLookedUpFirst(declined, { ...declined, status: 'pending' }), isLookedUpFirst(declined, opened)]).toEqual([
    ...[true, false],
  ])
})
