/** A witness: the logs that it knows by their keys, what it keeps of each, and that it does one thing of a log at a time. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Clock } from '#kit/clock.ts'
import { sameBytes } from '../bytes-rules.ts'
import { signatureLine } from '../cosignature-rules.ts'
import { openNote, readNote, readTreeHead, type TreeHead, type Verifier } from '../verify-note-rules.ts'
import { cosign, type Cosigner } from './cosign.ts'
import { type KeptLog, openKeptLog } from './kept-log.ts'

export type WitnessedLog = { origin: string; kept: KeptLog; alone: <T>(work: () => Promise<T>) => Promise<T> }
export type Witness = {
  cosigner: Cosigner
  clock: Clock
  keys: readonly Verifier[]
  /** by origin */
  logs: ReadonlyMap<string, WitnessedLog>
}
/** What a note says that the log itself has signed, and its lines that show it. */
export type Shown = TreeHead & { text: string; signed: string }

/** By what a witness is asked for the checkpoint of a log. */
export const originHash = (origin: string): string => createHash('sha256').update(origin).digest('hex')

/** A witness of the logs that these keys sign: what a key is named is the origin. */
export function openWitness(
  folder: string,
  cosigner: Cosigner,
  { keys, clock }: Pick<Witness, 'keys' | 'clock'>,
): Witness {
  const origins = [...new Set(keys.map(({ name }) => name))]
  const logs = origins.map((origin): [string, WitnessedLog] => {
    const kept = openKeptLog(join(folder, originHash(origin)))
    let last: Promise<unknown> = Promise.resolve()
    const alone: WitnessedLog['alone'] = (work) => {
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    }
    return [origin, { origin, kept, alone }]
  })
  return { cosigner, clock, keys, logs: new Map(logs) }
}

/**
 * What a checkpoint says, if a key that this witness knows has signed it: 'malformed' where it is none, 'unknown' where
 * nobody here knows its origin, 'unsigned' where no known key has signed it, or what stands there as its signature is none.
 */
export async function readShown(
  note: string,
  keys: readonly Verifier[],
): Promise<Shown | 'malformed' | 'unknown' | 'unsigned'> {
  const read = readNote(note)
  const head = read && readTreeHead(read.text)
  if (read === undefined || head === undefined) return 'malformed'
  const known = keys.filter(({ name }) => name === head.origin)
  if (known.length === 0) return 'unknown'
  const lines = read.signatures.filter((line) =>
    known.some(({ id }) => line.name === head.origin && sameBytes(line.id, id)),
  )
  if (lines.length === 0) return 'unsigned'
  for (const key of known.filter(({ id }) => lines.some((line) => sameBytes(line.id, id)))) {
    if ((await openNote(note, key)) === undefined) return 'unsigned'
  }
  const signed = lines.map(({ name, id, bytes }) => signatureLine(name, id, bytes)).join('')
  return { ...head, text: read.text, signed }
}

/** Keeps what it is about to say, then says it: the line of this witness. The log is no shorter than what it has signed. */
export function keepAndCosign({ cosigner, clock }: Witness, { kept }: WitnessedLog, shown: Shown): string {
  const line = cosign(shown.text, clock.now(), cosigner)
  kept.keepHead(`${shown.text}\n${shown.signed}${line}`)
  return line
}
