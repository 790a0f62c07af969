export const about =
  'Whoever holds a wallet’s keys signs a sentence with the root of a proof, which nobody could know before. Your browser verifies it.'
export const failed = 'The signatures could not be read.'
export const hidden = 'The operator shows these figures to those who have signed in.'

export const yes = 'Yes: signed with this wallet’s key'
export const no = 'No: this does not show that it is held'
export const notChecked = 'Not checked'

export const signed = (epoch: number, day: string) =>
  `The key of this address signed this after proof ${epoch} was made, on ${day} (UTC).`
export const places = {
  sentence: 'The sentence is not about this wallet.',
  house: 'The sentence names another platform.',
  root: 'The sentence names another day or root than the proof has.',
  signer: 'Another key has signed, or another sentence.',
}
export const unknownProof = 'The proof that it names is not among those shown here, so its root could not be compared.'
export const bitcoin = 'Signatures of Bitcoin are verified by a command, with the file below:'
export const command = 'npm run verify -- held.json'
export const former = 'The wallet has another address now. This is about the one that it had.'

export const address = 'Address'
export const sentence = 'Sentence'
export const signature = 'Signature'
export const details = 'What was signed'
export const keep = 'Keep all as a file'
export const fileName = 'held.json'
export const trust =
  'Your browser checks this with a page of ours. The file can be checked without it, and each signature with any other program that verifies messages.'
