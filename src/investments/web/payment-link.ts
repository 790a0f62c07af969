import { standsFor } from '#wallets/network-rules.ts'
import type { Payment } from './calls.ts'

/**
 * Bitcoin and its kin write a payment as BIP 21 has it, each under its own scheme: `bitcoin:ADDRESS?amount=0.01`, the
 * amount in whole coins with a dot. So do their networks for testing, whose addresses tell them apart.
 */
const SCHEMES: Readonly<Record<string, string>> = { bitcoin: 'bitcoin', litecoin: 'litecoin', dogecoin: 'dogecoin' }
/** The ids of the networks for which EIP 681 writes a payment, as EIP 155 has them. */
const CHAINS: Readonly<Record<string, number>> = { ethereum: 1, 'bnb smart chain': 56, polygon: 137 }

type Payable = Pick<Payment, 'network' | 'address'> & {
  coin: { contract: string | null } | null
  /** What is to be paid; null while no amount is held. */
  quote: { amount: string; units: string } | null
}

/**
 * What the QR code of a payment says: the address with the amount for Bitcoin and its kin, whose wallets all read that
 * (BIP 21), and the address alone everywhere else. Wallets that do not know EIP 681 have paid to the contract of a token,
 * where money is lost.
 */
export function qrTextOf({ network, address, coin, quote }: Payable): string {
  const scheme = SCHEMES[standsFor(network)]
  if (scheme === undefined || coin === null || quote === null) return address
  return `${scheme}:${address}?amount=${quote.amount}`
}

/**
 * The link that opens a wallet with all of the payment filled in, as BIP 21 and EIP 681 write it: a wallet that takes the
 * link knows what it means. Null where there is no such link, and while no amount is held.
 */
export function walletLinkOf(payment: Payable): string | null {
  const { network, address, coin, quote } = payment
  if (coin === null || quote === null) return null
  if (standsFor(network) in SCHEMES) return qrTextOf(payment)
  const chain = CHAINS[network]
  if (chain === undefined) return null
  if (coin.contract === null) return `ethereum:${address}@${chain}?value=${quote.units}`
  return `ethereum:${coin.contract}@${chain}/transfer?address=${address}&uint256=${quote.units}`
}
