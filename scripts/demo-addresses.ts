/**
 * Where the demo's money goes: addresses as two networks for testing write them. Each is drawn from a name, so nobody has
 * its key, and no wallet of the real networks takes it: no real money can be paid there by mistake.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32 } from '@scure/base'

const PREFIXES = { 'bitcoin testnet': 'tb', 'litecoin testnet': 'tltc' } as const
export type DemoNetwork = keyof typeof PREFIXES

/** The address of somebody on a network (BIP 173, witness version 0), the same each time. */
export function demoAddress(who: string, network: DemoNetwork): string {
  const program = sha256(new TextEncoder().encode(`Plumb demo, ${who}, ${network}`)).slice(0, 20)
  return bech32.encode(PREFIXES[network], [0, ...bech32.toWords(program)])
}

/** One for each coin, so that whoever invests knows which to take. */
const OFFERED = [
  { name: 'Bitcoin', network: 'bitcoin testnet', coin: 'BTC', funds: '12000' },
  { name: 'Litecoin', network: 'litecoin testnet', coin: 'LTC', funds: '6000' },
] as const
export const OUR_WALLETS = OFFERED.map((wallet) => ({
  ...wallet,
  address: demoAddress('the operator', wallet.network),
}))
