import * as text from '#texts/networks.ts'
import type { NETWORKS } from '#wallets/contract.ts'

type Network = (typeof NETWORKS)[number]

const KNOWN: Record<Network, { name: string; symbol: string }> = text.networks
const known = (network: string) => Object.entries(KNOWN).find(([name]) => name === network)?.[1]

/** A network's name as people write it; one for testing, which nobody is offered, by its words. */
export function networkName(network: string): string {
  return known(network)?.name ?? network.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

/** The few letters that stand for a network's coin. */
export function networkSymbol(network: string): string {
  return known(network)?.symbol ?? network.slice(0, 3).toUpperCase()
}

/** The networks to choose from, the current one among them; without one the first choice is the one with no value. */
export function networkChoices(present: string | undefined, none: string) {
  const choices = Object.entries(KNOWN).map(([value, { name }]) => ({ value, label: name }))
  if (present === undefined) return [{ value: '', label: none }, ...choices]
  return present in KNOWN ? choices : [{ value: present, label: present }, ...choices]
}
