import * as text from '#texts/networks.ts'
import type { NETWORKS } from '#wallets/contract.ts'
import { networkInWords as networkName, standsFor } from '#wallets/network-rules.ts'

export { networkName }

const SYMBOLS: Record<(typeof NETWORKS)[number], string> = text.symbols
const isKnown = (network: string): network is keyof typeof SYMBOLS => Object.hasOwn(SYMBOLS, network)

/**
 * The few letters that stand for a network's coin; of one for testing those of the network that it stands in for, and of
 * one that is not known the first of its name.
 */
export function networkSymbol(network: string): string {
  const own = standsFor(network)
  return isKnown(own) ? SYMBOLS[own] : network.slice(0, 3).toUpperCase()
}

/** The networks to choose from, the current one among them; without one the first choice is the one with no value. */
export function networkChoices(present: string | undefined, none: string) {
  const choices = Object.keys(SYMBOLS).map((value) => ({ value, label: networkName(value) }))
  if (present === undefined) return [{ value: '', label: none }, ...choices]
  return isKnown(present) ? choices : [{ value: present, label: present }, ...choices]
}
