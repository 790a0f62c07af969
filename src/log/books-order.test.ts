import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inBooksOrder, type Ordered } from './books-order.ts'

/** Transfers that wrote to some accounts one after the other, under numbers that say nothing of when. */
const stories = fc
  .array(fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 30 })
  .chain((moved) => fc.tuple(fc.constant(moved), fc.shuffledSubarray([...moved.keys()], { minLength: moved.length })))
  .map(([moved, numbers]) => {
    const written = new Map<number, number>()
    return moved.map((accounts, at): Ordered => ({
      id: BigInt(numbers[at] ?? 0),
      entries: accounts.map((account_id) => {
        written.set(account_id, (written.get(account_id) ?? 0) + 1)
        return { account_id, sequence: written.get(account_id) ?? 0 }
      }),
    }))
  })

test('every account ascends without a gap, whatever the numbers and however they come', () => {
  fc.assert(
    fc.property(stories, fc.infiniteStream(fc.nat()), (story, chance) => {
      const mixed = story.map((one) => ({ one, by: chance.next().value })).sort((a, b) => a.by - b.by)
      const order = inBooksOrder(mixed.map(({ one }) => one))
      expect(new Set(order)).toEqual(new Set(story))
      expect(order).toHaveLength(story.length)
      const last = new Map<number, number>()
      for (const { account_id, sequence } of order.flatMap(({ entries }) => entries)) {
        expect(sequence).toBe((last.get(account_id) ?? 0) + 1)
        last.set(account_id, sequence)
      }
    }),
  )
})

test('what needs no other order goes by its number', () => {
  const one = (id: bigint, account_id: number): Ordered => ({ id, entries: [{ account_id, sequence: 1 }] })
  expect(inBooksOrder([one(3n, 1), one(1n, 2), one(2n, 3)]).map(({ id }) => id)).toEqual([1n, 2n, 3n])
})

test('transfers that each come before the other have no order', () => {
  const [first, second] = [
    {
      id: 1n,
      entries: [
        { account_id: 1, sequence: 1 },
        { account_id: 2, sequence: 2 },
      ],
    },
    {
      id: 2n,
      entries: [
        { account_id: 1, sequence: 2 },
        { account_id: 2, sequence: 1 },
      ],
    },
  ]
  expect(() => inBooksOrder([first, second])).toThrow('each come before the other')
})
