import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** A wallet of Ethereum that nobody pays to, and what it signs (EIP-191). */
export function anEthereumWallet(key: Uint8Array = secp256k1.utils.randomSecretKey()) {
  const address = `0x${Buffer.from(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12)).toString('hex')}`
  const sign = (text: string): string => {
    const bytes = Buffer.from(text)
    const hash = keccak_256(Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`), bytes]))
    const [which = 0, ...numbers] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
    return `0x${Buffer.from([...numbers, 27 + which]).toString('hex')}`
  }
  return { address, sign }
}
