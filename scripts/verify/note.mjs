/** A kept checkpoint, as a note or in a mail: that its key has signed it, and that the log of today begins with it. */
import { readFileSync } from 'node:fs'
import { checkSignature, nodeOver, sha, takeSteps, wrong } from './shared.mjs'

const NOTE = /^[^\n]+\n(0|[1-9]\d*)\n[A-Za-z0-9+/]{43}=\n(?:[^\n]+\n)*\n(?:\u2014 [^\n]+\n)+$/
const KEY = /^[^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/
/** Milliseconds for each thing that is fetched. */
const PATIENCE = 15_000

/** What lines say together, as few of them as make sense; marks of quotation and folds are no part of it. */
function inLines(text, read) {
  let whole = ''
  for (const line of text.split('\n', 24)) {
    whole += line.replaceAll(/[>\s]/g, '')
    const found = read(whole)
    if (found !== undefined) return found
  }
  return undefined
}

const noteFrom = (base64) => {
  const note = Buffer.from(base64, 'base64').toString('utf8')
  return base64.length % 4 === 0 && NOTE.test(note) ? note : undefined
}
const keyFrom = (line) => (KEY.test(line) ? line : undefined)

function inMail(text) {
  for (
    let at = text.lastIndexOf('plumb-checkpoint:');
    at >= 0;
    at = text.slice(0, at).lastIndexOf('plumb-checkpoint:')
  ) {
    const note = inLines(text.slice(at + 'plumb-checkpoint:'.length), noteFrom)
    const before = text.slice(0, at).lastIndexOf('plumb-log-key:')
    const key = before < 0 ? undefined : inLines(text.slice(before + 'plumb-log-key:'.length, at), keyFrom)
    if (note !== undefined) return { note, key }
  }
  return undefined
}

/** What is kept in a file: a note, or a mail as it is read or as its file holds it. */
function keptIn(file) {
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  const bare = `${text.trim()}\n`
  const kept = inMail(text) ?? inMail(text.replaceAll('=\n', '').replaceAll('=3D', '='))
  if (kept === undefined && !NOTE.test(bare)) throw new Error(`${file} has no checkpoint in it`)
  return kept ?? { note: bare, key: undefined }
}

function headOf(note) {
  const [origin, size, root] = note.split('\n')
  return { origin, size: Number(size), root }
}

async function fetchFrom(address) {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE) })
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

/** `1234067` as `x001/x234/067`. */
function tileName(n) {
  const digits = String(n)
  const parts = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? []
  return parts.map((part, place) => (place < parts.length - 1 ? `x${part}` : part)).join('/')
}

/** The root of the first entries of a log of `size`, from its tiles. */
async function rootFrom(log, entries, size) {
  const tiles = new Map()
  const hashAt = async (level, at) => {
    const n = Math.floor(at / 256)
    const width = Math.min(256, Math.floor(size / 256 ** level) - n * 256)
    const address = `${log}/tile/${level}/${tileName(n)}${width < 256 ? `.p/${width}` : ''}`
    if (!tiles.has(address)) tiles.set(address, await fetchFrom(address))
    const hash = tiles.get(address).subarray((at % 256) * 32, (at % 256) * 32 + 32)
    return hash.length === 32 ? hash : wrong(`${address} is too short`)
  }
  const over = async (from, count) => {
    const level = Math.floor(Math.log2(count) / 8)
    if (count === 256 ** level) return await hashAt(level, from / count)
    let half = 1
    while (half * 2 < count) half *= 2
    return nodeOver(await over(from, half), await over(from + half, count - half))
  }
  return (entries === 0 ? sha() : await over(0, entries)).toString('base64')
}

async function logAt(address) {
  const log = `${address.replace(/\/+$/, '').replace(/\/log$/, '')}/log`
  const [note, key] = await Promise.all([fetchFrom(`${log}/checkpoint`), fetchFrom(`${log}/key`)])
  return { log, note: note.toString('utf8'), key: key.toString('utf8').trim() }
}

/** Of two heads of one log: their order is of no matter, as far as two notes alone can show anything. */
function compare(one, other) {
  if (one.origin !== other.origin) throw new Error(`the notes are of ${one.origin} and of ${other.origin}`)
  if (one.size === other.size && one.root !== other.root) wrong(`two logs of ${one.size} entries were signed`)
}

/** What the log of today has to show of a note. */
function stepsAgainst(kept, today) {
  const [then, now] = [headOf(kept.note), headOf(today.note)]
  if (then.origin !== now.origin) throw new Error(`the note is of ${then.origin}, the log of today ${now.origin}`)
  return [
    ['the log of today is signed with the key that it shows', () => checkSignature(today)],
    ['it has no fewer entries', () => now.size >= then.size || wrong(`${now.size} today, ${then.size} then`)],
    [
      'its tiles have the root that was signed today',
      async () => (await rootFrom(today.log, now.size, now.size)) === now.root || wrong('they have another'),
    ],
    [
      `its first ${then.size} entries are those of the note`,
      async () =>
        (await rootFrom(today.log, then.size, now.size)) === then.root ||
        wrong(`among the first ${then.size} at least one is another. Keep the note: it proves it.`),
    ],
  ]
}

/** Ends with 0 for yes, 1 for no, 2 where it could not be told. */
export async function verifyNote([file, ...words], option) {
  if (file === undefined) throw new Error('Say which file: npm run verify -- note FILE [OTHER FILE | ADDRESS]')
  const kept = keptIn(file)
  const head = headOf(kept.note)
  const [second] = words.filter((word, at) => !word.startsWith('--') && !words[at - 1]?.startsWith('--'))
  const isAddress = second !== undefined && /^https?:\/\//.test(second)
  const today = isAddress ? await logAt(second) : undefined
  const other = second === undefined || isAddress ? undefined : keptIn(second)
  const key = option('--key')
  const signed = ({ note, key: own }) =>
    checkSignature({ note, key: key ?? own ?? today?.key ?? wrong('no key is given') })
  if (key === undefined && kept.key === undefined && today === undefined)
    throw new Error('Say with which key: --key KEY')
  /** @type {[string, () => unknown][]} */
  const steps = [
    [`the note of ${head.size} entries is signed${key === undefined ? '' : ' with that key'}`, () => signed(kept)],
  ]
  if (other) {
    steps.push([
      `the note of ${headOf(other.note).size} entries is, too`,
      () => signed({ ...other, key: other.key ?? kept.key }),
    ])
    steps.push(['the two can be of one log', () => compare(head, headOf(other.note))])
  }
  if (today) steps.push(...stepsAgainst(kept, today))
  if (today && key !== undefined)
    steps.push(['the log shows that key', () => today.key === key || wrong(`it shows ${today.key}`)])
  if (!(await takeSteps(steps, 'this is not the log that was signed.'))) return 1
  const unsure = notTold({ head, other, today, key })
  if (unsure !== undefined) {
    console.log(`NOT CHECKED: ${unsure}`)
    return 2
  }
  console.log(`YES: ${head.origin} of ${head.size} entries${today ? `, with which that of today begins` : ''}`)
  return 0
}

/** What two notes without an address, or a note without a key, leave open. */
function notTold({ head, other, today, key }) {
  if (key === undefined && today === undefined) return 'whose key it is. Say with which it has to be signed: --key KEY'
  if (other === undefined || headOf(other.note).size === head.size) return undefined
  return 'whether the longer log begins with the shorter one. Say where it is, instead of the second note: https://…'
}
