import { request, type IncomingMessage } from 'node:http'
import { readdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WEB_FOLDER } from '#app/web-build.ts'
import { startTestApp, type TestApp } from './support/app.ts'

/** What a client may say of the encodings that it reads, and whether brotli is among them. */
const ENCODINGS: readonly (readonly [said: string | undefined, brotli: boolean])[] = [
  [undefined, false],
  ['', false],
  ['identity', false],
  ['gzip', false],
  ['br;q=0', false],
  ['br;q=0, identity', false],
  ['*', false],
  ['*;q=0.5', false],
  ['br', true],
  ['gzip, deflate, br, zstd', true],
]
const ADDRESSES = ['/', '/login', '/login/', '/dashboard', '/no-such-page/', '/index.html', '/prerendered/login.html']

let house: TestApp
beforeAll(async () => {
  house = await startTestApp()
})
afterAll(() => house.close())

/** As it comes over the line: `fetch` would name encodings by itself and undo them. */
async function ask(path: string, encodings: string | undefined, method = 'GET') {
  const headers = encodings === undefined ? {} : { 'accept-encoding': encodings }
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request(house.url + path, { method, headers }, resolve)
      .once('error', reject)
      .end(),
  )
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) }
}

describe('whatever a client says of encodings', () => {
  test.each(ENCODINGS)('%j: every page comes, and is compressed where it can be read: %j', async (said, brotli) => {
    for (const path of ADDRESSES) {
      const { status, headers, bytes } = await ask(path, said)
      expect([status, headers['content-encoding']], path).toEqual([200, brotli ? 'br' : undefined])
      expect(headers['content-type'], path).toMatch(/^text\/html/i)
      expect(headers['vary'], path).toContain('accept-encoding')
      expect((brotli ? brotliDecompressSync(bytes) : bytes).toString(), path).toMatch(/^<!doctype html>/i)
      expect([path, (await ask(path, said, 'HEAD')).status]).toEqual([path, 200])
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
      for (const said of ['identity', 'br;q=0', '*']) {
        expect((await ask(path, said)).bytes.equals(plain.bytes), `${path} with ${said}`).toBe(true)
      }
    }
  })
})
