/**
 * Checks what wallets have signed ("Held", Keep all as a file), without Plumb; a connection is for `--log` alone: docs/proofs.md,
 * "What is held". No line in common with the server: keccak, secp256k1 and the hashes of BIP 143 and 341 are written anew.
 */
import { createHash } from 'node:crypto'
import { fetchFrom } from './fetched.mjs'

const P = 2n ** 256n - 2n ** 32n - 977n
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const G = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
]

const mod = (value, by = P) => ((value % by) + by) % by
function power(base, exponent, by) {
  let result = 1n
  for (let [square, rest] = [mod(base, by), exponent]; rest > 0n; rest >>= 1n, square = (square * square) % by) {
    if (rest & 1n) result = (result * square) % by
  }
  return result
}
/** By Euclid: what times the value is 1 less a multiple of `by`. */
function inverse(value, by = P) {
  let [one, other, first, second] = [mod(value, by), by, 1n, 0n]
  while (one > 1n) {
    const whole = other / one
    ;[other, one, second, first] = [one, other - whole * one, first, second - whole * first]
  }
  return mod(first, by)
}

/** Points are [x, y]; null is the one at infinity. */
function add(one, other) {
  if (one === null) return other
  if (other === null) return one
  const [[x1, y1], [x2, y2]] = [one, other]
  if (x1 === x2 && mod(y1 + y2) === 0n) return null
  const slope = x1 === x2 ? mod(3n * x1 * x1 * inverse(2n * y1)) : mod((y2 - y1) * inverse(mod(x2 - x1)))
  const x = mod(slope * slope - x1 - x2)
  return [x, mod(slope * (x1 - x) - y1)]
}
function times(point, count) {
  let sum = null
  for (let [rest, step] = [mod(count, N), point]; rest > 0n; rest >>= 1n, step = add(step, step)) {
    if (rest & 1n) sum = add(sum, step)
  }
  return sum
}
/** The point with this x whose y is odd or even; undefined where there is none. */
function lift(x, odd) {
  if (x >= P) return undefined
  const square = mod(x ** 3n + 7n)
  const y = power(square, (P + 1n) / 4n, P)
  if (mod(y * y) !== square) return undefined
  return [x, (y & 1n) === odd ? y : P - y]
}

const number = (bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
const thirtyTwo = (value) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
const sha = (...parts) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest()
const twice = (...parts) => sha(sha(...parts))
const tagged = (tag, ...parts) => sha(sha(Buffer.from(tag)), sha(Buffer.from(tag)), ...parts)

const WORD = 2n ** 64n - 1n
const turn = (word, by) => (by === 0n ? word : ((word << by) | (word >> (64n - by))) & WORD)

/** Keccak-256 as Ethereum has it: the padding is that of before the standard (0x01). */
export function keccak256(bytes) {
  const rate = 136
  const padded = Buffer.alloc((Math.floor(bytes.length / rate) + 1) * rate)
  padded.set(bytes)
  padded[bytes.length] |= 1
  padded[padded.length - 1] |= 0x80
  let state = Array.from({ length: 25 }, () => 0n)
  for (let from = 0; from < padded.length; from += rate) {
    for (let lane = 0; lane < rate / 8; lane++) state[lane] ^= padded.readBigUInt64LE(from + 8 * lane)
    state = permuted(state)
  }
  const hash = Buffer.alloc(32)
  for (let lane = 0; lane < 4; lane++) hash.writeBigUInt64LE(state[lane], 8 * lane)
  return hash
}

function permuted(given) {
  let state = given
  let register = 1
  for (let round = 0; round < 24; round++) {
    const columns = [0, 1, 2, 3, 4].map((x) => [0, 5, 10, 15, 20].reduce((all, y) => all ^ state[x + y], 0n))
    state = state.map((lane, at) => lane ^ columns[(at + 4) % 5] ^ turn(columns[(at + 1) % 5], 1n))
    const moved = [...state]
    let [x, y, lane] = [1, 0, state[1]]
    for (let step = 0; step < 24; step++) {
      ;[x, y] = [y, (2 * x + 3 * y) % 5]
      const next = state[x + 5 * y]
      moved[x + 5 * y] = turn(lane, BigInt((((step + 1) * (step + 2)) / 2) % 64))
      lane = next
    }
    state = moved.map((own, at) => {
      const row = at - (at % 5)
      return own ^ (~moved[row + ((at + 1) % 5)] & WORD & moved[row + ((at + 2) % 5)])
    })
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) state[0] ^= 1n << (2n ** BigInt(bit) - 1n)
      register = (register << 1) ^ (register >> 7 ? 0x171 : 0)
    }
  }
  return state
}

/** Who has signed a text by EIP-191, as an address in lower case; undefined where it is no signature. */
export function signerOf(text, signature) {
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) return undefined
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const [r, s, last] = [number(bytes.subarray(0, 32)), number(bytes.subarray(32, 64)), bytes[64]]
  const odd = { 0: 0n, 1: 1n, 27: 0n, 28: 1n }[last]
  if (odd === undefined || r === 0n || r >= N || s === 0n || s > N / 2n) return undefined
  const said = Buffer.from(text)
  const hash = number(keccak256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${said.length}`), said])))
  const point = lift(r, odd)
  if (point === undefined) return undefined
  const over = inverse(r, N)
  const key = add(times(point, s * over), times(G, mod(-hash * over, N)))
  if (key === null) return undefined
  return `0x${keccak256(Buffer.concat(key.map(thirtyTwo)))
    .subarray(12)
    .toString('hex')}`
}

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** Version and program of an address of Bitcoin (BIP 173, 350); undefined where it is none of one key. */
function programOf(address) {
  const plain = address.toLowerCase()
  const [, prefix, data] = /^(bc|tb)1([a-z0-9]{6,87})$/.exec(plain) ?? []
  if (data === undefined || (address !== plain && address !== address.toUpperCase())) return undefined
  const words = [...data].map((letter) => LETTERS.indexOf(letter))
  if (words.includes(-1)) return undefined
  const expanded = [...prefix].map((letter) => letter.charCodeAt(0))
  let check = 1
  for (const word of [...expanded.map((code) => code >> 5), 0, ...expanded.map((code) => code & 31), ...words]) {
    const top = check >>> 25
    check = ((check & 0x1ffffff) << 5) ^ word
    for (const [bit, factor] of [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].entries()) {
      if ((top >> bit) & 1) check ^= factor
    }
  }
  const [version, ...rest] = words.slice(0, -6)
  if (check !== (version === 0 ? 1 : 0x2bc830a3)) return undefined
  const bits = rest.map((word) => word.toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  if (/1/.test(bits.slice(bytes.length * 8))) return undefined
  return (version === 0 && bytes.length === 20) || (version === 1 && bytes.length === 32)
    ? { version, program: bytes }
    : undefined
}

/** A number of a DER signature behind its length; throws where it is not the shortest, or below zero. */
function derNumber(bytes, at) {
  const length = bytes[at + 1]
  const own = bytes.subarray(at + 2, at + 2 + length)
  const isShortest =
    own.length === length && length > 0 && own[0] < 0x80 && !(length > 1 && own[0] === 0 && own[1] < 0x80)
  if (bytes[at] !== 2 || !isShortest) throw new Error('no signature')
  return [number(own), at + 2 + length]
}

function isSignedByHash(program, from, [signature, key, ...others]) {
  if (key?.length !== 33 || others.length > 0 || signature.at(-1) !== 1) return false
  if (!createHash('ripemd160').update(sha(key)).digest().equals(program)) return false
  const der = signature.subarray(0, -1)
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return false
  const [r, middle] = derNumber(der, 2)
  const [s, end] = derNumber(der, middle)
  const point = lift(number(key.subarray(1)), BigInt(key[0] - 2))
  if (end !== der.length || point === undefined || (key[0] !== 2 && key[0] !== 3)) return false
  if (r === 0n || r >= N || s === 0n || s > N / 2n) return false
  const code = Buffer.concat([Buffer.of(25, 0x76, 0xa9, 20), program, Buffer.of(0x88, 0xac)])
  const zero = Buffer.alloc(4)
  const outputs = twice(Buffer.alloc(8), [1, 0x6a])
  const hash = number(
    twice(zero, twice(from), twice(zero), from, code, Buffer.alloc(8), zero, outputs, zero, [1, 0, 0, 0]),
  )
  const over = inverse(s, N)
  const sum = add(times(G, hash * over), times(point, r * over))
  return sum !== null && mod(sum[0], N) === r
}

/** BIP 340 over the hash of BIP 341. */
function isSignedByKey(program, script, from, [signature, ...others]) {
  if (others.length > 0 || (signature.length !== 64 && !(signature.length === 65 && signature[64] === 1))) return false
  const zero = Buffer.alloc(4)
  const kind = signature.length === 64 ? 0 : 1
  const spent = [sha(from), sha(Buffer.alloc(8)), sha([script.length], script), sha(zero)]
  const hash = tagged('TapSighash', [0, kind], zero, zero, ...spent, sha(Buffer.alloc(8), [1, 0x6a]), [0], zero)
  const [r, s] = [signature.subarray(0, 32), number(signature.subarray(32, 64))]
  const point = lift(number(program), 0n)
  if (point === undefined || number(r) >= P || s >= N) return false
  const challenge = mod(number(tagged('BIP0340/challenge', r, program, hash)), N)
  const sum = add(times(G, s), times(point, N - challenge))
  return sum !== null && (sum[1] & 1n) === 0n && sum[0] === number(r)
}

/** Whether a text is signed with the key of an address of Bitcoin (BIP-322, simple). */
export function isSignedBy(address, text, signature) {
  const to = programOf(address)
  const base64 = signature.replace(/^smp/, '')
  const bytes = Buffer.from(base64, 'base64')
  if (to === undefined || bytes.toString('base64') !== base64) return false
  const stack = []
  let at = 1
  while (stack.length < (bytes[0] ?? 0) && at < bytes.length && bytes[at] < 0xfd) {
    stack.push(bytes.subarray(at + 1, at + 1 + bytes[at]))
    at += 1 + bytes[at]
  }
  if (at !== bytes.length || stack.length === 0 || stack.length !== bytes[0]) return false
  const script = Buffer.concat([Buffer.of(to.version === 0 ? 0 : 0x51, to.program.length), to.program])
  const message = tagged('BIP0322-signed-message', Buffer.from(text))
  const zero = Buffer.alloc(4)
  const input = [Buffer.of(1), Buffer.alloc(32), [255, 255, 255, 255, 34, 0, 32], message, zero]
  const from = Buffer.concat([twice(zero, ...input, [1], Buffer.alloc(8), [script.length], script, zero), zero])
  try {
    return to.version === 0 ? isSignedByHash(to.program, from, stack) : isSignedByKey(to.program, script, from, stack)
  } catch {
    return false
  }
}

const SENTENCE =
  /^This wallet, ([0-9A-Za-z]{1,120}) on ([a-z ]{1,40}), is held for (https?:\/\/[^\s,]{1,200}): ([0-9]{4}-[0-9]{2}-[0-9]{2}), proof ([1-9][0-9]{0,8}), root ([0-9a-f]{64})$/

/** What a house shows everybody of its proofs: the root of each in hexadecimal, by epoch and day. */
async function rootsOf(origin) {
  const { proofs } = JSON.parse((await fetchFrom(`${origin}/api/proofs`)).toString('utf8'))
  if (proofs === undefined) throw new Error(`${origin} shows its proofs to nobody`)
  return new Map(
    proofs.map(({ epoch, made_at, root }) => [
      `${epoch} ${made_at.slice(0, 10)}`,
      Buffer.from(root, 'base64').toString('hex'),
    ]),
  )
}

const isSigned = ({ scheme, address, sentence, signature }) =>
  scheme === 'BIP-322'
    ? isSignedBy(address, sentence, signature)
    : signerOf(sentence, signature) === address.toLowerCase()

/** Why one is not right, as far as it was looked at: nothing is compared with no address of a house. */
function whyWrong(shown, said, { origin, root }) {
  if (said.address !== shown.address || said.network !== shown.network) return 'the sentence is not about this wallet'
  if (!isSigned(shown)) return 'another key has signed, or another sentence'
  if (origin !== undefined && said.house !== origin) return `it is held for ${said.house}`
  if (root !== undefined && said.root !== root) return `everybody is shown another root of proof ${said.epoch}`
  return undefined
}

/**
 * Looks at each: 0 where all are right, 1 where one is not, 2 where there is none. With the address of a house each has to
 * be for it, and its root the one that everybody is shown there; 2 where one is shown no more.
 */
export async function checkHeld({ signatures }, address) {
  const origin = address === undefined ? undefined : new URL(address).origin
  const roots = origin === undefined ? new Map() : await rootsOf(origin)
  let [wrong, over] = [0, 0]
  for (const shown of signatures) {
    const [, named, network, house, day, epoch, root] = SENTENCE.exec(shown.sentence) ?? []
    const published = roots.get(`${epoch} ${day}`)
    const why = whyWrong(shown, { address: named, network, house, epoch, root }, { origin, root: published })
    if (why !== undefined) {
      wrong += 1
      console.log(`  NO   ${shown.wallet_name}\n       ${why}`)
      continue
    }
    if (origin !== undefined && published === undefined) over += 1
    console.log(`  yes  ${shown.wallet_name}: ${named} has signed for ${house} on ${day}, after proof ${epoch}`)
    const compared = published === undefined ? ': compare it' : ', as everybody is shown it'
    console.log(
      `       whose root is ${root},\n       in base64 ${Buffer.from(root, 'hex').toString('base64')}${compared}`,
    )
  }
  if (wrong > 0) console.log('NO: this does not show that all of them are held.')
  else if (signatures.length === 0) console.log('NOT CHECKED: no wallet has signed.')
  else if (over > 0)
    console.log(`NOT CHECKED: the proofs of ${over} are not shown any more, so their roots were not compared.`)
  else if (origin !== undefined) console.log(`YES: the key of each address has signed, for ${origin}.`)
  else console.log('YES: the key of each address has signed. House and roots were not compared: --log https://…')
  return wrong > 0 ? 1 : signatures.length === 0 || over > 0 ? 2 : 0
}
