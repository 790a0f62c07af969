import { LOCALE, whenNeeded } from './locale.ts'

/** Before the dollars, under an amount in coin. */
export const worth = 'which is'
/** `1 BTC = $98,100.00, the median of Binance, Coinbase, and Kraken at 12:00 PM` */
export const rate = (symbol: string, price: string, sources: readonly string[], time: string) =>
  `1 ${symbol} = ${price}, the median of ${names().format(sources)} at ${time}`
const names = whenNeeded(() => new Intl.ListFormat(LOCALE))
export const heldFor = 'Held for'
export const quotedThen = (moment: string) => `As it was quoted on ${moment}`

export const copyCoin = (symbol: string) => `Copy the amount in ${symbol}`
export const copyDollars = 'Copy the amount in dollars'
export const copyContract = 'Copy the token contract'
export const contract = (symbol: string) => `Token contract of ${symbol}`
export const notTheContract = 'Pay to the address above, never to the contract.'
export const openWallet = 'Open in wallet'

export const over = (symbol: string) => `The amount in ${symbol} is no longer held, because prices move.`
export const getNew = 'Get a new amount'
export const notQuoted = (symbol: string) => `You can pay this in ${symbol}.`
export const getFirst = (symbol: string) => `Get the amount in ${symbol}`
export const unknown = (symbol: string) =>
  `There is no reliable price for ${symbol} right now. The amount is shown in dollars only.`
export const tryAgain = 'Try again'
export const off = (symbol: string) => `There is no price for ${symbol} here. The amount is shown in dollars only.`
export const offline = 'You’re offline. A new amount needs a connection.'
