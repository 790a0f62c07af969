/** What coins are called. Others are shown by their symbol alone. */
const NAMES: Readonly<Record<string, string>> = {
  ADA: 'Cardano',
  AVAX: 'Avalanche',
  BCH: 'Bitcoin Cash',
  BTC: 'Bitcoin',
  DOGE: 'Dogecoin',
  DOT: 'Polkadot',
  ETH: 'Ethereum',
  LINK: 'Chainlink',
  LTC: 'Litecoin',
  SHIB: 'Shiba Inu',
  SOL: 'Solana',
  TRX: 'Tron',
  XLM: 'Stellar',
  XMR: 'Monero',
  XRP: 'XRP',
}

export function nameOf(symbol: string): string {
  return NAMES[symbol] ?? symbol
}
