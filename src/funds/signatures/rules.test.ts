import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { anEthereumWallet } from '../../../test/support/sign-as-ethereum.ts'
import { isSignedBy, keccak256, signerOf } from '../../../scripts/verify/held.mjs'
import { isSignedByBitcoin, signsAlone } from './bitcoin-message.ts'
import { signerByEthereum } from '../ethereum-rules.ts'
import { readSentence, schemeOf, sentenceOf } from '../sentence-rules.ts'

const SAID = {
  ...{ network: 'bnb smart chain', address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23', day: '2026-11-27' },
  ...{ house: 'https://plumb.example', epoch: 12, root: 'ab'.repeat(32) },
}

describe('the sentence', () => {
  test('is one line of plain signs, to the letter', () => {
    expect(sentenceOf(SAID)).toBe(
      `This wallet, ${SAID.address} on bnb smart chain, is held for https://plumb.example: 2026-11-27, proof 12, root ${SAID.root}`,
    )
    expect(readSentence(sentenceOf(SAID))).toEqual(SAID)
  })

  test('with anything more, less or other is none', () => {
    const whole = sentenceOf(SAID)
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.constantFrom('', '\n', ' ', '\u00a0', 'é', '<', '\u202e'), (at, put) => {
        const changed = whole.slice(0, at) + put + whole.slice(at + 1)
        fc.pre(changed !== whole)
        const read = readSentence(changed)
        if (read !== undefined) expect(sentenceOf(read)).toBe(changed)
        expect(read).not.toEqual(SAID)
      }),
    )
    for (const other of [`${whole}\n`, ` ${whole}`, `${whole}.`, whole.replace('12', '012'), whole.toUpperCase()]) {
      expect(readSentence(other)).toBeUndefined()
    }
  })

  test('is signed as wallets of its network sign', () => {
    expect(['ethereum', 'bitcoin', 'tron', 'constructor'].map(schemeOf)).toEqual(['EIP-191', 'BIP-322', null, null])
  })
})

// as the documentation of web3.js has it (eth.accounts.sign), and eth-account tries it
const SIGNED = {
  text: 'Some data',
  signature:
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
  by: '0x2c7536e3605d9c16a7a3d7b1898e529396a65c23',
}
const ORDER = secp256k1.Point.Fn.ORDER

describe('a signature of Ethereum', () => {
  test('tells who signed', () => {
    expect(signerByEthereum(SIGNED.text, SIGNED.signature)).toBe(SIGNED.by)
    expect(signerByEthereum(SIGNED.text, SIGNED.signature.replace(/1c$/, '01'))).toBe(SIGNED.by)
    expect(signerByEthereum('Some other', SIGNED.signature)).not.toBe(SIGNED.by)
  })

  test('that anybody can make of another is none', () => {
    const [r, s] = [SIGNED.signature.slice(2, 66), BigInt(`0x${SIGNED.signature.slice(66, 130)}`)]
    const high = (ORDER - s).toString(16).padStart(64, '0')
    const flipped = secp256k1.Signature.fromHex(r + high).addRecoveryBit(0)
    const hash = secp256k1.Signature.fromHex(SIGNED.signature.slice(2, 130)).addRecoveryBit(1)
    expect(flipped.hasHighS() && !hash.hasHighS()).toBe(true)
    expect(signerByEthereum(SIGNED.text, `0x${r}${high}1b`)).toBeUndefined()
  })

  test('of another form is none', () => {
    const { signature, text } = SIGNED
    const zero = '0'.repeat(64)
    const whole = ORDER.toString(16)
    const others = [
      ...['', '0x', signature.slice(2), signature.slice(0, -2), `${signature}00`, signature.replace(/1c$/, '1d')],
      ...[
        `0x${zero}${signature.slice(66)}`,
        `0x${signature.slice(2, 66)}${zero}1c`,
        `0x${whole}${signature.slice(66)}`,
      ],
      ...['<img src=x onerror=alert(1)>', signature.replace('b', 'g')],
    ]
    for (const other of others) expect(signerByEthereum(text, other), other).toBeUndefined()
    fc.assert(fc.property(fc.string(), (other) => signerByEthereum(text, other) === undefined))
  })

  test('of any key over any text tells its address, and another text another', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.string(), (key, text) => {
        fc.pre(secp256k1.utils.isValidSecretKey(key))
        const { address, sign } = anEthereumWallet(key)
        expect(signerByEthereum(text, sign(text))).toBe(address)
        expect(signerByEthereum(`${text} `, sign(text))).not.toBe(address)
      }),
      { numRuns: 20 },
    )
  })
})

/** BIP-322’s own: bip-0322/basic-test-vectors.json and generated-test-vectors.json of github.com/bitcoin/bips. */
const HASHED = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const GENERATED = 'bc1qkntwc3c4dzxh9xh6875l03fn3vkk023jgak3u7'
const KEYED = 'bc1p9cyuceaazr8cz46mvgkzl94wy397mwpqsrk84su37t72jvkg6wzqv52nfp'
const EMPTY =
  'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
const OF_GENERATED =
  'AkcwRAIgCYHF/vn67iZX5WBimh84kqD6pTME6eNCMGhfFnnwCNECIAF3nMCk/RfLit+uv8a8FgfQIw0f0ASE21GSz7rX17PsASEDTA2vM8bOtUFgvenSDUmvkq7aWNwoTB0CMiM6carHY1s='
const OF_KEYED = 'AUBay6NwR4LEYedkTG+vE9F7C0RTOCB5NH6ZAqf+3hudjHIkOzSZk1jW/5Kt0wRKX3llJ25os+0qktdou4/Y8516'
const SIGNED_TEXTS: [address: string, text: string, signature: string][] = [
  [HASHED, '', `smp${EMPTY}`],
  [
    HASHED,
    '',
    'smpAkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    HASHED,
    'Hello World',
    'smpAkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    HASHED,
    'Hello World',
    'smpAkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    'bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler',
    'No prefix fallback',
    'AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R',
  ],
  [GENERATED, 'ESHJI7MWUL64AXHBI42L3UR4QA', OF_GENERATED],
  [KEYED, 'TPIZPITUIHEUHO5ACOL6W6MBVD', OF_KEYED],
]
const REFUSED: [address: string, text: string, signature: string][] = [
  [HASHED, '', 'not-valid-base64!!!'],
  [HASHED, '', ''],
  [HASHED, 'Wrong message that was not signed', `smp${EMPTY}`],
  ['bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9', '', `smp${EMPTY}`],
  [HASHED, '', 'smpAA=='],
  [HASHED, '', 'fooAA=='],
  [HASHED, '', `ful${EMPTY}`],
  [GENERATED, 'OVKTTPEFKLUOTAOJSPCKIHCQZW', OF_GENERATED],
  ['bc1qx3f9s3scavc92s3g2fhwzqzn7qucd37ez03jpf', 'ESHJI7MWUL64AXHBI42L3UR4QA', OF_GENERATED],
  [KEYED, 'IHUVDIXOZV7EE7RU6CP7JUS57N', OF_KEYED],
  ['bc1pr72av8sh7qc2ssxs8w0hlj0cl82g2q2dvypngzgsrmd4plml84ksmfyv0q', 'TPIZPITUIHEUHO5ACOL6W6MBVD', OF_KEYED],
]

describe('a signature of Bitcoin', () => {
  test.each(SIGNED_TEXTS)('of %s over “%s” is right', (address, text, signature) => {
    expect(isSignedByBitcoin(address, text, signature)).toBe(true)
    expect(signsAlone(address)).toBe(true)
  })

  test.each(REFUSED)('for %s over “%s” is refused where it is not', (address, text, signature) => {
    expect(isSignedByBitcoin(address, text, signature)).toBe(false)
  })

  test('is refused with any of its bytes changed, cut, or with more behind it', () => {
    for (const [address, text, signature] of [SIGNED_TEXTS[5], SIGNED_TEXTS[6]].filter((one) => one !== undefined)) {
      const bytes = Buffer.from(signature, 'base64')
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 1
        expect(isSignedByBitcoin(address, text, changed.toString('base64')), String(at)).toBe(false)
      }
      expect(isSignedByBitcoin(address, text, bytes.subarray(0, -1).toString('base64'))).toBe(false)
      expect(isSignedByBitcoin(address, text, Buffer.concat([bytes, Buffer.of(0)]).toString('base64'))).toBe(false)
    }
  })

  test('of an address of a script, or of before, is not read', () => {
    for (const address of ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '', 'bc1q']) {
      expect(signsAlone(address)).toBe(false)
      expect(isSignedByBitcoin(address, '', EMPTY)).toBe(false)
    }
  })
})

/** It shares no line with the above: what holds of one holds of the other. */
describe('npm run verify', () => {
  test('reads signatures as they are read here', () => {
    expect(keccak256(Buffer.alloc(0)).toString('hex')).toBe(
      'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    )
    expect(signerOf(SIGNED.text, SIGNED.signature)).toBe(SIGNED.by)
    for (const one of SIGNED_TEXTS) expect(isSignedBy(...one), one.join()).toBe(true)
    for (const one of REFUSED) expect(isSignedBy(...one), one.join()).toBe(false)
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.nat(130), (text, at) => {
        const { address, sign } = anEthereumWallet()
        const signature = sign(text)
        expect(signerOf(text, signature)).toBe(address)
        const changed = signature.slice(0, at) + '1' + signature.slice(at + 1)
        expect(signerOf(text, changed)).toBe(signerByEthereum(text, changed))
      }),
      { numRuns: 20 },
    )
  })
})
