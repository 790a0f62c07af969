import { expect, test } from 'vitest'
import { anEthereumWallet } from '../../test/support/sign-as-ethereum.ts'
import { checkSignature } from './check-signature-rules.ts'
import { sentenceOf } from './sentence-rules.ts'
import type { WalletSignature } from './signatures-contract.ts'

const HOUSE = 'https://plumb.test'
const key = anEthereumWallet()
const PROOF = { epoch: 4, day: '2026-11-27', root: 'ab'.repeat(32) }
const AGAINST = { isHouse: (address: string) => address === HOUSE, proofs: [PROOF] }
const said = { network: 'ethereum', address: key.address, house: HOUSE, ...PROOF }

function shownOf(changed: Partial<WalletSignature> = {}, sentence = sentenceOf(said)): WalletSignature {
  return {
    ...{ wallet_name: 'Cold', network: 'ethereum', address: key.address, current: true, scheme: 'EIP-191' },
    ...{ day: PROOF.day, epoch: PROOF.epoch, sentence, signature: key.sign(sentence) },
    ...{ given_at: '2026-11-27T12:00:00Z', ...changed },
  }
}

test('is yes where sentence, house, root and signer are right', () => {
  expect(checkSignature(shownOf(), AGAINST)).toEqual({ answer: 'yes' })
  const capitals = `0x${key.address.slice(2).toUpperCase()}`
  const sentence = sentenceOf({ ...said, address: capitals })
  expect(checkSignature(shownOf({ address: capitals }, sentence), AGAINST)).toEqual({ answer: 'yes' })
})

test('is no with the first place that does not hold, whatever the signature is of', () => {
  const other = anEthereumWallet()
  const wrong: [WalletSignature, string][] = [
    [shownOf({ address: other.address }), 'sentence'],
    [shownOf({ network: 'polygon' }), 'sentence'],
    [shownOf({ day: '2026-11-28' }), 'sentence'],
    [shownOf({ epoch: 5 }), 'sentence'],
    [shownOf({}, `${sentenceOf(said)}.`), 'sentence'],
    [shownOf({}, sentenceOf({ ...said, house: 'https://another.test' })), 'house'],
    [shownOf({}, sentenceOf({ ...said, root: 'cd'.repeat(32) })), 'root'],
    [shownOf({ day: '2026-11-26' }, sentenceOf({ ...said, day: '2026-11-26' })), 'root'],
    [shownOf({ signature: other.sign(sentenceOf(said)) }), 'signer'],
    [shownOf({ signature: '0x' }), 'signer'],
    // one that is not of the root is no, of Bitcoin too
    [shownOf({ scheme: 'BIP-322' }, sentenceOf({ ...said, root: 'cd'.repeat(32) })), 'root'],
  ]
  for (const [shown, place] of wrong) expect(checkSignature(shown, AGAINST)).toEqual({ answer: 'no', place })
})

test('is never yes without a published root, nor of Bitcoin', () => {
  expect(checkSignature(shownOf(), { ...AGAINST, proofs: [] })).toEqual({ answer: 'not checked', why: 'proof' })
  expect(checkSignature(shownOf({ signature: '0x' }), { ...AGAINST, proofs: [] })).toEqual({
    answer: 'no',
    place: 'signer',
  })
  expect(checkSignature(shownOf({ scheme: 'BIP-322' }), AGAINST)).toEqual({ answer: 'not checked', why: 'bitcoin' })
})
