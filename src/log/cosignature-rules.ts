/** Cosignatures of checkpoints (C2SP tlog-cosignature, Ed25519): what a witness signs and when, in Node and in a browser. */
import { isSignedBy, joined, sameBytes, toBase64, utf8 } from './bytes-rules.ts'
import { readNote, type Verifier } from './verify-note-rules.ts'

/** Bytes of the time before a signature: seconds since 1970, the highest byte first. */
const TIME_LENGTH = 8

/** What a witness signs of the text of a checkpoint that it has seen at this second. */
export const cosignedText = (text: string, seconds: number): Uint8Array =>
  utf8(`cosignature/v1\ntime ${seconds}\n${text}`)

/** The line of a note that holds a signature. */
export const signatureLine = (name: string, id: Uint8Array, bytes: Uint8Array): string =>
  `— ${name} ${toBase64(joined(id, bytes))}\n`

export function bytesOfSeconds(seconds: number): Uint8Array {
  const bytes = new Uint8Array(TIME_LENGTH)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(seconds))
  return bytes
}

/** The second since 1970 at which this witness has cosigned, and the line that says so. */
export type Cosigned = { seconds: number; line: string }

/**
 * What this witness has cosigned of a note; undefined where it has not, or what stands there is not its signature. Nobody
 * else's is looked at. Throws where the browser knows no Ed25519.
 */
export async function cosignedBy(note: string, witness: Verifier): Promise<Cosigned | undefined> {
  const read = readNote(note)
  const own = read?.signatures.find(({ name, id }) => name === witness.name && sameBytes(id, witness.id))
  if (read === undefined || own === undefined || own.bytes.length <= TIME_LENGTH) return undefined
  const seconds = Number(new DataView(own.bytes.slice(0, TIME_LENGTH).buffer).getBigUint64(0))
  if (seconds === 0 || !Number.isSafeInteger(seconds)) return undefined
  const signed = await isSignedBy(witness.publicKey, own.bytes.slice(TIME_LENGTH), cosignedText(read.text, seconds))
  return signed ? { seconds, line: signatureLine(own.name, own.id, own.bytes) } : undefined
}
