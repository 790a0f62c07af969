import { describe, expect, test } from 'vitest'
import { NETWORKS } from './contract.ts'
import { coinOf, isSameCoin, NO_COIN, ownCoinOf, readCoin, readPaymentWallet, type TypedCoin } from './coin-rules.ts'

const OUR = { name: 'Ours', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', network: 'ethereum' }
const TETHER = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const USDT = { coin: 'USDT', coin_contract: TETHER, coin_decimals: 6 }
const BITCOIN = { name: 'Ours', address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', network: 'bitcoin' }

const errorsOf = (typed: TypedCoin, at = OUR) => {
  const read = readCoin(typed, at)
  return 'errors' in read ? read.errors : {}
}

test.each(NETWORKS)('%s has its own coin, which needs no contract', (network) => {
  const own = ownCoinOf(network)
  expect(readCoin({ coin: own?.coin }, { ...OUR, network })).toEqual({
    ...{ coin: own?.coin, coin_contract: null, coin_decimals: own?.decimals },
  })
})

test('a token has a symbol, the contract as the network writes its addresses, and its decimals', () => {
  expect(readCoin({ ...USDT, coin: ' usdt ', coin_decimals: ' 6 ' }, OUR)).toEqual(USDT)
  expect(readCoin({ ...USDT, coin_decimals: 0 }, OUR)).toEqual({ ...USDT, coin_decimals: 0 })
})

test('blank and null are no coin; a contract without a symbol is asked for it', () => {
  for (const coin of ['', ' ', null]) expect(readCoin({ coin }, OUR)).toEqual(NO_COIN)
  expect(readCoin({}, OUR)).toEqual(NO_COIN)
  expect(errorsOf({ coin_contract: TETHER })).toEqual({ coin: [expect.stringContaining('symbol')] })
})

describe('what is refused, each under its own field', () => {
  test.each([
    ['a symbol of other letters', { ...USDT, coin: 'UЅDT' }, 'coin', 'letters and digits'],
    ['a symbol that is too long', { ...USDT, coin: 'ABCDEFGHIJK' }, 'coin', 'letters and digits'],
    ['a token without its contract', { ...USDT, coin_contract: '' }, 'coin_contract', 'Enter the contract'],
    ['a mistyped contract', { ...USDT, coin_contract: TETHER.replace('A', 'a') }, 'coin_contract', 'mistyped'],
    ['a contract of another network', { ...USDT, coin_contract: BITCOIN.address }, 'coin_contract', 'Ethereum'],
    [
      'the wallet’s own address',
      { ...USDT, coin_contract: OUR.address.toLowerCase() },
      'coin_contract',
      'wallet itself',
    ],
    ['no decimals', { ...USDT, coin_decimals: undefined }, 'coin_decimals', '0 to 18'],
    ['more decimals than there are', { ...USDT, coin_decimals: 19 }, 'coin_decimals', '0 to 18'],
    ['decimals that are no number', { ...USDT, coin_decimals: '6.0' }, 'coin_decimals', '0 to 18'],
    ['a contract of the network’s own coin', { ...USDT, coin: 'ETH' }, 'coin_contract', 'no contract'],
  ])('%s', (_what, typed, field, said) => {
    expect(errorsOf(typed)).toEqual({ [field]: [expect.stringContaining(said)] })
  })

  test('a token on a network that carries none, and any coin on a network that is not known', () => {
    for (const network of ['bitcoin', 'bitcoin testnet']) {
      expect(errorsOf(USDT, { ...BITCOIN, network })).toEqual({ coin: [expect.stringContaining('carries no tokens')] })
    }
    const unknown = { ...BITCOIN, network: 'monero' }
    expect(errorsOf({ coin: 'XMR' }, unknown)).toEqual({ coin: [expect.stringContaining('no price')] })
  })
})

test('a network for testing shows the coin of the one that it stands in for', () => {
  expect(readCoin({ coin: 'BTC' }, { ...BITCOIN, network: 'bitcoin testnet' })).toEqual({
    ...{ coin: 'BTC', coin_contract: null, coin_decimals: 8 },
  })
  expect(ownCoinOf('litecoin testnet')?.coin).toBe('LTC')
})

test('what is left out stays while the network does, and goes with it', () => {
  expect(readCoin({}, OUR, { ...OUR, ...USDT })).toEqual(USDT)
  expect(readCoin({}, BITCOIN, { ...OUR, ...USDT })).toEqual(NO_COIN)
  expect(readPaymentWallet(OUR, { ...OUR, ...USDT })).toEqual({ wallet: { ...OUR, ...USDT } })
})

test('two coins are one only if symbol, contract and decimals are', () => {
  expect(isSameCoin(USDT, coinOf({ ...OUR, ...USDT }))).toBe(true)
  expect(isSameCoin(USDT, { ...USDT, coin_decimals: 18 })).toBe(false)
  expect(isSameCoin(USDT, { ...USDT, coin_contract: null })).toBe(false)
  expect(isSameCoin(USDT, NO_COIN)).toBe(false)
})
