/** Of which wallet, for whom, on which day (UTC) and after which proof somebody signs; `root` in hexadecimal. */
export type SignedWallet = {
  network: string
  address: string
  house: string
  day: string
  epoch: number
  root: string
}

/** How a wallet signs: as Ethereum's do (EIP-191), as Bitcoin's do (BIP-322). */
export type SignatureScheme = 'EIP-191' | 'BIP-322'

const SCHEMES: Readonly<Record<string, SignatureScheme>> = {
  ethereum: 'EIP-191',
  'bnb smart chain': 'EIP-191',
  polygon: 'EIP-191',
  bitcoin: 'BIP-322',
  'bitcoin testnet': 'BIP-322',
}
const SENTENCE =
  /^This wallet, (?<address>[0-9A-Za-z]{1,120}) on (?<network>[a-z ]{1,40}), is held for (?<house>https?:\/\/[^\s,]{1,200}): (?<day>[0-9]{4}-[0-9]{2}-[0-9]{2}), proof (?<epoch>[1-9][0-9]{0,8}), root (?<root>[0-9a-f]{64})$/

/** How a wallet of this network signs a sentence; null where none of ours verifies it. */
export function schemeOf(network: string): SignatureScheme | null {
  return Object.hasOwn(SCHEMES, network) ? (SCHEMES[network] ?? null) : null
}

/**
 * The sentence that whoever holds the keys of a wallet signs (docs/proofs.md): one line of printable ASCII, so that it is
 * the same however it is copied. The root could not be known before its proof was made, so neither can the signature.
 */
export function sentenceOf({ network, address, house, day, epoch, root }: SignedWallet): string {
  return `This wallet, ${address} on ${network}, is held for ${house}: ${day}, proof ${epoch}, root ${root}`
}

/** What a sentence says; undefined where it is not one of these to the letter. */
export function readSentence(text: string): SignedWallet | undefined {
  const said = SENTENCE.exec(text)?.groups
  if (said === undefined) return undefined
  const { network = '', address = '', house = '', day = '', epoch = '', root = '' } = said
  return { network, address, house, day, epoch: Number(epoch), root }
}
