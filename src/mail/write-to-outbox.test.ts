import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import type { ClaimedMessage } from './delivery-store.ts'
import { outboxSenders } from './write-to-outbox.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plumb-outbox-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const senders = () => outboxSenders(dataDir, { name: 'Plumb', address: 'no-reply@plumb.example' })
const message = (change: Partial<ClaimedMessage> = {}): ClaimedMessage => ({
  ...{
    id: newId(),
    channel: 'mail',
    receiver: 'ann@example.com',
    subject: 'Code',
    content: 'Code:\n\n123456\n',
    tries: 1,
  },
  ...{ secret: true, markdown: false, retried_at: null },
  created_at: new Date('2026-03-01T12:00:00.123Z'),
  ...change,
})
const files = () => readdir(join(dataDir, 'outbox'))
const read = async (name: string | undefined) => readFile(join(dataDir, 'outbox', name ?? ''), 'utf8')

test('a mail is an .eml that any mail program opens', async () => {
  const one = message()
  expect(await senders().mail(one)).toBe('file')
  expect(await files()).toEqual([`20260301T120000123Z-${one.id}.eml`])
  const text = await read((await files())[0])
  expect(text).toContain('To: ann@example.com\r\nSubject: Code\r\n')
  expect(text).toContain('\r\n\r\nCode:\r\n\r\n123456\r\n')
})

test('a text message is a .txt: the number in E.164, an empty line, the text', async () => {
  await senders().text(message({ channel: 'text', receiver: '+12025550123', subject: null, content: 'Code:\n123456' }))
  const [name] = await files()
  expect(name).toMatch(/\.txt$/)
  expect(await read(name)).toBe('To: +12025550123\n\nCode:\n123456\n')
})

test('names sort by time', async () => {
  const times = [
    '2026-03-01T12:00:00.999Z',
    '2026-03-01T12:00:01.000Z',
    '2026-11-30T00:00:00.000Z',
    '2027-01-01T00:00:00Z',
  ]
  for (const time of times.toReversed()) {
    await senders().mail(message({ created_at: new Date(time), content: `written ${time}` }))
  }
  const texts = await Promise.all((await files()).toSorted().map(read))
  expect(texts.map((text) => /written (\S+)/.exec(text)?.[1])).toEqual(times)
})

test('written many times at once, it is one whole file and nothing beside it', async () => {
  const one = message({ content: `Code:\n\n123456\n${'long text\n'.repeat(5000)}` })
  const { mail } = senders()
  await Promise.all(Array.from({ length: 20 }, () => mail(one)))
  const names = await files()
  expect(names).toHaveLength(1)
  expect((await read(names[0])).match(/long text/g)).toHaveLength(5000)
})

test('nobody else on the machine may read it', async () => {
  await senders().mail(message())
  const [name = ''] = await files()
  expect((await stat(join(dataDir, 'outbox', name))).mode & 0o077).toBe(0)
})

test('nothing is left of what could not be written', async () => {
  await senders().mail(message())
  await expect(senders().mail(message({ receiver: 'a@b.example, c@d.example' }))).rejects.toThrow(
    'not one mail address',
  )
  expect(await files()).toHaveLength(1)
})
