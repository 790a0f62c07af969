import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58 } from '@scure/base'

/** The key of `OUR_BITCOIN`, as BIP 84 publishes it. */
const OUR_KEY = base58.decode('KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d').slice(1, 33)

const sha = (...parts: (Uint8Array | number[])[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest()
const twice = (...parts: (Uint8Array | number[])[]) => sha(sha(...parts))
const zeros = (count: number) => Buffer.alloc(count)

/** What the owner of `OUR_BITCOIN` signs over a text (BIP-322, simple, P2WPKH): a witness in base64. */
export function signedByOurBitcoin(text: string): string {
  const key = secp256k1.getPublicKey(OUR_KEY)
  const hash = createHash('ripemd160').update(sha(key)).digest()
  const tag = sha(Buffer.from('BIP0322-signed-message'))
  const message = sha(tag, tag, Buffer.from(text))
  const [input, output] = [[1], [...zeros(8), 22, 0, 20, ...hash]]
  const spend = [...zeros(4), ...input, ...zeros(32), 255, 255, 255, 255, 34, 0, 32, ...message, ...zeros(4)]
  const from = Buffer.concat([twice(spend, [1], output, zeros(4)), zeros(4)])
  const code = [25, 0x76, 0xa9, 20, ...hash, 0x88, 0xac]
  const hashed = twice(
    ...[zeros(4), twice(from), twice(zeros(4)), from, code, zeros(8), zeros(4)],
    ...[twice(zeros(8), [1, 0x6a]), zeros(4), [1, 0, 0, 0]],
  )
  const signature = [...secp256k1.sign(hashed, OUR_KEY, { prehash: false, format: 'der' }), 1]
  return Buffer.from([2, signature.length, ...signature, key.length, ...key]).toString('base64')
}
