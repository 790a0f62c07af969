import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Follows, placeLate, type Written } from './order.ts'

/** A transfer of a model: what it touches, in the order in which it was posted, and when it was written. */
type Posted = Written & { accounts: readonly string[] }

const byWritten = (one: Written, other: Written) =>
  one.written === other.written ? (one.id < other.id ? -1 : 1) : one.written < other.written ? -1 : 1

/** Which transfer stands behind which on an account. */
function chainsOf(posted: readonly Posted[]): Follows[] {
  const last = new Map<string, Posted>()
  return posted.flatMap((transfer) =>
    transfer.accounts.flatMap((account) => {
      const before = last.get(account)
      last.set(account, transfer)
      return before === undefined ? [] : [{ transfer, before }]
    }),
  )
}

async function placed(posted: readonly Posted[]): Promise<{ ids: bigint[]; moved: number }> {
  const chains = chainsOf(posted)
  const late = chains.filter(({ transfer, before }) => byWritten(before, transfer) > 0)
  const moved = await placeLate(late, async (ids) => chains.filter(({ before }) => ids.includes(before.id)))
  const keys = new Map(
    moved.map(({ id, anchor, rank }) => [id, { anchor: posted.find((one) => one.id === anchor), rank }]),
  )
  const keyOf = (one: Posted) => ({ anchor: keys.get(one.id)?.anchor ?? one, rank: keys.get(one.id)?.rank ?? 0 })
  const ids = posted
    .toSorted((one, other) => {
      const [a, b] = [keyOf(one), keyOf(other)]
      if (a.anchor.id !== b.anchor.id) return byWritten(a.anchor, b.anchor)
      return a.rank === b.rank ? byWritten(one, other) : a.rank - b.rank
    })
    .map(({ id }) => id)
  return { ids, moved: moved.length }
}

describe('the order of the books', () => {
  test('is the one in which transfers were written, where the clock went on', async () => {
    const posted = [1, 2, 3, 4].map((n) => ({ id: BigInt(n), written: BigInt(n), accounts: ['a', `own ${n % 2}`] }))
    expect(await placed(posted)).toEqual({ ids: [1n, 2n, 3n, 4n], moved: 0 })
  })

  test('takes whoever was written too early behind what it follows, and what follows it in turn', async () => {
    const posted = [
      { id: 1n, written: 10n, accounts: ['a'] },
      { id: 2n, written: 5n, accounts: ['a', 'b'] },
      { id: 3n, written: 6n, accounts: ['b', 'c'] },
      { id: 4n, written: 7n, accounts: ['d'] },
    ]
    expect(await placed(posted)).toEqual({ ids: [4n, 1n, 2n, 3n], moved: 2 })
  })

  test('ascends on every account, however the clock was set', async () => {
    const one = fc.record({
      written: fc.bigInt({ min: 0n, max: 12n }),
      accounts: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(one, { maxLength: 25 }),
        fc.infiniteStream(fc.nat({ max: 1000 })),
        async (drawn, salts) => {
          const posted = drawn.map((transfer, n) => ({ ...transfer, id: BigInt(salts.next().value * 100 + n) }))
          const { ids } = await placed(posted)
          expect(new Set(ids)).toEqual(new Set(posted.map(({ id }) => id)))
          expect(ids).toHaveLength(posted.length)
          for (const { transfer, before } of chainsOf(posted)) {
            expect(ids.indexOf(before.id)).toBeLessThan(ids.indexOf(transfer.id))
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test('is none where two accounts contradict one another, and says so', async () => {
    const [x, y] = [
      { id: 1n, written: 1n },
      { id: 2n, written: 2n },
    ]
    const links = [
      { transfer: x, before: y },
      { transfer: y, before: x },
    ]
    const attempt = placeLate(links.slice(0, 1), async (ids) => links.filter(({ before }) => ids.includes(before.id)))
    await expect(attempt).rejects.toThrow('contradict one another')
  })
})
