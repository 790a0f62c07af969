// What an entry of the log has committed to, from proofs.md alone.
import { createHmac } from 'node:crypto'
import { base64, sha } from './second-log.mjs'

const hmac = (salt, text) => createHmac('sha256', salt).update(text, 'utf8').digest()

// The bytes of an entry. Parts are { text, salt } where they are opened, { hidden } where they are not.
export function entryOf(type, parts) {
  const seals = parts.map(({ text, salt, hidden }) =>
    text === undefined ? base64(hidden, 32, 'opening') : hmac(base64(salt, 32, 'opening'), text),
  )
  const head = Buffer.from(type + '\n')
  return Buffer.concat([head, sha(Buffer.from('plumb log/'), head, ...seals)])
}
