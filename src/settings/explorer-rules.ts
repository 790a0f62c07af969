import type { ExplorerName, SettingName } from './contract.ts'

/** The setting of each network's explorer: what the network is called, and where it leads while nobody has said otherwise. */
export const EXPLORERS: Readonly<Record<ExplorerName, { network: string; title: string; template: string }>> = {
  explorer_bitcoin: { network: 'bitcoin', title: 'Bitcoin', template: 'https://mempool.space/tx/{tx}' },
  explorer_ethereum: { network: 'ethereum', title: 'Ethereum', template: 'https://etherscan.io/tx/{tx}' },
  explorer_tron: { network: 'tron', title: 'Tron', template: 'https://tronscan.org/#/transaction/{tx}' },
  explorer_litecoin: { network: 'litecoin', title: 'Litecoin', template: 'https://litecoinspace.org/tx/{tx}' },
  explorer_dogecoin: {
    ...{ network: 'dogecoin', title: 'Dogecoin' },
    template: 'https://blockchair.com/dogecoin/transaction/{tx}',
  },
  explorer_solana: { network: 'solana', title: 'Solana', template: 'https://solscan.io/tx/{tx}' },
  explorer_bnb_smart_chain: {
    ...{ network: 'bnb smart chain', title: 'BNB Smart Chain' },
    template: 'https://bscscan.com/tx/{tx}',
  },
  explorer_polygon: { network: 'polygon', title: 'Polygon', template: 'https://polygonscan.com/tx/{tx}' },
}
export const EXPLORER_NAMES = Object.keys(EXPLORERS) as ExplorerName[]

/** Whether a setting is the explorer of a network. */
export function isExplorer(name: SettingName): name is ExplorerName {
  return name in EXPLORERS
}

/** The same for the explorer of every network. */
export function ofExplorers<T>(of: (name: ExplorerName) => T): Record<ExplorerName, T> {
  return Object.fromEntries(EXPLORER_NAMES.map((name) => [name, of(name)])) as Record<ExplorerName, T>
}
