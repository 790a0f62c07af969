import { LOCALE, whenNeeded } from './locale.ts'

/** The networks that payments are taken on and paid out on, and the few letters that stand for the coin of each. */
export const networks = {
  bitcoin: { name: 'Bitcoin', symbol: 'BTC' },
  ethereum: { name: 'Ethereum', symbol: 'ETH' },
  tron: { name: 'Tron', symbol: 'TRX' },
  litecoin: { name: 'Litecoin', symbol: 'LTC' },
  dogecoin: { name: 'Dogecoin', symbol: 'DOGE' },
  solana: { name: 'Solana', symbol: 'SOL' },
  'bnb smart chain': { name: 'BNB Smart Chain', symbol: 'BNB' },
  polygon: { name: 'Polygon', symbol: 'POL' },
} as const
export const toldFromAddress = 'Detect from address'
export const toldToBe = (network: string) => `Detected from the address: ${network}`
export const chooseNetwork = 'Choose the network'
/** Under the choice, where an address may be of several. */
export const alike = (networks: readonly string[]) =>
  `Addresses on ${namesOf().format(networks)} look alike, and money sent on the wrong one is lost.`
const namesOf = whenNeeded(() => new Intl.ListFormat(LOCALE))
/** `Ethereum, BNB Smart Chain or Polygon` */
export const oneOf = (networks: readonly string[]) => eitherOf().format(networks)
const eitherOf = whenNeeded(() => new Intl.ListFormat(LOCALE, { type: 'disjunction' }))
