/** What all checks of this command need: hashes, the tree of the log, its notes, and how a check is told. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

export const sha = (...bytes) => createHash('sha256').update(Buffer.concat(bytes)).digest()

export class Wrong extends Error {}
/** @returns {never} */
export function wrong(where) {
  throw new Wrong(where)
}

/** Where nobody can tell: what is not there, or whose key it is. */
export class NotChecked extends Error {}
/** @returns {never} */
export function notChecked(why) {
  throw new NotChecked(why)
}

export function thirtyTwo(text, where) {
  const bytes = Buffer.from(String(text), 'base64')
  // Node passes over what stands behind the padding, and that is in no hash
  return bytes.length === 32 && bytes.toString('base64') === text ? bytes : wrong(`${where}: not a hash`)
}

export const nodeOver = (left, right) => sha(Buffer.of(1), left, right)

/** RFC 6962: the hash that the first `size` leaves have, given one of them and what stands beside its way up. */
export function rootOver(leaf, { index, size, path }, isNot) {
  const beside = [...path]
  const above = (at, from, to) => {
    if (to - from === 1) return leaf
    let half = 1
    while (half * 2 < to - from) half *= 2
    const isLeft = at < from + half
    const own = isLeft ? above(at, from, from + half) : above(at, from + half, to)
    const other = thirtyTwo(beside.shift() ?? '', isNot)
    return isLeft ? nodeOver(own, other) : nodeOver(other, own)
  }
  const root = above(index, 0, size)
  return beside.length === 0 ? root : wrong('the path in the log is too long')
}

/** That this entry stands at its place in the tree that the note tells of. */
export function checkEntry(entry, { index, size, path, note }, isNot) {
  if (!(Number.isInteger(index) && index >= 0 && index < size)) wrong(`there is no entry ${index} of ${size}`)
  const found = rootOver(sha(Buffer.of(0), entry), { index, size, path }, isNot)
  const [, noted, head] = note.split('\n')
  if (noted !== String(size)) wrong('the note is of a log of another size')
  if (found.toString('base64') !== head) wrong(isNot)
}

/** The signatures in a note under the name of a key and its id. */
export function signaturesOf(note, key) {
  const [, name, id] = /^([^+]+)\+([0-9a-f]{8})\+.+$/.exec(key) ?? []
  return note
    .slice(note.indexOf('\n\n') + 2)
    .split('\n')
    .filter((line) => line.startsWith(`\u2014 ${name} `))
    .map((line) => Buffer.from(line.slice(name.length + 3), 'base64'))
    .filter((bytes) => bytes.subarray(0, 4).toString('hex') === id)
}

/** That the note is signed with the key, and is of the log that the key is named after. */
export function checkSignature({ note, key }) {
  const [, name, base64] = /^([^+]+)\+[0-9a-f]{8}\+(.+)$/.exec(key) ?? wrong('the key is none')
  const end = note.indexOf('\n\n')
  if (note.slice(0, note.indexOf('\n')) !== name) wrong('the note is of another log than the key')
  const signatures = signaturesOf(note, key)
  if (signatures.length === 0) wrong('the note is not signed with this key')
  const x = Buffer.from(base64, 'base64').subarray(1).toString('base64url')
  const own = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const text = Buffer.from(note.slice(0, end + 1))
  if (!signatures.every((bytes) => verify(null, text, own, bytes.subarray(4))))
    wrong('the signature of the note is wrong')
}

export function inDollars(micro) {
  const digits = String(micro).replace('-', '').padStart(7, '0')
  return `${String(micro).startsWith('-') ? '-' : ''}$${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/**
 * Takes one step after another and says what each comes to, down to the first that is wrong. What a step cannot read is
 * damaged, and wrong. Throws where nobody can tell.
 */
export async function takeSteps(steps, whatItDoesNot) {
  for (const [what, check] of steps) {
    try {
      await check()
      console.log(`  yes  ${what}`)
    } catch (error) {
      if (error instanceof NotChecked) throw error
      const why = error instanceof Wrong ? error.message : `it is damaged: ${error.message}`
      console.log(`  NO   ${what}\n       ${why}`)
      console.log(`NO: ${whatItDoesNot}`)
      return false
    }
  }
  return true
}

/** What a yes leaves open where nobody has said with which key, or where, the log is. */
export function sayWhatIsOpen(key, address) {
  if (address !== undefined) return
  if (key === undefined) console.log('     The key was not compared with the one that others know: --key KEY')
  console.log('     Whether everybody is shown this log was not looked at: --log https://…')
}

/** What was to be looked at as well, where nothing is signed yet. */
export function sayWhatWasNotAsked(key, address) {
  if (key !== undefined) console.log('     Nor with which key it is signed (--key): it has no signature yet.')
  if (address !== undefined)
    console.log('     Nor the log that everybody is shown (--log): it has nothing to hold to that yet.')
}

/** What stands in a file that somebody has named. */
export function textIn(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${file}` : `${file} cannot be read`, { cause: error })
  }
}
