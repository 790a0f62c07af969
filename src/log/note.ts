/** Notes signed with the key of the house: Ed25519 (RFC 8032) in the form of C2SP signed-note. */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { keyId, verifierKey } from './verify-note-rules.ts'

/** It shows nothing of itself where it is printed or logged. */
export type Signer = { readonly name: string; readonly verifierKey: string; readonly key: KeyObject }

/** What stands before the seed in the form in which Node reads an Ed25519 key (RFC 8410, 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const KEY_LENGTH = 32

/** The signer of this name from the 32 bytes that its key is made of. Throws for another length and for a wrong name. */
export async function signerOf(name: string, seed: Uint8Array): Promise<Signer> {
  const key = privateKeyOf(seed)
  return { name, verifierKey: await verifierKey(name, publicKeyOf(key)), key }
}

/** The text, which ends its last line, behind it the signature. Throws for a text that a note cannot hold. */
export async function signNote(text: string, { name, key }: Signer): Promise<string> {
  if (!text.endsWith('\n')) throw new Error('a note ends its last line')
  const signature = sign(null, Buffer.from(text), key)
  const id = await keyId(name, publicKeyOf(key))
  return `${text}\n— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`
}

/** The key that is made of 32 bytes. Throws for another length. */
export function privateKeyOf(seed: Uint8Array): KeyObject {
  if (seed.length !== KEY_LENGTH) throw new Error('an Ed25519 key is made of 32 bytes')
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
}

export function publicKeyOf(key: KeyObject): Uint8Array {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-KEY_LENGTH)
}
