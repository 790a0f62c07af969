import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HASH_LENGTH } from './hash.ts'
import {
  consistencyPath,
  grownTiles,
  hashAt,
  inclusionPath,
  leafHash,
  leafHashesInto,
  nodeHash,
  rootOf,
} from './merkle.ts'
import { edgeOf, readTileName, TILE_WIDTH, tileName, type TilePlace, tilesOf, tileWidth } from './tile-rules.ts'
import { hashOfLeaf, isConsistent, isIncluded } from './verify-merkle-rules.ts'

/** The entries with which RFC 6962 is tested in Certificate Transparency, and the roots of their first 1, 2, … 8. */
const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'))
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

/** What stands before the commitment of a transfer. */
const ENTRY_OF_TRANSFER = 'transfer\n'

/** A tree kept as tiles alone, grown by steps. */
function kept() {
  const tiles = new Map<string, Uint8Array>()
  let size = 0
  const read: TilePlace[] = []
  const tileAt = (place: TilePlace) => {
    read.push(place)
    const tile = tiles.get(`${place.level}/${place.n}`)
    if (tile === undefined) throw new Error(`no tile ${place.level}/${place.n}`)
    return tile
  }
  return {
    tiles,
    tileAt,
    read,
    size: () => size,
    add(entries: readonly Uint8Array[]) {
      const grown = grownTiles(size, entries.map(leafHash), tileAt)
      for (const { level, n, hashes } of grown) tiles.set(`${level}/${n}`, hashes)
      size += entries.length
      return grown
    },
  }
}

/** As RFC 6962, 2.1 says it: over all leaves, by recursion. */
function plainRoot(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length === 0) return createHash('sha256').digest()
  const [first] = entries
  if (first !== undefined && entries.length === 1) return leafHash(first)
  let half = 1
  while (half * 2 < entries.length) half *= 2
  return nodeHash(plainRoot(entries.slice(0, half)), plainRoot(entries.slice(half)))
}

const entry = (at: number) => Buffer.from(`entry ${at}`)
const entries = (count: number, from = 0) => Array.from({ length: count }, (_, at) => entry(from + at))
const flipped = (hash: Uint8Array) => hash.map((byte, at) => (at === 7 ? byte ^ 1 : byte))
const flippedAt = (path: readonly Uint8Array[], step: number) =>
  path.map((hash, at) => (at === step ? flipped(hash) : hash))

describe('the tree of the log', () => {
  test('has the roots of the vectors of RFC 6962', () => {
    const tree = kept()
    for (const [at, bytes] of ENTRIES.entries()) {
      tree.add([bytes])
      expect(Buffer.from(rootOf(at + 1, tree.tileAt)).toString('hex')).toBe(ROOTS[at])
    }
    expect(Buffer.from(rootOf(0, tree.tileAt)).toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
  })

  test('has the root of the plain recursion at every size up to 70, read from the tiles of the last', async () => {
    const tree = kept()
    tree.add(entries(70))
    for (let size = 0; size <= 70; size += 1) {
      expect(rootOf(size, tree.tileAt)).toEqual(Buffer.from(plainRoot(entries(size))))
    }
    expect(Buffer.from(await hashOfLeaf(entry(3)))).toEqual(leafHash(entry(3)))
  })

  test('leads from every entry to every root up to 70, and from none to another', async () => {
    const tree = kept()
    tree.add(entries(70))
    for (let size = 1; size <= 70; size += 1) {
      const root = rootOf(size, tree.tileAt)
      const says = await Promise.all(
        entries(size).map(async (bytes, index) => {
          const path = inclusionPath(index, size, tree.tileAt)
          const hash = leafHash(bytes)
          const beside = index === 0 ? 1 : index - 1
          return [
            await isIncluded({ hash, index }, { size, root }, path),
            (index + size) % 8 > 0 || !(await isIncluded({ hash, index: beside }, { size, root }, path)),
          ]
        }),
      )
      expect(says.flat()).not.toContain(false)
    }
    expect(() => inclusionPath(70, 70, tree.tileAt)).toThrow(RangeError)
  })

  test('shows of any two sizes up to 70 that the smaller begins the larger', async () => {
    const tree = kept()
    tree.add(entries(70))
    const heads = Array.from({ length: 71 }, (_, size) => ({ size, root: rootOf(size, tree.tileAt) }))
    for (const grown of heads.slice(1)) {
      const says = await Promise.all(
        heads.slice(1, grown.size + 1).map(async (old) => {
          const path = consistencyPath(old.size, grown.size, tree.tileAt)
          return [
            await isConsistent(old, grown, path),
            (old.size + grown.size) % 8 > 0 || !(await isConsistent({ ...old, root: flipped(old.root) }, grown, path)),
            (old.size + grown.size) % 8 > 0 || !(await isConsistent(old, { ...grown, root: flipped(old.root) }, path)),
          ]
        }),
      )
      expect(says.flat()).not.toContain(false)
    }
    expect(
      await isConsistent({ size: 0, root: rootOf(0, tree.tileAt) }, { size: 1, root: leafHash(entry(0)) }, []),
    ).toBe(true)
    expect(() => consistencyPath(71, 70, tree.tileAt)).toThrow(RangeError)
  })

  test('refuses a path that was cut, made longer, changed at any step, or belongs to another size', async () => {
    const tree = kept()
    tree.add(entries(600))
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 600 }).chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1), fc.nat())),
        async ([size, index, step]) => {
          const head = { size, root: rootOf(size, tree.tileAt) }
          const leaf = { hash: leafHash(entry(index)), index }
          const path = inclusionPath(index, size, tree.tileAt)
          const at = step % path.length
          expect(await isIncluded(leaf, head, path)).toBe(true)
          expect(await isIncluded(leaf, head, path.toSpliced(at, 1))).toBe(false)
          expect(await isIncluded(leaf, head, path.toSpliced(at, 0, leaf.hash))).toBe(false)
          expect(await isIncluded(leaf, head, flippedAt(path, at))).toBe(false)
          expect(await isIncluded(leaf, { ...head, size: size * 2 + 1 }, path)).toBe(false)
          const longer = consistencyPath(index + 1, size, tree.tileAt)
          const old = { size: index + 1, root: rootOf(index + 1, tree.tileAt) }
          if (longer.length === 0) return
          const place = step % longer.length
          expect(await isConsistent(old, head, longer)).toBe(true)
          expect(await isConsistent(old, head, longer.toSpliced(place, 1))).toBe(false)
          expect(await isConsistent(old, head, flippedAt(longer, place))).toBe(false)
        },
      ),
    )
  })

  test('comes to the same tiles in however many steps it grows, and a full tile never changes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(300), { minLength: 1, maxLength: 8 }), (steps) => {
        const [grown, whole] = [kept(), kept()]
        for (const step of steps) {
          for (const { level, n } of grown.add(entries(step, grown.size()))) {
            expect(tileWidth({ level, n }, grown.size() - step)).toBeLessThan(TILE_WIDTH)
          }
        }
        whole.add(entries(grown.size()))
        expect(grown.tiles).toEqual(whole.tiles)
        for (const [name, hashes] of whole.tiles) {
          const [level = 0, n = 0] = name.split('/').map(Number)
          expect(hashes.length / HASH_LENGTH).toBe(tileWidth({ level, n }, whole.size()))
        }
      }),
      { numRuns: 25 },
    )
  })

  test('has the same tiles where its leaves come in pieces, hashed in place, as where they come one by one', () => {
    const edge = fc.constantFrom(0, 1, 255, 256, 257, 511, 512, 513)
    fc.assert(
      fc.property(fc.array(edge, { minLength: 1, maxLength: 5 }), (pieces) => {
        const tree = kept()
        tree.add(entries(300))
        const commitments = pieces.map((count, piece) =>
          Buffer.concat(
            Array.from({ length: count }, (_, at) => createHash('sha256').update(`${piece} ${at}`).digest()),
          ),
        )
        const leaves = commitments.map((ends) => {
          const hashes = Buffer.alloc(ends.length)
          leafHashesInto(hashes, ENTRY_OF_TRANSFER, ends)
          return hashes
        })
        const grown = grownTiles(300, leaves, tree.tileAt)
        const all = Buffer.concat(commitments)
        const plain = Array.from({ length: all.length / HASH_LENGTH }, (_, at) =>
          Buffer.concat([Buffer.from(ENTRY_OF_TRANSFER), hashAt(all, at)]),
        )
        expect(grown.map(({ hashes, ...tile }) => ({ ...tile, hashes: Buffer.from(hashes) }))).toEqual(
          tree.add(plain).map(({ hashes, ...tile }) => ({ ...tile, hashes: Buffer.from(hashes) })),
        )
      }),
      { numRuns: 25 },
    )
  })

  test('takes few tiles however large it is: 70,000 entries have the tiles that the specification counts', () => {
    const tree = kept()
    tree.add(entries(70_000))
    const widths = [...tree.tiles].map(([name, tile]) => `${name.split('/')[0]}:${tile.length / HASH_LENGTH}`)
    expect(widths.toSorted()).toEqual(
      [...Array.from({ length: 273 }, () => '0:256'), '0:112', '1:256', '1:17', '2:1'].toSorted(),
    )
    expect(edgeOf(70_000)).toEqual([
      { level: 0, n: 273 },
      { level: 1, n: 1 },
      { level: 2, n: 0 },
    ])
    tree.read.length = 0
    inclusionPath(12_345, 70_000, tree.tileAt)
    const used = new Set(tree.read.map(({ level, n }) => `${level}/${n}`))
    expect(used.size).toBeLessThanOrEqual(6)
    expect(tilesOf([{ from: 0, to: 70_000 }])).toEqual(edgeOf(70_000).toReversed())
  })

  test('names tiles by parts of three digits, and reads no other name', () => {
    expect(tileName(1_234_067)).toBe('x001/x234/067')
    expect([0, 7, 999, 1000].map(tileName)).toEqual(['000', '007', '999', 'x001/000'])
    expect(readTileName('x001/x234/067')).toEqual({ n: 1_234_067, width: 256 })
    expect(readTileName('005.p/12')).toEqual({ n: 5, width: 12 })
    for (const wrong of ['5', '005.p/0', '005.p/256', '005.p/01', 'x000/005', '001/005', 'x001/x005', '', '005/']) {
      expect(readTileName(wrong)).toBeUndefined()
    }
  })
})
