import { expect, test } from 'vitest'
import { qrTextOf, walletLinkOf } from './payment-link.ts'

const ETHER = '0x52908400098527886E0F7030069857D2E4169EE7'
const TETHER = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const own = { contract: null }
const token = { contract: TETHER }
const quote = { amount: '0.00509684', units: '509684' }

test.each([
  ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['litecoin', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['dogecoin', 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE'],
])('the code of %s has the address and the amount in it, and opens a wallet with both', (network, address) => {
  const payment = { network, address, coin: own, quote }
  expect(qrTextOf(payment)).toBe(`${network}:${address}?amount=0.00509684`)
  expect(walletLinkOf(payment)).toBe(`${network}:${address}?amount=0.00509684`)
  for (const plain of [
    { ...payment, quote: null },
    { ...payment, coin: null },
  ]) {
    expect(qrTextOf(plain)).toBe(address)
    expect(walletLinkOf(plain)).toBeNull()
  }
})

test.each([
  ['ethereum', 1],
  ['bnb smart chain', 56],
  ['polygon', 137],
])('the code of %s is the plain address; a tap may open a wallet as EIP 681 writes it', (network, chain) => {
  const payment = { network, address: ETHER, coin: token, quote }
  expect(qrTextOf(payment)).toBe(ETHER)
  expect(walletLinkOf(payment)).toBe(`ethereum:${TETHER}@${chain}/transfer?address=${ETHER}&uint256=509684`)
  expect(walletLinkOf({ ...payment, coin: own })).toBe(`ethereum:${ETHER}@${chain}?value=509684`)
  expect(walletLinkOf({ ...payment, quote: null })).toBeNull()
})

test.each(['tron', 'solana'])('the code of %s is the plain address, and there is no link', (network) => {
  const payment = { network, address: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL', coin: token, quote }
  expect(qrTextOf(payment)).toBe(payment.address)
  expect(walletLinkOf(payment)).toBeNull()
})

test('a network for testing writes a payment as the one that it stands in for', () => {
  const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
  const payment = { network: 'bitcoin testnet', address, coin: own, quote }
  expect(qrTextOf(payment)).toBe(`bitcoin:${address}?amount=0.00509684`)
})
