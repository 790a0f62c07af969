/** @module-tag thorough */
/** A verifier that was written from docs/proofs.md alone, without sight of the code, looks at a house that runs. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { readTransaction } from '#kit/transaction.ts'
import { checkKept } from '#log/check-kept-rules.ts'
import { type Signer, signerOf } from '#log/note.ts'
import { proofInLog } from '#log/proof-in-log.ts'
import { readVerifierKey } from '#log/verify-note-rules.ts'
import { openCosigner } from '#log/witness/cosign.ts'
import { logSource } from '#log/witness/log-source.ts'
import { openWitness, type Witness } from '#log/witness/open-witness.ts'
import { serveWitness } from '#log/witness/serve-witness.ts'
import { watchLog } from '#log/witness/watch-log.ts'
import { watchProofs } from '#log/witness/watch-proofs.ts'
import { announcedText } from '#proofs/bundle-text.ts'
import { type BundleOnFile, checkBundle } from '#proofs/web/check-bundle.js'
import { daysPass, OWNER, startTestApp, type TestApp } from './support/app.ts'
import { bundleOf, inLog, someone, treeOf } from './support/summed-people.ts'
import { there } from './support/there.ts'
import type { Visitor } from './support/visitor.ts'
import { ownFolder } from './support/own-folder.ts'

const VERIFIER = join(import.meta.dirname, 'second-verifier/second-verifier.mjs')
const COMMAND = join(import.meta.dirname, '../scripts/verify/verify.mjs')
const folder = ownFolder()

let house: TestApp
let owner: pg.Client
let witness: Witness
let served: Awaited<ReturnType<typeof serveWitness>>
let ann: Visitor
let bob: Visitor
let signer: Signer
let key: string

beforeAll(async () => {
  const seed = randomBytes(32)
  signer = await signerOf('localhost/log', seed)
  key = signer.verifierKey
  const cosigner = await openCosigner('witness.example/one', join(folder, 'key'))
  const keys = [there(await readVerifierKey(key))]
  witness = openWitness(folder, cosigner, { keys, clock: systemClock })
  served = await serveWitness(witness, { host: '127.0.0.1', port: 0 }, () => {})
  const named = `${cosigner.verifierKey} http://127.0.0.1:${served.port}`
  house = await startTestApp({ env: { KYC: 'off', LOG_KEY: seed.toString('base64'), LOG_WITNESSES: named } })
  owner = new pg.Client({ connectionString: house.databaseUrl })
  await owner.connect()
  const administrator = await house.owner()
  ;[ann, bob] = [house.visitor(), house.visitor()]
  await ann.join('ann')
  await bob.join('Bob-Two')
  await administrator.must(`/api/topup-user/${ann.id}`, { amount: '1234.56', account: 'earnings' })
  await administrator.must(`/api/topup-user/${bob.id}`, { amount: '0.01', account: 'bonus' })
  await daysPass(house, 1)
})
afterAll(async () => {
  await owner.end()
  await house.close()
  served.server.close()
})

type Answer = { code: number; answer?: string; place?: string | null; reason?: string } & Record<string, unknown>

/** What a program says that shares no line with the app, and with what it ends. */
function run(program: string, ...args: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, said) => {
      resolve({ code: error === null ? 0 : Number(error.code), said })
    })
  })
}
async function second(...args: string[]): Promise<Answer> {
  const { code, said } = await run(VERIFIER, ...args)
  return { code, ...JSON.parse(said) }
}
function asFile(what: string | object): string {
  const path = join(folder, `file-${randomBytes(6).toString('hex')}`)
  writeFileSync(path, typeof what === 'string' ? what : JSON.stringify(what))
  return path
}

const YES = { code: 0, answer: 'yes', place: null }
const get = async (path: string) => (await fetch(`${house.url}/log/${path}`)).text()

/** The own bundle of the newest proof, once the log has it. */
async function signedBundle(who: Visitor): Promise<BundleOnFile> {
  return await vi.waitFor(
    async () => {
      await house.runJobs()
      const { status, body } = await who.get('/api/proof')
      expect(status).toBe(200)
      expect(body.log).not.toBeNull()
      return body as BundleOnFile
    },
    { timeout: 30_000, interval: 300 },
  )
}

test('what everybody is handed is counted, and is not where it was changed', async () => {
  for (const [who, name, amount] of [
    [ann, 'ann', '1234560000'],
    [bob, 'bob-two', '10000'],
  ] as const) {
    const bundle = await signedBundle(who)
    expect(await second('bundle', asFile(bundle), key)).toMatchObject({ ...YES, amount })
    expect(bundle.name.toLowerCase()).toBe(name)
    const less = { ...bundle, total: String(BigInt(bundle.total) - 1n) }
    expect(await second('bundle', asFile(less), key)).toMatchObject({ code: 1, answer: 'no', place: 'tree' })
    expect(await second('bundle', asFile({ ...bundle, log: null }), key)).toMatchObject({ code: 2, place: 'log' })
  }
})

test('the checkpoint, its cosignature and a mail that was kept are what they say', async () => {
  await house.visitor().post('/api/forgot-password', { email: OWNER.email })
  const mail = asFile(await house.visitor().newestMessage('.eml', OWNER.email, /plumb-checkpoint: /))
  const note = await vi.waitFor(
    async () => {
      await house.runJobs()
      const shown = await get('checkpoint')
      expect(shown.match(/^— /gm)).toHaveLength(2)
      return shown
    },
    { timeout: 30_000, interval: 300 },
  )
  const size = Number(note.split('\n')[1])
  expect(await second('note', asFile(note), key)).toMatchObject({ origin: 'localhost/log', size })
  const cosigned = await second('note', asFile(note), (await get('witnesses')).trim())
  expect(Number(cosigned['time'])).toBeGreaterThan(0)
  expect(await second('mail', mail, house.url)).toMatchObject(YES)
  const forged = asFile(readFileSync(mail, 'utf8').replace(/plumb-log-key: \S+/, 'plumb-log-key: nothing'))
  expect(await second('mail', forged, house.url)).toMatchObject(YES)
})

test('what was posted to somebody stands in the log, and what is closed of it stays closed', async () => {
  await signedBundle(ann)
  const { rows } = await owner.query<{ id: string }>(
    `SELECT DISTINCT transfer_id AS id FROM entry JOIN account ON account.id = account_id WHERE owner_id = $1`,
    [ann.id],
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { id } of rows) {
    const { body: opening } = await ann.get(`/api/opening/${id}`)
    expect(await second('opening', asFile(opening), key)).toMatchObject(YES)
    expect((await bob.get(`/api/opening/${id}`)).status).toBe(404)
    const [header, ...entries] = opening.parts
    const changed = entries.map((part: { text?: string }) =>
      part.text === undefined ? part : { ...part, text: part.text.replace(/\n(\d+)\n$/, '\n1$1\n') },
    )
    const forged = { ...opening, parts: [header, ...changed] }
    expect(await second('opening', asFile(forged), key)).toMatchObject({ code: 1, place: 'opening' })
    const moved = { ...opening, position: opening.position + 1 }
    expect(await second('opening', asFile(moved), key)).toMatchObject({ code: 1, place: 'log' })
  }
})

test('the whole log is what was signed, with each proof opened to everybody, and once', async () => {
  await signedBundle(ann)
  const whole = await second('log', house.url)
  expect(whole).toMatchObject(YES)
  expect(whole).toMatchObject({
    checked: ['note', 'entries', 'tiles', 'the proofs'],
    types: { proof: expect.anything() },
  })
  expect(await watchLog(witness, logSource(house.url))).toMatchObject({ found: 'continued' })
  expect(await watchProofs(witness, logSource(house.url))).toMatchObject({ found: 'once' })
  // the same as the app says it
  const { body } = await house.visitor().get('/api/proofs')
  for (const { epoch, root, log } of body.proofs) {
    const { type, ...opened } = JSON.parse(await get(`announcement/${log.index}`))
    expect({ type, index: log.index, ...opened }).toEqual({ type: 'proof', ...log })
    expect(log.text.split('\n').filter((_line: string, at: number) => at === 0 || at === 5)).toEqual([`${epoch}`, root])
  }
})

test('a log that was made for one person is not the one that everybody is shown', async () => {
  const honest = await signedBundle(bob)
  expect((await run(COMMAND, asFile(honest), '--key', key, '--log', house.url)).code).toBe(0)
  // with the key of the house, for bob alone: nothing in the bundle tells it from that of the house
  const of = { epoch: honest.epoch, seed: randomBytes(32) }
  const one = { ...someone(2, 10_000n), name: 'Bob-Two' }
  const tree = { ...bundleOf(treeOf([one], of), of, one), position: 3 }
  const forked = await inLog(tree, { index: 4, size: 8, signer })
  const alone = await run(COMMAND, asFile(forked), '--key', key)
  expect(alone).toMatchObject({ code: 0, said: expect.stringContaining('was not looked at') })
  expect(await second('bundle', asFile(forked), key)).toMatchObject(YES)
  const held = await run(COMMAND, asFile(forked), '--key', key, '--log', house.url)
  expect(held).toMatchObject({ code: 1, said: expect.stringContaining('among the first 8 at least one is another') })
  expect(await second('mail', asFile(there(forked.log).note), house.url)).toMatchObject({ code: 1, place: 'the past' })
  // what the browser has for it
  const { checkpoint, verifierKey, tile } = logSource(house.url)
  const shown = { checkpoint: await checkpoint(), key: await verifierKey(), tile }
  expect(await checkKept(there(forked.log), shown)).toMatchObject({ answer: 'no', place: 'past' })
  expect(await checkKept(there(honest.log), shown)).toMatchObject({ answer: 'yes' })
})

test('a second proof of one epoch, over some of the people, is found by whoever reads the log, and by no bundle', async () => {
  const honest = await signedBundle(bob)
  const lie = await logAnotherProof(honest)
  // every check of what bob is handed says yes, though ann is not in that total
  expect(BigInt(lie.total)).toBeLessThan(BigInt(honest.total))
  expect(new Set((await checkBundle(lie)).map(({ is }) => is))).toEqual(new Set(['yes']))
  expect((await run(COMMAND, asFile(lie), '--key', key)).code).toBe(0)
  expect(await second('bundle', asFile(lie), key)).toMatchObject(YES)

  const { index } = there(lie.log)
  // which the house opens or hides, if somebody who may not change it asks for it
  expect(await second('log', house.url)).toMatchObject({ code: 1, answer: 'no', place: 'the proofs' })
  expect(await house.problems()).toContain(
    `The log has two proofs ${lie.epoch}, at positions ${there(honest.log).index} and ${index}.`,
  )
  expect(await watchLog(witness, logSource(house.url))).toMatchObject({ found: 'continued' })
  const source = logSource(house.url)
  const look = await watchProofs(witness, source)
  const [earlier, later] = [there(honest.log).index, index].map((position) => ({ epoch: lie.epoch, position }))
  expect(look).toMatchObject({ found: 'twice', earlier, later })
  const evidence = JSON.parse(readFileSync('path' in look ? look.path : '', 'utf8'))
  expect(evidence.proofs.map(({ position }: { position: number }) => position)).toEqual([
    earlier?.position,
    later?.position,
  ])
  // it stays found though nothing is opened any more
  const closed = { ...source, announcement: () => Promise.resolve(undefined) }
  expect(await watchProofs(witness, closed)).toMatchObject({ found: 'twice' })
})

test('a proof that is opened to nobody, or to no stranger, is told by whoever reads the log', async () => {
  const cosigner = await openCosigner('witness.example/two', join(folder, 'another-key'))
  const other = openWitness(join(folder, 'other'), cosigner, { keys: witness.keys, clock: systemClock })
  const source = logSource(house.url)
  const { size } = await watchLog(other, source)
  const none = { ...source, announcement: () => Promise.resolve(undefined) }
  const closed = await watchProofs(other, none)
  expect(closed).toMatchObject({ found: 'closed' })
  const evidence = JSON.parse(readFileSync('path' in closed ? closed.path : '', 'utf8'))
  expect(Number(evidence.checkpoint.split('\n')[1])).toBe(size)
  // what is opened and not what stands there opens nothing
  const another = { text: '1\n', salt: randomBytes(32).toString('base64') }
  expect(await watchProofs(other, { ...source, announcement: async () => another })).toMatchObject({ found: 'closed' })
  const administrator = await house.owner()
  await administrator.must('/api/update-setting/public_books', { value: 'off', reason: 'Not yet' })
  expect((await fetch(`${house.url}/log/announcement/${evidence.proofs[0].position}`)).status).toBe(403)
  expect(await watchProofs(other, source)).toMatchObject({ found: 'hidden' })
  expect(await second('log', house.url)).toMatchObject({ code: 2, answer: 'not checked', place: 'the proofs' })
})

/** With the rights of the owner of the database: what the newest proof is said to be, to bob, is one over bob alone. */
async function logAnotherProof({ epoch }: BundleOnFile): Promise<BundleOnFile> {
  const of = { epoch, seed: randomBytes(32) }
  const one = { ...someone(2, 10_000n), name: 'Bob-Two' }
  const bundle = { ...bundleOf(treeOf([one], of), of, one), position: 3 }
  const { unowned, total, root } = bundle
  const text = announcedText({
    ...bundle,
    ...{ unowned: BigInt(unowned), total: BigInt(total), root: Buffer.from(root, 'base64') },
  })
  const insert = () =>
    owner.query(`INSERT INTO log_announcement (type, bytes) VALUES ('proof', $1)`, [Buffer.from(text)])
  await expect(insert()).rejects.toMatchObject({ constraint: 'log_announcement_one_proof' })
  await owner.query('DROP INDEX log_announcement_one_proof')
  await insert()
  return await vi.waitFor(
    async () => {
      await house.runJobs()
      const log = await readTransaction(house.app.db, (tx) => proofInLog(tx, text))
      return { ...bundle, log: there(log ?? undefined) }
    },
    { timeout: 30_000, interval: 300 },
  )
}

test('of a file that is not there, a page and something else, the command says what it needs', async () => {
  const at = (name: string) => join(folder, name)
  writeFileSync(at('page.html'), '<!doctype html><title>Proof</title>')
  writeFileSync(at('mail.eml'), 'Subject: hello')
  for (const [file, says] of [
    ['none.json', 'There is no file'],
    ['page.html', 'is a page. Open it in a browser, or keep the JSON file'],
    ['mail.eml', 'is not a JSON file of ours. For a mail, write note before its name'],
  ] as const) {
    const { code, said } = await run(COMMAND, at(file))
    expect(code).toBe(2)
    expect(said).toContain(says)
    expect(said).not.toMatch(/ENOENT|Unexpected token/)
  }
  expect((await run(COMMAND, 'note', at('none.eml'))).said).toContain('There is no file')
})
