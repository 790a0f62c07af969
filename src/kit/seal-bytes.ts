/** AES-256-GCM: what is closed with a key opens with it alone, at the place that it was closed for, and unchanged. */
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

/** What was closed does not open: with another key, at another place, changed since, or nobody here has its key. */
export class CannotOpen extends Error {}

/** Closes bytes. `place` names what they belong to: put elsewhere they do not open. */
export function sealBytes(key: KeyObject, place: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place))
  const closed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), closed])
}

/** Opens them again. Throws CannotOpen where they were closed with another key or for another place, or were changed. */
export function openBytes(key: KeyObject, place: string, sealed: Uint8Array): Buffer {
  if (sealed.length < NONCE + TAG) throw new CannotOpen('what was closed is too short')
  const [nonce, tag] = [sealed.subarray(0, NONCE), sealed.subarray(NONCE, NONCE + TAG)]
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG })
  decipher.setAAD(Buffer.from(place)).setAuthTag(tag)
  const opened = decipher.update(sealed.subarray(NONCE + TAG))
  try {
    return Buffer.concat([opened, decipher.final()])
  } catch (cause) {
    throw new CannotOpen('what was closed does not open', { cause })
  }
}
