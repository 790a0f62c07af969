import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32, bech32m } from '@scure/base'

/** Bytes of signed data, and of one thing in it: neither has more than some hundred. */
const MOST = 1000
const SIGN_ALL = 1
const BY_DEFAULT = 0

/** To whom an output is paid: the hash of a key (P2WPKH), or a key itself (P2TR). */
type Program = { version: 0 | 1; program: Uint8Array; script: Uint8Array }

/**
 * Whether a text is signed with the key of a Bitcoin address (BIP-322, "simple", with or without its `smp`): of an address
 * of one key that begins with bc1q (P2WPKH) or bc1p (P2TR, by its key path). Addresses of scripts and of before 2017 are
 * not read: for them it is false.
 */
export function isSignedByBitcoin(address: string, text: string, signature: string): boolean {
  try {
    const to = programOf(address)
    const stack = readWitness(base64.decode(signature.replace(/^smp/, '')))
    return to !== undefined && (to.version === 0 ? isByHash(to, text, stack) : isByKey(to, text, stack))
  } catch {
    return false
  }
}

/** Whether an address is of a form whose signatures can be verified here. */
export function signsAlone(address: string): boolean {
  return programOf(address) !== undefined
}

function programOf(address: string): Program | undefined {
  for (const [code, version, length] of [[bech32, 0, 20] as const, [bech32m, 1, 32] as const]) {
    const decoded = code.decodeUnsafe(address)
    if (decoded === undefined || !['bc', 'tb'].includes(decoded.prefix) || decoded.words[0] !== version) continue
    const program = code.fromWordsUnsafe(decoded.words.slice(1))
    if (program?.length !== length) continue
    const opcode = version === 0 ? 0 : 0x51
    return { version, program, script: Uint8Array.of(opcode, length, ...program) }
  }
  return undefined
}

/** A stack as transactions write it: how many, then each behind its length. Nothing may follow. */
function readWitness(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length > MOST) throw new Error('too long')
  const [count = 0] = bytes
  const stack: Uint8Array[] = []
  let at = 1
  for (let n = 0; n < count; n++) {
    const length = bytes[at] ?? MOST
    // longer ones are written otherwise, and of these there are none
    if (length > 0xfc || at + 1 + length > bytes.length) throw new Error('cut')
    stack.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  if (at !== bytes.length) throw new Error('too long')
  return stack
}

function isByHash({ program, script }: Program, text: string, stack: Uint8Array[]): boolean {
  const [signature, key, ...others] = stack
  if (signature === undefined || key?.length !== 33 || others.length > 0) return false
  if (toText(ripemd160(sha256(key))) !== toText(program) || signature.at(-1) !== SIGN_ALL) return false
  const hash = hashForHash(program, outpointOf(script, text))
  return secp256k1.verify(signature.subarray(0, -1), hash, key, { prehash: false, lowS: true, format: 'der' })
}

function isByKey({ program, script }: Program, text: string, stack: Uint8Array[]): boolean {
  const [signature, ...others] = stack
  if (signature === undefined || others.length > 0) return false
  const kind = signature.length === 64 ? BY_DEFAULT : signature[64]
  if (signature.length > 65 || (kind !== BY_DEFAULT && kind !== SIGN_ALL)) return false
  // one that says what goes without saying is no signature (BIP 341)
  if (signature.length === 65 && kind === BY_DEFAULT) return false
  return schnorr.verify(signature.subarray(0, 64), hashForKey(script, outpointOf(script, text), kind), program)
}

/** What the second transaction of BIP-322 spends: the one output of the first, which has the text in it. */
function outpointOf(script: Uint8Array, text: string): Uint8Array {
  const hash = tagged('BIP0322-signed-message', new TextEncoder().encode(text))
  const input = joined(new Uint8Array(32), [0xff, 0xff, 0xff, 0xff], [34, 0, 32], hash, FOUR)
  const output = joined(EIGHT, [script.length], script)
  return joined(twice(joined(FOUR, [1], input, [1], output, FOUR)), FOUR)
}

const FOUR = new Uint8Array(4)
const EIGHT = new Uint8Array(8)
/** Nothing, to whoever reads it: OP_RETURN. */
const OUTPUT = Uint8Array.of(...EIGHT, 1, 0x6a)

/** BIP 143. Version, sequence, amount and lock time are 0. */
function hashForHash(program: Uint8Array, outpoint: Uint8Array): Uint8Array {
  const code = joined([25, 0x76, 0xa9, 20], program, [0x88, 0xac])
  const all = [FOUR, twice(outpoint), twice(FOUR), outpoint, code, EIGHT, FOUR, twice(OUTPUT), FOUR]
  return twice(joined(...all, [SIGN_ALL, 0, 0, 0]))
}

/** BIP 341, for all inputs and outputs, by the key path, without an annex. */
function hashForKey(script: Uint8Array, outpoint: Uint8Array, kind: number): Uint8Array {
  const scripts = sha256(joined([script.length], script))
  const inputs = [sha256(outpoint), sha256(EIGHT), scripts, sha256(FOUR)]
  return tagged('TapSighash', joined([0, kind], FOUR, FOUR, ...inputs, sha256(OUTPUT), [0], FOUR))
}

function tagged(name: string, bytes: Uint8Array): Uint8Array {
  const tag = sha256(new TextEncoder().encode(name))
  return sha256(joined(tag, tag, bytes))
}

const twice = (bytes: Uint8Array) => sha256(sha256(bytes))
const joined = (...parts: (Uint8Array | readonly number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const toText = (bytes: Uint8Array) => bytes.join(' ')
