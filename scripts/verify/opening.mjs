/** An opening ("Check this in the log"): that the log has a transfer, and what it says of it. */
import { createHmac } from 'node:crypto'
import {
  checkEntry,
  checkSignature,
  inDollars,
  sayWhatIsOpen,
  sayWhatWasNotAsked,
  sha,
  takeSteps,
  thirtyTwo,
  wrong,
} from './shared.mjs'
import { heldTo, logAt, stepsAgainst } from './today.mjs'

const hmac = (key, text) => createHmac('sha256', key).update(text).digest()

/** What hides a part: as it was opened, or as it is told. */
function hidden(part, number) {
  const where = number === 0 ? 'the header' : `entry ${number}`
  if (typeof part.text !== 'string') return thirtyTwo(part.hidden, where)
  return hmac(thirtyTwo(part.salt, where), part.text)
}

function checkHeader({ transfer, parts }) {
  const lines = (typeof parts[0].text === 'string' ? parts[0].text : wrong('the header is closed')).split('\n')
  if (lines[0] !== `transfer ${transfer}`) wrong(`the header is of another: ${lines[0]}`)
  if (lines[6] !== `entries ${parts.length - 1}`) wrong(`the header has ${lines[6]}, the file ${parts.length - 1}`)
}

function checkCommitment({ position, parts, commitment }) {
  const found = sha(Buffer.from('plumb log/transfer\n'), ...parts.map(hidden))
  if (found.toString('base64') !== commitment) wrong(`position ${position} commits to something else`)
}

function checkPosition({ position: index, commitment, log: { size, path, note } }) {
  const entry = Buffer.concat([Buffer.from('transfer\n'), thirtyTwo(commitment, 'the commitment')])
  checkEntry(entry, { index, size, path, note }, `position ${index} of what was signed is something else`)
}

const HAS_NOT = 'this is not what the log has.'

/** Ends with 0 for yes, 1 for no, 2 where the log has not signed it yet. */
export async function verifyOpening(opening, option) {
  const { position, parts, log } = opening
  const [key, address] = ['--key', '--log'].map(option)
  if (position === null) {
    console.log('NOT CHECKED: it has no position yet.')
    return 2
  }
  /** @type {[string, () => unknown][]} */
  const steps = [
    ['its header has all its entries', () => checkHeader(opening)],
    ['that is what its position commits to', () => checkCommitment(opening)],
  ]
  if (log) {
    steps.push(['the position stands in the log', () => checkPosition(opening)])
    steps.push(['the log is signed', () => checkSignature(log)])
    if (key !== undefined) steps.push(['with that key', () => log.key === key || wrong('with another key')])
  }
  if (!(await takeSteps(steps, HAS_NOT))) return 1
  const today = log && address !== undefined ? await logAt(address) : undefined
  if (today && !(await takeSteps(stepsAgainst(log, today), HAS_NOT))) return 1
  const [number, kind, record, at] = parts[0].text.split('\n')
  console.log(`${log ? 'YES' : 'SO FAR'}: ${number}, ${kind}, of ${record}, from ${at}`)
  for (const { text } of parts.slice(1)) {
    const [account, , amount, balance] = text?.split('\n') ?? []
    const said = text && `${account}: ${inDollars(amount)} as a debit, ${inDollars(balance)} afterwards`
    console.log(`     ${said ?? 'an entry that stays closed'}`)
  }
  if (log) {
    console.log(
      `     at position ${position} of ${log.size}, in the log with the key ${log.key}${today ? heldTo(log.note, today) : ''}`,
    )
    sayWhatIsOpen(key, address)
    return 0
  }
  console.log('NOT CHECKED: whether the log has it. The file was made before that was signed.')
  sayWhatWasNotAsked(key, address)
  return 2
}
