import { expect, test } from 'vitest'
import { usedAddresses } from './used-addresses.ts'

const to = (
  wallet_address: string,
  day: number,
  status: 'completed' | 'declined' = 'completed',
  wallet_name = 'Bitcoin',
) => {
  return { wallet_name, wallet_address, status, created_at: `2026-03-0${day}T12:00:00.000Z` }
}

test('the last used addresses of a payment method are offered, each once, newest first', () => {
  const used = usedAddresses(
    [to('a', 1), to('b', 3), to('a', 4), to('c', 2), to('d', 5, 'completed', 'Tron')],
    'Bitcoin',
  )
  expect(used).toEqual([
    { address: 'a', at: '2026-03-04T12:00:00.000Z' },
    { address: 'b', at: '2026-03-03T12:00:00.000Z' },
    { address: 'c', at: '2026-03-02T12:00:00.000Z' },
  ])
})

test('no address that was declined is offered, and no more than three are', () => {
  expect(usedAddresses([to('a', 1, 'declined')], 'Bitcoin')).toEqual([])
  expect(
    usedAddresses([to('a', 1), to('b', 2), to('c', 3), to('d', 4)], 'Bitcoin').map(({ address }) => address),
  ).toEqual(['d', 'c', 'b'])
})
