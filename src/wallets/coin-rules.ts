import { networkInWords, standsFor } from './network-rules.ts'
import { checkAddress, type Network, readNetwork, readWallet } from './rules.ts'

/** What is paid at a wallet: the network's own coin, or a token with its contract; none for dollars alone. */
export type WalletCoin =
  | { coin: string; coin_contract: string | null; coin_decimals: number }
  | { coin: null; coin_contract: null; coin_decimals: null }

/** A coin as somebody types it, or as it is kept. Blank or null is none; what is left out stays. */
export type TypedCoin = {
  coin?: string | null | undefined
  coin_contract?: string | null | undefined
  coin_decimals?: string | number | null | undefined
}

export const NO_COIN = { coin: null, coin_contract: null, coin_decimals: null } as const satisfies WalletCoin

/** The coin that each network has of its own, how far it divides, and whether it carries tokens as well. */
const OWN_COINS: Readonly<Record<Network, { coin: string; decimals: number; tokens: boolean }>> = {
  bitcoin: { coin: 'BTC', decimals: 8, tokens: false },
  ethereum: { coin: 'ETH', decimals: 18, tokens: true },
  tron: { coin: 'TRX', decimals: 6, tokens: true },
  litecoin: { coin: 'LTC', decimals: 8, tokens: false },
  dogecoin: { coin: 'DOGE', decimals: 8, tokens: false },
  solana: { coin: 'SOL', decimals: 9, tokens: true },
  'bnb smart chain': { coin: 'BNB', decimals: 18, tokens: true },
  polygon: { coin: 'POL', decimals: 18, tokens: true },
}
const SYMBOL = /^[A-Z0-9]{2,10}$/
/** As exact as coins are kept: no token in wide use divides further. */
const MOST_DECIMALS = 18

/**
 * A network's own coin, and whether it carries tokens; undefined for one that is not known. A network for testing shows
 * the coin of the one that it stands in for.
 */
export function ownCoinOf(network: string): { coin: string; decimals: number; tokens: boolean } | undefined {
  const known = readNetwork(standsFor(network))
  return known === null ? undefined : OWN_COINS[known]
}

type Errors = { errors: Record<string, string[]> }
type Place = { name: string; address: string; network: string }

/** Reads a payment wallet and its coin as somebody typed them, as `readWallet` and `readCoin` do. */
export function readPaymentWallet(
  typed: { name: string; address: string; network?: string | undefined } & TypedCoin,
  present?: Place & WalletCoin,
): { wallet: Place & WalletCoin } | Errors {
  const read = readWallet(typed, present)
  if ('errors' in read) return read
  const coin = readCoin(typed, read.wallet, present)
  return 'errors' in coin ? coin : { wallet: { ...read.wallet, ...coin } }
}

/**
 * Reads which coin is paid at a wallet. What is as it is at present stays; left out it stays for as long as the network
 * does, since no coin is another network's. A token's contract is checked as the network's addresses are, and is not the
 * wallet's own: what is sent to a contract is lost.
 */
export function readCoin(typed: TypedCoin, at: Place, present?: Place & WalletCoin): WalletCoin | Errors {
  const stays = present?.network === at.network ? present : undefined
  if (typed.coin === undefined && !typed.coin_contract) return stays === undefined ? NO_COIN : coinOf(stays)
  const coin = (typed.coin ?? '').trim().toUpperCase()
  const contract = (typed.coin_contract ?? '').trim()
  if (coin === '') return contract === '' ? NO_COIN : wrong('coin', 'Enter the symbol of the token, such as USDT.')
  if (!SYMBOL.test(coin)) return wrong('coin', 'Enter a symbol of 2 to 10 letters and digits, such as USDT.')
  const known = networkInWords(at.network)
  const own = ownCoinOf(at.network)
  if (own === undefined) return wrong('coin', `Coins on ${known} have no price. Leave the coin out.`)
  if (coin === own.coin) {
    if (contract === '') return { coin, coin_contract: null, coin_decimals: own.decimals }
    return wrong('coin_contract', `${coin} is the coin of ${known} itself and has no contract. Leave it out.`)
  }
  if (!own.tokens) return wrong('coin', `${known} carries no tokens. Choose ${own.coin}, or dollars only.`)
  const token = { coin_contract: contractProblem(contract, at), coin_decimals: decimalsProblem(typed.coin_decimals) }
  const errors = Object.entries(token).flatMap(([field, problem]) => (problem === null ? [] : [[field, [problem]]]))
  if (errors.length > 0) return { errors: Object.fromEntries(errors) as Record<string, string[]> }
  return { coin, coin_contract: contract, coin_decimals: Number(typed.coin_decimals) }
}

/** Whether two wallets are paid in the same coin. */
export function isSameCoin(one: WalletCoin, other: WalletCoin): boolean {
  const fields = ['coin', 'coin_contract', 'coin_decimals'] as const
  return fields.every((field) => one[field] === other[field])
}

/** The coin alone, out of whatever has one; a wallet that a device keeps from before has none. */
export function coinOf({ coin, coin_contract, coin_decimals }: KeptCoin): WalletCoin {
  return coin && typeof coin_decimals === 'number' ? { coin, coin_contract, coin_decimals } : NO_COIN
}
/** As the database keeps it: a coin has its decimals, which its rules hold and types cannot. */
export type KeptCoin = { coin: string | null; coin_contract: string | null; coin_decimals: number | null }

/** A coin's fields as whoever agrees to a change of it reads them. */
export function coinInWords({ coin, coin_contract, coin_decimals }: WalletCoin) {
  const isToken = coin_contract !== null
  return { coin, coin_contract, coin_decimals: isToken ? String(coin_decimals) : null }
}

function contractProblem(contract: string, { address, network }: Place): string | null {
  if (contract === '') return 'Enter the contract of the token. Copy it from whoever issues it.'
  if (contract.toLowerCase() === address.toLowerCase()) {
    return 'This is the address of the wallet itself. Enter the contract of the token.'
  }
  return checkAddress(network, contract)
}

function decimalsProblem(typed: TypedCoin['coin_decimals']): string | null {
  const isWhole = /^\d{1,2}$/.test(String(typed ?? '').trim()) && Number(typed) <= MOST_DECIMALS
  return isWhole ? null : `Enter how many decimals the token has, from 0 to ${MOST_DECIMALS}. Its contract says so.`
}

function wrong(field: string, problem: string): Errors {
  return { errors: { [field]: [problem] } }
}
