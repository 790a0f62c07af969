/** Who else has signed the log that somebody holds a note of; in Node and in a browser. */
import { checkKept, type KeptAnswer, type ShownLog } from './check-kept-rules.ts'
import { cosignedBy } from './cosignature-rules.ts'
import type { Kept } from './kept-note-rules.ts'
import { COSIGNATURE, readNote, readVerifierKey } from './verify-note-rules.ts'

/** What a witness says of the newest checkpoint; `no`: a line in its name that it has not signed. `seconds` since 1970: when. */
export type WitnessSays = { name: string; is: 'yes' | 'no' | 'not there'; seconds: number | null }
/** `continues`: whether the log of today, which the witnesses have signed, begins with what is held. */
export type Cosigners = { continues: KeptAnswer['answer']; witnesses: readonly WitnessSays[] }

/**
 * What these witnesses (a key a line) have said of the checkpoint of today, and whether that has what is held. Throws where
 * a tile cannot be had, and where the browser knows no Ed25519: then nothing was checked.
 */
export async function checkCosigned(held: Kept, log: ShownLog, witnesses: string): Promise<Cosigners> {
  const now = readNote(log.checkpoint)
  const isSame = now !== undefined && now.text === readNote(held.note)?.text
  const continues = isSame ? 'yes' : (await checkKept(held, log)).answer
  const asked = witnesses.split('\n').filter((line) => line !== '')
  return { continues, witnesses: await Promise.all(asked.map((key) => saidBy(log.checkpoint, key))) }
}

/** What the line of this witness, if there is one, is worth. */
async function saidBy(checkpoint: string, key: string): Promise<WitnessSays> {
  const name = key.split('+', 1)[0] ?? ''
  const verifier = await readVerifierKey(key, COSIGNATURE)
  const cosigned = verifier && (await cosignedBy(checkpoint, verifier))
  if (cosigned !== undefined) return { name, is: 'yes', seconds: cosigned.seconds }
  const isThere = readNote(checkpoint)?.signatures.some((signature) => signature.name === name) ?? false
  return { name, is: isThere ? 'no' : 'not there', seconds: null }
}
