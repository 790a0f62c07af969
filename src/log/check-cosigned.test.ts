import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logOf, type SmallLog } from '../../test/support/small-log.ts'
import { type Signer, signerOf } from './note.ts'
import { readNote } from './verify-note-rules.ts'
import { cosign, type Cosigner, openCosigner } from './witness/cosign.ts'
import { checkCosigned } from './check-cosigned-rules.ts'
import type { ShownLog } from './check-kept-rules.ts'

const entries = (count: number) => Array.from({ length: count }, (_none, at) => `entry ${at}`)
const SEEN = new Date('2026-11-27T12:00:00.000Z')
let folder: string
let signer: Signer
let anna: Cosigner
let ben: Cosigner
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumb-cosigners-'))
  signer = await signerOf('plumb.example/log', randomBytes(32))
  anna = await openCosigner('anna.example', join(folder, 'anna'))
  ben = await openCosigner('ben.example', join(folder, 'ben'))
})
afterAll(() => rm(folder, { recursive: true }))

const textOf = (note: string) => readNote(note)?.text ?? ''
const heldOf = async (log: SmallLog, size: number) => ({ note: await log.note(size), key: signer.verifierKey })

/** As a house with this log shows it, with these lines below its checkpoint. */
const shown = async (log: SmallLog, line = ''): Promise<ShownLog> => ({
  checkpoint: (await log.note(log.size())) + line,
  key: signer.verifierKey,
  tile: (place) => Promise.resolve(log.tileAt(place)),
})
const keysOf = (...witnesses: Cosigner[]) => witnesses.map(({ verifierKey }) => `${verifierKey}\n`).join('')

describe('who else has signed', () => {
  let log: SmallLog
  beforeAll(() => {
    log = logOf(signer, entries(300))
  })
  const byAnna = async () => cosign(textOf(await log.note(300)), SEEN, anna)
  const annaHas = { name: 'anna.example', is: 'yes', seconds: SEEN.getTime() / 1000 }

  test('is said of each witness, with when; where nobody is asked, nobody', async () => {
    const held = await heldOf(log, 300)
    const benHasNot = { name: 'ben.example', is: 'not there', seconds: null }
    expect(await checkCosigned(held, await shown(log, await byAnna()), keysOf(anna, ben))).toEqual({
      continues: 'yes',
      witnesses: [annaHas, benHasNot],
    })
    expect(await checkCosigned(held, await shown(log), '')).toEqual({ continues: 'yes', witnesses: [] })
  })

  test('counts for an older note where the log of today begins with it, and for no other past', async () => {
    const today = await shown(log, await byAnna())
    expect(await checkCosigned(await heldOf(log, 250), today, keysOf(anna))).toEqual({
      continues: 'yes',
      witnesses: [annaHas],
    })
    const fork = logOf(signer, entries(300).with(17, 'shown to one person'))
    for (const size of [250, 300]) {
      expect(await checkCosigned(await heldOf(fork, size), today, keysOf(anna))).toMatchObject({ continues: 'no' })
    }
    const longer = logOf(signer, entries(301))
    expect(await checkCosigned(await heldOf(longer, 301), today, keysOf(anna))).toMatchObject({ continues: 'no' })
  })

  test('is no where a line in the name of a witness is not theirs, of another note, or changed', async () => {
    const wrong = [
      cosign(textOf(await log.note(300)), SEEN, { ...anna, key: ben.key }),
      cosign(textOf(await log.note(299)), SEEN, anna),
      (await byAnna()).replace(/.{8}\n$/, 'AAAAAAA=\n'),
    ]
    for (const line of wrong) {
      const { witnesses } = await checkCosigned(await heldOf(log, 300), await shown(log, line), keysOf(anna))
      expect(witnesses).toEqual([{ name: 'anna.example', is: 'no', seconds: null }])
    }
  })

  test('is not looked at where the tiles cannot be read', async () => {
    const unreachable = { ...(await shown(log)), tile: () => Promise.reject(new Error('no network')) }
    await expect(checkCosigned(await heldOf(log, 250), unreachable, keysOf(anna))).rejects.toThrow('no network')
  })
})
