/** The foot of our mails and what is found of it in a mail that somebody kept, however their program has folded or quoted it. */
import { fromBase64, toBase64, utf8 } from './bytes-rules.ts'
import { readNote } from './verify-note-rules.ts'

declare const TextDecoder: new (name: 'utf-8', how: { fatal: true }) => { decode(bytes: Uint8Array): string }

const KEY = 'plumb-log-key:'
const NOTE = 'plumb-checkpoint:'
/** Lines into which the foot may have been folded. */
const MOST_LINES = 24

/** The last lines of a mail: how the log is verified, and its newest checkpoint. */
export const keptLines = ({ key, note }: { key: string; note: string }): [string, string] => [
  `${KEY} ${key}`,
  `${NOTE} ${toBase64(utf8(note))}`,
]

/** What was kept: a note, and the key that stands with it, where there is one. Nobody has verified it yet. */
export type Kept = { note: string; key: string | undefined }

/**
 * Out of a whole mail, as it is read or as its file holds it, of its last line, or of a note itself. Undefined where there
 * is none.
 */
export function findKept(pasted: string): Kept | undefined {
  const text = pasted.replaceAll('\r\n', '\n')
  return foundIn(text) ?? foundIn(text.replaceAll('=\n', '').replaceAll('=3D', '=')) ?? bareNote(text)
}

/** The last that can be read: a file may hold a mail twice. */
function foundIn(text: string): Kept | undefined {
  for (let at = text.lastIndexOf(NOTE); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(NOTE, at - 1)) {
    const note = joinedLines(text.slice(at + NOTE.length), noteFrom)
    const before = text.lastIndexOf(KEY, at)
    const key = before < 0 ? undefined : joinedLines(text.slice(before + KEY.length, at), keyFrom)
    if (note !== undefined) return { note, key }
  }
  return undefined
}

function bareNote(text: string): Kept | undefined {
  const note = `${text.trim()}\n`
  return readNote(note) && { note, key: undefined }
}

/** What the first lines say together, as few of them as say something. Marks of quotation are no part of it. */
function joinedLines(text: string, read: (whole: string) => string | undefined): string | undefined {
  const lines = text.split('\n', MOST_LINES)
  for (let count = 1; count <= lines.length; count += 1) {
    const whole = lines.slice(0, count).map((line) => line.replaceAll(/[>\s]/g, ''))
    const found = read(whole.join(''))
    if (found !== undefined) return found
  }
  return undefined
}

const keyFrom = (whole: string) => (/^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/.test(whole) ? whole : undefined)

function noteFrom(whole: string): string | undefined {
  const bytes = fromBase64(whole)
  try {
    const note = bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return note !== undefined && readNote(note) !== undefined ? note : undefined
  } catch {
    return undefined
  }
}
