// A second verifier, written from the document proofs.md alone. Node >= 22, nothing but what Node has built in.
//   node second-verifier.mjs bundle FILE [KEY]    that mine is counted
//   node second-verifier.mjs opening FILE [KEY]   the opening of a transfer
//   node second-verifier.mjs note FILE KEY        a checkpoint (KEY of the log) or a cosignature (KEY of a witness)
//   node second-verifier.mjs mail FILE URL        a kept mail against the log of today
//   node second-verifier.mjs log URL              downloads key, checkpoint, every tile and what opens its proofs, computes the root anew
// Ends with 0 for yes, 1 for no, 2 for not checked. The lower half are second-log.mjs,
// second-entries.mjs and second-whole-log.mjs.
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { entryOf } from './second-entries.mjs'
import {
  base64,
  count,
  demand,
  judge,
  leafHash,
  openLog,
  readKey,
  refuse,
  rootOfPath,
  sha,
  sum,
  u32,
  u64,
  unchecked,
  verifyConsistency,
  verifyNote,
} from './second-log.mjs'
import { verifyLog } from './second-whole-log.mjs'

export {
  openNote,
  readEntries,
  rootFromTiles,
  rootOfPath,
  tileName,
  treeRoot,
  verifyConsistency,
  verifyNote,
} from './second-log.mjs'

// --- what is in the log ---

// That an entry is in the log: its path, its note and its key. `key` is what others know, one or several.
function verifyInLog(type, parts, log, key, checked) {
  if (!log) unchecked('log', 'it is in no log yet')
  const checkpoint = verifyNote(log.note, log.key)
  checked.push('note')
  demand(count(log.size, 'log') === checkpoint.size, 'log', 'the size is not that of the note')
  const path = log.path.map((hash) => base64(hash, 32, 'log'))
  const root = rootOfPath(leafHash(entryOf(type, parts)), count(log.index, 'log'), checkpoint.size, path)
  demand(root.equals(checkpoint.root), 'log', 'what is opened is not in the log')
  checked.push('log')
  const known = [key ?? []].flat().map((one) => one.trim())
  if (known.length === 0) unchecked('key', 'no key is known to compare with')
  demand(known.includes(log.key), 'key', 'it is not the key that others know')
  checked.push('key')
}

const HEADER = new RegExp(
  '^transfer (\\d+)\n.+\n.+ .+\n\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z\n' +
    'reverses (?:\\d+|none)\ncorrects (?:\\d+|none)\nentries (\\d+)\n$',
)
const ENTRY = /^.+\n[1-9]\d*\n(0|-?[1-9]\d*)\n(0|-?[1-9]\d*)\n$/

/** Verifies the opening of a transfer: { transfer, position, commitment, parts: [{ text, salt } or { hidden }], log }. */
export const verifyOpening = ({ transfer, position, commitment, parts, log }, { key } = {}) =>
  judge((checked) => {
    if (position === null) unchecked('log', 'it has no position yet')
    const [header, ...entries] = parts
    const [, number, many] = HEADER.exec(header.text) ?? refuse('opening', 'not the header of a transfer')
    demand(number === transfer, 'opening', `the header of transfer ${number}`)
    demand(Number(many) === entries.length, 'opening', 'not as many entries as the header says')
    demand(
      entries.every(({ text }) => text === undefined || ENTRY.test(text)),
      'opening',
      'not an entry',
    )
    checked.push('opening')
    const own = entryOf('transfer', parts).subarray(-32)
    demand(own.equals(base64(commitment, 32, 'opening')), 'opening', 'the parts have another commitment')
    checked.push('commitment')
    verifyInLog('transfer', parts, log && { ...log, index: position }, key, checked)
  })

export { verifyLog } from './second-whole-log.mjs'

// --- that mine is counted ---

const treeLeaf = (epoch, owner, part, amount) => sha(Buffer.of(0), u32(epoch), owner, Buffer.of(part), u64(amount))

// From one half up to the top: refuses where it is not `root` and `total`.
function climb(part, number, tree) {
  let amount = sum(part.amount)
  let hash = treeLeaf(tree.epoch, tree.owner, number, amount)
  demand(part.path.length === tree.depth + 1, 'tree', `a path of ${part.path.length} steps, not ${tree.depth + 1}`)
  const steps = part.path.map(([beside, its]) => [base64(beside, 32, 'tree'), sum(its)])
  const [nobody, rest] = steps.at(-1)
  demand(rest === tree.unowned, 'tree', 'the last sum is not what is unowned')
  demand(nobody.equals(treeLeaf(tree.epoch, Buffer.alloc(32), 0, rest)), 'tree', 'the last hash is not nobody’s leaf')
  steps.forEach(([beside, its], k) => {
    const right = Math.floor(part.place / 2 ** k) % 2 === 1
    const sides = right ? [beside, u64(its), hash, u64(amount)] : [hash, u64(amount), beside, u64(its)]
    hash = sha(Buffer.of(1, k + 1), ...sides)
    amount = sum(String(amount + its))
  })
  demand(amount === tree.total, 'tree', `part ${number} leads to another total`)
  demand(hash.equals(tree.root), 'tree', `part ${number} leads to another root`)
}

// Who, when and how much, read and held to the limits of the document.
function readTree(bundle) {
  const [epoch, depth] = [count(bundle.epoch, 'tree', 2n ** 32n), count(bundle.depth, 'tree', 53n)]
  const name = Buffer.from(bundle.name.toLowerCase())
  demand(/^[\x21-\x7e]{1,255}$/.test(name.toString()), 'tree', 'not a name in ASCII')
  const nonce = base64(bundle.nonce, 16, 'tree')
  const owner = sha(Buffer.of(2), u32(epoch), Buffer.of(name.length), name, nonce)
  const [unowned, total] = [sum(bundle.unowned), sum(bundle.total)]
  return { epoch, depth, owner, unowned, total, root: base64(bundle.root, 32, 'tree') }
}

// What the person knows is compared with what the bundle says.
function compare(said, known, checked) {
  for (const [what, value] of Object.entries(known)) {
    demand(String(said[what]) === String(value).toLowerCase(), what, `it is ${said[what]}, not ${value}`)
    checked.push(what)
  }
}

/**
 * Verifies a bundle. `key`: the verifier key that others know, or several. What else is known may be given and is
 * compared: `name`, `epoch`, `amount` (of both halves), `total`. Answers { answer, checked, place, reason, amount }.
 */
export const verifyBundle = (bundle, { key, ...known } = {}) =>
  judge((checked) => {
    demand(bundle.parts.length === 2, 'parts', `${bundle.parts.length} parts, not two`)
    const tree = readTree(bundle)
    const parts = bundle.parts.map((part) => ({ ...part, place: count(part.leaf, 'parts') }))
    demand(parts[0].place !== parts[1].place, 'parts', 'both parts are at one place')
    demand(
      parts.every((part) => part.place < 2 ** tree.depth),
      'parts',
      'a place outside the tree',
    )
    checked.push('parts')
    parts.forEach((part, number) => climb(part, number, tree))
    checked.push('tree')
    const amount = String(sum(parts[0].amount) + sum(parts[1].amount))
    compare({ ...bundle, name: bundle.name.toLowerCase(), amount }, known, checked)
    const position = count(bundle.position, 'log')
    if (bundle.log) demand(position <= count(bundle.log.index, 'log'), 'log', 'it stands before its own position')
    const text = ['epoch', 'position', 'depth', 'unowned', 'total', 'root'].map((what) => `${bundle[what]}\n`).join('')
    verifyInLog('proof', [{ text, salt: bundle.log?.salt }], bundle.log, key, checked)
    return { amount }
  })

// --- a kept mail ---

// The note and the key that a mail ends with, folded and quoted or not; a note alone is also taken.
function readMail(text) {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^[>\s]+/, '').trimEnd())
  const start = lines.findLastIndex((line) => line.startsWith('plumb-checkpoint:'))
  if (start < 0) return { note: text.replace(/\r\n/g, '\n').trim() + '\n' }
  const value = (from, to) =>
    lines
      .slice(from, to)
      .join('')
      .replace(/^[a-z-]+:|\s/g, '')
  const keyAt = lines.slice(0, start).findLastIndex((line) => line.startsWith('plumb-log-key:'))
  const key = keyAt < 0 ? undefined : value(keyAt, start)
  for (let to = start + 1; to <= lines.length; to++) {
    const note = Buffer.from(value(start, to), 'base64')
    if (note.at(-1) === 10 && note.toString('base64') === value(start, to)) return { note: note.toString(), key }
  }
  return refuse('the note', 'the checkpoint cannot be read')
}

const signedBy = (note, key) => {
  try {
    return Boolean(verifyNote(note, key))
  } catch {
    return false
  }
}
const within = (place, work) => {
  try {
    return work()
  } catch (error) {
    return refuse(place, error.message)
  }
}

// Whether a line of a note is in the name of a key.
const isNamedIn = (note, { name, id }) =>
  note.split('\n').some((line) => {
    const [dash, whose, data = ''] = line.split(' ')
    return dash === '\u2014' && whose === name && Buffer.from(data, 'base64').subarray(0, 4).equals(id)
  })

// Behind a restart a log goes on under the same name and a number.
const houseOf = (origin) => origin.replace(/(\/log)\/\d[\da-f-]*$/, '$1')

/**
 * Verifies a kept mail, its last line or a note against today's `key`, `checkpoint` and `tile`(level, n, width). By another
 * key than today's it says yes or nothing: whose it is the mail does not show, and announcements are not read here.
 */
export const verifyKeptMail = (text, { key, checkpoint, tile }) =>
  judge(async (checked) => {
    const kept = readMail(text)
    const origin = kept.note.split('\n')[0]
    const today = within('what is shown today', () => readKey(key)).name
    if (houseOf(origin) !== houseOf(today)) unchecked('the origin', `it is ${origin}`)
    const isOfToday = signedBy(kept.note, key)
    if (kept.key === undefined && !isNamedIn(kept.note, readKey(key)))
      unchecked('the key', 'another key than the log shows has signed it')
    const first = within('the note', () => verifyNote(kept.note, isOfToday ? key : (kept.key ?? key)))
    checked.push('the note')
    const second = within('what is shown today', () => verifyNote(checkpoint, key))
    checked.push('what is shown today')
    try {
      await verifyConsistency(first, second, tile)
    } catch (error) {
      if (isOfToday || !['the past', 'a log that has become shorter'].includes(error.place)) throw error
      unchecked('the key', `another key than the log shows has signed it; if it is of this log: ${error.message}`)
    }
    checked.push('its tiles', 'the past')
  })

// --- the command line ---

const USAGE = 'bundle FILE [KEY] | opening FILE [KEY] | note FILE KEY | mail FILE URL | log URL'

// Reads a file; what cannot be read is not checked.
function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return unchecked('the file', error.message)
  }
}

const main = ([what, file, key]) =>
  judge(async () => {
    if (what === 'bundle') return verifyBundle(JSON.parse(textOf(file)), { key })
    if (what === 'opening') return verifyOpening(JSON.parse(textOf(file)), { key })
    if (what === 'log') return verifyLog(file)
    if (what === 'note') return verifyNote(textOf(file), key)
    if (what === 'mail') return verifyKeptMail(textOf(file), await openLog(key))
    return unchecked('the command', USAGE)
  })

// Bytes as base64 and long numbers as digits.
function plain(_, value) {
  if (typeof value === 'bigint') return String(value)
  return value?.type === 'Buffer' ? Buffer.from(value).toString('base64') : value
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const result = await main(process.argv.slice(2))
  console.log(JSON.stringify(result, plain, 2))
  process.exitCode = { yes: 0, no: 1 }[result.answer] ?? 2
}
