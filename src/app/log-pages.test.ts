import { expect, test } from 'vitest'
import { hashOfLeaf } from '#log/verify-merkle-rules.ts'
import { openNote, readTreeHead, readVerifierKey } from '#log/verify-note-rules.ts'
import { startTestApp } from '../../test/support/app.ts'
import { opened } from '../../test/support/opened.ts'

const house = opened(startTestApp)
const get = (name: string) => fetch(`${house.url}/log/${name}`)

test('whoever asks gets the key, the checkpoint, and the tiles and entries behind it, without a cookie', async () => {
  const signed = async () => {
    await house.runJobs()
    return (await get('checkpoint')).status
  }
  // what the app does by itself meanwhile may have to end first
  await expect.poll(signed).toBe(200)
  const key = await readVerifierKey((await (await get('key')).text()).trim())
  const checkpoint = await get('checkpoint')
  expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(checkpoint.headers.get('cache-control')).toBe('public, max-age=5')
  expect(checkpoint.headers.get('set-cookie')).toBeNull()
  const text = key && (await openNote(await checkpoint.text(), key))
  const { size, origin } = readTreeHead(text ?? '') ?? { size: 0, origin: '' }
  expect(origin).toMatch(/\/log$/)
  expect(size).toBeGreaterThan(3)

  const tile = await get(`tile/0/000.p/${size}`)
  expect(tile.headers.get('content-type')).toBe('application/octet-stream')
  expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(tile.headers.get('set-cookie')).toBeNull()
  const hashes = Buffer.from(await tile.arrayBuffer())
  const entries = Buffer.from(await (await get(`tile/entries/000.p/${size}`)).arrayBuffer())
  for (let at = 0, index = 0; at < entries.length; index += 1) {
    const end = at + 2 + entries.readUInt16BE(at)
    const hash = await hashOfLeaf(entries.subarray(at + 2, end))
    expect(Buffer.from(hash)).toEqual(hashes.subarray(index * 32, index * 32 + 32))
    at = end
  }
})

test('what there is none of is not found, and is not kept', async () => {
  for (const none of ['tile/0/000', 'tile/0/999', 'tile/entries/000', 'tile/7/000.p/1', 'tile/x']) {
    const answer = await get(none)
    expect(answer.status, none).toBe(404)
    expect(answer.headers.get('cache-control') ?? '', none).not.toContain('immutable')
  }
})
