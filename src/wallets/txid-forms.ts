import { base58 } from '@scure/base'
import { networkInWords } from './network-rules.ts'
import { isTestNetwork, networksOf, readNetwork, readTxid, type Network } from './rules.ts'

/** How a network writes the ids of its transactions: 32 bytes in hexadecimal, with 0x or without, or 64 in base58. */
type TxidForm = 'hexadecimal' | '0x hexadecimal' | 'base58 signature'

const FORMS: Readonly<Record<Network, TxidForm>> = {
  bitcoin: 'hexadecimal',
  ethereum: '0x hexadecimal',
  tron: 'hexadecimal',
  litecoin: 'hexadecimal',
  dogecoin: 'hexadecimal',
  solana: 'base58 signature',
  'bnb smart chain': '0x hexadecimal',
  polygon: '0x hexadecimal',
}

const HASH = /^(?:0x)?([0-9a-f]{64})$/i
const SIGNATURE_BYTES = 64
/** 64 bytes in base58 have no more. */
const LONGEST_SIGNATURE = 88

/**
 * Reads the id of the transaction that pays on a network, in the one way that its explorers write it, or a sentence that
 * says what to do. Of a network that is not known here any id is taken that could be one.
 */
export function readPaymentTxid(network: string, typed: string): { txid: string } | { problem: string } {
  const read = readTxid(typed)
  if ('problem' in read) return read
  const { txid } = read
  const known = readNetwork(network)
  const form = known === null ? (isTestNetwork(network) ? 'hexadecimal' : null) : FORMS[known]
  if (form === null) return read
  if (/^https?:/i.test(txid)) return { problem: 'This is a link. Enter the transaction id alone.' }
  if (networksOf(txid).length > 0) {
    return { problem: 'This is an address. Enter the id of the transaction: your wallet shows it with the payment.' }
  }
  const name = networkInWords(known ?? network)
  if (form === 'base58 signature') {
    return isSignature(txid) ? { txid } : { problem: `${WHOLE} On ${name} it has 86 to 88 letters and digits.` }
  }
  const digits = HASH.exec(txid)?.[1]?.toLowerCase()
  if (digits === undefined) return { problem: `${WHOLE} On ${name} it has 64 digits and letters from a to f.` }
  return { txid: form === 'hexadecimal' ? digits : `0x${digits}` }
}

const WHOLE = 'This is not a transaction id. Copy it from your wallet again, whole.'

function isSignature(txid: string): boolean {
  if (txid.length > LONGEST_SIGNATURE) return false
  try {
    return base58.decode(txid).length === SIGNATURE_BYTES
  } catch {
    return false
  }
}
