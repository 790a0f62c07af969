import { expect, test } from 'vitest'
import { NETWORKS } from '#wallets/contract.ts'
import { checkAddress } from '#wallets/rules.ts'
import { ownCoinOf } from '#wallets/coin-rules.ts'
import { networkChoices, networkName, networkSymbol } from './networks.ts'

test('a refusal names a network as screens name it, one for testing too', () => {
  for (const network of [...NETWORKS, 'bitcoin testnet']) {
    expect(checkAddress(network, 'nowhere')).toContain(`not an address of ${networkName(network)}`)
  }
  expect(networkName('bnb smart chain')).toBe('BNB Smart Chain')
  expect(networkName('bitcoin testnet')).toBe('Bitcoin Testnet')
})

test('every network can be chosen, by its name, and has the letters of its coin', () => {
  const offered = networkChoices(undefined, 'none').slice(1)
  expect(offered).toEqual(NETWORKS.map((network) => ({ value: network, label: networkName(network) })))
  expect(NETWORKS.map(networkSymbol)).toEqual(['BTC', 'ETH', 'TRX', 'LTC', 'DOGE', 'SOL', 'BNB', 'POL'])
  expect(networkSymbol('litecoin testnet')).toBe('LTC')
  expect(networkSymbol('monero')).toBe('MON')
})

test('a network’s own coin is called as on screens', () => {
  for (const network of [...NETWORKS, 'bitcoin testnet', 'litecoin testnet']) {
    expect(ownCoinOf(network)?.coin).toBe(networkSymbol(network))
  }
})
