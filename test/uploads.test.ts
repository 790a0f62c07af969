import { request, type IncomingMessage } from 'node:http'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './support/app.ts'
import { flat, fromTelephone, huge, noPictures, ofLength, polyglots, SVG } from './support/pictures.ts'
import { Visitor, type Answer } from './support/visitor.ts'
import { THOROUGH } from './support/thorough.ts'

const LARGEST = 10 * 1024 * 1024

let house: TestApp
let investor: Visitor
let picture: Buffer
beforeAll(async () => {
  house = await startTestApp()
  investor = house.visitor()
  await investor.join('investor')
  picture = await flat(64).png().toBuffer()
})
afterAll(() => house.close())

type File = { bytes: Uint8Array; field?: string; name?: string; type?: string }

function post(files: readonly File[], fields: Record<string, string> = {}): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { bytes, field = 'image', name = 'me.png', type = 'image/png' } of files) {
    form.append(field, new Blob([Buffer.from(bytes)], { type }), name)
  }
  return investor.send('POST', '/api/profile-update', form, Visitor.key())
}
const upload = (bytes: Uint8Array, file: Omit<File, 'bytes'> = {}) => post([{ bytes, ...file }])
const shown = async ({ body }: Answer) => fetch(house.url + body.user.profile)
const kept = () => house.app.db.selectFrom('picture').selectAll().execute()

describe('a picture that is sent', () => {
  test('is shown to everybody as a webp of ours, whatever it said it was', async () => {
    const answer = await upload(await fromTelephone('jpeg'), { name: '../../me.svg', type: 'image/svg+xml' })
    expect([answer.status, answer.body.message]).toEqual([200, 'Your picture is updated.'])
    const response = await shown(answer)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const { width, height, exif, xmp, icc, iptc } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect([width, height, exif, xmp, icc, iptc]).toEqual([512, 512, undefined, undefined, undefined, undefined])
  })

  test('is refused in words under its field where it is none, whatever it is called', async () => {
    for (const [what, bytes] of Object.entries(noPictures())) {
      const { status, body } = await upload(bytes)
      expect([status, Object.keys(body.errors ?? {})], what).toEqual([422, ['image']])
      expect(body.message, what).toMatch(/^(Choose|This picture)/)
    }
    const named = await upload(Buffer.from(SVG), { name: 'me.png', type: 'image/png' })
    expect(named.body.errors).toEqual({ image: ['Choose a JPEG, PNG or WebP picture.'] })
    const large = await upload(await huge('png'))
    expect(large.status).toBe(422)
    expect(large.body.errors.image[0]).toContain('50 megapixels')
  })

  test('is cleaned where it is something else as well', async () => {
    for (const [what, bytes] of Object.entries(await polyglots())) {
      const answer = await upload(bytes)
      expect(answer.status, what).toBe(200)
      const bare = Buffer.from(await (await shown(answer)).arrayBuffer())
      for (const foreign of ['CANARY', 'script', 'alert', 'PK\u0003\u0004']) expect(bare.includes(foreign)).toBe(false)
    }
  })

  test('has at most ten megabytes', async () => {
    expect((await upload(await ofLength(LARGEST))).status).toBe(200)
    const { status, body } = await upload(await ofLength(LARGEST + 1))
    expect([status, body.errors]).toEqual([422, { image: ['Choose a picture of at most 10 MB.'] }])
  })

  test('is one, in its field', async () => {
    const before = await kept()
    for (const answer of [
      await upload(picture, { field: 'picture' }),
      await post([]),
      await post([{ bytes: picture }, { bytes: picture }]),
      await post([{ bytes: picture }, { bytes: Buffer.from(SVG), field: 'other' }]),
      await post([], { image: 'me.png' }),
      await investor.send('POST', '/api/profile-update', undefined, Visitor.key()),
      await investor.send('POST', '/api/profile-update', '{"image":"me.png"}', Visitor.key()),
      await investor.send('POST', '/api/profile-update', 'no parts', {
        'content-type': 'multipart/form-data; boundary=x',
        ...Visitor.key(),
      }),
    ]) {
      expect([answer.status, Object.keys(answer.body?.errors ?? {})], JSON.stringify(answer.body)).toEqual([
        422,
        ['image'],
      ])
    }
    expect(await kept()).toEqual(before)
  })

  test('replaces the one before, also where four come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(picture)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ body }) => body.user.profile)).size).toBe(4)
    expect(await kept()).toHaveLength(1)
    const { user } = (await investor.get('/api/user')).body
    expect((await fetch(house.url + user.profile)).status).toBe(200)
    const gone = answers.map(({ body }) => body.user.profile).filter((profile) => profile !== user.profile)
    expect((await fetch(house.url + gone[0])).status).toBe(404)
  })

  test('is told to come again while four of the same person are on their way, and keeps nobody else waiting', async () => {
    const other = house.visitor()
    await other.join('another')
    const form = new FormData()
    form.append('image', new Blob([Buffer.from(picture)]), 'me.png')
    const slow = Array.from({ length: 8 }, () => openUpload(investor))
    const refused: typeof slow = []
    for (const each of slow) void each.answered.then((answer) => answer.resume() && refused.push(each)).catch(() => {})
    await expect.poll(() => refused.length).toBe(4)
    for (const each of refused) expect((await each.answered).statusCode).toBe(429)
    const last = await upload(picture)
    expect([last.status, last.headers.get('retry-after'), last.body.message]).toEqual([
      ...[429, '5'],
      'Your last pictures are still being processed. Try again in 5 seconds.',
    ])
    expect((await other.send('POST', '/api/profile-update', form, Visitor.key())).status).toBe(200)
    const taken = slow.filter((each) => !refused.includes(each))
    for (const each of slow) each.end()
    expect(await Promise.all(taken.map(async ({ answered }) => (await answered).statusCode))).toEqual([
      ...[200, 200, 200, 200],
    ])
    expect((await upload(picture)).status).toBe(200)
  })

  test('is what its key stands for: the same again answers the same, another under that key is refused', async () => {
    const key = Visitor.key()
    const send = (bytes: Uint8Array, field = 'image') => {
      const form = new FormData()
      form.append(field, new Blob([Buffer.from(bytes)]), 'me.png')
      return investor.send('POST', '/api/profile-update', form, key)
    }
    const first = await send(picture)
    const again = await send(picture)
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    const before = await kept()
    const another = await send(await flat(65).png().toBuffer())
    expect([another.status, another.body.message]).toEqual([
      422,
      'This Idempotency-Key was used for another request. Use a new one.',
    ])
    expect(await kept()).toEqual(before)
  })
})

test('five people who send slowly from one network leave room for everybody else', THOROUGH, async () => {
  const senders = Array.from({ length: 5 }, () => house.visitor())
  await Promise.all(senders.map((sender, n) => sender.join(`slow-${n}`)))
  const other = house.visitor()
  await other.join('elsewhere')
  const slow = senders.flatMap((sender) => Array.from({ length: 4 }, () => openUpload(sender)))
  const refused: typeof slow = []
  for (const each of slow) void each.answered.then((answer) => answer.resume() && refused.push(each)).catch(() => {})
  await expect.poll(() => refused.length).toBe(12)
  for (const each of refused) expect((await each.answered).statusCode).toBe(429)
  const form = new FormData()
  form.append('image', new Blob([Buffer.from(picture)]), 'me.png')
  const sent = Array.from({ length: 4 }, () => other.send('POST', '/api/profile-update', form, Visitor.key()))
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  for (const each of slow) each.end()
  const taken = slow.filter((each) => !refused.includes(each))
  expect(await Promise.all(taken.map(async ({ answered }) => (await answered).statusCode))).toEqual(
    taken.map(() => 200),
  )
})

describe('a picture that comes in byte by byte', () => {
  test(
    'is given up in words long before its time is over, and leaves its place and nothing else',
    THOROUGH,
    async () => {
      // A sixth of it is enough to see that it comes too slowly; what is too slow for that ends with the test.
      const hurried = await startTestApp({ uploadPatience: 18_000 })
      try {
        const slow = hurried.visitor()
        await slow.join('slow')
        const pictures = () => hurried.app.db.selectFrom('picture').select('id').execute()
        const files = () => readdir(join(hurried.outbox, '..'))
        const before = await files()
        const dripping = Array.from({ length: 4 }, () => drip(slow))
        for (const one of await Promise.all(dripping)) {
          expect([one.status, one.headers.connection, one.body.message]).toEqual([
            ...[408, 'close'],
            'The picture took too long to arrive. Choose a smaller one, or try again on a faster connection.',
          ])
          expect(one.dripped).toBeGreaterThan(1)
          expect(one.dripped).toBeLessThan(200)
        }
        expect([await pictures(), await files()]).toEqual([[], before])
        // in all four places again
        const form = new FormData()
        form.append('image', new Blob([Buffer.from(picture)]), 'me.png')
        const sent = Array.from({ length: 4 }, () => slow.send('POST', '/api/profile-update', form, Visitor.key()))
        expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
      } finally {
        await hurried.close()
      }
    },
  )
})

/** Sends a picture byte by byte for as long as the line is open, and answers what came back when it was closed. */
async function drip(who: Visitor) {
  const upload = openUpload(who)
  let dripped = 0
  const dripping = setInterval(() => {
    upload.write(picture.subarray(dripped, (dripped += 1)))
  }, 50)
  try {
    const answer = await upload.answered
    return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(await text(answer)), dripped }
  } finally {
    clearInterval(dripping)
  }
}

/** Begins to send a picture, and sends the rest of it when told to. */
function openUpload(who: Visitor): {
  answered: Promise<IncomingMessage>
  write(bytes: Uint8Array): void
  end(): void
} {
  const head = '--x\r\ncontent-disposition: form-data; name="image"; filename="me.png"\r\n\r\n'
  const tail = '\r\n--x--\r\n'
  const { hostname, port } = new URL(who.url)
  const sent = request({
    ...{ host: hostname, port, method: 'POST', path: '/api/profile-update' },
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': head.length + picture.length + tail.length,
      authorization: `Bearer ${who.bearer}`,
      cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': decodeURIComponent(who.cookies.get('XSRF-TOKEN') ?? ''),
    },
  })
  sent.write(head)
  return {
    answered: new Promise((resolve, reject) => {
      sent.once('response', resolve)
      sent.on('error', reject)
    }),
    write: (bytes) => void sent.write(bytes),
    end: () => void sent.end(Buffer.concat([picture, Buffer.from(tail)])),
  }
}
