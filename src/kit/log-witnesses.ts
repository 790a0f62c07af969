/** Whom the log is shown to, so that they sign what they have seen: `KEY ADDRESS`, parted by commas. */
import { createHash } from 'node:crypto'

/** A witness by the key of its cosignatures (C2SP tlog-cosignature), and where checkpoints are handed to it. */
export type LogWitness = { key: string; url: string }

/** Notes hold sixteen signatures, the log's own among them. */
const MOST = 15
/** Of a cosignature with Ed25519. */
const KIND = 4

/** Throws a sentence for the operator. */
export function readLogWitnesses(name: string, text: string): LogWitness[] {
  const witnesses = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [key = '', url = '', ...more] = part.split(/\s+/)
      if (!isKey(key) || !URL.canParse(url) || !/^https?:/.test(url) || more.length > 0)
        throw new Error(`${name} has "${part}": it may list witnesses, each with its key, a space and its address.`)
      return { key, url: url.replace(/\/+$/, '') }
    })
  if (witnesses.length > MOST) throw new Error(`${name} names ${witnesses.length} witnesses: ${MOST} are the most.`)
  if (new Set(witnesses.map(({ key }) => key)).size < witnesses.length)
    throw new Error(`${name} names a witness twice.`)
  return witnesses
}

/** `name+id+base64`, where the id is that of the key under this name. */
function isKey(text: string): boolean {
  const [, name = '', id, base64 = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? []
  const key = Buffer.from(base64, 'base64')
  if (key.length !== 33 || key[0] !== KIND) return false
  return createHash('sha256').update(`${name}\n`).update(key).digest('hex').slice(0, 8) === id
}
