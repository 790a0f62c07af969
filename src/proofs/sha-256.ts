/**
 * SHA-256 (FIPS 180-4) of short messages of a fixed layout, without an allocation for each: a tree over a million people
 * takes six million of them, and `node:crypto` spends more on each call than on its hash.
 */

/** Fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const CONSTANTS = new Int32Array(64)
for (let prime = 2, found = 0; found < 64; prime += 1) {
  if (!isPrime(prime)) continue
  CONSTANTS[found] = Math.floor((Math.cbrt(prime) % 1) * 2 ** 32)
  found += 1
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false
  return true
}

/** FIPS 180-4, 5.3.3. */
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19] as const
const BLOCK = 64
/** Before its end stand a byte that ends the message and eight with its length. */
const LONGEST = 2 * BLOCK - 9
const words = new Int32Array(BLOCK)
const state = new Int32Array(8)

/** A message that is written into again and again, of at most 119 bytes. */
export class Message {
  readonly bytes = new Uint8Array(2 * BLOCK)
  readonly view = new DataView(this.bytes.buffer)

  /** Hashes its first `length` bytes into `to`, from `at` on. What stands behind them is written over. */
  hashInto(to: Uint8Array, at: number, length: number): void {
    if (length > LONGEST) throw new Error(`a message of ${length} bytes does not fit`)
    const end = length < BLOCK - 8 ? BLOCK : 2 * BLOCK
    this.bytes.fill(0, length, end)
    this.bytes[length] = 0x80
    this.view.setUint32(end - 4, length * 8)
    state.set(START)
    for (let block = 0; block < end; block += BLOCK) compress(this.view, block)
    for (let index = 0; index < 8; index += 1) {
      const word = state[index] ?? 0
      const place = at + index * 4
      to[place] = word >>> 24
      to[place + 1] = word >>> 16
      to[place + 2] = word >>> 8
      to[place + 3] = word
    }
  }
}

/** FIPS 180-4, 6.2.2. Every index is within its array. */
function compress(view: DataView, block: number): void {
  for (let t = 0; t < 16; t += 1) words[t] = view.getInt32(block + t * 4)
  for (let t = 16; t < 64; t += 1) {
    const x = words[t - 15] as number
    const y = words[t - 2] as number
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    words[t] = ((words[t - 16] as number) + s0 + (words[t - 7] as number) + s1) | 0
  }
  let [a, b, c, d] = [state[0] as number, state[1] as number, state[2] as number, state[3] as number]
  let [e, f, g, h] = [state[4] as number, state[5] as number, state[6] as number, state[7] as number]
  for (let t = 0; t < 64; t += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + (CONSTANTS[t] as number) + (words[t] as number)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = (state[0] as number) + a
  state[1] = (state[1] as number) + b
  state[2] = (state[2] as number) + c
  state[3] = (state[3] as number) + d
  state[4] = (state[4] as number) + e
  state[5] = (state[5] as number) + f
  state[6] = (state[6] as number) + g
  state[7] = (state[7] as number) + h
}
