/** @module-tag thorough */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OUR_BITCOIN } from '../../../test/support/addresses.ts'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { everyKindOfPerson, type People } from '../../../test/support/people-over-http.ts'
import { mustBoth } from '../../../test/support/roles.ts'
import { signedByOurBitcoin } from '../../../test/support/sign-as-bitcoin.ts'
import { anEthereumWallet } from '../../../test/support/sign-as-ethereum.ts'
import { ownFolder } from '../../../test/support/own-folder.ts'

const key = anEthereumWallet()
const folder = ownFolder()
let house: TestApp
let people: People
let id: string

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  people = await everyKindOfPerson(house)
  const { owner, reviewer } = people
  await mustBoth(owner, reviewer, '/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  await mustBoth(owner, reviewer, '/api/create-wallet', { name: 'Cold', address: key.address, network: 'ethereum' })
  const { items } = (await owner.get('/api/admin/wallets')).body
  id = items.find(({ wallet_name }: { wallet_name: string }) => wallet_name === 'Cold').id
  await house.runJobs()
})
afterAll(async () => {
  expect(await house.problems()).toEqual([])
  await house.close()
})

/** What a script says, and with what it ends. */
async function run(script: string, ...words: string[]): Promise<{ said: string; ended: number }> {
  const env = { ...process.env, DATABASE_URL: house.databaseUrl, DATA_DIR: folder, APP_URL: 'http://localhost' }
  const file = join(import.meta.dirname, '../../../scripts', script)
  return promisify(execFile)(process.execPath, [file, ...words], { env }).then(
    ({ stdout }) => ({ said: stdout.trim(), ended: 0 }),
    ({ stdout, stderr, code }) => ({ said: `${stdout}${stderr}`.trim(), ended: Number(code) }),
  )
}
const shown = async (who = house.visitor()) => (await who.get('/api/books/signatures')).body

test('support sees the sentence and may not bring in what was signed; the same call twice is answered alike', async () => {
  const { sentence, newest } = (await people.support.get(`/api/admin/wallet-sentence/${id}`)).body
  expect(newest).toBeNull()
  const body = { sentence, signature: key.sign(sentence) }
  expect((await people.support.post(`/api/prove-wallet/${id}`, body)).status).toBe(403)
  expect((await people.investor.post(`/api/prove-wallet/${id}`, body)).status).toBe(403)
  expect((await people.investor.get(`/api/admin/wallet-sentence/${id}`)).status).toBe(403)
  const wrong = await people.reviewer.post(`/api/prove-wallet/${id}`, { ...body, signature: '<b>0x</b>' })
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['signature']])
  const first = await people.reviewer.post(`/api/prove-wallet/${id}`, body)
  const again = await people.owner.post(`/api/prove-wallet/${id}`, body)
  expect([first.status, first.body]).toEqual([200, again.body])
})

test('strangers see it where the operator shows the books', async () => {
  expect((await shown()).signatures).toMatchObject([{ wallet_name: 'Cold', address: key.address, current: true }])
  const hide = { value: 'off', reason: 'for this test' }
  await mustBoth(people.owner, people.reviewer, '/api/update-setting/public_books', hide)
  expect(await shown()).toEqual({ public: false })
  expect((await shown(people.investor)).signatures).toHaveLength(1)
  await mustBoth(people.owner, people.reviewer, '/api/update-setting/public_books', { ...hide, value: 'on' })
})

test('the command says what to sign, verifies what was signed, and keeps it for all to see', async () => {
  expect(await run('held.ts', 'Bitconi')).toEqual({
    said: 'There is no wallet “Bitconi”. There are: Cold, Bitcoin.',
    ended: 1,
  })
  const [sentence = ''] = (await run('held.ts', 'bitcoin')).said.split('\n')
  expect(sentence).toContain(`This wallet, ${OUR_BITCOIN} on bitcoin, is held for http://localhost: `)
  const wrong = await run('held.ts', 'Bitcoin', signedByOurBitcoin(`${sentence} `))
  expect(wrong).toEqual({ said: expect.stringContaining('no signature of this address'), ended: 1 })
  expect((await run('held.ts', 'Cold', key.sign(sentence))).said).toBe('A wallet of Ethereum is proved on the desk.')
  const done = await run('held.ts', 'Bitcoin', signedByOurBitcoin(sentence), '1')
  expect(done).toEqual({ said: expect.stringMatching(/^Bitcoin is shown as held on /), ended: 0 })
  expect((await shown()).signatures).toHaveLength(2)
})

test('what is shown is checked by a command of its own, and one changed digit is found', async () => {
  const file = join(folder, 'held.json')
  const held = await shown()
  writeFileSync(file, JSON.stringify(held))
  const right = await run('verify/verify.mjs', file)
  expect([right.ended, right.said.match(/yes {2}/g)?.length]).toEqual([0, 2])
  for (const wrong of [/root [0-9a-f]{4}/g, /held for http/g, /: 2026/g]) {
    const text = JSON.stringify(held).replaceAll(
      wrong,
      (found) => `${found.slice(0, -1)}${found.endsWith('a') ? 'b' : 'a'}`,
    )
    writeFileSync(file, text)
    expect((await run('verify/verify.mjs', file)).ended).toBe(1)
  }
  writeFileSync(file, JSON.stringify({ signatures: [] }))
  expect((await run('verify/verify.mjs', file)).ended).toBe(2)
})

test('held to what a house shows today, a signature for another house or over another root is none', async () => {
  const root = 'ab'.repeat(32)
  const proofs = [{ epoch: 3, made_at: '2026-11-27T08:00:00.000Z', root: Buffer.from(root, 'hex').toString('base64') }]
  const server = createServer((_asked, answer) => void answer.end(JSON.stringify({ public: true, proofs })))
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const file = join(folder, 'held-today.json')
  const heldFor = (house: string, of = `proof 3, root ${root}`) => {
    const sentence = `This wallet, ${key.address} on ethereum, is held for ${house}: 2026-11-27, ${of}`
    const wallet = { wallet_name: 'Cold', network: 'ethereum', address: key.address, scheme: 'EIP-191' }
    return { ...wallet, sentence, signature: key.sign(sentence) }
  }
  const checked = async (one: ReturnType<typeof heldFor>, ...words: string[]) => {
    writeFileSync(file, JSON.stringify({ signatures: [one] }))
    return run('verify/verify.mjs', file, ...words)
  }
  expect(await checked(heldFor(origin))).toMatchObject({ ended: 0, said: expect.stringContaining('not compared') })
  expect(await checked(heldFor(origin), '--log', `${origin}/log`)).toMatchObject({ ended: 0 })
  const other = await checked(heldFor('https://plumb.example'), '--log', origin)
  expect(other).toMatchObject({ ended: 1, said: expect.stringContaining('held for https://plumb.example') })
  const lie = await checked(heldFor(origin, `proof 3, root ${'cd'.repeat(32)}`), '--log', origin)
  expect(lie).toMatchObject({ ended: 1, said: expect.stringContaining('another root of proof 3') })
  const over = await checked(heldFor(origin, `proof 2, root ${root}`), '--log', origin)
  expect(over).toMatchObject({ ended: 2, said: expect.stringContaining('not shown any more') })
  await new Promise((closed) => server.close(closed))
})
