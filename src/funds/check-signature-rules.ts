import { signerByEthereum } from './ethereum-rules.ts'
import { readSentence } from './sentence-rules.ts'
import type { WalletSignature } from './signatures-contract.ts'

/** What is published of a proof: the root in hexadecimal, the day that of UTC. */
export type PublishedRoot = { epoch: number; day: string; root: string }

/** Yes; no with the place; or why it was not checked: the network’s signatures are not read here, or the proof is not shown. */
export type SignatureAnswer =
  | { answer: 'yes' }
  | { answer: 'no'; place: 'sentence' | 'house' | 'root' | 'signer' }
  | { answer: 'not checked'; why: 'bitcoin' | 'proof' }

/** Checks what is shown of a wallet: that it is about it, the house and a published root, and that its key has signed. */
export function checkSignature(
  shown: WalletSignature,
  { isHouse, proofs }: { isHouse: (address: string) => boolean; proofs: readonly PublishedRoot[] },
): SignatureAnswer {
  const no = (place: Extract<SignatureAnswer, { place: unknown }>['place']) => ({ answer: 'no', place }) as const
  const said = readSentence(shown.sentence)
  if (said === undefined || said.address !== shown.address || said.network !== shown.network) return no('sentence')
  if (said.epoch !== shown.epoch || said.day !== shown.day) return no('sentence')
  if (!isHouse(said.house)) return no('house')
  const proof = proofs.find(({ epoch }) => epoch === said.epoch)
  if (proof !== undefined && (proof.day !== said.day || proof.root !== said.root)) return no('root')
  if (shown.scheme === 'BIP-322') return { answer: 'not checked', why: 'bitcoin' }
  if (signerByEthereum(shown.sentence, shown.signature) !== shown.address.toLowerCase()) return no('signer')
  return proof === undefined ? { answer: 'not checked', why: 'proof' } : { answer: 'yes' }
}
