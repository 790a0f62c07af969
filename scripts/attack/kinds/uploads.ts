import { randomBytes } from 'node:crypto'
import { CANARY, flat, huge, noPictures, polyglots, swelling } from '../../../test/support/pictures.ts'
import { allowedFor, type Attack } from '../attack.ts'
import type { DescribedCall } from '../calls.ts'
import type { Ground, Request } from '../ground.ts'

const NAMES = [
  'me.png',
  '../../me.svg',
  'me.html',
  'a\u0000.png',
  'x'.repeat(300),
  'me.png"; name="other',
  'CON',
  '.htaccess',
]
const TYPES = ['image/png', 'text/html', 'image/svg+xml', 'application/octet-stream', 'multipart/form-data; boundary=y']
/** Files on their way at once: a person may have as many. */
const AT_ONCE = 2

/** Files that are none, are something else as well, or swell, to every call that takes one. */
export const uploads: Attack = {
  name: 'uploads',
  what: 'polyglots, bombs, wrong types and huge dimensions',
  share: 0,
  async run(ground) {
    const corpus = await makeCorpus()
    for (const described of ground.calls.filter(({ upload }) => upload)) {
      const requests = corpus.map(([what, bytes], n) => uploadOf(described, what, bytes, n))
      for (let at = 0; at < requests.length; at += AT_ONCE) {
        const batch = requests.slice(at, at + AT_ONCE)
        const answers = await ground.send(uploads.name, batch)
        for (const answer of answers)
          if (answer.status < 300) await lookAt(ground, described, JSON.stringify(answer.body))
      }
    }
  },
}

async function makeCorpus(): Promise<[what: string, bytes: Buffer][]> {
  const picture = await flat(64).png().toBuffer()
  const cut = picture.subarray(0, picture.length / 2)
  const noisy = Buffer.from(picture)
  noisy.set(randomBytes(20), 40)
  return [
    ...Object.entries(noPictures()),
    ...Object.entries(await polyglots()),
    ...Object.entries(await swelling()),
    ['a png of 256 megapixels', await huge('png')],
    ['a jpeg of 256 megapixels', await huge('jpeg')],
    ['a webp of 256 megapixels', await huge('webp')],
    ['half a png', cut],
    ['a png with noise', noisy],
    ['a picture', picture],
    ['11 MB of zeroes', Buffer.alloc(11 * 1024 * 1024)],
    [
      'a document type that reads files',
      Buffer.from('<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
    ],
  ]
}

function uploadOf(described: DescribedCall, what: string, bytes: Buffer, n: number): Request {
  const form = new FormData()
  const field = described.uploadFields[0] ?? 'image'
  form.append(
    field,
    new Blob([Uint8Array.from(bytes)], { type: TYPES[n % TYPES.length] ?? '' }),
    NAMES[n % NAMES.length],
  )
  if (n % 5 === 4) form.append('user_id', 'x')
  return { by: allowedFor(described, n), described, input: { params: {}, query: {}, body: { file: what } }, form }
}

/** What was kept is a picture of ours, in which nothing is left of what was sent. */
async function lookAt({ house, report }: Ground, { key }: DescribedCall, said: string): Promise<void> {
  for (const [, path = ''] of said.matchAll(/"(\/api\/picture\/[^"]+|\/logo[^"]*)"/g)) {
    const answer = await fetch(house.url + path)
    report.count(uploads.name, answer.status, false)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? ''
    const isOurs = /^image\/(webp|png)$/.test(type) && answer.headers.get('x-content-type-options') === 'nosniff'
    if (!isOurs || bytes.includes(CANARY) || bytes.includes('<script'))
      report.find({
        kind: uploads.name,
        what: `is kept as ${type}, or with what came along`,
        request: `${key}: ${path}`,
      })
  }
}
