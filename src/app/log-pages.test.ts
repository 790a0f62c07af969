import { expect, test } from 'vitest'
import { announcementCommitment, logEntry } from '#log/commitment.ts'
import type { EntryType } from '#log/canonical-rules.ts'
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

test('what the house has said of its money is opened to everybody, but for how administrators watch one another', async () => {
  const owner = await house.owner()
  for (const [name, value] of [
    ['payment_hours', '9'],
    ['approval_days', '9'],
  ])
    await owner.must(`/api/update-setting/${name}`, { value, reason: 'for tests' })
  const said = async () => {
    await house.runJobs()
    const size = Number((await (await get('checkpoint')).text()).split('\n')[1])
    const entries = Buffer.from(await (await get(`tile/entries/000.p/${size}`)).arrayBuffer())
    const opened: { type: EntryType; text: string }[] = []
    for (let at = 0, position = 0; at < entries.length; position += 1) {
      const end = at + 2 + entries.readUInt16BE(at)
      const entry = entries.subarray(at + 2, end)
      at = end
      const answer = await get(`announcement/${position}`)
      if (answer.status === 404) continue
      const { type, text, salt } = (await answer.json()) as { type: EntryType; text: string; salt: string }
      const commitment = announcementCommitment(type, Buffer.from(text), Buffer.from(salt, 'base64'))
      expect(Buffer.from(logEntry(type, commitment))).toEqual(entry)
      opened.push({ type, text })
    }
    return opened
  }
  await expect.poll(said).toContainEqual({ type: 'setting', text: '{"name": "payment_hours", "value": "9"}' })
  const opened = await said()
  expect([...new Set(opened.map(({ type }) => type))].sort()).toEqual(['backing', 'proof', 'setting'])
  const names = opened.filter(({ type }) => type === 'setting').map(({ text }) => JSON.parse(text).name)
  expect(new Set(names)).toEqual(
    new Set(['kyc', 'payment_hours', 'withdrawal_limit_approved', 'withdrawal_limit_none']),
  )
  for (const none of ['announcement/99999999', 'announcement/x', 'announcement/01', 'announcement/-1']) {
    expect((await get(none)).status, none).toBe(404)
  }
})
