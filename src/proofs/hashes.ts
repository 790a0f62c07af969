import { Message } from './sha-256.ts'

/** Bytes of a hash, and of a sum in it. */
export const HASH = 32
export const SUM = 8
/** The most that a sum of the tree may be, micro-dollars: what the books' own columns hold. */
export const MOST_SUM = 2n ** 63n - 1n

const [LEAF, NODE, COMMITMENT, NONCE] = [0, 1, 2, 3]
const NONCE_LENGTH = 16
const ID_LENGTH = 16
/** One for each kind of message, so that what never changes in it is written once. */
const leaf = new Message()
const node = new Message()
const commitment = new Message()
const nonce = new Message()
leaf.bytes[0] = LEAF
node.bytes[0] = NODE
commitment.bytes[0] = COMMITMENT
nonce.bytes[0] = NONCE

/** Throws where a sum is below zero, or more than there can be. */
export function inRange(sum: bigint): bigint {
  if (sum < 0n || sum > MOST_SUM) throw new RangeError(`a sum of ${sum} micro-dollars cannot be in a tree`)
  return sum
}

/** Writes SHA-256(0x00 ‖ epoch ‖ commitment ‖ part ‖ amount) to a place. */
export function leafInto(
  to: Uint8Array,
  at: number,
  of: { epoch: number; commitment: Uint8Array; part: number; amount: bigint },
): void {
  leaf.view.setUint32(1, of.epoch)
  leaf.bytes.set(of.commitment, 5)
  leaf.bytes[37] = of.part
  leaf.view.setBigUint64(38, inRange(of.amount))
  leaf.hashInto(to, at, 46)
}

/**
 * Writes SHA-256(0x01 ‖ level ‖ left hash ‖ left sum ‖ right hash ‖ right sum) to a place. Both sums of the children are
 * in it: a tree that hashes their total alone lets each reader be told another part of it.
 */
export function nodeInto(to: Uint8Array, at: number, level: number, left: SumNode, right: SumNode): void {
  node.bytes[1] = level
  node.bytes.set(left.hash, 2)
  node.view.setBigUint64(34, inRange(left.sum))
  node.bytes.set(right.hash, 42)
  node.view.setBigUint64(74, inRange(right.sum))
  node.hashInto(to, at, 82)
}
export type SumNode = { hash: Uint8Array; sum: bigint }

/** Writes SHA-256(0x02 ‖ epoch ‖ length of the name ‖ name in lower case ‖ nonce) to a place; the name as its bytes. */
export function commitmentInto(to: Uint8Array, at: number, epoch: number, name: Uint8Array, by: Uint8Array): void {
  commitment.view.setUint32(1, epoch)
  commitment.bytes[5] = name.length
  commitment.bytes.set(name, 6)
  commitment.bytes.set(by, 6 + name.length)
  commitment.hashInto(to, at, 6 + name.length + NONCE_LENGTH)
}

const hashed = new Uint8Array(HASH)
/**
 * What makes a person’s commitment nobody else’s to guess: the first 16 bytes of SHA-256(0x03 ‖ seed ‖ their id). It is
 * good until the next call.
 */
export function nonceOf(seed: Uint8Array, id: Uint8Array): Uint8Array {
  nonce.bytes.set(seed, 1)
  nonce.bytes.set(id, 1 + HASH)
  nonce.hashInto(hashed, 0, 1 + HASH + ID_LENGTH)
  return hashed.subarray(0, NONCE_LENGTH)
}

/** The leaf of what is held and belongs to nobody who is known; published, so its commitment is none. */
export function unownedLeaf(epoch: number, amount: bigint): SumNode {
  const hash = new Uint8Array(HASH)
  leafInto(hash, 0, { epoch, commitment: new Uint8Array(HASH), part: 0, amount })
  return { hash, sum: amount }
}
