/** A kept checkpoint, as a note or in a mail: that its key has signed it, and that the log of today begins with it. */
import { checkSignature, notChecked, signaturesOf, takeSteps, textIn, wrong } from './shared.mjs'
import { headOf, heldTo, logAt, stepsAgainst } from './today.mjs'

const NOTE = /^[^\n]+\n(0|[1-9]\d*)\n[A-Za-z0-9+/]{43}=\n(?:[^\n]+\n)*\n(?:\u2014 [^\n]+\n)+$/
const KEY = /^[^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/

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
  const text = textIn(file).replaceAll('\r\n', '\n')
  const bare = `${text.trim()}\n`
  const kept = inMail(text) ?? inMail(text.replaceAll('=\n', '').replaceAll('=3D', '='))
  if (kept === undefined && !NOTE.test(bare)) throw new Error(`${file} has no checkpoint in it`)
  return kept ?? { note: bare, key: undefined }
}

/** Of two heads of one log: their order is of no matter, as far as two notes alone can show anything. */
function compare(one, other) {
  if (one.origin !== other.origin) throw new Error(`the notes are of ${one.origin} and of ${other.origin}`)
  if (one.size === other.size && one.root !== other.root) wrong(`two logs of ${one.size} entries were signed`)
}

/** Ends with 0 for yes, 1 for no, 2 where it could not be told. */
export async function verifyNote([file, second, ...others], option) {
  if (file === undefined || others.length > 0)
    throw new Error('Say which file: npm run verify -- note FILE [OTHER FILE | ADDRESS]')
  const kept = keptIn(file)
  const head = headOf(kept.note)
  const isAddress = second !== undefined && /^https?:\/\//.test(second)
  const today = isAddress ? await logAt(second) : undefined
  const other = second === undefined || isAddress ? undefined : keptIn(second)
  const key = option('--key')
  const signed = ({ note, key: own }) => checkSignature({ note, key: own ?? wrong('no key is given') })
  if (key === undefined && kept.key === undefined && today === undefined)
    throw new Error('Say with which key: --key KEY')
  const held = { note: kept.note, key: key ?? keyOf(kept, today) }
  /** @type {[string, () => unknown][]} */
  const steps = [
    [`the note of ${head.size} entries is signed${key === undefined ? '' : ' with that key'}`, () => signed(held)],
  ]
  if (other) {
    steps.push([
      `the note of ${headOf(other.note).size} entries is, too`,
      () => signed({ ...other, key: key ?? other.key ?? kept.key }),
    ])
    steps.push(['the two can be of one log', () => compare(head, headOf(other.note))])
  }
  if (today && key !== undefined)
    steps.push(['the log shows that key', () => today.key === key || wrong(`it shows ${today.key}`)])
  if (today) steps.push(...stepsAgainst(held, today))
  if (!(await takeSteps(steps, 'this is not the log that was signed.'))) return 1
  const unsure = notTold({ head, other, today, key })
  if (unsure !== undefined) {
    console.log(`NOT CHECKED: ${unsure}`)
    return 2
  }
  console.log(`YES: ${head.origin} of ${head.size} entries${today ? heldTo(kept.note, today) : ''}`)
  return 0
}

/** With which key a note is held to have been signed: that of today where it is named, else the one beside it. */
function keyOf({ note, key }, today) {
  if (today === undefined || signaturesOf(note, today.key).length > 0) return today?.key ?? key
  return key ?? notChecked('it is signed with another key than the log shows, and does not say which.')
}

/** What two notes without an address, or a note without a key, leave open. */
function notTold({ head, other, today, key }) {
  if (key === undefined && today === undefined) return 'whose key it is. Say with which it has to be signed: --key KEY'
  if (other === undefined || headOf(other.note).size === head.size) return undefined
  return 'whether the longer log begins with the shorter one. Say where it is, instead of the second note: https://…'
}
