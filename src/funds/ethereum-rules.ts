import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const FORM = /^0x[0-9a-f]{130}$/i
const NUMBERS_LENGTH = 64
/** The last byte: which of the points that a signature fits is the signer's. Some devices leave 27 out. */
const WHICH: Readonly<Record<number, number>> = { 0: 0, 1: 1, 27: 0, 28: 1 }

/**
 * The address of whoever signed a text as wallets of Ethereum and its kin do (EIP-191, version 0x45, "personal_sign"), in
 * lower case; undefined where it is no signature. Of the two that anybody can make of one (s, and n − s) only that with
 * the lower s is one, as in EIP-2: wallets make no other.
 */
export function signerByEthereum(text: string, signature: string): string | undefined {
  if (!FORM.test(signature)) return undefined
  const bytes = hexToBytes(signature.slice(2))
  const which = WHICH[bytes[NUMBERS_LENGTH] ?? -1]
  if (which === undefined) return undefined
  try {
    const numbers = secp256k1.Signature.fromBytes(bytes.subarray(0, NUMBERS_LENGTH), 'compact')
    if (numbers.hasHighS()) return undefined
    const point = numbers.addRecoveryBit(which).recoverPublicKey(hashOfMessage(text))
    return `0x${bytesToHex(keccak_256(point.toBytes(false).subarray(1)).subarray(12))}`
  } catch {
    return undefined
  }
}

/** EIP-191: 0x19, "Ethereum Signed Message:", a line feed, how many bytes the text has in decimal digits, the text. */
function hashOfMessage(text: string): Uint8Array {
  const bytes = utf8ToBytes(text)
  return keccak_256(concatBytes(utf8ToBytes(`\u0019Ethereum Signed Message:\n${bytes.length}`), bytes))
}
