import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { logOf, type SmallLog } from '../../test/support/small-log.ts'
import { checkKept, type ShownLog } from './check-kept-rules.ts'
import { findKept, keptLines } from './kept-note-rules.ts'
import { type Signer, signerOf } from './note.ts'

const entries = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `entry ${from + at}`)
let signer: Signer
beforeAll(async () => {
  signer = await signerOf('plumb.example/log', randomBytes(32))
})

const shown = async (log: SmallLog, { at = log.size(), key = signer.verifierKey } = {}): Promise<ShownLog> => ({
  checkpoint: await log.note(at),
  key,
  tile: (place) => Promise.resolve(log.tileAt(place)),
})
const kept = async (log: SmallLog, at = log.size()) => ({ note: await log.note(at), key: signer.verifierKey })

describe('the last line of a mail', () => {
  test('is found in a whole mail, folded and quoted as programs do, and alone', async () => {
    const what = await kept(logOf(signer, entries(300)))
    const [keyLine, noteLine] = keptLines(what)
    const mail = `Hello ann,\n\nplumb-checkpoint: not this one\n\n${keyLine}\n${noteLine}\n`
    expect(findKept(mail)).toEqual(what)
    expect(findKept(mail.replaceAll('\n', '\r\n'))).toEqual(what)
    expect(findKept(noteLine)).toEqual({ note: what.note, key: undefined })
    expect(findKept(what.note)).toEqual({ note: what.note, key: undefined })
    expect(findKept(`\n${what.note}\n\n`)).toEqual({ note: what.note, key: undefined })
    for (const width of [40, 64, 76, 78]) {
      const folded = mail.replaceAll(new RegExp(`.{1,${width}}`, 'g'), '> $&\n').replaceAll('\n\n', '\n')
      expect(findKept(`${folded}\n> -- \n> Ann\nSent from my phone\n`)).toEqual(what)
    }
    for (const none of ['', 'Hello', 'plumb-checkpoint:', 'plumb-checkpoint: AAAA', noteLine.slice(0, -30)]) {
      expect(findKept(none)).toBeUndefined()
    }
  })
})

describe('a checkpoint that somebody has kept', () => {
  test('begins the log of today, at every size of both, and no log that has another entry among them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 700 }), fc.nat(), fc.nat(), async (size, old, changed) => {
        const log = logOf(signer, entries(size))
        const then = await kept(log, (old % size) + 1)
        expect(await checkKept(then, await shown(log))).toMatchObject({ answer: 'yes', byKeyOfToday: true })
        const at = changed % size
        const rewritten = await shown(logOf(signer, entries(size).with(at, 'rewritten')))
        const past = at <= old % size
        expect(await checkKept(then, rewritten)).toMatchObject(
          past ? { answer: 'no', place: 'past' } : { answer: 'yes' },
        )
      }),
      { numRuns: 25 },
    )
  })

  test('shows a log that has become shorter, tiles that are others than was signed, and notes that nobody has signed', async () => {
    const log = logOf(signer, entries(600))
    const then = await kept(log, 500)
    expect(await checkKept(then, await shown(log, { at: 400 }))).toMatchObject({ answer: 'no', place: 'shorter' })
    const other = logOf(signer, entries(600).with(550, 'never signed'))
    const lying = { ...(await shown(log)), tile: (await shown(other)).tile }
    expect(await checkKept(then, lying)).toMatchObject({ answer: 'no', place: 'tiles' })
    const without = { ...(await shown(log)), tile: () => Promise.resolve(new Uint8Array()) }
    expect(await checkKept(then, without)).toMatchObject({ answer: 'no', place: 'tiles' })
    const changed = { ...then, note: then.note.replace('500', '499') }
    expect(await checkKept(changed, await shown(log))).toEqual({ answer: 'no', place: 'note' })
    const stranger = await signerOf('plumb.example/log', randomBytes(32))
    const forged = { note: await logOf(stranger, entries(9)).note(), key: undefined }
    expect(await checkKept(forged, await shown(log))).toEqual({ answer: 'not checked', why: 'key' })
    const unsigned = { ...(await shown(log)), key: stranger.verifierKey }
    expect(await checkKept(then, unsigned)).toEqual({ answer: 'no', place: 'today' })
    const failing = { ...(await shown(log)), tile: () => Promise.reject(new Error('offline')) }
    await expect(checkKept(then, failing)).rejects.toThrow('offline')
  })

  test('is held to the same hashes as the checkpoint of today: two roots, each of tiles of its own, show nothing', async () => {
    for (const [size, then, changed, place] of [
      [700, 300, 299, 'tiles'],
      [700, 257, 3, 'past'],
      [1400, 300, 299, 'tiles'],
    ] as const) {
      const log = logOf(signer, entries(size))
      const rewritten = logOf(signer, entries(size).with(changed, 'rewritten'))
      // the levels above of what is signed today, the lowest of what was there then, as far as it was kept
      const mixed: ShownLog['tile'] = (place) => {
        const isOfThen = place.level === 0 && place.n * 256 < then
        return Promise.resolve((isOfThen ? log : rewritten).tileAt(place))
      }
      const lying = { ...(await shown(rewritten)), tile: mixed }
      expect(await checkKept(await kept(log, then), lying)).toMatchObject({ answer: 'no', place })
    }
  })

  test('of an earlier key agrees by the key that stands in its mail, and accuses nobody by it', async () => {
    const old = await signerOf('plumb.example/log', randomBytes(32))
    const then = { note: await logOf(old, entries(20)).note(), key: old.verifierKey }
    const log = logOf(signer, entries(30))
    expect(await checkKept(then, await shown(log))).toMatchObject({ answer: 'yes', byKeyOfToday: false })
    const rewritten = await shown(logOf(signer, entries(30).with(3, 'rewritten')))
    expect(await checkKept(then, rewritten)).toMatchObject({ answer: 'not checked', why: 'past' })
    const larger = { ...then, note: await logOf(old, entries(200)).note() }
    expect(await checkKept(larger, await shown(log))).toMatchObject({ answer: 'not checked', why: 'shorter' })
    const changed = { ...then, note: then.note.replace('20', '19') }
    expect(await checkKept(changed, rewritten)).toEqual({ answer: 'no', place: 'note' })
  })

  test('of an earlier key is not checked as a last line alone, which does not say which key it was', async () => {
    const old = await signerOf('plumb.example/log', randomBytes(32))
    const [, lastLine] = keptLines({ note: await logOf(old, entries(20)).note(), key: old.verifierKey })
    const alone = findKept(lastLine)
    expect(alone && (await checkKept(alone, await shown(logOf(signer, entries(30)))))).toEqual({
      answer: 'not checked',
      why: 'key',
    })
  })

  test('of before a restart is held to the log that goes on under another name, and of another house to none', async () => {
    const then = await kept(logOf(signer, entries(20)))
    for (const name of ['plumb.example/log/2', 'plumb.example/log/12-2026-11-27-0f3a59c2d4e61b78']) {
      const renamed = await signerOf(name, randomBytes(32))
      const key = renamed.verifierKey
      const after = await shown(logOf(renamed, entries(30)), { key })
      expect(await checkKept(then, after)).toMatchObject({ answer: 'yes', byKeyOfToday: false, now: { origin: name } })
      const rewritten = await shown(logOf(renamed, entries(30).with(3, 'rewritten')), { key })
      expect(await checkKept(then, rewritten)).toMatchObject({ answer: 'not checked', why: 'past' })
    }
    const other = await signerOf('other.example/log', randomBytes(32))
    const elsewhere = await shown(logOf(other, entries(30)), { key: other.verifierKey })
    expect(await checkKept(then, elsewhere)).toMatchObject({ answer: 'not checked', why: 'renamed' })
  })
})
