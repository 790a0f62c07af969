import { fold, HEIGHT, layOut, packPeople, packRoots, type Path, type People, PEOPLE, type Sealed } from './block.ts'
import { unpackPeople, unpackRoots } from './block.ts'
import { commitmentInto, HASH, inRange, nodeInto, nonceOf, type SumNode, unownedLeaf } from './hashes.ts'

/** What is published of a proof: it says how much is owed, and nothing of to whom. Micro-dollars. */
export type Published = {
  epoch: number
  root: Uint8Array
  total: bigint
  /** levels between a person’s leaf and the last step, at which everybody meets what belongs to nobody who is known */
  depth: number
  unowned: bigint
}

/** What is kept of a tree, so that each person’s bundle can be made again. */
export type Tree = Published & { roots: Uint8Array; blocks: KeptBlock[] }
/** `first` is the lowest commitment in it. */
export type KeptBlock = { number: number; first: Uint8Array; count: number; people: Uint8Array }

/** The leaves of one person and their ways up, and what their commitment is made of. */
export type Bundle = {
  nonce: Uint8Array
  parts: { amount: bigint; leaf: number; path: Path }[]
}

const ID = 16
const AMOUNT = 8

/**
 * Builds a Merkle tree over all that is owed, in which every node holds the sum of what is under it (Maxwell’s proof of
 * liabilities; that both sums of the children have to be hashed: Chalkias, Lewi, Mohassel, Nikolaenko, 2020). People are
 * added in any order; they stand in that of their commitments, which only the seed knows.
 */
export class SumTree {
  private readonly of: Sealed
  private commitments = new Uint8Array(0)
  private amounts = new BigInt64Array(0)
  private count = 0

  constructor(of: Sealed) {
    this.of = of
  }

  /**
   * Adds people, one behind the other: id (16 bytes), what they are owed (8), the length of the name (1), the name in
   * lower case. Throws a RangeError for an amount below zero.
   */
  add(packed: Uint8Array): void {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
    for (let at = 0; at < packed.length;) {
      this.makeRoom()
      const name = at + ID + AMOUNT + 1
      const end = name + (packed[name - 1] ?? 0)
      const nonce = nonceOf(this.of.seed, packed.subarray(at, at + ID))
      commitmentInto(this.commitments, this.count * HASH, this.of.epoch, packed.subarray(name, end), nonce)
      this.amounts[this.count] = inRange(view.getBigInt64(at + ID))
      this.count += 1
      at = end
    }
  }

  private makeRoom(): void {
    if (this.count < this.amounts.length) return
    const room = Math.max(PEOPLE, Math.ceil(this.count * 1.5))
    const [commitments, amounts] = [new Uint8Array(room * HASH), new BigInt64Array(room)]
    commitments.set(this.commitments)
    amounts.set(this.amounts)
    this.commitments = commitments
    this.amounts = amounts
  }

  /** The tree, over all that were added and what belongs to nobody who is known. Throws a RangeError where a sum is too large. */
  finish(unowned: bigint): Tree {
    const order = this.inOrder()
    const number = 2 ** Math.ceil(Math.log2(Math.max(1, Math.ceil(this.count / PEOPLE))))
    const blocks: KeptBlock[] = []
    const roots: SumNode[] = []
    // Spread evenly, so that no block tells how many there are.
    for (let block = 0; block < number; block += 1) {
      const from = Math.floor((block * this.count) / number)
      const to = Math.floor(((block + 1) * this.count) / number)
      const people = this.peopleOf(order.subarray(from, to))
      roots.push(fold(layOut(this.of, block, people), 0))
      const first = people.commitments.slice(0, HASH)
      if (to > from) blocks.push({ number: block, first, count: to - from, people: packPeople(people) })
    }
    const packed = packRoots(roots)
    const depth = HEIGHT + Math.log2(number)
    return { ...rootOf(this.of.epoch, depth, fold(unpackRoots(packed), HEIGHT), unowned), roots: packed, blocks }
  }

  private inOrder(): Uint32Array {
    const { commitments, count } = this
    const bytes = Buffer.from(commitments.buffer)
    // Six bytes tell nearly any two apart, and are whole numbers.
    const keys = Float64Array.from({ length: count }, (_none, index) => bytes.readUIntBE(index * HASH, 6))
    const compare = (one: number, other: number) =>
      (keys[one] ?? 0) - (keys[other] ?? 0) ||
      bytes.compare(bytes, other * HASH, (other + 1) * HASH, one * HASH, (one + 1) * HASH)
    return Uint32Array.from({ length: count }, (_none, index) => index).sort(compare)
  }

  private peopleOf(which: Uint32Array): People {
    const commitments = new Uint8Array(which.length * HASH)
    const amounts: bigint[] = []
    for (const [index, person] of which.entries()) {
      commitments.set(this.commitments.subarray(person * HASH, (person + 1) * HASH), index * HASH)
      amounts.push(this.amounts[person] ?? 0n)
    }
    return { commitments, amounts }
  }
}

/** What is published: the people’s root, joined at the last step with what belongs to nobody who is known. */
function rootOf(epoch: number, depth: number, people: SumNode, unowned: bigint): Published {
  const root = new Uint8Array(HASH)
  nodeInto(root, 0, depth + 1, people, unownedLeaf(epoch, unowned))
  return { epoch, root, total: inRange(people.sum + unowned), depth, unowned }
}

/** A person as they are found among the blocks: by the commitment that the seed makes of their id and name. */
export function commitmentOf({ epoch, seed }: Sealed, id: Uint8Array, name: string): Uint8Array {
  const commitment = new Uint8Array(HASH)
  commitmentInto(commitment, 0, epoch, Buffer.from(name.toLowerCase()), nonceOf(seed, id))
  return commitment
}

/** The bundle of a person, out of their block; undefined where they are not in it. */
export function bundleFrom(
  of: Sealed,
  { id, name }: { id: Uint8Array; name: string },
  block: Pick<KeptBlock, 'number' | 'count' | 'people'>,
  { roots, unowned }: { roots: Uint8Array; unowned: bigint },
): Bundle | undefined {
  const own = Buffer.from(commitmentOf(of, id, name))
  const people = unpackPeople(block.people, block.count)
  const person = people.amounts.findIndex((_amount, index) =>
    own.equals(people.commitments.subarray(index * HASH, (index + 1) * HASH)),
  )
  if (person === -1) return undefined
  const laid = layOut(of, block.number, people)
  const places = ([0, 1] as const).map((part) => laid.placeOf(person, part))
  const { paths } = fold(laid, 0, places)
  const above = fold(unpackRoots(roots), HEIGHT, [block.number]).paths[0] ?? []
  const last = unownedLeaf(of.epoch, unowned)
  return {
    nonce: nonceOf(of.seed, id).slice(),
    parts: places.map((place, part) => ({
      amount: laid.parts[person]?.[part] ?? 0n,
      leaf: block.number * 2 ** HEIGHT + place,
      path: [...(paths[part] ?? []), ...above, last],
    })),
  }
}
