import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32, bech32m, createBase58check } from '@scure/base'
import { readName } from '#kit/rules.ts'
import type { NETWORKS } from './contract.ts'
import { networkInWords } from './network-rules.ts'

export type Network = (typeof NETWORKS)[number]

/** What else people call them. */
const OTHER_NAMES: Readonly<Record<Network, readonly string[]>> = {
  bitcoin: ['btc'],
  ethereum: ['eth', 'erc20'],
  tron: ['trx', 'trc20'],
  litecoin: ['ltc'],
  dogecoin: ['doge'],
  solana: ['sol'],
  'bnb smart chain': ['bsc', 'bep20'],
  polygon: ['matic'],
}

/** How each network writes its addresses. Version bytes and prefixes are those of its main network alone. */
type Form =
  | { kind: 'base58check'; versions: readonly number[]; segwit?: string }
  /** 20 bytes in hexadecimal, the checksum in the letters' case */
  | { kind: 'hexadecimal' }
  /** 32 bytes in base58, without a checksum */
  | { kind: 'public key' }

const FORMS: Readonly<Record<Network, Form>> = {
  bitcoin: { kind: 'base58check', versions: [0x00, 0x05], segwit: 'bc' },
  ethereum: { kind: 'hexadecimal' },
  tron: { kind: 'base58check', versions: [0x41] },
  litecoin: { kind: 'base58check', versions: [0x30, 0x32, 0x05], segwit: 'ltc' },
  dogecoin: { kind: 'base58check', versions: [0x1e, 0x16] },
  solana: { kind: 'public key' },
  'bnb smart chain': { kind: 'hexadecimal' },
  polygon: { kind: 'hexadecimal' },
}

/** Networks whose coins are worth nothing: for the demo alone. Nobody is offered them. */
const TEST_FORMS: Readonly<Record<string, Form>> = {
  'bitcoin testnet': { kind: 'base58check', versions: [0x6f, 0xc4], segwit: 'tb' },
  'litecoin testnet': { kind: 'base58check', versions: [0x6f, 0x3a], segwit: 'tltc' },
}

const SEGWIT_PREFIXES = [...Object.values(FORMS), ...Object.values(TEST_FORMS)].flatMap((form) =>
  'segwit' in form ? form.segwit : [],
)
/** Scripts of litecoin were written with bitcoin's prefix before they had their own. */
const [LITECOIN_SCRIPT, LITECOIN_SCRIPT_BEFORE] = [0x32, 0x05]
const LONGEST_ADDRESS = 90
const HEXADECIMAL = /^0x([0-9a-fA-F]{40})$/
const MISTYPED = 'This address is mistyped: its checksum does not match. Copy it again, whole.'
const KNOWN = Object.keys(FORMS) as Network[]
const NETWORK_LIST = KNOWN.map(networkInWords).join(', ')
const base58check = createBase58check(sha256)
const SEGWIT: readonly { code: typeof bech32; version: number; lengths: readonly number[] }[] = [
  { code: bech32, version: 0, lengths: [20, 32] },
  { code: bech32m, version: 1, lengths: [32] },
]

/** Reads the name of a network, without regard to case; null if it is none of them. */
export function readNetwork(name: string): Network | null {
  const plain = name.trim().toLowerCase()
  const short = plain.replaceAll('-', '')
  return KNOWN.find((network) => network === plain || OTHER_NAMES[network].includes(short)) ?? null
}

/**
 * The networks that an address may be of by its form, whether its checksum is right or not: several where they write
 * theirs alike (`0x…`; `3…` on bitcoin and litecoin), none if no network writes them so.
 */
export function networksOf(address: string): Network[] {
  const bytes = fromBase58(address)
  return KNOWN.filter((network) => {
    const form = FORMS[network]
    if (form.kind === 'hexadecimal') return HEXADECIMAL.test(address)
    if (form.kind === 'public key') return bytes?.length === 32
    if (form.segwit !== undefined && hasPrefix(address, form.segwit)) return true
    return bytes?.length === 25 && form.versions.includes(bytes[0] ?? -1)
  })
}

/** What is wrong with an address on a network, in a sentence; null if it is right, its checksum included. */
export function checkAddress(network: string, address: string): string | null {
  const main = readNetwork(network)
  const known = networkInWords(main ?? network)
  const form = main === null ? testForm(network) : FORMS[main]
  if (form === undefined) return `“${network}” is not a network known here. Choose one of ${NETWORK_LIST}.`
  if (address.length > LONGEST_ADDRESS) return `This is not an address of ${known}.`
  if (form.kind === 'hexadecimal') return checkHexadecimal(known, address)
  if (form.kind === 'public key')
    return fromBase58(address)?.length === 32 ? null : `This is not an address of ${known}.`
  if (form.segwit !== undefined && hasPrefix(address, form.segwit)) return checkSegwit(form.segwit, address)
  const bytes = fromBase58(address)
  if (bytes?.length !== 25) return `This is not an address of ${known}.`
  if (attempt(() => base58check.decode(address)) === undefined) return MISTYPED
  return form.versions.includes(bytes[0] ?? -1) ? null : `This is an address of another network, not of ${known}.`
}

/**
 * Reads a payment wallet as somebody typed it. What is as it is at present stays, whatever was allowed when it was given:
 * so a wallet can be hidden without being renamed. Where no network is given it stays if the address is one of that.
 * Otherwise the address tells it, if only one network writes such addresses; it is asked for where several do, because
 * money sent on another network is lost. Answers what is wrong by field, all at once.
 */
export function readWallet(
  typed: { name: string; address: string; network?: string | undefined },
  present?: { name: string; address: string; network: string },
): { wallet: { name: string; address: string; network: string } } | { errors: Record<string, string[]> } {
  const errors: Record<string, string[]> = {}
  const named = readName(typed.name, present?.name)
  if ('problem' in named) errors['name'] = [named.problem]
  const name = 'text' in named ? named.text : ''
  const address = typed.address.trim()
  const given = typed.network?.trim() === '' ? undefined : typed.network
  if (present !== undefined && address === present.address.trim() && isSameNetwork(present.network, given)) {
    if ('problem' in named) return { errors }
    return { wallet: { name, address: present.address, network: present.network } }
  }
  const stays = present !== undefined && checkAddress(present.network, address) === null ? present.network : undefined
  const network = networkFor(address, given ?? stays)
  if (typeof network !== 'string') return { errors: { ...errors, ...network.errors } }
  const problem = checkAddress(network, address)
  if (problem !== null) errors['address'] = [problem]
  return Object.keys(errors).length === 0 ? { wallet: { name, address, network } } : { errors }
}

function isSameNetwork(present: string, given: string | undefined): boolean {
  return given === undefined || given === present || readNetwork(given) === present
}

/** The network that was said, or the only one that the address can be of. */
function networkFor(address: string, said: string | undefined): string | { errors: Record<string, string[]> } {
  if (said !== undefined) {
    const known = isTestNetwork(said) ? said : readNetwork(said)
    return known ?? { errors: { network: [`Choose one of ${NETWORK_LIST}.`] } }
  }
  const [only, ...others] = networksOf(address)
  if (only === undefined) {
    return { errors: { address: [`This is not an address of ${NETWORK_LIST}. Copy it again, whole.`] } }
  }
  if (others.length === 0) return only
  const alike = new Intl.ListFormat('en-US').format([only, ...others].map(networkInWords))
  return { errors: { network: [`Choose the network: ${alike} write their addresses alike.`] } }
}

type Terms = { name: string; address: string; network: string; available: boolean }

/** Whether a change takes a wallet off the offer and does nothing else. */
export function onlyHides(before: Terms, after: Terms): boolean {
  const isSame = after.name === before.name && after.address === before.address && after.network === before.network
  return isSame && before.available && !after.available
}

/** A wallet's fields as whoever agrees to a change of it reads them. */
export function walletInWords({ name, address, network, available }: Terms) {
  return { name, address, network: networkInWords(network), offered: available ? 'yes' : 'no' }
}

/**
 * Reads the id of a transaction as somebody typed or copied it, or a sentence that says what to do. Whatever network:
 * none writes blanks, what cannot be seen, or letters that only look like its own, and with one of those the id of
 * another payment would pass for a new one.
 */
export function readTxid(typed: string): { txid: string } | { problem: string } {
  const txid = typed.trim()
  if (txid === '') return { problem: 'Enter the transaction id, or leave it out.' }
  if (!/^[\x21-\x7e]+$/.test(txid)) {
    return {
      problem: 'A transaction id is plain letters and digits without blanks: copy it from the network as it is.',
    }
  }
  return { txid }
}

/**
 * Why a transaction id is refused that is recorded for a withdrawal or a refund already. One transaction may pay several,
 * each to an address of its own; what it has paid to one address is recorded once.
 */
export const TXID_TAKEN =
  'This transaction id is already recorded for another payment: to the same address, on another network, or a refund without an address. Enter the id of the transaction that made this one.'

/** Whether coins of this network are worth nothing. */
export function isTestNetwork(network: string): boolean {
  return testForm(network) !== undefined
}

function testForm(network: string): Form | undefined {
  return Object.hasOwn(TEST_FORMS, network) ? TEST_FORMS[network] : undefined
}

/**
 * Whether two addresses lead to the same place, however they are written: the case of a bech32 address and of a
 * hexadecimal one, and which of its two prefixes a litecoin script has, mean nothing.
 */
export function isSameAddress(one: WalletAddress, other: WalletAddress): boolean {
  return plainAddress(one) === plainAddress(other)
}
type WalletAddress = { network: string; address: string }

/**
 * How an address may stand in the database where it leads to the same place, in lower case: to be looked for by an index.
 * Others may stand there so too; `isSameAddress` tells them.
 */
export function spellingsOf({ network, address }: WalletAddress): string[] {
  const bytes = readNetwork(network) === 'litecoin' ? attempt(() => base58check.decode(address)) : undefined
  const scripts = [LITECOIN_SCRIPT, LITECOIN_SCRIPT_BEFORE]
  const written =
    bytes !== undefined && scripts.includes(bytes[0] ?? -1)
      ? scripts.map((version) => base58check.encode(Uint8Array.of(version, ...bytes.slice(1))))
      : [address]
  return written.map((one) => one.toLowerCase())
}

/** An address as all are written here that lead to the same place; `plain_address` of the database tells the same apart. */
export function plainAddress({ network, address }: WalletAddress): string {
  const form = FORMS[readNetwork(network) ?? 'bitcoin']
  if (form.kind === 'public key') return address
  const caseless = HEXADECIMAL.test(address) || SEGWIT_PREFIXES.some((prefix) => hasPrefix(address, prefix))
  if (caseless) return address.toLowerCase()
  if (form !== FORMS.litecoin) return address
  const bytes = attempt(() => base58check.decode(address))
  if (bytes?.[0] !== LITECOIN_SCRIPT_BEFORE) return address
  return base58check.encode(Uint8Array.of(LITECOIN_SCRIPT, ...bytes.slice(1)))
}

/** EIP-55: a letter is upper case where the hash of the address has a digit of 8 or more. */
function checkHexadecimal(network: string, address: string): string | null {
  const digits = HEXADECIMAL.exec(address)?.[1]
  if (digits === undefined)
    return `This is not an address of ${network}: it is 0x and 40 digits or letters from a to f.`
  const plain = digits.toLowerCase()
  if (digits === plain || digits === digits.toUpperCase()) return null
  const hash = keccak_256(Uint8Array.from(plain, (digit) => digit.charCodeAt(0)))
  const right = [...plain].map((digit, place) => {
    const half = (hash[place >> 1] ?? 0) >> (place % 2 === 0 ? 4 : 0)
    return (half & 0b1000) === 0 ? digit : digit.toUpperCase()
  })
  return digits === right.join('') ? null : MISTYPED
}

/**
 * BIP 173 and 350. Witness versions that no rule of the network protects yet are refused: anybody could take what is
 * sent to them.
 */
function checkSegwit(prefix: string, address: string): string | null {
  for (const { code, version, lengths } of SEGWIT) {
    const decoded = attempt(() => code.decode(address, LONGEST_ADDRESS))
    if (decoded?.prefix !== prefix) continue
    const program = attempt(() => code.fromWords(decoded.words.slice(1)))
    const inUse = decoded.words[0] === version && program !== undefined && lengths.includes(program.length)
    return inUse ? null : 'This form of address is not in use. Copy it again, whole, or choose another.'
  }
  return MISTYPED
}

function hasPrefix(address: string, prefix: string): boolean {
  return address.toLowerCase().startsWith(`${prefix}1`)
}

function fromBase58(address: string): Uint8Array | undefined {
  return address.length > LONGEST_ADDRESS ? undefined : attempt(() => base58.decode(address))
}

function attempt<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
