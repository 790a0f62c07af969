/** Reads a ZIP by its directory, as programs do (PKWARE APPNOTE 4.3): each file by its name, its sum checked. */
import { crc32, inflateRawSync } from 'node:zlib'

const [END, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50]
const [STORED, DEFLATED] = [0, 8]

export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || bytes.readUInt32LE(end) !== END) throw new Error('this ZIP has no end')
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  const files = new Map<string, Buffer>()
  for (let n = 0; n < count; n += 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error(`entry ${n} of this ZIP is none`)
    const [method, sum, packed] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 20),
    ]
    const [nameLength, extra, comment] = [28, 30, 32].map((from) => bytes.readUInt16LE(at + from)) as [
      number,
      number,
      number,
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const local = bytes.readUInt32LE(at + 42)
    if (bytes.readUInt32LE(local) !== LOCAL) throw new Error(`${name} is not where the ZIP says`)
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const kept = bytes.subarray(from, from + packed)
    if (method !== STORED && method !== DEFLATED) throw new Error(`${name} is packed in a way that is not known`)
    const file = method === STORED ? kept : inflateRawSync(kept)
    if (crc32(file) !== sum) throw new Error(`${name} is not what was packed`)
    if (files.has(name)) throw new Error(`${name} is there twice`)
    files.set(name, file)
    at += 46 + nameLength + extra + comment
  }
  return files
}
