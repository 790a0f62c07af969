// The lower half of the second verifier, from proofs.md alone: bytes, notes, the tree of the log, and a log at its
// address. The upper half is second-verifier.mjs.
import { createHash, createPublicKey, verify } from 'node:crypto'

const TYPES = ['transfer', 'plan', 'setting', 'backing', 'day', 'key', 'proof']

// --- bytes and refusals ---

export const sha = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
const half = (n) => Math.floor(n / 2)
export const u32 = (n) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(n)
  return bytes
}
export const u64 = (n) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(n)
  return bytes
}

export function refuse(place, reason, more) {
  throw Object.assign(new Error(reason), { place, ...more })
}
export const unchecked = (place, reason) => refuse(place, reason, { unchecked: true })
export const demand = (right, place, reason) => {
  if (!right) refuse(place, reason)
}

// Runs one check: yes, or what was refused and where, or that it could not be checked.
export async function judge(work) {
  const checked = []
  try {
    return { answer: 'yes', place: null, checked, ...(await work(checked)) }
  } catch (error) {
    const answer = error.unchecked ? 'not checked' : 'no'
    return { answer, place: error.place ?? 'form', reason: error.message, checked }
  }
}

// Base64 with padding, written in the one right way.
export function base64(text, length, place) {
  const bytes = Buffer.from(String(text), 'base64')
  demand(bytes.toString('base64') === text, place, 'not base64 with padding')
  demand(length === undefined || bytes.length === length, place, `not ${length} bytes`)
  return bytes
}

// Decimal digits as they stand in the log, below a limit; JSON may have them as a string or as a number.
function digits(value, limit, place) {
  const text = Number.isSafeInteger(value) ? String(value) : value
  demand(typeof text === 'string' && /^(0|[1-9][0-9]*)$/.test(text), place, `not a number from 0 up: ${value}`)
  demand(BigInt(text) < limit, place, `too large: ${text}`)
  return BigInt(text)
}
export const sum = (value) => digits(value, 2n ** 63n, 'tree')
export const count = (value, place, limit = 2n ** 53n) => Number(digits(value, limit, place))

// --- notes ---

/** A verifier key, of a log or of a witness: { name, id, witness, object }. */
export function readKey(text) {
  const [, name, id, data] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(String(text).trim()) ?? refuse('key', 'not a key')
  const bytes = base64(data, 33, 'key')
  demand(bytes[0] === 1 || bytes[0] === 4, 'key', 'of an unknown kind')
  const own = sha(Buffer.from(name + '\n'), bytes).subarray(0, 4)
  demand(own.toString('hex') === id, 'key', 'its id is not that of its bytes')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.subarray(1).toString('base64url') }
  return { name, id: own, witness: bytes[0] === 4, object: createPublicKey({ key: jwk, format: 'jwk' }) }
}

function readSignature(line) {
  const [, name, data] = /^— (\S+) (\S+)$/.exec(line) ?? refuse('note', 'not the line of a signature')
  return { name, bytes: base64(data, undefined, 'note') }
}

/** Opens a signed note with the key of a log (byte 1) or of a witness (byte 4): { text, key, time } or an Error. */
export function openNote(note, verifierKey) {
  const key = readKey(verifierKey)
  const end = note.lastIndexOf('\n\n') + 1
  const [text, lines] = [note.slice(0, end), note.slice(end + 1)]
  demand(
    end > 0 && lines.endsWith('\n') && ![...note].some((letter) => letter < ' ' && letter !== '\n'),
    'note',
    'not a signed note',
  )
  const mine = lines
    .slice(0, -1)
    .split('\n')
    .map(readSignature)
    .filter(({ name, bytes }) => name === key.name && bytes.subarray(0, 4).equals(key.id))
  demand(mine.length > 0, 'note', 'no signature with this key')
  let time
  for (const { bytes } of mine) {
    demand(bytes.length === (key.witness ? 76 : 68), 'note', 'a signature of another length')
    if (key.witness) time = bytes.readBigUInt64BE(4)
    const signed = Buffer.from(key.witness ? `cosignature/v1\ntime ${time}\n${text}` : text)
    demand(verify(null, signed, key.object, bytes.subarray(-64)), 'note', 'the signature is wrong')
  }
  return { text, key, time }
}

/** Verifies a checkpoint: { origin, size, root, time } where this key has signed it, an Error with its place if not. */
export function verifyNote(note, verifierKey) {
  const { text, key, time } = openNote(note, verifierKey)
  const [origin, size, root, last, more] = text.split('\n')
  demand(origin && last === '' && more === undefined, 'note', 'not the three lines of a checkpoint')
  demand(key.witness || key.name === origin, 'note', 'the key is that of another origin')
  return { origin, size: count(size, 'note'), root: base64(root, 32, 'note'), time }
}

// --- the tree of the log ---

export const leafHash = (entry) => sha(Buffer.of(0), entry)
const node = (left, right) => sha(Buffer.of(1), left, right)
const below = (n) => {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
} // the largest power of two below n

/** The root over hashes of leaves (RFC 6962, 2.1). */
export function treeRoot(hashes) {
  if (hashes.length < 2) return hashes[0] ?? sha()
  const k = below(hashes.length)
  return node(treeRoot(hashes.slice(0, k)), treeRoot(hashes.slice(k)))
}

/** The root that an inclusion path leads to (RFC 9162, 2.1.3.2). */
export function rootOfPath(leaf, index, size, path) {
  demand(index < size, 'log', 'the place is not below the size')
  let [fn, sn, root] = [index, size - 1, leaf]
  for (const beside of path) {
    demand(sn > 0, 'log', 'the path is too long')
    const right = fn % 2 === 1 || fn === sn
    root = right ? node(beside, root) : node(root, beside)
    if (right) while (fn % 2 === 0 && fn > 0) [fn, sn] = [half(fn), half(sn)]
    ;[fn, sn] = [half(fn), half(sn)]
  }
  demand(sn === 0, 'log', 'the path is too short')
  return root
}

// One tile of a log of this size; tile(level, n, width) gives its bytes and may be asynchronous.
export async function readTile(tile, size, level, n) {
  const width = Math.min(256, Math.floor(size / 256 ** level) - n * 256)
  const bytes = await (async () => tile(level, n, width))().catch((error) => unchecked('the log', error.message))
  if (bytes?.length !== width * 32) unchecked('the log', `tile ${level}/${n} has not ${width} hashes`)
  return bytes
}
const hashesOf = (tile) => Array.from({ length: tile.length / 32 }, (_, i) => tile.subarray(i * 32, i * 32 + 32))

// The hash over the entries from lo up to hi, as the tree cuts them, from the tiles of a log of this size.
async function rangeHash(tile, size, lo, hi) {
  const [length, k] = [hi - lo, below(hi - lo)]
  if (length > 1 && length !== k * 2) {
    return node(await rangeHash(tile, size, lo, lo + k), await rangeHash(tile, size, lo + k, hi))
  }
  const level = Math.floor(Math.log2(length) / 8)
  const first = lo / 256 ** level
  const hashes = hashesOf(await readTile(tile, size, level, Math.floor(first / 256)))
  return treeRoot(hashes.slice(first % 256).slice(0, length / 256 ** level))
}

/** The root of the first `size` entries, from the tiles of a log of `whole` entries. */
export async function rootFromTiles(size, tile, whole = size) {
  return size === 0 ? sha() : rangeHash(tile, whole, 0, size)
}

// The roots at m entries (null for none) and at all, out of the very same hashes: two roots from tiles that are not
// joined would show nothing. It is the consistency proof of RFC 6962, 2.1.2, made and verified in one.
async function twoRoots(tile, size, m, lo = 0, hi = size) {
  if (m <= lo || m >= hi) {
    const hash = hi === 0 ? sha() : await rangeHash(tile, size, lo, hi)
    return [m >= hi ? hash : null, hash]
  }
  const [leftThen, left] = await twoRoots(tile, size, m, lo, lo + below(hi - lo))
  const [rightThen, right] = await twoRoots(tile, size, m, lo + below(hi - lo), hi)
  return [rightThen ? node(leftThen, rightThen) : leftThen, node(left, right)]
}

/** Verifies from the tiles of the second that it continues the first, { size, root }: true, or an Error with place. */
export async function verifyConsistency(first, second, tile) {
  demand(first.size <= second.size, 'a log that has become shorter', `${second.size} is less than ${first.size}`)
  const [then, now] = await twoRoots(tile, second.size, first.size)
  demand(now.equals(second.root), 'its tiles', 'they have another root than the checkpoint')
  demand((then ?? sha()).equals(first.root), 'the past', 'at the size of the first the tiles have another root')
  return true
}

// --- a log at its address ---

/** The address of a tile below /log: tileName(0, 1234067, 256) is tile/0/x001/x234/067. */
export function tileName(level, n, width) {
  const parts = String(n)
    .padStart(Math.ceil(String(n).length / 3) * 3, '0')
    .match(/\d{3}/g)
  const path = parts.map((part, i) => (i < parts.length - 1 ? 'x' + part : part)).join('/')
  return `tile/${level}/${path}${width < 256 ? `.p/${width}` : ''}`
}

const ask = (base, name) => fetch(`${base}/${name}`, { signal: AbortSignal.timeout(30000) })
async function read(base, name) {
  const answer = await ask(base, name)
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : unchecked('the log', `${name}: ${answer.status}`)
}

// A part of a tile may be gone once the tile is full: then the full one has it.
const readPart = (base, level, n, width) =>
  read(base, tileName(level, n, width)).catch((error) =>
    width < 256 ? read(base, tileName(level, n, 256)) : Promise.reject(error),
  )

/** What a house shows today: { key, checkpoint, witnesses, tile(level, n, width), entries(n, width), announcement(position) }. */
export async function openLog(url) {
  const base = url.replace(/\/+$/, '').replace(/(\/log)?$/, '/log')
  try {
    return {
      key: String(await read(base, 'key')).trim(),
      checkpoint: String(await read(base, 'checkpoint')),
      witnesses: String(await read(base, 'witnesses').catch(() => ''))
        .split('\n')
        .filter(Boolean),
      tile: async (level, n, width) => (await readPart(base, level, n, width)).subarray(0, width * 32),
      announcement: async (position) => {
        const answer = await ask(base, `announcement/${position}`).catch((error) => unchecked('the log', error.message))
        return { status: answer.status, body: await answer.text() }
      },
      entries: async (n, width) => readEntries(await readPart(base, 'entries', n, width), width),
    }
  } catch (error) {
    return unchecked('the log', error.message)
  }
}

/** The entries of a tile of entries, the first `width` of them, each of a type that the document has. */
export function readEntries(bytes, width) {
  const entries = []
  for (let from = 0; from < bytes.length && entries.length < width;) {
    const to = from + 2 + bytes.readUInt16BE(from)
    const entry = bytes.subarray(from + 2, to)
    const type = entry.subarray(0, -33).toString()
    demand(to <= bytes.length && TYPES.includes(type) && entry.at(-33) === 10, 'the entries', 'not an entry')
    entries.push({ type, hash: leafHash(entry) })
    from = to
  }
  demand(entries.length === width, 'the entries', 'a tile of entries is too short')
  return entries
}
