import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bundleOf, inLog, someone, treeOf } from '../../test/support/summed-people.ts'
import { there } from '../../test/support/there.ts'
import { packPeople, unpackPeople } from './block.ts'
import { checkBundle } from './web/check-bundle.js'
import { MOST_SUM } from './hashes.ts'
import { Message } from './sha-256.ts'
import { bundleFrom, SumTree } from './sum-tree.ts'

const seed = randomBytes(32)
const of = { epoch: 7, seed }
const people = (count: number) =>
  Array.from({ length: count }, (_none, number) => someone(number, BigInt(number * 1000)))

describe('the hash', () => {
  test('is that of every message of its length that node:crypto makes', () => {
    const message = new Message()
    for (let length = 0; length <= 119; length += 1) {
      const bytes = randomBytes(length)
      message.bytes.set(bytes)
      const hash = new Uint8Array(32)
      message.hashInto(hash, 0, length)
      expect(Buffer.from(hash)).toEqual(createHash('sha256').update(bytes).digest())
    }
    expect(() => message.hashInto(new Uint8Array(32), 0, 120)).toThrow('does not fit')
  })
})

describe('the tree', () => {
  test('comes to what is owed, whoever is in it, and everybody finds their own two leaves in it', async () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
    await fc.assert(
      fc.asyncProperty(fc.array(amount, { maxLength: 60 }), amount, async (owed, unowned) => {
        const everybody = owed.map((each, number) => someone(number, each))
        const tree = treeOf(everybody, of, unowned)
        expect(tree.total).toBe(owed.reduce((sum, each) => sum + each, unowned))
        for (const person of everybody.slice(0, 5)) {
          const bundle = bundleOf(tree, of, person)
          expect(await checkBundle(bundle)).toEqual(
            ['parts', 'part 1', 'part 2', 'log', 'signature'].map((what, step) => ({
              ...{ what, is: step < 3 ? 'yes' : 'not checked', where: '' },
            })),
          )
          expect(bundle.parts.reduce((sum, part) => sum + BigInt(part.amount), 0n)).toBe(person.owed)
        }
      }),
      { numRuns: 15 },
    )
  })

  test('is of several blocks where there are more than 512 people, and hides their number but for a power of two', async () => {
    const everybody = people(1500)
    const tree = treeOf(everybody, of, 12n)
    expect(tree.depth).toBe(12)
    expect(tree.blocks.map(({ count }) => count)).toEqual([375, 375, 375, 375])
    for (const number of [0, 1, 700, 1499]) {
      const bundle = bundleOf(tree, of, there(everybody[number]))
      const logged = await inLog(bundle, { index: 1_000, size: 70_000 })
      expect((await checkBundle(logged)).map(({ is }) => is)).toEqual(['yes', 'yes', 'yes', 'yes', 'yes'])
      expect(JSON.stringify(logged).length).toBeLessThan(6000)
    }
    expect(treeOf(people(3), of).depth).toBe(10)
    expect(treeOf([], of).total).toBe(0n)
  })

  test('is the same in whichever order people come, and another with another seed or in another epoch', () => {
    const everybody = people(40)
    const { root } = treeOf(everybody, of)
    expect(treeOf(everybody.toReversed(), of).root).toEqual(root)
    expect(treeOf(everybody, { ...of, seed: randomBytes(32) }).root).not.toEqual(root)
    expect(treeOf(everybody, { ...of, epoch: 8 }).root).not.toEqual(root)
  })

  test('splits an amount anywhere, and puts the halves anywhere', () => {
    const everybody = Array.from({ length: 512 }, (_none, number) => someone(number, 1_000_000n))
    const tree = treeOf(everybody, of)
    const bundles = everybody.map((person) => bundleOf(tree, of, person))
    const firsts = bundles.map(({ parts }) => Number(there(parts[0]).amount))
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const within = firsts.filter((first) => Math.floor(first / 100_001) === tenth).length
      expect(within).toBeGreaterThan(15)
    }
    const leaves = bundles.flatMap(({ parts }) => parts.map(({ leaf }) => leaf))
    expect(new Set(leaves).size).toBe(1024)
    expect(bundles.filter(({ parts }) => (there(parts[0]).leaf ^ there(parts[1]).leaf) === 1).length).toBeLessThan(10)
  })

  test('takes no amount below zero, and no sum that is more than the books can hold', () => {
    const tree = new SumTree(of)
    const below = Buffer.alloc(25)
    below.writeBigInt64BE(-1n, 16)
    expect(() => tree.add(below)).toThrow(RangeError)
    expect(() => treeOf([someone(1, MOST_SUM)], of, 1n)).toThrow(RangeError)
    expect(() => treeOf([someone(1, MOST_SUM), someone(2, 1n)], of)).toThrow(RangeError)
    expect(treeOf([someone(1, MOST_SUM)], of).total).toBe(MOST_SUM)
  })

  test('is kept at forty bytes a person, and whoever is not in a block has no bundle from it', () => {
    const everybody = Array.from({ length: 512 }, (_none, number) => someone(number, 25_000_000_000n))
    const tree = treeOf(everybody, of)
    const kept = tree.blocks.reduce((sum, { people: bytes }) => sum + bytes.length, tree.roots.length)
    expect(kept / 512).toBeLessThanOrEqual(40)
    expect(bundleFrom(of, { id: randomBytes(16), name: 'nobody' }, there(tree.blocks[0]), tree)).toBeUndefined()
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: MOST_SUM }), { maxLength: 20 }), (amounts) => {
        const commitments = randomBytes(amounts.length * 32)
        expect(unpackPeople(packPeople({ commitments, amounts }), amounts.length)).toEqual({ commitments, amounts })
      }),
    )
  })
})
