/** Signed notes and checkpoints as C2SP writes them (signed-note, tlog-checkpoint): read and verified, in Node and in a browser. */
import { fromBase64, isSignedBy, joined, sameBytes, digest, toBase64, utf8 } from './bytes-rules.ts'

/** Of the signatures of a note: Ed25519 over its text. */
const ED25519 = 1
/** And with the time at which somebody else has looked at it (C2SP tlog-cosignature). */
export const COSIGNATURE = 4
type SignatureKind = typeof ED25519 | typeof COSIGNATURE
const KEY_LENGTH = 32
const ID_LENGTH = 4
const MOST_SIGNATURES = 16
const NAME = /^[^\s+]+$/u
const SIGNATURE = /^— ([^\s+]+) (\S+)$/u

export type Verifier = { name: string; id: Uint8Array; publicKey: Uint8Array }
export type SignedNote = { text: string; signatures: readonly { name: string; id: Uint8Array; bytes: Uint8Array }[] }
/** The head of a tree: whose it is, how many entries it has, and its root. */
export type TreeHead = { origin: string; size: number; root: Uint8Array }

/** By which four bytes a note names a key. */
export async function keyId(name: string, publicKey: Uint8Array, kind: SignatureKind = ED25519): Promise<Uint8Array> {
  return (await digest(utf8(`${name}\n`), Uint8Array.of(kind), publicKey)).slice(0, ID_LENGTH)
}

/** `name+id+base64`, as `/log/key` says it. Undefined where it is no key, or its id is another's. */
export async function readVerifierKey(text: string, kind: SignatureKind = ED25519): Promise<Verifier | undefined> {
  const [, name = '', hex = '', base64 = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text) ?? []
  const key = fromBase64(base64)
  if (key?.length !== 1 + KEY_LENGTH || key[0] !== kind) return undefined
  const publicKey = key.slice(1)
  const id = await keyId(name, publicKey, kind)
  return hexOf(id) === hex ? { name, id, publicKey } : undefined
}

/** `name+id+base64` of a key. Throws for a name that a note cannot say. */
export async function verifierKey(name: string, publicKey: Uint8Array, kind: SignatureKind = ED25519): Promise<string> {
  if (!NAME.test(name)) throw new Error('a key of a note is named without spaces and plus signs')
  const id = await keyId(name, publicKey, kind)
  return `${name}+${hexOf(id)}+${toBase64(joined(Uint8Array.of(kind), publicKey))}`
}

/** Undefined where the text is no signed note. Nobody has verified it yet. */
export function readNote(note: string): SignedNote | undefined {
  const end = note.lastIndexOf('\n\n')
  // oxlint-disable-next-line no-control-regex
  if (end < 0 || !note.endsWith('\n') || /[\0-\u0009\u000B-\u001F]/.test(note)) return undefined
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > MOST_SIGNATURES) return undefined
  const signatures = lines.map((line) => {
    const [, name = '', base64 = ''] = SIGNATURE.exec(line) ?? []
    const bytes = fromBase64(base64)
    if (name === '' || bytes === undefined || bytes.length <= ID_LENGTH) return undefined
    return { name, id: bytes.slice(0, ID_LENGTH), bytes: bytes.slice(ID_LENGTH) }
  })
  if (signatures.includes(undefined)) return undefined
  return { text: note.slice(0, end + 1), signatures: signatures.filter((signature) => signature !== undefined) }
}

/**
 * The text of a note that this key has signed; undefined where it has not, or one of its signatures is wrong. Signatures
 * of others say nothing. Throws where the browser knows no Ed25519.
 */
export async function openNote(note: string, verifier: Verifier): Promise<string | undefined> {
  const read = readNote(note)
  const own = read?.signatures.filter(({ name, id }) => name === verifier.name && sameBytes(id, verifier.id)) ?? []
  if (read === undefined || own.length === 0) return undefined
  for (const { bytes } of own) {
    if (!(await isSignedBy(verifier.publicKey, bytes, utf8(read.text)))) return undefined
  }
  return read.text
}

/** The three lines of a checkpoint; lines behind them are not ours. Undefined where the text is no checkpoint. */
export function readTreeHead(text: string): TreeHead | undefined {
  const [, origin = '', digits = '', base64 = ''] = /^([^\n]+)\n(0|[1-9]\d*)\n([^\n]+)\n/.exec(text) ?? []
  const [size, root] = [Number(digits), fromBase64(base64)]
  if (origin === '' || !Number.isSafeInteger(size) || root?.length !== 32) return undefined
  return { origin, size, root }
}

/** What is signed of a tree. */
export const textOfTreeHead = ({ origin, size, root }: TreeHead): string => `${origin}\n${size}\n${toBase64(root)}\n`

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
