import { createCipheriv, createHmac } from 'node:crypto'
import { HASH, inRange, leafInto, nodeInto, SUM, type SumNode } from './hashes.ts'

/** People whose leaves stand together, in a subtree of their own: it alone is made again for the bundle of one of them. */
export const PEOPLE = 512
const LEAVES = 2 * PEOPLE
/** Levels of a block. */
export const HEIGHT = 10
/** Random bytes: six for the place of each leaf, sixteen for the split of each amount, 32 for who is not there. */
const PLACES = 6 * LEAVES
const SPLITS = 16 * PEOPLE
const NOTHING = new Uint8Array(PLACES + SPLITS + HASH * PEOPLE)

export type Sealed = { epoch: number; seed: Uint8Array }
/** Those of one block: their commitments, one behind the other in ascending order, and what each is owed, micro-dollars. */
export type People = { commitments: Uint8Array; amounts: readonly bigint[] }
/** What stands beside a leaf, from the lowest level up. */
export type Path = SumNode[]
type Folded = SumNode & { paths: Path[] }

/** Nodes of a level, one behind the other. */
export type Nodes = { hashes: Uint8Array; sums: bigint[] }

/** Folds a level into its root, in place; with the paths of those at some places. `level` is that of the nodes given. */
export function fold({ hashes, sums }: Nodes, level: number, followed: readonly number[] = []): Folded {
  const paths: Path[] = followed.map(() => [])
  const at = (index: number): SumNode => ({
    hash: hashes.subarray(index * HASH, (index + 1) * HASH),
    sum: sums[index] ?? 0n,
  })
  for (let [count, up] = [sums.length, 0]; count > 1; count /= 2, up += 1) {
    for (const [which, place] of followed.entries()) {
      const beside = at((place >> up) ^ 1)
      paths[which]?.push({ hash: beside.hash.slice(), sum: beside.sum })
    }
    for (let index = 0; index < count / 2; index += 1) {
      const [left, right] = [at(2 * index), at(2 * index + 1)]
      nodeInto(hashes, index * HASH, level + up + 1, left, right)
      sums[index] = inRange(left.sum + right.sum)
    }
  }
  return { hash: hashes.slice(0, HASH), sum: sums[0] ?? 0n, paths }
}

/** A stream of random bytes that the seed alone decides: AES-128-CTR under a key of the block’s own. */
function bytesOf(seed: Uint8Array, number: number): Buffer {
  const key = createHmac('sha256', seed).update(`block ${number}`).digest().subarray(0, 16)
  return createCipheriv('aes-128-ctr', key, new Uint8Array(16)).update(NOTHING)
}

/** What a block comes to: a leaf for each half of each amount, in an order that only the seed knows, and nobody for the rest. */
export type LaidOut = Nodes & {
  /** where the leaf of a person’s part stands in the block */
  placeOf(person: number, part: 0 | 1): number
  /** how a person’s amount is split */
  parts: (readonly [bigint, bigint])[]
}

export function layOut({ epoch, seed }: Sealed, number: number, { commitments, amounts }: People): LaidOut {
  const bytes = bytesOf(seed, number)
  const places = shuffled(bytes)
  const hashes = new Uint8Array(LEAVES * HASH)
  const sums: bigint[] = Array.from({ length: LEAVES }, () => 0n)
  const parts: (readonly [bigint, bigint])[] = []
  for (let person = 0; person < PEOPLE; person += 1) {
    const amount = amounts[person]
    const commitment =
      amount === undefined
        ? bytes.subarray(PLACES + SPLITS + person * HASH, PLACES + SPLITS + (person + 1) * HASH)
        : commitments.subarray(person * HASH, (person + 1) * HASH)
    const halves = split(amount ?? 0n, bytes, PLACES + person * 16)
    parts.push(halves)
    for (const part of [0, 1] as const) {
      const place = places[2 * person + part] ?? 0
      leafInto(hashes, place * HASH, { epoch, commitment, part, amount: halves[part] })
      sums[place] = halves[part]
    }
  }
  return { hashes, sums, parts, placeOf: (person, part) => places[2 * person + part] ?? 0 }
}

/** Every order of the places is as likely as another, but for one part in 2³⁸. */
function shuffled(bytes: Buffer): Uint16Array {
  const places = Uint16Array.from({ length: LEAVES }, (_none, index) => index)
  for (let last = LEAVES - 1; last > 0; last -= 1) {
    const other = bytes.readUIntBE(last * 6, 6) % (last + 1)
    const kept = places[last] ?? 0
    places[last] = places[other] ?? 0
    places[other] = kept
  }
  return places
}

/** Two halves of an amount: the first is as likely any of 0 to the whole, but for one part in 2⁶⁴. */
function split(amount: bigint, bytes: Buffer, at: number): readonly [bigint, bigint] {
  if (amount === 0n) return [0n, 0n]
  const first = ((bytes.readBigUInt64BE(at) << 64n) | bytes.readBigUInt64BE(at + 8)) % (amount + 1n)
  return [first, amount - first]
}

/** How the people of a block are kept: their commitments, then what each is owed, seven bits to a byte, the lowest first. */
export function packPeople({ commitments, amounts }: People): Uint8Array {
  const owed: number[] = []
  for (const amount of amounts) {
    let rest = inRange(amount)
    for (; rest > 127n; rest >>= 7n) owed.push(Number(rest & 127n) | 128)
    owed.push(Number(rest))
  }
  return Buffer.concat([commitments, Uint8Array.from(owed)])
}

/** The same again, of so many people. */
export function unpackPeople(bytes: Uint8Array, count: number): People {
  const amounts: bigint[] = []
  for (let [at, amount, shift] = [count * HASH, 0n, 0n]; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    amount |= BigInt(byte & 127) << shift
    shift += 7n
    if (byte > 127) continue
    amounts.push(amount)
    amount = 0n
    shift = 0n
  }
  if (amounts.length !== count) throw new Error(`a block holds ${amounts.length} amounts instead of ${count}`)
  return { commitments: bytes.subarray(0, count * HASH), amounts }
}

/** The roots of all blocks, one behind the other, each with its sum. */
export function packRoots(roots: readonly SumNode[]): Uint8Array {
  const bytes = Buffer.alloc(roots.length * (HASH + SUM))
  for (const [index, { hash, sum }] of roots.entries()) {
    bytes.set(hash, index * (HASH + SUM))
    bytes.writeBigUInt64BE(sum, index * (HASH + SUM) + HASH)
  }
  return bytes
}

/** The same again. */
export function unpackRoots(bytes: Uint8Array): Nodes {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const count = bytes.length / (HASH + SUM)
  const hashes = new Uint8Array(count * HASH)
  const sums: bigint[] = []
  for (let index = 0; index < count; index += 1) {
    const at = index * (HASH + SUM)
    hashes.set(view.subarray(at, at + HASH), index * HASH)
    sums.push(view.readBigUInt64BE(at + HASH))
  }
  return { hashes, sums }
}
