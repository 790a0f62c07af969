import { execFile, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { movableClock, SECOND } from '#kit/clock.ts'
import { logOf, showLog, type SmallLog } from '../../../test/support/small-log.ts'
import { toBase64 } from '../bytes-rules.ts'
import { cosignedBy } from '../cosignature-rules.ts'
import { consistencyPath, leafHash } from '../merkle.ts'
import { type Signer, signerOf } from '../note.ts'
import { COSIGNATURE, readVerifierKey, type Verifier } from '../verify-note-rules.ts'
import { addCheckpoint } from './add-checkpoint.ts'
import { openCosigner } from './cosign.ts'
import { findDifference } from './find-difference.ts'
import { logSource } from './log-source.ts'
import { originHash, openWitness, type Witness } from './open-witness.ts'
import { serveWitness } from './serve-witness.ts'
import { watchLog } from './watch-log.ts'

const entries = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `entry ${from + at}`)
const clock = movableClock(new Date('2026-11-27T12:00:00Z'))
let signer: Signer
let stranger: Signer
let root: string
let key: Verifier

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'plumb-witness-'))
  signer = await signerOf('plumb.example/log', randomBytes(32))
  stranger = await signerOf('plumb.example/log', randomBytes(32))
  const read = await readVerifierKey(signer.verifierKey)
  if (read === undefined) throw new Error('no key')
  key = read
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function witnessIn(folder: string): Promise<{ witness: Witness; cosigner: Verifier }> {
  const cosigner = await openCosigner('witness.example/one', join(folder, 'key'))
  const verifier = await readVerifierKey(cosigner.verifierKey, COSIGNATURE)
  if (verifier === undefined) throw new Error('no key')
  return { witness: openWitness(folder, cosigner, { keys: [key], clock }), cosigner: verifier }
}
const newFolder = () => mkdtempSync(join(root, 'w-'))
const handed = async (log: SmallLog, old: number, { at = log.size(), from = old } = {}) => {
  const path = from === 0 || from > at ? [] : consistencyPath(from, at, log.tileAt)
  return `old ${old}\n${path.map((hash) => `${toBase64(hash)}\n`).join('')}\n${await log.note(at)}`
}

describe('a witness to whom checkpoints are handed', () => {
  test('cosigns what continues the last, in the form of the specification, over HTTP', async () => {
    const { witness, cosigner } = await witnessIn(newFolder())
    const { server, port } = await serveWitness(witness, { host: '127.0.0.1', port: 0 }, () => {})
    const url = `http://127.0.0.1:${port}`
    const post = async (body: string) => {
      const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body })
      return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
    }
    const log = logOf(signer, entries(5))
    const first = await post(await handed(log, 0))
    expect(first.status).toBe(200)
    expect(first.text).toMatch(/^— witness\.example\/one [A-Za-z0-9+/]+=*\n$/)
    expect(await cosignedBy((await log.note()) + first.text, cosigner)).toMatchObject({
      seconds: clock.now().getTime() / SECOND,
    })
    log.add(entries(700, 5))
    expect(await post(await handed(log, 3))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '5\n' })
    clock.move(7 * SECOND)
    const second = await post(await handed(log, 5))
    expect(second.status).toBe(200)
    expect((await cosignedBy((await log.note()) + second.text, cosigner))?.seconds).toBe(clock.now().getTime() / SECOND)
    // said of another text, or by another, it is nothing
    expect(await cosignedBy((await log.note(5)) + second.text, cosigner)).toBeUndefined()
    expect(await cosignedBy((await log.note()) + second.text.replace('one', 'two'), cosigner)).toBeUndefined()
    const served = await fetch(`${url}/${originHash(signer.name)}/checkpoint`)
    expect(await served.text()).toBe((await log.note()) + second.text)
    expect((await fetch(`${url}/${originHash('another')}/checkpoint`)).status).toBe(404)
    expect((await fetch(`${url}/add-checkpoint`)).status).toBe(405)
    expect((await post('x'.repeat(40_000))).status).toBe(413)
    server.close()
  })

  test('says no in the words of the specification, and keeps what it had', async () => {
    const { witness } = await witnessIn(newFolder())
    const log = logOf(signer, entries(10))
    expect(await addCheckpoint(witness, await handed(log, 0, { at: 8 }))).toMatchObject({ status: 200 })
    const fork = logOf(signer, [...entries(4), 'another', ...entries(7, 5)])
    const says = async (body: string) => (await addCheckpoint(witness, body)).status
    const other = logOf(stranger, entries(10))
    const unknown = logOf(await signerOf('elsewhere.example', randomBytes(32)), entries(10))
    expect(await says(await handed(unknown, 8))).toBe(404)
    expect(await says(await handed(other, 8))).toBe(403)
    // a line of the known key that is not its signature
    expect(await says((await handed(log, 8)).replace(/10\n/, '11\n'))).toBe(403)
    expect(await says(await handed(fork, 8))).toBe(422)
    // of the same size: two pasts, whatever proof comes with them (C2SP tlog-witness)
    expect(await addCheckpoint(witness, await handed(fork, 8, { at: 8 }))).toEqual({
      ...{ status: 409, type: 'text/x.tlog.size', body: '8\n' },
    })
    expect(await says(await handed(log, 8, { from: 7 }))).toBe(422)
    expect(await says((await handed(log, 8)).replace(/\n\n/, `\n${'A'.repeat(43)}=\n\n`))).toBe(422)
    expect(await says(await handed(log, 8, { at: 7, from: 9 }))).toBe(400)
    expect(await says(await handed(log, 7, { at: 7 }))).toBe(409)
    for (const wrong of ['', 'old 8\n', `old 08\n\n${await log.note()}`, 'old 8\nx\n\ny\n', 'old 8\n\nno note\n']) {
      expect(await says(wrong)).toBe(400)
    }
    const proof = `${'A'.repeat(43)}=\n`.repeat(64)
    expect(await says(`old 8\n${proof}\n${await log.note()}`)).toBe(400)
    expect(await says(await handed(log, 8))).toBe(200)
    const { witness: fresh } = await witnessIn(newFolder())
    expect((await addCheckpoint(fresh, `old 0\n${'A'.repeat(43)}=\n\n${await log.note()}`)).status).toBe(422)
  })

  test('never signs backwards, however many come at once and in whatever order', async () => {
    const log = logOf(signer, entries(300))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 300 })), { maxLength: 12 }),
        async (asks) => {
          const { witness, cosigner } = await witnessIn(newFolder())
          const bodies = await Promise.all(asks.map(([old, at]) => handed(log, Math.min(old, at), { at })))
          const answers = await Promise.all(bodies.map((body) => addCheckpoint(witness, body)))
          let size = 0
          for (const [place, { status }] of answers.entries()) {
            const [old = 0, at = 0] = asks[place] ?? []
            expect(status).toBe(Math.min(old, at) === size ? 200 : 409)
            if (status === 200) size = at
          }
          const kept = witness.logs.get(signer.name)?.kept.head()
          expect(kept?.size ?? 0).toBe(size)
          if (kept !== undefined) expect(await cosignedBy(kept.note, cosigner)).toBeDefined()
        },
      ),
      { numRuns: 15 },
    )
  })

  test('has kept what it says before it says it: killed in between, it goes on from there and not from before', async () => {
    const folder = newFolder()
    const log = logOf(signer, entries(20))
    await addCheckpoint((await witnessIn(folder)).witness, await handed(log, 0, { at: 12 }))
    const script = join(import.meta.dirname, '../../../test/support/killed-witness.ts')
    const killed = spawnSync(process.execPath, [script, folder, signer.verifierKey, await handed(log, 12, { at: 15 })])
    expect([killed.signal, killed.stdout.toString()]).toEqual(['SIGKILL', ''])
    const { witness, cosigner } = await witnessIn(folder)
    expect(await addCheckpoint(witness, await handed(log, 12))).toMatchObject({ status: 409, body: '15\n' })
    const fork = logOf(signer, [...entries(12), ...entries(8, 100)])
    expect(await addCheckpoint(witness, await handed(fork, 15))).toMatchObject({ status: 422 })
    const answered = await addCheckpoint(witness, await handed(log, 15, { at: 15 }))
    expect(await cosignedBy((await log.note(15)) + answered.body, cosigner)).toBeDefined()
    expect(await addCheckpoint(witness, await handed(log, 15))).toMatchObject({ status: 200 })
  })

  test('does not answer what it could not keep, and signs nothing where what it kept is spoilt', async () => {
    const folder = newFolder()
    const log = logOf(signer, entries(20))
    const { witness } = await witnessIn(folder)
    const inner = join(folder, originHash(signer.name))
    rmSync(inner, { recursive: true })
    await expect(addCheckpoint(witness, await handed(log, 0))).rejects.toThrow('ENOENT')
    expect(witness.logs.get(signer.name)?.kept.head()).toBeUndefined()
    const { witness: another } = await witnessIn(folder)
    await addCheckpoint(another, await handed(log, 0))
    writeFileSync(join(inner, 'checkpoint'), 'half a no')
    await expect(witnessIn(folder)).rejects.toThrow('is no checkpoint: this witness signs nothing')
  })

  test('makes a key of its own at its first start, for its owner alone, and keeps it', async () => {
    const folder = newFolder()
    const { cosigner } = await witnessIn(folder)
    expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600)
    expect((await witnessIn(folder)).cosigner).toEqual(cosigner)
    const id = createHash('sha256').update('witness.example/one\n').update(Uint8Array.of(4)).update(cosigner.publicKey)
    expect(Buffer.from(cosigner.id)).toEqual(id.digest().subarray(0, 4))
    expect(await readVerifierKey(signer.verifierKey, COSIGNATURE)).toBeUndefined()
  })
})

describe('a witness that looks by itself', () => {
  test('that is shown an older checkpoint cannot tell whether the log continues, nor of its proofs, and ends so', async () => {
    const log = logOf(signer, entries(300))
    const house = await showLog(log, signer.verifierKey)
    const folder = newFolder()
    expect(await watchLog((await witnessIn(folder)).witness, logSource(house.url))).toMatchObject({
      found: 'continued',
    })
    house.show(log, 200)
    const script = join(import.meta.dirname, '../../../scripts/witness.ts')
    const args = ['--house', house.url, '--name', 'witness.example/one', '--folder', folder, '--once']
    const ended = await promisify(execFile)(process.execPath, [script, ...args]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    )
    await house.stop()
    expect(ended.stdout).toContain(
      'shows an older checkpoint than was seen here, of 200 entries: whether it continues what was seen could not be told, and its proofs were not looked at',
    )
    expect(ended.code).toBe(2)
  })

  test('keeps the tiles, cosigns what continues, and names the first position that differs', async () => {
    const log = logOf(signer, entries(300))
    const house = await showLog(log, signer.verifierKey)
    const folder = newFolder()
    const { witness, cosigner } = await witnessIn(folder)
    const source = logSource(house.url)
    expect(await source.verifierKey()).toBe(signer.verifierKey)
    expect(await watchLog(witness, source)).toEqual({ found: 'continued', size: 300 })
    log.add(entries(500, 300))
    house.show(log)
    expect(await watchLog(witness, source)).toEqual({ found: 'continued', size: 800 })
    const kept = witness.logs.get(signer.name)?.kept
    expect(await cosignedBy(kept?.head()?.note ?? '', cosigner)).toBeDefined()
    house.asked.length = 0
    house.show(log, 700)
    expect(await watchLog(witness, source)).toEqual({ found: 'older', size: 700 })
    expect(house.asked).toEqual(['/log/checkpoint'])

    for (const { changed, size } of [
      { changed: 0, size: 800 },
      { changed: 255, size: 900 },
      { changed: 256, size: 500 },
      { changed: 799, size: 5000 },
    ]) {
      house.show(logOf(signer, [...entries(changed), 'rewritten', ...entries(size - changed - 1, changed + 1)]))
      const look = await watchLog(witness, source)
      expect(look).toMatchObject({ found: 'rewritten', size, position: changed })
      const shown = JSON.parse(readFileSync('path' in look ? look.path : '', 'utf8'))
      expect(shown).toMatchObject({ position: changed, kept_size: 800, kept: kept?.head()?.note })
      expect(shown.kept_leaf.hash).toBe(toBase64(leafHash(Buffer.from(`entry ${changed}`))))
      expect(shown.shown_leaf.hash).toBe(toBase64(leafHash(Buffer.from('rewritten'))))
    }
    // it goes on with what it had, and none of what was shown meanwhile has come in
    log.add(entries(300, 800))
    house.show(log)
    expect(await watchLog((await witnessIn(folder)).witness, source)).toEqual({ found: 'continued', size: 1100 })
    await house.stop()
  })

  test('sees that what it was handed is not what everybody is shown', async () => {
    const [log, fork] = [logOf(signer, entries(40)), logOf(signer, entries(30))]
    fork.add(['for one alone', ...entries(9, 31)])
    const house = await showLog(log, signer.verifierKey)
    const { witness } = await witnessIn(newFolder())
    house.show(log, 30)
    await watchLog(witness, logSource(house.url))
    await addCheckpoint(witness, await handed(fork, 30))
    house.show(log, 35)
    expect(await watchLog(witness, logSource(house.url))).toEqual({ found: 'older', size: 35 })
    house.show(log, 40)
    expect(await watchLog(witness, logSource(house.url))).toMatchObject({ found: 'rewritten', position: undefined })
    await house.stop()
  })

  test('is not led astray by tiles that are not those of what was signed', async () => {
    const [log, other] = [logOf(signer, entries(300)), logOf(signer, entries(300).with(299, 'never signed'))]
    const house = await showLog(log, signer.verifierKey)
    const folder = newFolder()
    const { witness } = await witnessIn(folder)
    const source = logSource(house.url)
    const lying = { ...source, checkpoint: () => log.note(300) }
    house.show(other)
    expect(await watchLog(witness, lying)).toEqual({ found: 'unfit', size: 300 })
    house.show(log)
    expect(await watchLog(witness, source)).toEqual({ found: 'continued', size: 300 })
    await expect(watchLog(witness, { ...source, checkpoint: async () => 'nothing' })).rejects.toThrow('no checkpoint')
    const unknown = logOf(await signerOf('elsewhere.example', randomBytes(32)), entries(3))
    await expect(watchLog(witness, { ...source, checkpoint: () => unknown.note() })).rejects.toThrow(
      'a name that is not',
    )
    const forged = logOf(stranger, entries(400))
    await expect(watchLog(witness, { ...source, checkpoint: () => forged.note() })).rejects.toThrow('No key')
    await house.stop()
    await expect(watchLog(witness, source)).rejects.toThrow()
  })

  test('finds the one position that differs, wherever it is and however large both are, in few tiles', async () => {
    const count = (source: SmallLog) => {
      let fetched = 0
      const tile = async (place: Parameters<SmallLog['tileAt']>[0]) => {
        fetched += 1
        return source.tileAt(place)
      }
      return { tile, fetched: () => fetched }
    }
    const log = logOf(signer, entries(1000))
    await fc.assert(
      fc.asyncProperty(fc.nat(999), fc.integer({ min: 1, max: 1000 }), async (changed, size) => {
        const at = changed % size
        const source = count(logOf(signer, entries(size).with(at, 'rewritten')))
        expect((await findDifference({ size: 1000, tileAt: log.tileAt }, { size, source }))?.position).toBe(at)
      }),
      {
        numRuns: 30,
        examples: [
          [999, 1000],
          [511, 512],
          [512, 513],
          [0, 1],
        ],
      },
    )
    expect(await findDifference({ size: 1000, tileAt: log.tileAt }, { size: 768, source: count(log) })).toBeUndefined()
    const [large, other] = [66_000, 65_800].map((size) => logOf(signer, entries(size).with(65_700, `of ${size}`)))
    if (large === undefined || other === undefined) throw new Error('no logs')
    const source = count(other)
    const found = await findDifference({ size: large.size(), tileAt: large.tileAt }, { size: other.size(), source })
    expect(found?.position).toBe(65_700)
    expect(source.fetched()).toBeLessThan(16)
  })
})
