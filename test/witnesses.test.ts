import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { checkKept } from '#log/check-kept-rules.ts'
import { announcementCommitment, logEntry } from '#log/commitment.ts'
import { cosignedBy } from '#log/cosignature-rules.ts'
import { findKept } from '#log/kept-note-rules.ts'
import { grownTiles, leafHash, rootOf, type TileAt } from '#log/merkle.ts'
import { type Signer, signerOf, signNote } from '#log/note.ts'
import type { TilePlace } from '#log/tile-rules.ts'
import { COSIGNATURE, readTreeHead, readVerifierKey, textOfTreeHead, type Verifier } from '#log/verify-note-rules.ts'
import { openCosigner } from '#log/witness/cosign.ts'
import { logSource } from '#log/witness/log-source.ts'
import { openWitness, type Witness } from '#log/witness/open-witness.ts'
import { serveWitness } from '#log/witness/serve-witness.ts'
import { watchLog } from '#log/witness/watch-log.ts'
import { OWNER, startTestApp, type TestApp } from './support/app.ts'
import { aPlan } from './support/people.ts'
import { ownFolder } from './support/own-folder.ts'

let house: TestApp
let owner: pg.Client
let signer: Signer
let witness: Witness
let cosigner: Verifier
let served: { server: Server; port: number }
const folder = ownFolder()

const verifierOf = async (text: string, kind?: typeof COSIGNATURE) => {
  const key = await readVerifierKey(text, kind)
  if (key === undefined) throw new Error('no key')
  return key
}

beforeAll(async () => {
  const seed = randomBytes(32)
  signer = await signerOf('localhost/log', seed)
  const own = await openCosigner('witness.example/one', join(folder, 'key'))
  cosigner = await verifierOf(own.verifierKey, COSIGNATURE)
  witness = openWitness(folder, own, { keys: [await verifierOf(signer.verifierKey)], clock: systemClock })
  served = await serveWitness(witness, { host: '127.0.0.1', port: 0 }, () => {})
  const down = await openCosigner('witness.example/down', join(folder, 'another-key'))
  house = await startTestApp({
    env: {
      LOG_KEY: seed.toString('base64'),
      LOG_WITNESSES: `${own.verifierKey} http://127.0.0.1:${served.port}, ${down.verifierKey} http://127.0.0.1:9`,
    },
  })
  owner = new pg.Client({ connectionString: house.databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await house.close()
  served.server.close()
})

const get = async (path: string) => (await fetch(`${house.url}/log/${path}`)).text()
const sizeOf = (note: string) => Number(note.split('\n')[1])
/** Says something of its money and signs it; what is shown then, with as many signatures. What the house does by itself may come first. */
async function goOn(signatures: number): Promise<string> {
  const before = sizeOf(await get('checkpoint')) || 0
  await aPlan(house.app.db)
  let shownNow = ''
  await vi.waitFor(
    async () => {
      await house.runJobs()
      shownNow = await get('checkpoint')
      expect(sizeOf(shownNow)).toBeGreaterThan(before)
      expect(linesOf(shownNow)).toBe(signatures)
    },
    { timeout: 20_000, interval: 300 },
  )
  return shownNow
}
const linesOf = (note: string) => note.match(/^— /gm)?.length

/** What the house shows of its log to somebody who has kept a mail. */
const shown = async () => {
  const source = logSource(house.url)
  return { checkpoint: await source.checkpoint(), key: await source.verifierKey(), tile: source.tile }
}

test('each new checkpoint is served with what the witness has said of it, though another does not answer', async () => {
  const first = await goOn(2)
  expect(await cosignedBy(first, cosigner)).toBeDefined()
  const second = await goOn(2)
  expect(await cosignedBy(second, cosigner)).toBeDefined()
  expect((await get('witnesses')).split('\n').map((key) => key.split('+')[0])).toEqual([
    'witness.example/one',
    'witness.example/down',
    '',
  ])
})

test('a witness that was away, or has looked by itself, is asked from where it is', async () => {
  served.server.closeAllConnections()
  await new Promise((resolve) => served.server.close(resolve))
  const away = await goOn(1)
  // it looks while nobody can hand it anything, so that it is further than the house thinks
  const looked = await watchLog(witness, logSource(house.url))
  expect(looked.found).toBe('continued')
  expect(looked.size).toBeGreaterThanOrEqual(sizeOf(away))
  served = await serveWitness(witness, { host: '127.0.0.1', port: served.port }, () => {})
  const back = await goOn(2)
  expect(await cosignedBy(back, cosigner)).toBeDefined()
})

test('what was rewritten and signed again with our own key is found from one kept mail, and by the witness', async () => {
  await goOn(2)
  const mail = await aMail()
  const kept = findKept(mail)
  if (kept === undefined) throw new Error(`nothing to keep in ${mail}`)
  expect(mail.trimEnd().split(/\r?\n/).at(-1)).toMatch(/^plumb-checkpoint: /)
  expect(kept.key).toBe(signer.verifierKey)
  await goOn(2)
  expect(await checkKept(kept, await shown())).toMatchObject({ answer: 'yes', byKeyOfToday: true })
  const before = await watchLog(witness, logSource(house.url))

  const position = await rewriteAPlan()
  expect(await checkKept(kept, await shown())).toMatchObject({ answer: 'no', place: 'past' })
  expect(await watchLog(witness, logSource(house.url))).toMatchObject({ found: 'rewritten', position })
  // it says no to what follows as well, and what it has kept is as it was
  const after = await goOn(1)
  await house.runJobs()
  expect(linesOf(await get('checkpoint'))).toBe(1)
  const look = await watchLog(witness, logSource(house.url))
  expect(look).toMatchObject({ found: 'rewritten', position })
  expect(look.size).toBeGreaterThanOrEqual(sizeOf(after))
  const evidence = JSON.parse(readFileSync('path' in look ? look.path : '', 'utf8'))
  expect(evidence.position).toBe(position)
  const keptSize = readTreeHead(evidence.kept)?.size ?? 0
  expect(keptSize).toBeGreaterThanOrEqual(before.size)
  expect(keptSize).toBeLessThan(sizeOf(after))
})

/** A mail of the house as it is sent now. */
async function aMail(): Promise<string> {
  await house.visitor().post('/api/forgot-password', { email: OWNER.email })
  return house.visitor().newestMessage('.eml', OWNER.email, /plumb-checkpoint: /)
}

/** With the rights of the owner of the database and with the key of the log: what a plan promised was never so. */
async function rewriteAPlan(): Promise<number> {
  await owner.query('BEGIN')
  const tables = ['log_announcement', 'log_position', 'log_tile', 'log_checkpoint', 'log_cosignature', 'log_head']
  for (const table of tables) await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  const { rows } = await owner.query<{ position: string; id: string; bytes: Buffer; salt: Buffer }>(
    `SELECT position, id, bytes, salt FROM log_position JOIN log_announcement ON id = announcement_id
     WHERE type = 'plan' ORDER BY position LIMIT 1`,
  )
  const [plan] = rows
  if (plan === undefined) throw new Error('no plan')
  const bytes = Buffer.from(plan.bytes.toString().replace('"daily_roi": ', '"daily_roi": 1'))
  expect(bytes).not.toEqual(plan.bytes)
  await owner.query('UPDATE log_announcement SET bytes = $1 WHERE id = $2', [bytes, plan.id])
  const commitment = announcementCommitment('plan', bytes, plan.salt)
  await owner.query('UPDATE log_position SET commitment = $1 WHERE position = $2', [commitment, plan.position])
  await owner.query('DELETE FROM log_cosignature')
  await owner.query('DELETE FROM log_tile')
  const tileAt = await buildTiles()
  const { rows: heads } = await owner.query<{ signer_id: number; size: string }>(
    'DELETE FROM log_checkpoint RETURNING signer_id, size',
  )
  for (const { signer_id, size } of heads) {
    const head = { origin: signer.name, size: Number(size), root: rootOf(Number(size), tileAt) }
    const note = await signNote(textOfTreeHead(head), signer)
    await owner.query('INSERT INTO log_checkpoint (signer_id, size, note) VALUES ($1, $2, $3)', [signer_id, size, note])
    if (Number(size) === Math.max(...heads.map((other) => Number(other.size))))
      writeFileSync(join(dirname(house.outbox), 'log-checkpoint'), note)
  }
  for (const table of tables) await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  await owner.query('COMMIT')
  return Number(plan.position)
}

async function buildTiles(): Promise<TileAt> {
  const { rows } = await owner.query<{
    type: 'transfer' | 'plan' | 'setting' | 'backing' | 'day' | 'key'
    commitment: Buffer
  }>(
    `SELECT coalesce(type, 'transfer') AS type, commitment FROM log_position
     LEFT JOIN log_announcement ON id = announcement_id ORDER BY position`,
  )
  const tiles = new Map<string, Uint8Array>()
  const nameOf = ({ level, n }: TilePlace) => `${level}/${n}`
  const leaves = rows.map(({ type, commitment }) => leafHash(logEntry(type, commitment)))
  for (const tile of grownTiles(0, leaves, () => new Uint8Array())) {
    tiles.set(nameOf(tile), tile.hashes)
    const row = [tile.level, tile.n, tile.hashes]
    await owner.query('INSERT INTO log_tile (level, n, hashes) VALUES ($1, $2, $3)', row)
  }
  return (place) => tiles.get(nameOf(place)) ?? new Uint8Array()
}
