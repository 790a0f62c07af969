/** @module-tag thorough */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logOf, showLog, type SmallLog } from '../../test/support/small-log.ts'
import { announcementCommitment, logEntry } from './commitment.ts'
import { keptLines } from './kept-note-rules.ts'
import { type Signer, signerOf } from './note.ts'
import { ownFolder } from '../../test/support/own-folder.ts'

const COMMAND = join(import.meta.dirname, '../../scripts/verify/verify.mjs')
const folder = ownFolder()
const entries: (string | Uint8Array)[] = Array.from({ length: 700 }, (_none, at) => `entry ${at}`)
let signer: Signer
let log: SmallLog
let served: Awaited<ReturnType<typeof showLog>>
beforeAll(async () => {
  signer = await signerOf('plumb.example/log', randomBytes(32))
  log = logOf(signer, entries)
  served = await showLog(log, signer.verifierKey)
})
afterAll(async () => {
  await served.stop()
})

let files = 0
function written(text: string): string {
  files += 1
  const file = join(folder, `kept-${files}`)
  writeFileSync(file, text)
  return file
}
const verify = (...words: string[]) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [COMMAND, 'note', ...words], (error, said) =>
      resolve({ code: Number(error?.code ?? 0), said }),
    )
  })
const mailOf = (note: string, key = signer.verifierKey) => `Hello ann,\n\n${keptLines({ note, key }).join('\n')}\n`

test('a kept mail, folded and quoted, or a note is that of a log whose key is given', async () => {
  const note = await log.note(300)
  const key = ['--key', signer.verifierKey]
  const mail = mailOf(note)
  const quoted = mail.replaceAll(/.{1,70}/g, '> $&\n').replaceAll('\n\n', '\n')
  const printable = mail.replaceAll('=', '=3D').replaceAll(/.{70}/g, '$&=\n')
  for (const kept of [note, mail, quoted, mail.replaceAll('\n', '\r\n'), printable]) {
    expect(await verify(written(kept), ...key)).toEqual({
      code: 0,
      said: expect.stringContaining('YES: plumb.example/log of 300 entries\n'),
    })
  }
  expect(await verify(written(mail))).toMatchObject({ code: 2, said: expect.stringContaining('whose key it is') })
  expect(await verify(written(note))).toMatchObject({ code: 2, said: 'NOT CHECKED: Say with which key: --key KEY\n' })
  expect(await verify(written('Hello'), ...key)).toMatchObject({ code: 2 })
  const stranger = await signerOf('plumb.example/log', randomBytes(32))
  expect(await verify(written(mail), '--key', stranger.verifierKey)).toMatchObject({ code: 1 })
  const larger = note.replace('\n300\n', '\n3000\n')
  expect(await verify(written(mailOf(larger)), ...key)).toMatchObject({
    code: 1,
    said: expect.stringContaining('the signature of the note is wrong'),
  })
})

test('the log of today begins with what was kept, at sizes around the edges of tiles, and where it does not it is said', async () => {
  for (const size of [1, 2, 255, 256, 257, 512, 513, 700]) {
    const answer = await verify(written(mailOf(await log.note(size))), served.url)
    expect(answer, String(size)).toMatchObject({ code: 0, said: expect.stringContaining('that of today begins') })
  }
  const kept = written(mailOf(await log.note(513)))
  served.show(logOf(signer, entries.with(400, 'another')))
  expect(await verify(kept, `${served.url}/log/`)).toMatchObject({
    code: 1,
    said: expect.stringContaining('among the first 513 at least one is another'),
  })
  // the levels above of what is signed today, and the lowest of what was there then
  const rewritten = logOf(signer, entries.with(300, 'another'))
  const tileAt: SmallLog['tileAt'] = (place) => (place.level === 0 && place.n < 2 ? log : rewritten).tileAt(place)
  served.show({ ...rewritten, tileAt })
  expect(await verify(written(mailOf(await log.note(400))), served.url)).toMatchObject({
    code: 1,
    said: expect.stringContaining('they have another'),
  })
  served.show(log, 512)
  expect(await verify(kept, served.url)).toMatchObject({
    code: 1,
    said: expect.stringContaining('512 today, 513 then'),
  })
  served.show(logOf(await signerOf('plumb.example/log', randomBytes(32)), entries))
  expect(await verify(kept, served.url)).toMatchObject({ code: 1 })
  expect(await verify(kept, 'http://127.0.0.1:9')).toMatchObject({ code: 2 })
  served.show(log)
  const stranger = await signerOf('plumb.example/log', randomBytes(32))
  expect(await verify(kept, served.url, '--key', stranger.verifierKey)).toMatchObject({ code: 1 })
})

test('two notes of one size are of one log or show two; of two sizes neither can be told without the log', async () => {
  const key = ['--key', signer.verifierKey]
  const kept = written(mailOf(await log.note(300)))
  const forked = logOf(signer, entries.with(7, 'another'))
  expect(await verify(kept, written(await log.note(300)), ...key)).toMatchObject({ code: 0 })
  expect(await verify(kept, written(await forked.note(300)), ...key)).toMatchObject({
    code: 1,
    said: expect.stringContaining('two logs of 300 entries were signed'),
  })
  expect(await verify(kept, written(await log.note(301)), ...key)).toMatchObject({
    code: 2,
    said: expect.stringContaining('whether the longer log begins with the shorter one'),
  })
})

/** What a log says of a key of its own: its entry, and what opens that. */
function announcedKey(text: string) {
  const salt = randomBytes(32)
  const entry = logEntry('key', announcementCommitment('key', Buffer.from(text), salt))
  return { entry, opened: { type: 'key', text, salt: salt.toString('base64') } }
}

test('a mail that brings its own key proves nothing, unless the log announces that key', async () => {
  const stranger = await signerOf('plumb.example/log', randomBytes(32))
  const forged = logOf(stranger, [...entries.with(7, 'another'), 'one more'])
  for (const size of [300, 701]) {
    const { code, said } = await verify(written(mailOf(await forged.note(size), stranger.verifierKey)), served.url)
    expect({ code, said }).toEqual({
      code: 2,
      said: expect.stringContaining('NOT CHECKED: It is signed with another key than the log shows'),
    })
    expect(said).not.toMatch(/proves it/)
  }
  // what all agrees is yes by an earlier key as well
  const agrees = await verify(
    written(mailOf(await logOf(stranger, entries).note(300), stranger.verifierKey)),
    served.url,
  )
  expect(agrees).toMatchObject({ code: 0 })
  const { entry, opened } = announcedKey(`${stranger.verifierKey}\n`)
  const other = await showLog(logOf(signer, entries.with(650, entry)), signer.verifierKey, { 650: opened })
  const lying = await showLog(logOf(signer, entries.with(650, entry)), signer.verifierKey, {
    650: { ...opened, text: 'another' },
  })
  try {
    const kept = written(mailOf(await forged.note(300), stranger.verifierKey))
    expect(await verify(kept, other.url)).toMatchObject({
      code: 1,
      said: expect.stringContaining('Keep the note: it proves it.'),
    })
    expect(await verify(kept, lying.url)).toMatchObject({
      code: 1,
      said: expect.stringContaining('what is opened at position 650 is not what stands there'),
    })
  } finally {
    await other.stop()
    await lying.stop()
  }
})

test('a last line alone, signed with an earlier key, is not checked, and says why', async () => {
  const earlier = await signerOf('plumb.example/log', randomBytes(32))
  const [, lastLine] = keptLines({ note: await logOf(earlier, entries).note(300), key: earlier.verifierKey })
  expect(await verify(written(lastLine), served.url)).toEqual({
    code: 2,
    said: 'NOT CHECKED: it is signed with another key than the log shows, and does not say which.\n',
  })
})

test('what was kept before a restart is held to the log that goes on under another name', async () => {
  const renamed = await signerOf('plumb.example/log/2-2026-11-27-0f3a59c2d4e61b78', randomBytes(32))
  const note = await log.note(300)
  const { entry, opened } = announcedKey(`${renamed.verifierKey}\nfollows\n${await log.note(600)}`)
  const after = (at: number, now: string | Uint8Array) => logOf(renamed, [...entries.with(at, now), entry])
  const same = await showLog(after(0, 'entry 0'), renamed.verifierKey, { 700: opened })
  const rewritten = await showLog(after(7, 'another'), renamed.verifierKey, { 700: opened })
  const stranger = await signerOf('plumb.example/log', randomBytes(32))
  const elsewhere = logOf(await signerOf('other.example/log', randomBytes(32)), entries)
  try {
    expect(await verify(written(mailOf(note)), same.url)).toMatchObject({
      code: 0,
      said: expect.stringContaining(
        'the log goes on under another name since: plumb.example/log/2-2026-11-27-0f3a59c2d4e61b78',
      ),
    })
    // the announcement quotes what this key has signed
    expect(await verify(written(mailOf(note)), rewritten.url)).toMatchObject({
      code: 1,
      said: expect.stringContaining('among the first 300 at least one is another'),
    })
    const forged = await logOf(stranger, entries).note(300)
    expect(await verify(written(mailOf(forged, stranger.verifierKey)), rewritten.url)).toMatchObject({ code: 2 })
    same.show(elsewhere)
    expect(await verify(written(mailOf(note)), same.url)).toMatchObject({
      code: 2,
      said: expect.stringContaining('the note is of plumb.example/log, the log of today other.example/log'),
    })
  } finally {
    await same.stop()
    await rewritten.stop()
  }
})
