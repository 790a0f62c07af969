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
export const toldFromAddress = 'Told from the address'
