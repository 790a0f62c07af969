/**
 * Checks a bundle ("Check that mine is counted", Keep as a file), without Plumb and without a connection:
 *
 *   npm run verify -- bundle.json [--name NAME] [--key KEY OF THE LOG]
 *   npm run verify -- held.json             (what wallets have signed: /books, Keep all as a file)
 *
 * It needs Node 20 and nothing else, and has no line in common with the server: docs/proofs.md says what each byte
 * is. Ends with 0 for yes, 1 for no, 2 where it could not be checked.
 */
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { checkHeld } from './held.mjs'

const LIMIT = 1n << 63n
const sha = (bytes) => createHash('sha256').update(bytes).digest()

class Wrong extends Error {}
const wrong = (where) => {
  throw new Wrong(where)
}

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

function thirtyTwo(text, where) {
  const bytes = Buffer.from(String(text), 'base64')
  return bytes.length === 32 ? bytes : wrong(`${where}: not a hash`)
}

function leafOf(epoch, commitment, part, amount, where) {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(epoch, 1)
  return sha(Buffer.concat([head, commitment, Buffer.of(part), eight(amount, where)]))
}

function commitmentTo(epoch, name, nonce) {
  const head = Buffer.of(2, 0, 0, 0, 0, Buffer.byteLength(name))
  head.writeUInt32BE(epoch, 1)
  return sha(Buffer.concat([head, Buffer.from(name), nonce]))
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
    node = sha(Buffer.concat([Buffer.of(1, step + 1), ...(right ? [theirs, mine] : [mine, theirs])]))
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

/** RFC 6962: the hash that the first `size` leaves have, given one of them and what stands beside its way up. */
function rootOver(leaf, index, size, path) {
  const beside = [...path]
  const above = (at, from, to) => {
    if (to - from === 1) return leaf
    let half = 1
    while (half * 2 < to - from) half *= 2
    const isLeft = at < from + half
    const own = isLeft ? above(at, from, from + half) : above(at, from + half, to)
    const other = thirtyTwo(beside.shift() ?? '', `root and total are not entry ${index} of the log`)
    return sha(Buffer.concat(isLeft ? [Buffer.of(1), own, other] : [Buffer.of(1), other, own]))
  }
  const root = above(index, 0, size)
  return beside.length === 0 ? root : wrong('the path in the log is too long')
}

function checkLog({ epoch, position, depth, unowned, total, root, log }) {
  const { index, size, salt, path, note } = log
  if (!(Number.isInteger(index) && index >= 0 && index < size)) wrong(`there is no entry ${index} of ${size}`)
  const text = `${epoch}\n${position}\n${depth}\n${unowned}\n${total}\n${root}\n`
  const hidden = createHmac('sha256', Buffer.from(salt, 'base64')).update(text).digest()
  const entry = Buffer.concat([Buffer.from('proof\n'), sha(Buffer.concat([Buffer.from('plumb log/proof\n'), hidden]))])
  const found = rootOver(sha(Buffer.concat([Buffer.of(0), entry])), index, size, path)
  const [, noted, head] = note.split('\n')
  if (noted !== String(size)) wrong('the note is of a log of another size')
  if (found.toString('base64') !== head) wrong(`root and total are not entry ${index} of the log`)
}

function checkSignature({ log: { note, key } }) {
  const [, name, id, base64] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(key) ?? wrong('the key is none')
  const end = note.indexOf('\n\n')
  if (note.slice(0, note.indexOf('\n')) !== name) wrong('the note is of another log than the key')
  const lines = note.slice(end + 2).split('\n')
  const signatures = lines
    .filter((line) => line.startsWith(`\u2014 ${name} `))
    .map((line) => Buffer.from(line.slice(name.length + 3), 'base64'))
    .filter((bytes) => bytes.subarray(0, 4).toString('hex') === id)
  if (signatures.length === 0) wrong('the note is not signed with this key')
  const x = Buffer.from(base64, 'base64').subarray(1).toString('base64url')
  const own = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const text = Buffer.from(note.slice(0, end + 1))
  if (!signatures.every((bytes) => verify(null, text, own, bytes.subarray(4))))
    wrong('the signature of the note is wrong')
}

function inDollars(micro) {
  const digits = String(micro).padStart(7, '0')
  return `$${digits.slice(0, -6)}.${digits.slice(-6)}`
}

function main([file, ...words]) {
  const option = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined)
  if (file === undefined) throw new Error('Say which file: npm run verify -- bundle.json')
  const bundle = JSON.parse(readFileSync(file, 'utf8'))
  if (Array.isArray(bundle.signatures)) return checkHeld(bundle)
  /** @type {[string, () => unknown][]} */
  const steps = [
    ['its two parts', () => checkParts(bundle)],
    ['part 1 leads to the published total', () => checkPart(bundle, 0)],
    ['part 2 leads to the published total', () => checkPart(bundle, 1)],
  ]
  if (bundle.log) {
    steps.push(['root and total stand in the log', () => checkLog(bundle)])
    steps.push(['the log is signed', () => checkSignature(bundle)])
  }
  const key = option('--key')
  if (key !== undefined) steps.push(['with that key', () => bundle.log?.key === key || wrong('with another key')])
  const name = option('--name')
  if (name !== undefined) {
    steps.push([
      `it is that of ${name}`,
      () => bundle.name.toLowerCase() === name.toLowerCase() || wrong(`it is that of ${bundle.name}`),
    ])
  }
  for (const [what, check] of steps) {
    try {
      check()
      console.log(`  yes  ${what}`)
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      console.log(`  NO   ${what}\n       ${error.message}`)
      console.log('NO: this bundle does not show that it is counted.')
      return 1
    }
  }
  const owed = BigInt(bundle.parts[0].amount) + BigInt(bundle.parts[1].amount)
  console.log(
    `YES: ${bundle.name} is owed ${inDollars(owed)} in the total of ${inDollars(bundle.total)} of proof ${bundle.epoch},`,
  )
  console.log(`     whose root is ${bundle.root}`)
  if (bundle.log) {
    console.log(`     in the log with the key ${bundle.log.key}`)
    return 0
  }
  console.log('NOT CHECKED: whether the log has this root. The bundle was made before it was signed.')
  return 2
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  console.log(`NOT CHECKED: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
