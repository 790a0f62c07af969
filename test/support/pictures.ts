/** Pictures, and what passes itself off as one: what people send as their profile picture, well meant or not. */
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

export type Format = 'jpeg' | 'png' | 'webp'
export const FORMATS: readonly Format[] = ['jpeg', 'png', 'webp']

/** Stands in every file where no picture is; nowhere in what is kept of it. */
export const CANARY = 'CANARY-51.5007N-0.1246W'
const SCRIPT = `<!doctype html><script>alert("${CANARY}")</script>`
export const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert("${CANARY}")</script></svg>`

const PNG_HEAD = 8
const PNG_END = 12

/** One colour, of any size. */
export const flat = (width: number, height = width): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#3366aa' } })

/** Something to compress, so that half a file is half a picture. */
export const grainy = (side: number): Sharp =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

/** Files that are no JPEG, PNG or WebP, whatever they are called. */
export function noPictures(): Record<string, Buffer> {
  return {
    'zero bytes': Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
    svg: Buffer.from(SVG),
    'svg behind a byte order mark': Buffer.from(`\uFEFF${SVG}`),
    html: Buffer.from(SCRIPT),
    zip: zip(),
    gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
    'gif that is a script': Buffer.from(`GIF89a=1;alert("${CANARY}")//`),
    pdf: Buffer.from(`%PDF-1.7\n${CANARY}`),
    tiff: Buffer.from([0x49, 0x49, 0x2a, 0x00, 0x08, 0x00, 0x00, 0x00]),
    avif: Buffer.from('\0\0\0\x1cftypavif', 'latin1'),
    'svg behind the beginning of a jpeg': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(SVG)]),
    'svg behind the beginning of a png': Buffer.concat([pngHead(), Buffer.from(SVG)]),
    'html behind the beginning of a webp': Buffer.from(`RIFF\0\0\0\0WEBP${SCRIPT}`, 'latin1'),
  }
}

/** Whole pictures that are something else as well, or carry it. */
export async function polyglots(): Promise<Record<string, Buffer>> {
  const [jpeg, png, webp] = await Promise.all(FORMATS.map((format) => grainy(64).toFormat(format).toBuffer()))
  if (!jpeg || !png || !webp) throw new Error('the pictures were not made')
  const comment = Buffer.from(SCRIPT)
  return {
    'jpeg and zip': Buffer.concat([jpeg, zip()]),
    'jpeg and html': Buffer.concat([jpeg, Buffer.from(SCRIPT)]),
    'jpeg with html in its comment': Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
      comment,
      jpeg.subarray(2),
    ]),
    'png and zip': Buffer.concat([png, zip()]),
    'png with html in a text': withChunks(png, chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`, 'latin1'))),
    'png with a script in a chunk of its own': withChunks(png, chunk('exEc', Buffer.from(SCRIPT))),
    'webp and html': Buffer.concat([webp, Buffer.from(SCRIPT)]),
    'webp with html in a chunk of its own': webpWith(webp, Buffer.from(SCRIPT)),
  }
}

/** A picture by a telephone: place, camera, comments, a profile, held upright. Its left half is white. */
export async function fromTelephone(format: Format, { width = 600, height = 400 } = {}): Promise<Buffer> {
  const white = await sharp({ create: { width: width / 2, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([{ input: white, top: 0, left: 0 }])
    .toFormat(format)
    .withExif({
      IFD0: { Copyright: CANARY, Make: CANARY },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSAreaInformation: CANARY },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${CANARY}</a></x:xmpmeta>`)
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/** 256 megapixels in a small, whole file of each kind: made to fill the memory of whoever opens it. */
export async function huge(format: Format): Promise<Buffer> {
  const side = format === 'png' ? 16_384 : 16_383
  if (format === 'jpeg') {
    const bomb = await flat(16).jpeg().toBuffer()
    // Its frame begins with this marker: two bytes of length, one of depth, then height and width.
    const at = bomb.indexOf(Buffer.from([0xff, 0xc0])) + 5
    bomb.writeUInt16BE(side, at)
    bomb.writeUInt16BE(side, at + 2)
    return bomb
  }
  if (format === 'png') {
    // One bit a pixel, all black.
    const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 9 })
    return Buffer.concat([pngHead(), header(side, 1), chunk('IDAT', rows), chunk('IEND')])
  }
  // One colour takes no bits a pixel, so the size alone makes the picture: 14 bits each for width - 1 and height - 1.
  const bomb = await flat(16).webp({ lossless: true }).toBuffer()
  const at = bomb.indexOf('VP8L') + 9
  bomb.writeUInt32LE(((bomb.readUInt32LE(at) & ~0xfffffff) | (side - 1) | ((side - 1) << 14)) >>> 0, at)
  return bomb
}

/** Chunks beside the picture that swell to a hundred megabytes each. */
export async function swelling(): Promise<Record<string, Buffer>> {
  const png = await flat(64).png().toBuffer()
  const packed = deflateSync(Buffer.alloc(100 * 1024 * 1024), { level: 9 })
  return {
    'png with a packed text': withChunks(
      png,
      chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), packed])),
    ),
    'png with a packed profile': withChunks(
      png,
      chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), packed])),
    ),
    'png whose picture goes on after its end': Buffer.concat([
      pngHead(),
      header(64, 8),
      chunk('IDAT', packed),
      chunk('IEND'),
    ]),
  }
}

/** Two frames, the first red, the second blue. */
export async function animated(format: 'png' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(
    ['#f00', '#00f'].map((background) =>
      sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  if (format === 'webp')
    return sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer()
  const [red, blue] = frames
  if (!red || !blue) throw new Error('the frames were not made')
  const second = Buffer.concat([number(2), contentOf(blue, 'IDAT')])
  const all = [header(64, 8, 2), chunk('acTL', Buffer.concat([number(2), number(0)])), frame(0)]
  return Buffer.concat([
    pngHead(),
    ...all,
    chunk('IDAT', contentOf(red, 'IDAT')),
    frame(1),
    chunk('fdAT', second),
    chunk('IEND'),
  ])
}

/** Pads a PNG, in a chunk that nobody reads, to a length in bytes. */
export async function ofLength(bytes: number): Promise<Buffer> {
  const png = await flat(64).png().toBuffer()
  return withChunks(png, chunk('paDd', Buffer.alloc(bytes - png.length - PNG_END)))
}

function zip(): Buffer {
  // One stored file, with its entry and the end of the directory.
  const [name, content] = [Buffer.from('run.js'), Buffer.from(`alert("${CANARY}")`)]
  const facts = Buffer.alloc(26)
  facts.writeUInt32LE(crc32(content), 10)
  facts.writeUInt32LE(content.length, 14)
  facts.writeUInt32LE(content.length, 18)
  facts.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, name, content])
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, Buffer.alloc(14), name])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(entry.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, entry, Buffer.from('PK\x05\x06', 'latin1'), end])
}

function pngHead(): Buffer {
  return Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function chunk(kind: string, content: Uint8Array = new Uint8Array()): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  return Buffer.concat([number(content.length), named, number(crc32(named))])
}

/** The header of a square PNG: grey (0) or coloured (2). */
function header(side: number, bits: number, colour = 0): Buffer {
  return chunk('IHDR', Buffer.concat([number(side), number(side), Buffer.from([bits, colour, 0, 0, 0])]))
}

/** A whole frame of 64 × 64, a tenth of a second. */
function frame(place: number): Buffer {
  const content = [number(place), number(64), number(64), number(0), number(0), Buffer.from([0, 1, 0, 10, 0, 0])]
  return chunk('fcTL', Buffer.concat(content))
}

/** Chunks put in behind a PNG's header. */
function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  const at = PNG_HEAD + PNG_END + 13
  return Buffer.concat([png.subarray(0, at), ...chunks, png.subarray(at)])
}

/** What the chunks of one kind hold. */
function contentOf(png: Buffer, kind: string): Buffer {
  const found: Buffer[] = []
  for (let at = PNG_HEAD; at < png.length; at += PNG_END + png.readUInt32BE(at)) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === kind) found.push(png.subarray(at + 8, at + 8 + length))
  }
  return Buffer.concat(found)
}

/** A WebP with an unknown chunk behind the picture, and its length put right. */
function webpWith(webp: Buffer, content: Buffer): Buffer {
  const even = Buffer.concat([content, Buffer.alloc(content.length % 2)])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  const whole = Buffer.concat([webp, Buffer.from('JUNK'), length, even])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}
