/** @module-tag thorough */
import { type ChildProcess, execFile } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawPicture } from '#kit/draw-picture.ts'
import { newId } from '#kit/ids.ts'
import { redrawPicture } from '#kit/redraw-picture.ts'
import {
  animated,
  CANARY,
  flat,
  FORMATS,
  fromTelephone,
  grainy,
  huge,
  noPictures,
  polyglots,
  swelling,
} from '../../test/support/pictures.ts'
import { openRegisteringHouse } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { refusalOf, userNow } from '../../test/support/traces.ts'
import { join as joinHouse } from '../../test/support/registering.ts'
import { userOnWire } from './find.ts'
import { pictureOf } from './read.ts'
import { replacePicture } from './replace-picture.ts'

const fieldOf = async (bytes: Uint8Array) => Object.keys((await refusalOf(drawPicture(bytes))).errors ?? {})
const MEGABYTE = 1024 * 1024
/** How many of the largest come at once; `npm run test:long` sends twelve. One is drawn after the first two. */
const AT_ONCE = Number(process.env['PICTURES'] ?? 3)

/** The red, green and blue of a picture at a place, each from 0 to 255. */
async function colourAt(picture: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return [...data.subarray(at, at + 3)]
}

/**
 * Draws it, and looks whether anything is left that is not the picture. By what a process of its own draws with: most of
 * the time would go into starting those.
 */
async function drawn(sent: Uint8Array, draw = redrawPicture): Promise<Buffer> {
  const picture = Buffer.from(await draw(sent))
  const { format, width, height, space, depth, pages, exif, xmp, icc, iptc } = await sharp(picture).metadata()
  expect([format, width, height, space, depth]).toEqual(['webp', 512, 512, 'srgb', 'uchar'])
  expect([pages ?? 1, exif, xmp, icc, iptc]).toEqual([1, undefined, undefined, undefined, undefined])
  for (const foreign of [CANARY, '<script', 'alert(', 'PK\u0003\u0004', 'PK\u0005\u0006']) {
    expect(picture.includes(foreign)).toBe(false)
  }
  return picture
}

/** Does it, and answers by how many bytes this process was larger meanwhile. */
async function growthDuring(act: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 2)
  await act()
  clearInterval(watch)
  return Math.max(most, process.memoryUsage().rss) - before
}

/** Draws a picture so many times at once in a process of its own; answers how large that was, in megabytes. */
async function memoryOfDrawing(path: string, times: number): Promise<{ before: number; most: number; after: number }> {
  const program = `
    import { readFile } from 'node:fs/promises'
    import { setTimeout as pause } from 'node:timers/promises'
    const [path, drawer] = process.argv.slice(1)
    const { drawPicture } = await import(drawer)
    const megabytes = () => Math.round(process.memoryUsage().rss / ${MEGABYTE})
    const bytes = await readFile(path)
    const before = megabytes()
    let most = before
    const watch = setInterval(() => (most = Math.max(most, megabytes())), 2)
    await Promise.all(Array.from({ length: ${times} }, () => drawPicture(bytes)))
    clearInterval(watch)
    // what is given back in a moment counts as given back
    for (let n = 0; n < 200 && megabytes() - before > 50; n += 1) await pause(100)
    console.log(JSON.stringify({ before, most: Math.max(most, megabytes()), after: megabytes() }))`
  const drawer = join(import.meta.dirname, '../kit/draw-picture.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, path, drawer])
  return JSON.parse(stdout)
}

describe('a profile picture', () => {
  test.each(FORMATS)('is taken as %s and drawn anew as a square webp', async (format) => {
    await drawn(await flat(900, 300).toFormat(format).toBuffer(), drawPicture)
  })

  test.each(FORMATS)(
    'of a telephone, as %s, stands upright and keeps no place, camera, comment or profile',
    async (format) => {
      const sent = await fromTelephone(format)
      expect(sent.includes(CANARY) || sent.includes('GPS') || format === 'png').toBe(true)
      const picture = await drawn(sent)
      // Turned by a quarter, what was at the left is at the top.
      expect((await colourAt(picture, 256, 20)).every((value) => value > 225)).toBe(true)
      expect((await colourAt(picture, 256, 490)).every((value) => value < 30)).toBe(true)
    },
  )

  test('is turned upside down where its camera was', async () => {
    const white = await sharp({ create: { width: 512, height: 256, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const sent = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#000' } })
      .composite([{ input: white, top: 0, left: 0 }])
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer()
    const picture = await drawn(sent)
    expect((await colourAt(picture, 256, 50)).every((value) => value < 30)).toBe(true)
    expect((await colourAt(picture, 256, 460)).every((value) => value > 225)).toBe(true)
  })

  test('may be for print, of sixteen bits, transparent, tiny, or very long', async () => {
    const red = { width: 64, height: 64, channels: 3 as const, background: '#d02020' }
    for (const sent of [
      await sharp({ create: red }).toColourspace('cmyk').jpeg().toBuffer(),
      await sharp({ create: red }).toColourspace('rgb16').png().toBuffer(),
      await sharp({ create: { ...red, channels: 4 } })
        .png()
        .toBuffer(),
      await sharp({ create: { ...red, width: 1, height: 1 } })
        .png()
        .toBuffer(),
      await sharp({ create: { ...red, width: 1, height: 8000 } })
        .png()
        .toBuffer(),
    ]) {
      const [r = 0, g = 0, b = 0] = await colourAt(await drawn(sent), 256, 256)
      expect([r > 170, g < 90, b < 90]).toEqual([true, true, true])
    }
  })

  test.each(['png', 'webp'] as const)('of an animated %s is its first frame', async (format) => {
    const [r = 0, , b = 0] = await colourAt(await drawn(await animated(format)), 256, 256)
    expect([r > 200, b < 60]).toEqual([true, true])
  })

  test.each(Object.entries(noPictures()))('is not %s', async (_what, bytes) => {
    expect(await fieldOf(bytes)).toEqual(['image'])
  })

  test('is kept without what was put in it or behind it', async () => {
    for (const [what, bytes] of Object.entries(await polyglots())) {
      expect(bytes.includes(CANARY), what).toBe(true)
      await drawn(bytes)
    }
  })

  test.each(FORMATS)('is not a part of a %s, wherever it was cut', async (format) => {
    const whole = await grainy(300).toFormat(format).toBuffer()
    const part = (of: number) => whole.subarray(0, Math.ceil(whole.length * of))
    for (const of of [0.0005, 0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97]) {
      await expect(redrawPicture(part(of)), `${of}`).rejects.toThrow()
    }
    expect(await fieldOf(part(0.97))).toEqual(['image'])
  })

  test.each(FORMATS)('is not one of 256 megapixels as %s, and is refused without the memory', async (format) => {
    const bomb = await huge(format)
    const { width, height } = await sharp(bomb, { limitInputPixels: false }).metadata()
    expect(width * height).toBeGreaterThan(256_000_000)
    expect(bomb.length).toBeLessThan(10 * MEGABYTE)
    const grown = await growthDuring(() => expect(redrawPicture(bomb)).rejects.toThrow(/pixel limit/))
    expect(grown).toBeLessThan(100 * MEGABYTE)
    expect(await fieldOf(bomb)).toEqual(['image'])
  })

  test('does not swell', async () => {
    for (const [what, bytes] of Object.entries(await swelling())) {
      const grown = await growthDuring(() => redrawPicture(bytes).catch(() => {}))
      expect(grown, what).toBeLessThan(100 * MEGABYTE)
    }
  })

  test('of the most pixels is drawn without the memory of many', async () => {
    const white = { width: 7000, height: 7000, channels: 3 as const, background: '#fff' }
    const sent = await sharp({ create: white }).jpeg({ quality: 1, progressive: true }).toBuffer()
    expect(await growthDuring(() => redrawPicture(sent))).toBeLessThan(450 * MEGABYTE)
  })

  test('is drawn two at a time, each in a process of its own', async () => {
    const sent = await flat(500).png().toBuffer()
    let [begun, running, most] = [0, 0, 0]
    const count = (message: unknown) => {
      const { process: drawer } = message as { process: ChildProcess }
      begun += 1
      running += 1
      most = Math.max(most, running)
      drawer.once('close', () => (running -= 1))
    }
    subscribe('child_process', count)
    await Promise.all(Array.from({ length: 6 }, () => drawPicture(sent)))
    unsubscribe('child_process', count)
    expect([begun, most, running]).toEqual([6, 2, 0])
  })

  test('of the most pixels leaves no memory behind, also where several came at once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plumb-pictures-'))
    const white = { width: 7000, height: 7000, channels: 3 as const, background: '#fff' }
    try {
      for (const [name, times, picture] of [
        ['progressive', AT_ONCE, sharp({ create: white }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' })],
        ['interlaced', AT_ONCE, sharp({ create: white }).png({ progressive: true })],
      ] as const) {
        const path = join(folder, name)
        await picture.toFile(path)
        const { before, most, after } = await memoryOfDrawing(path, times)
        console.log(
          `${times} pictures of 49 megapixels, ${name}: ${before} MB before, ${most} meanwhile, ${after} after`,
        )
        expect(most - before, name).toBeLessThan(900)
        expect(after - before, name).toBeLessThan(100)
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('is not one whose header claims more than fifty megapixels', async () => {
    const claimed = await flat(10).png().toBuffer()
    claimed.writeUInt32BE(60_000, 16)
    claimed.writeUInt32BE(60_000, 20)
    expect(await fieldOf(claimed)).toEqual(['image'])
    expect(await fieldOf(await flat(7100).png({ compressionLevel: 9 }).toBuffer())).toEqual(['image'])
  })

  describe('of a user', () => {
    const house = opened(openRegisteringHouse)

    test('has an address of its own, and is replaced by another at another', async () => {
      const { investor, user } = await joinHouse(house, 'amy')
      expect(userOnWire(user).profile).toBe('')
      const put = async (image: Uint8Array) =>
        userOnWire(await house.write((tx) => replacePicture(tx, house.clock, investor, image))).profile
      const show = (address: string) => house.read((tx) => pictureOf(tx, address.replace('/api/picture/', '')))
      const [one, two] = [Uint8Array.from([1, 2, 3]), Uint8Array.from([4, 5])]
      const first = await put(one)
      expect(first).toMatch(/^\/api\/picture\/[0-9a-f-]{36}$/)
      expect([...(await show(first))]).toEqual([1, 2, 3])
      const second = await put(two)
      expect(second).not.toBe(first)
      expect([...(await show(second))]).toEqual([4, 5])
      expect((await refusalOf(show(first))).code).toBe('not found')
      expect((await refusalOf(show(newId()))).code).toBe('not found')
      expect(userOnWire(await userNow(house, user.id)).profile).toBe(second)
    })
  })
})
