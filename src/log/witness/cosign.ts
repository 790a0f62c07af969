/** The key of a witness, and what it signs with it. */
import { type KeyObject, randomBytes, sign } from 'node:crypto'
import { makeSecretFile, readSecretFile } from '#kit/secret-file.ts'
import { bytesOfSeconds, cosignedText, signatureLine } from '../cosignature-rules.ts'
import { privateKeyOf, publicKeyOf } from '../note.ts'
import { COSIGNATURE, keyId, verifierKey } from '../verify-note-rules.ts'
import { fromBase64, joined, toBase64 } from '../bytes-rules.ts'

/** `verifierKey`: what others know its cosignatures by. */
export type Cosigner = { readonly name: string; readonly verifierKey: string; readonly id: Uint8Array; key: KeyObject }

const KEY_LENGTH = 32
const WORDS = {
  what: 'the key of this witness',
  variable: 'another folder',
  mend: 'npm run witness -- --folder ANOTHER, and tell those who name it',
}

/** The witness of this name by the key in this file, made when it first starts. Throws a sentence for the operator. */
export async function openCosigner(name: string, path: string): Promise<Cosigner> {
  if (readSecretFile(path, WORDS) === undefined) makeSecretFile(path, toBase64(randomBytes(KEY_LENGTH)), WORDS)
  const seed = fromBase64(readSecretFile(path, WORDS) ?? '')
  if (seed?.length !== KEY_LENGTH) throw new Error(`${path} does not hold the key of a witness.`)
  const key = privateKeyOf(seed)
  const publicKey = publicKeyOf(key)
  const id = await keyId(name, publicKey, COSIGNATURE)
  return { name, key, id, verifierKey: await verifierKey(name, publicKey, COSIGNATURE) }
}

/** The line by which this witness says that it has seen this text of a checkpoint at this time, and none that it contradicts. */
export function cosign(text: string, now: Date, { name, id, key }: Cosigner): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const signature = sign(null, cosignedText(text, seconds), key)
  return signatureLine(name, id, joined(bytesOfSeconds(seconds), signature))
}
