import { expect, test } from 'vitest'
import { NETWORKS } from '#wallets/contract.ts'
import { checkAddress, networkInWords } from '#wallets/rules.ts'
import { networkName } from './networks.ts'

test('a refusal names a network as screens name it, one for testing too', () => {
  for (const network of [...NETWORKS, 'bitcoin testnet']) {
    expect(networkInWords(network)).toBe(networkName(network))
    expect(checkAddress(network, 'nowhere')).toContain(`not an address of ${networkName(network)}`)
  }
})
