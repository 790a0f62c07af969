import { LOCALE, whenNeeded } from './locale.ts'

/** The few letters that stand for the coin of each network that payments are taken on and paid out on. */
export const symbols = {
  bitcoin: 'BTC',
  ethereum: 'ETH',
  tron: 'TRX',
  litecoin: 'LTC',
  dogecoin: 'DOGE',
  solana: 'SOL',
  'bnb smart chain': 'BNB',
  polygon: 'POL',
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
