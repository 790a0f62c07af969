import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { join, openRegisteringHouse, refusalOf, type RegisteringHouse, userNow } from '../../test/registering.ts'
import { userOnWire } from './find.ts'
import { pictureOf } from './read.ts'
import { drawPicture, replacePicture } from './replace-picture.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366aa' } })
const fieldOf = async (bytes: Uint8Array) => Object.keys((await refusalOf(drawPicture(bytes))).errors ?? {})

describe('a profile picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('is taken as %s and drawn anew as a square webp', async (format) => {
    const drawn = await sharp(await drawPicture(await plain(900, 300).toFormat(format).toBuffer())).metadata()
    expect([drawn.format, drawn.width, drawn.height]).toEqual(['webp', 512, 512])
  })

  test('keeps nothing of what was not picture: no place, no camera, no comments', async () => {
    const secret = 'Somewhere Secret 51.5N'
    const sent = await plain(600, 600)
      .jpeg()
      .withExif({ IFD0: { Copyright: secret, Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`)
      .toBuffer()
    expect(sent.includes(secret)).toBe(true)
    const drawn = Buffer.from(await drawPicture(sent))
    expect(drawn.includes(secret)).toBe(false)
    const { exif, xmp, icc, iptc } = await sharp(drawn).metadata()
    expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined])
  })

  test('is turned upright as its camera says', async () => {
    const half = await sharp({ create: { width: 512, height: 256, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer()
    const sent = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#000000' } })
      .composite([{ input: half, top: 0, left: 0 }])
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer()
    const { data, info } = await sharp(await drawPicture(sent))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const brightness = (y: number) => data[(y * info.width + 256) * info.channels] ?? 0
    expect([brightness(50) < 30, brightness(460) > 225]).toEqual([true, true])
  })

  test.each([
    ['nothing', ''],
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ['html', '<!doctype html><script>alert(1)</script>'],
    ['gif', 'GIF89a\u0001\u0000\u0001\u0000'],
    ['pdf', '%PDF-1.7'],
    ['a word', 'image'],
  ])('is not %s', async (_what, text) => {
    expect(await fieldOf(Buffer.from(text, 'latin1'))).toEqual(['image'])
  })

  test('is not something else behind the beginning of a picture', async () => {
    for (const begins of [
      [0xff, 0xd8, 0xff],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ]) {
      expect(await fieldOf(Buffer.concat([Buffer.from(begins), Buffer.from('<svg onload="alert(1)"/>')]))).toEqual([
        'image',
      ])
    }
    expect(await fieldOf(Buffer.from('RIFF\u0000\u0000\u0000\u0000WEBP<html>', 'latin1'))).toEqual(['image'])
  })

  test.each(['jpeg', 'png', 'webp'] as const)('is not half a %s', async (format) => {
    const noise = {
      create: {
        width: 300,
        height: 300,
        channels: 3 as const,
        background: '#000',
        noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
      },
    }
    const whole = await sharp(noise).toFormat(format).toBuffer()
    expect(await fieldOf(whole.subarray(0, whole.length / 2))).toEqual(['image'])
  })

  test('is not one whose header claims more than fifty megapixels', async () => {
    const small = await plain(10, 10).png().toBuffer()
    const claimed = Buffer.from(small)
    claimed.writeUInt32BE(60_000, 16)
    claimed.writeUInt32BE(60_000, 20)
    expect(await fieldOf(claimed)).toEqual(['image'])
    expect(await fieldOf(await plain(7100, 7100).png({ compressionLevel: 9 }).toBuffer())).toEqual(['image'])
  })

  describe('of a user', () => {
    let house: RegisteringHouse
    beforeAll(async () => {
      house = await openRegisteringHouse()
    })
    afterAll(() => house.close())

    test('has an address of its own, and is replaced by another at another', async () => {
      const { investor, user } = await join(house, 'amy')
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
