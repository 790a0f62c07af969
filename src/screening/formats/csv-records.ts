import { setImmediate as letOthersGo } from 'node:timers/promises'
import { refuseField } from '#kit/refusal.ts'

/** No list has lines of more fields, or longer ones. */
const MOST = { fields: 250, letters: 50_000 }
/** Lines that are read at a time. */
const PIECE = 500
/** With which some files of long ago end. */
const END_OF_FILE = '\u001A'

/**
 * Reads a file of lists line by line (RFC 4180), fields parted by `separator`; empty lines are left out. Unlike what
 * people save from spreadsheets these files are large, so that only one line is held. 422 for what cannot be read, with
 * its line.
 */
export async function readLines(
  text: string,
  separator: string,
  take: (fields: string[], line: number) => void,
): Promise<void> {
  let [at, line, read] = [0, 1, 0]
  while (at < text.length) {
    const fields: string[] = []
    const begun = line
    let ended = false
    while (!ended) {
      const field = readField(text, at, separator, line)
      fields.push(field.value)
      if (fields.length > MOST.fields) refuse(line, `it has more than ${MOST.fields} fields`)
      line += field.lines
      at = field.end
      if (text[at] === separator) at += 1
      else {
        ended = true
        at += text.startsWith('\r\n', at) ? 2 : 1
      }
    }
    line += 1
    if (fields.some((field) => field.trim() !== '' && field !== END_OF_FILE)) take(fields, begun)
    if ((read += 1) % PIECE === 0) await letOthersGo()
  }
}

type Field = { value: string; end: number; lines: number }

function readField(text: string, from: number, separator: string, line: number): Field {
  if (text[from] !== '"') {
    let end = from
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
    if (end - from > MOST.letters) refuse(line, 'one of its fields is too long')
    return { value: text.slice(from, end), end, lines: 0 }
  }
  let end = text.indexOf('"', from + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  if (end < 0) refuse(line, 'a quote is not closed')
  if (end - from > MOST.letters) refuse(line, 'one of its fields is too long')
  const value = text.slice(from + 1, end).replaceAll('""', '"')
  const next = text[end + 1]
  if (next !== undefined && next !== separator && next !== '\n' && next !== '\r') {
    refuse(line, 'something follows a closing quote')
  }
  return { value, end: end + 1, lines: value.split('\n').length - 1 }
}

function refuse(line: number, why: string): never {
  return refuseField('file', `Line ${line} cannot be read: ${why}.`)
}
