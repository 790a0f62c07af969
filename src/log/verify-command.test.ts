import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logOf, showLog, type SmallLog } from '../../test/support/small-log.ts'
import { keptLines } from './kept-note-rules.ts'
import { type Signer, signerOf } from './note.ts'

const COMMAND = join(import.meta.dirname, '../../scripts/verify/verify.mjs')
const folder = mkdtempSync(join(tmpdir(), 'plumb-verify-'))
const entries = Array.from({ length: 700 }, (_none, at) => `entry ${at}`)
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
  rmSync(folder, { recursive: true })
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
  const renamed = logOf(await signerOf('plumb.example/log/2', randomBytes(32)), entries)
  served.show(renamed)
  expect(await verify(kept, served.url)).toMatchObject({ code: 2 })
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
