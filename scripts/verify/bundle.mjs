/** A bundle ("Check that mine is counted"): that what somebody is owed is in the total. */
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

const LIMIT = 1n << 63n

/** A sum as it is hashed; anything that is not 0 … 2⁶³ − 1 is refused. */
function eight(sum, where) {
  if (sum < 0n || sum >= LIMIT) wrong(`${where}: ${sum} is out of range`)
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(sum)
  return bytes
}

function whole(text, where) {
  if (typeof text !== 'string' || !/^-?[0-9]{1,30}$/.test(text)) wrong(`${where}: not a whole number of micro-dollars`)
  return BigInt(text)
}

function leafOf(epoch, commitment, part, amount, where) {
  if (!Number.isInteger(epoch)) wrong(`${where}: the epoch is no number`)
  const head = Buffer.alloc(5)
  head.writeUInt32BE(epoch, 1)
  return sha(head, commitment, Buffer.of(part), eight(amount, where))
}

function commitmentTo(epoch, name, nonce) {
  const head = Buffer.of(2, 0, 0, 0, 0, Buffer.byteLength(name))
  head.writeUInt32BE(epoch, 1)
  return sha(head, Buffer.from(name), nonce)
}

/** Follows one part up; answers the hash and the total that it comes to. */
function follow(bundle, part) {
  const { amount, leaf, path } = bundle.parts[part]
  const place = `part ${part + 1}`
  if (!Array.isArray(path) || path.length !== bundle.depth + 1) wrong(`${place}: the path is cut`)
  if (!Number.isInteger(leaf) || leaf < 0 || leaf >= 2 ** bundle.depth) wrong(`${place}: no such leaf`)
  const commitment = commitmentTo(bundle.epoch, bundle.name.toLowerCase(), Buffer.from(bundle.nonce, 'base64'))
  let total = whole(amount, place)
  let node = leafOf(bundle.epoch, commitment, part, total, place)
  path.forEach(([siblingHash, siblingSum], step) => {
    const where = `${place}, level ${step + 1}`
    const mine = Buffer.concat([node, eight(total, where)])
    const sum = whole(siblingSum, where)
    const theirs = Buffer.concat([thirtyTwo(siblingHash, where), eight(sum, where)])
    const right = Math.floor(leaf / 2 ** step) % 2 === 1
    node = sha(Buffer.of(1, step + 1), ...(right ? [theirs, mine] : [mine, theirs]))
    total += sum
    eight(total, where)
  })
  return { node, total, last: path[bundle.depth] }
}

function checkPart(bundle, part) {
  const place = `part ${part + 1}`
  const { node, total, last } = follow(bundle, part)
  const unowned = whole(bundle.unowned, 'unowned')
  const nobody = leafOf(bundle.epoch, Buffer.alloc(32), 0, unowned, 'unowned')
  if (!thirtyTwo(last[0], place).equals(nobody) || whole(last[1], place) !== unowned) {
    wrong(`${place}: the last step is not what has no owner`)
  }
  if (total !== whole(bundle.total, 'total')) wrong(`${place}: comes to ${total}, not to the total of ${bundle.total}`)
  if (!node.equals(thirtyTwo(bundle.root, 'root'))) wrong(`${place}: comes to another root`)
}

function checkParts({ parts }) {
  if (!Array.isArray(parts) || parts.length !== 2) wrong(`${parts?.length ?? 'no'} parts instead of 2`)
  if (parts[0].leaf === parts[1].leaf) wrong('one leaf stands for both parts')
}

function checkLog({ epoch, position, depth, unowned, total, root, log }) {
  const text = `${epoch}\n${position}\n${depth}\n${unowned}\n${total}\n${root}\n`
  const hidden = createHmac('sha256', Buffer.from(log.salt, 'base64')).update(text).digest()
  const entry = Buffer.concat([Buffer.from('proof\n'), sha(Buffer.from('plumb log/proof\n'), hidden)])
  checkEntry(entry, log, `root and total are not entry ${log.index} of the log`)
  if (!(Number.isInteger(position) && position <= log.index))
    wrong(`it is of position ${position}, which comes after entry ${log.index}`)
}

const SHOWS_NOT = 'this bundle does not show that it is counted.'

/** Ends with 0 for yes, 1 for no, 2 where the log has not signed it yet. */
export async function verifyBundle(kept, option) {
  const bundle = kept ?? {}
  const [key, name, address] = ['--key', '--name', '--log'].map(option)
  /** @type {[string, () => unknown][]} */
  const steps = [
    ['its two parts', () => checkParts(bundle)],
    ['part 1 leads to the published total', () => checkPart(bundle, 0)],
    ['part 2 leads to the published total', () => checkPart(bundle, 1)],
  ]
  if (bundle.log) {
    steps.push(['root and total stand in the log', () => checkLog(bundle)])
    steps.push(['the log is signed', () => checkSignature(bundle.log)])
    if (key !== undefined) steps.push(['with that key', () => bundle.log.key === key || wrong('with another key')])
  }
  if (name !== undefined) {
    steps.push([
      `it is that of ${name}`,
      () => bundle.name.toLowerCase() === name.toLowerCase() || wrong(`it is that of ${bundle.name}`),
    ])
  }
  if (!(await takeSteps(steps, SHOWS_NOT))) return 1
  const today = bundle.log && address !== undefined ? await logAt(address) : undefined
  if (today && !(await takeSteps(stepsAgainst(bundle.log, today), SHOWS_NOT))) return 1
  const owed = inDollars(BigInt(bundle.parts[0].amount) + BigInt(bundle.parts[1].amount))
  const said = `${bundle.name} is owed ${owed} in the total of ${inDollars(bundle.total)} of proof ${bundle.epoch},`
  console.log(`${bundle.log ? 'YES' : 'SO FAR'}: ${said}`)
  console.log(`     whose root is ${bundle.root}`)
  if (bundle.log) {
    console.log(`     in the log with the key ${bundle.log.key}${today ? heldTo(bundle.log.note, today) : ''}`)
    sayWhatIsOpen(key, address)
    return 0
  }
  console.log('NOT CHECKED: whether the log has this root. The bundle was made before it was signed.')
  sayWhatWasNotAsked(key, address)
  return 2
}
