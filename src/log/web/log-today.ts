import { createClient } from '#ui/client.ts'
import type { logContract } from '../contract.ts'
import { cosignedBy } from '../cosignature-rules.ts'
import { tileName, type TilePlace, tileWidth, TILE_WIDTH } from '../tile-rules.ts'
import { COSIGNATURE, readNote, readTreeHead, readVerifierKey } from '../verify-note-rules.ts'
import { checkCosigned, type Cosigners } from '../check-cosigned-rules.ts'
import { checkKept, type KeptAnswer } from '../check-kept-rules.ts'
import { findKept, type Kept } from '../kept-note-rules.ts'

const call = createClient<typeof logContract>()
const HASH_LENGTH = 32

/** Under which name the log goes on, and since which day (UTC), where its name says that. */
type Restarted = { name: string; day: string | undefined }
/**
 * `note` is the newest checkpoint and `key` its verifier key, as they are served. `at`: when this witness has signed it; null
 * where it has not, or what it said cannot be verified. `stopped`: the operator knows that it is not signed any further.
 */
export type LogToday = {
  size: number
  note: string
  key: string
  since: Restarted | undefined
  stopped: boolean
  witnesses: { name: string; at: string | null }[]
}

async function read(path: string, how?: { cache: 'no-cache' }): Promise<Response> {
  const response = await fetch(`/log/${path}`, how)
  if (!response.ok && response.status !== 404) throw new Error(`${path}: ${response.status}`)
  return response
}
/**
 * What changes is asked for anew: a checkpoint of some seconds ago may end before what was handed out since. Throws where
 * nothing is there: before the log is signed nothing can be checked against it.
 */
async function linesOf(path: string): Promise<string> {
  const response = await read(path, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.text()
}

/**
 * How far the log goes, and who else has signed that; null before it was signed, when nothing of it is asked for: of each
 * call for what is not there a browser says that it has failed. Throws where the log cannot be read.
 */
export async function askToday(): Promise<LogToday | null> {
  const { signed, stopped } = await call('GET /api/log')
  if (!signed) return null
  const [note, keys, key] = await Promise.all([linesOf('checkpoint'), linesOf('witnesses'), linesOf('key')])
  const head = readTreeHead(readNote(note)?.text ?? '')
  if (head === undefined) throw new Error('no checkpoint')
  const witnesses = keys
    .split('\n')
    .filter((key) => key !== '')
    .map(async (key) => {
      const at = await signedAt(note, key).catch(() => null)
      return { name: key.split('+', 1)[0] ?? '', at }
    })
  const [name, day] = /.*\/log\/\d+(?:-(\d{4}-\d\d-\d\d)-.+)?$/.exec(head.origin) ?? []
  const since = name === undefined ? undefined : { name, day }
  return { size: head.size, note, key: key.trim(), since, stopped, witnesses: await Promise.all(witnesses) }
}

async function signedAt(note: string, key: string): Promise<string | null> {
  const verifier = await readVerifierKey(key, COSIGNATURE)
  const cosigned = verifier && (await cosignedBy(note, verifier))
  return cosigned === undefined ? null : new Date(cosigned.seconds * 1000).toISOString()
}

/** What the check of a mail has come to: `unreachable` and `unable` are no answer. */
export type MailCheck = KeptAnswer | { answer: 'unreachable' } | { answer: 'unable' }

/** What is kept in what was pasted; undefined where nothing is. */
export const keptIn = (pasted: string): Kept | undefined => findKept(pasted)

/** Checks what somebody has kept against the log as it is now. */
export async function checkAgainstToday(kept: Kept): Promise<MailCheck> {
  try {
    const [checkpoint, key] = await Promise.all([linesOf('checkpoint'), linesOf('key')])
    return await checkKept(kept, { checkpoint, key: key.trim(), tile: fetchTile })
  } catch (error) {
    const unable = error instanceof DOMException && error.name === 'NotSupportedError'
    return unable ? { answer: 'unable' } : { answer: 'unreachable' }
  }
}

/** Who else has signed what somebody holds a note of. Throws where the log cannot be read, or the browser knows no Ed25519. */
export async function cosignersOf(held: Kept): Promise<Cosigners> {
  const [checkpoint, key, witnesses] = await Promise.all([linesOf('checkpoint'), linesOf('key'), linesOf('witnesses')])
  return checkCosigned(held, { checkpoint, key: key.trim(), tile: fetchTile }, witnesses)
}

async function fetchTile(place: TilePlace, size: number): Promise<Uint8Array> {
  const [width, name] = [tileWidth(place, size), `tile/${place.level}/${tileName(place.n)}`]
  const answer = await read(width === TILE_WIDTH ? name : `${name}.p/${width}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (!answer.ok || bytes.length < width * HASH_LENGTH) throw new Error(`${name} is not there`)
  return bytes
}
