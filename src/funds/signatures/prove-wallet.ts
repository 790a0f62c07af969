import { recordAct } from '#audit/record.ts'
import { type Administrator, type System, userOf } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { isSameAddress } from '#wallets/rules.ts'
import { networkInWords } from '#wallets/network-rules.ts'
import { isSignedByBitcoin } from './bitcoin-message.ts'
import { signerByEthereum } from '../ethereum-rules.ts'
import { readSentence, schemeOf, sentenceOf, type SignatureScheme, type SignedWallet } from '../sentence-rules.ts'
import { insertSignature, isProved, lockSigningWallet, selectNamedProof, type SigningWallet } from './store.ts'

/** Of how old a proof the root may be signed: keys that are kept well are not always at hand. */
const LATEST = 7 * DAY

const NO_SENTENCE = 'This is not the sentence that was offered, to the letter. Copy it again, whole, and sign it.'
const NO_SIGNATURE =
  'This is no signature of such a wallet: 0x and 130 digits or letters from a to f, as “personal_sign” makes it.'
const NOT_SIGNED =
  'This is no signature of this address over this sentence (BIP-322, “simple”, of an address that begins with bc1q or bc1p and has one key).'
/** Why the desk takes no signature of Bitcoin. */
const BY_COMMAND =
  'A wallet of Bitcoin is proved by a command, on the machine of the house: npm run held. It says what to do.'

type Given = { walletId: string; sentence: string; signature: string }

/**
 * Keeps a signature of a payment wallet's key over the sentence of a proof, and a line of the audit log. On offer or not:
 * a wallet that is hidden may hold money. Answers the wallet's name and the day of the proof. A second signature over the
 * same changes nothing, whatever its bytes, and is answered as the first. 404 for a wallet that is not there; 422 where
 * the sentence is not the house's, this wallet's as it is now and a published proof's of the last seven days, or where
 * another key has signed; 409 where the wallet's network signs in another way than `by`.
 */
export async function proveWallet(
  tx: Tx,
  house: string,
  actor: Administrator | System,
  given: Given,
  by: SignatureScheme,
): Promise<{ name: string; day: string }> {
  const wallet = await lockSigningWallet(tx, given.walletId)
  if (wallet === undefined) refuse('not found', 'There is no such payment wallet.')
  refuseOtherScheme(wallet, by)
  const sentence = given.sentence.trim()
  const said = readSentence(sentence)
  if (said === undefined) refuseField('sentence', NO_SENTENCE)
  refuseOtherWallet(said, wallet, house)
  const clock = await databaseClock(tx)
  const now = clock.now()
  const proof = await selectNamedProof(tx, said.epoch)
  if (proof === undefined)
    refuseField('sentence', `There is no proof ${said.epoch}. Sign the sentence that stands here.`)
  if (proof.root !== said.root || proof.day !== said.day)
    refuseField(
      'sentence',
      `Proof ${said.epoch} is of ${proof.day} and has the root ${proof.root}: the sentence is of another.`,
    )
  if (now.getTime() - proof.made_at.getTime() > LATEST)
    refuseField('sentence', `Proof ${said.epoch} is older than seven days. Sign the sentence that stands here now.`)
  // as it is kept: the same address may be written with capitals or without
  if (sentence !== sentenceOf({ ...said, address: wallet.address })) refuseField('sentence', NO_SENTENCE)
  const signature = given.signature.trim()
  refuseNotSigned(by, wallet.address, sentence, signature)
  const { id: walletId, name, network, address } = wallet
  const { epoch, day, root } = said
  if (await isProved(tx, { walletId, epoch, network, address })) return { name, day }
  const row = { id: newId(), wallet_id: walletId, network, address, house, epoch, day, root, scheme: by, signature }
  await insertSignature(tx, { ...row, given_at: now, given_by: userOf(actor) })
  const subject = { kind: 'wallet', id: walletId } as const
  await recordAct(tx, clock, actor, { action: 'wallet proved', subject, after: { sentence, signature } })
  return { name, day }
}

function refuseOtherScheme({ network }: SigningWallet, by: SignatureScheme): void {
  const scheme = schemeOf(network)
  if (scheme === by) return
  if (scheme === 'BIP-322') refuse('wrong state', BY_COMMAND)
  const known = networkInWords(network)
  refuse(
    'wrong state',
    scheme === null
      ? `Signatures of ${known} cannot be verified here: those of Ethereum, BNB Smart Chain and Polygon can, and of Bitcoin by a command.`
      : `A wallet of ${known} is proved on the desk.`,
  )
}

function refuseOtherWallet(said: SignedWallet, wallet: SigningWallet, house: string): void {
  if (said.house !== house) refuseField('sentence', `It names another house, ${said.house}. This one is ${house}.`)
  if (said.network !== wallet.network)
    refuseField(
      'sentence',
      `It names a wallet on ${networkInWords(said.network)}. This one is on ${networkInWords(wallet.network)}.`,
    )
  if (!isSameAddress(said, wallet))
    refuseField('sentence', `It names another address, ${said.address}. That of ${wallet.name} is ${wallet.address}.`)
}

function refuseNotSigned(by: SignatureScheme, address: string, sentence: string, signature: string): void {
  if (by === 'BIP-322') {
    if (!isSignedByBitcoin(address, sentence, signature)) refuseField('signature', NOT_SIGNED)
    return
  }
  const signer = signerByEthereum(sentence, signature)
  if (signer === undefined) refuseField('signature', NO_SIGNATURE)
  if (signer !== address.toLowerCase())
    refuseField(
      'signature',
      `${signer} has signed this, or the wallet has signed another text. The wallet is ${address}.`,
    )
}
