import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { OUR_BITCOIN } from '../../test/support/addresses.ts'
import { NETWORKS } from './contract.ts'
import { readPaymentTxid } from './txid-forms.ts'

const HASH = 'b6f6991d03df0e2e04dafffcd6bc418aac66049e2cd74b80f14ac86db1e3f0da'
const SIGNATURE = base58.encode(Uint8Array.from({ length: 64 }, (_, place) => 255 - place))

test.each(['bitcoin', 'litecoin', 'dogecoin', 'tron', 'bitcoin testnet'])(
  'on %s an id is 64 hexadecimal digits, and kept without 0x',
  (network) => {
    for (const typed of [HASH, HASH.toUpperCase(), `0x${HASH}`, ` 0X${HASH} `]) {
      expect(readPaymentTxid(network, typed)).toEqual({ txid: HASH })
    }
  },
)

test.each(['ethereum', 'bnb smart chain', 'polygon'])('on %s it is kept with 0x', (network) => {
  for (const typed of [HASH, HASH.toUpperCase(), `0x${HASH}`]) {
    expect(readPaymentTxid(network, typed)).toEqual({ txid: `0x${HASH}` })
  }
})

test('on Solana it is 64 bytes in base58, and every letter counts', () => {
  expect(readPaymentTxid('solana', ` ${SIGNATURE} `)).toEqual({ txid: SIGNATURE })
  const no = { problem: expect.stringContaining('86 to 88 letters and digits') }
  for (const typed of [SIGNATURE.slice(4), `${SIGNATURE}1`, SIGNATURE.replace(/.$/, '0'), HASH, 'x'.repeat(200)]) {
    expect(readPaymentTxid('solana', typed)).toEqual(no)
  }
})

test('what is none says what to do', () => {
  const whole = { problem: expect.stringContaining('Copy it from your wallet again, whole.') }
  for (const typed of [HASH.slice(1), `${HASH}0`, `0x0x${HASH}`, HASH.replace('b', 'g'), SIGNATURE, 'paid']) {
    expect(readPaymentTxid('bitcoin', typed)).toEqual(whole)
  }
  expect(readPaymentTxid('bitcoin', `https://mempool.space/tx/${HASH}`)).toEqual({
    problem: 'This is a link. Enter the transaction id alone.',
  })
  expect(readPaymentTxid('bitcoin', OUR_BITCOIN)).toEqual({ problem: expect.stringContaining('This is an address.') })
  expect(readPaymentTxid('bitcoin', `${HASH}\u200b`)).toEqual({ problem: expect.stringContaining('plain letters') })
})

test('every network that payments are taken on has a form of its own', () => {
  for (const network of NETWORKS) expect(readPaymentTxid(network, 'paid')).toHaveProperty('problem')
  expect(readPaymentTxid('a network of another age', 'paid')).toEqual({ txid: 'paid' })
})
