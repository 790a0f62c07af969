import { request, type IncomingMessage } from 'node:http'
import { readdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WEB_FOLDER } from '#app/web-build.ts'
import { startTestApp, type TestApp } from './support/app.ts'

/** What a client may say of the encodings that it reads, and the one in which it is answered. */
const ENCODINGS: readonly (readonly [said: string | undefined, coding: 'br' | 'gzip' | undefined])[] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['br;q=0', undefined],
  ['br;q=0, identity', undefined],
  ['*', undefined],
  ['*;q=0.5', undefined],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
]
const ADDRESSES = ['/', '/login', '/login/', '/dashboard', '/no-such-page/', '/index.html', '/prerendered/login.html']

const PLAIN = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

let house: TestApp
beforeAll(async () => {
  house = await startTestApp()
})
afterAll(() => house.close())

/** As it comes over the line: `fetch` would name encodings by itself and undo them. */
async function ask(path: string, encodings: string | undefined, method = 'GET', more: Record<string, string> = {}) {
  const headers = encodings === undefined ? more : { ...more, 'accept-encoding': encodings }
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request(house.url + path, { method, headers }, resolve)
      .once('error', reject)
      .end(),
  )
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) }
}

describe('whatever a client says of encodings', () => {
  test.each(ENCODINGS)('%j: every page comes, and is compressed where it can be read: %j', async (said, coding) => {
    for (const path of ADDRESSES) {
      const { status, headers, bytes } = await ask(path, said)
      expect([status, headers['content-encoding']], path).toEqual([200, coding])
      expect(headers['content-type'], path).toMatch(/^text\/html/i)
      expect(headers['vary'], path).toContain('accept-encoding')
      expect(PLAIN[coding ?? 'identity'](bytes).toString(), path).toMatch(/^<!doctype html>/i)
      expect([path, (await ask(path, said, 'HEAD')).status]).toEqual([path, 200])
    }
  })

  test.each(ENCODINGS)('%j: what is there already is not sent again, and keeps its policy', async (said) => {
    for (const path of [...ADDRESSES, '/sw.js', '/icon-192.png', '/manifest.webmanifest']) {
      const first = await ask(path, said)
      const { etag = '' } = first.headers
      expect(etag, path).toMatch(/^"[\w-]{22}(-br|-gzip)?"$/)
      for (const known of [etag, `"other", W/${etag}`]) {
        const again = await ask(path, said, 'GET', { 'if-none-match': known })
        expect([path, again.status, again.bytes.length, again.headers.etag]).toEqual([path, 304, 0, etag])
        for (const name of ['content-security-policy', 'cache-control', 'x-content-type-options', 'vary'])
          expect([path, again.headers[name]]).toEqual([path, first.headers[name]])
      }
      expect((await ask(path, said, 'GET', { 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  test('every file with a compressed copy beside it comes, and is the same', async () => {
    const files = (await readdir(WEB_FOLDER, { recursive: true })).filter((file) => file.endsWith('.br'))
    expect(files.length).toBeGreaterThan(20)
    for (const file of files) {
      const path = `/${file.slice(0, -'.br'.length)}`
      const [plain, compressed] = [await ask(path, undefined), await ask(path, 'br')]
      expect([path, plain.status, plain.headers['content-encoding']]).toEqual([path, 200, undefined])
      expect([path, compressed.status, compressed.headers['content-encoding']]).toEqual([path, 200, 'br'])
      expect(brotliDecompressSync(compressed.bytes).equals(plain.bytes), path).toBe(true)
      const zipped = await ask(path, 'gzip')
      expect([path, zipped.headers['content-encoding']]).toEqual([path, 'gzip'])
      expect(gunzipSync(zipped.bytes).equals(plain.bytes), path).toBe(true)
      for (const said of ['identity', 'br;q=0', '*']) {
        expect((await ask(path, said)).bytes.equals(plain.bytes), `${path} with ${said}`).toBe(true)
      }
    }
  })
})

test('a file that is not there is not kept as one: it may be there after the next build', async () => {
  for (const path of ['/assets/of-the-next-build-1234.js', '/assets/', '/assets/no/such.js']) {
    const { status, headers } = await ask(path, 'br')
    expect([path, status, headers['cache-control']]).toEqual([path, 404, undefined])
  }
})
