import type { NETWORKS } from '#wallets/contract.ts'

type Network = (typeof NETWORKS)[number]

const NAMES: Record<Network, string> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  tron: 'Tron',
  litecoin: 'Litecoin',
  dogecoin: 'Dogecoin',
  solana: 'Solana',
  'bnb smart chain': 'BNB Smart Chain',
  polygon: 'Polygon',
}

/** A network's name as people write it. */
export function networkName(network: string): string {
  return Object.entries(NAMES).find(([known]) => known === network)?.[1] ?? network
}

/** The networks to choose from, the present one among them; without one it is told from the address. */
export function networkChoices(present: string | undefined) {
  const known = Object.entries(NAMES).map(([value, label]) => ({ value, label }))
  if (present === undefined) return [{ value: '', label: 'Told from the address' }, ...known]
  return present in NAMES ? known : [{ value: present, label: present }, ...known]
}
