/**
 * Checks a bundle ("Check that mine is counted", Keep as a file), without Plumb and without a connection:
 *
 *   npm run verify -- bundle.json [--name NAME] [--owed DOLLARS]
 *
 * This file needs Node 20 and nothing else, and has no line in common with the server: docs/proofs.md says what each byte
 * is. Ends with 0 for yes, 1 for no, 2 where it could not be checked.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

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

function inDollars(micro) {
  const digits = String(micro).padStart(7, '0')
  return `$${digits.slice(0, -6)}.${digits.slice(-6)}`
}

function main([file, ...words]) {
  const option = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined)
  if (file === undefined) throw new Error('Say which file: npm run verify -- bundle.json')
  const bundle = JSON.parse(readFileSync(file, 'utf8'))
  const steps = [
    ['its two parts', () => checkParts(bundle)],
    ['part 1 leads to the published total', () => checkPart(bundle, 0)],
    ['part 2 leads to the published total', () => checkPart(bundle, 1)],
  ]
  const name = option('--name')
  if (name !== undefined) {
    steps.push([`it is that of ${name}`, () => bundle.name.toLowerCase() === name.toLowerCase() || wrong(`it is that of ${bundle.name}`)])
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
  console.log(`YES: ${bundle.name} is owed ${inDollars(owed)} in the total of ${inDollars(bundle.total)} of proof ${bundle.epoch},`)
  console.log(`     whose root is ${bundle.root}`)
  return 0
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  console.log(`NOT CHECKED: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
