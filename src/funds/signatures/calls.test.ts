/** @module-tag thorough */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OUR_BITCOIN } from '../../../test/support/addresses.ts'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { everyKindOfPerson, type People } from '../../../test/support/people-over-http.ts'
import { mustBoth } from '../../../test/support/roles.ts'
import { signedByOurBitcoin } from '../../../test/support/sign-as-bitcoin.ts'
import { anEthereumWallet } from '../../../test/support/sign-as-ethereum.ts'

const key = anEthereumWallet()
const folder = mkdtempSync(join(tmpdir(), 'plumb-held-'))
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
  rmSync(folder, { recursive: true })
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
    const text = JSON.stringify(held).replaceAll(wrong, (found) => found.replace(/[0-9a-fh-z]$/, 'a'))
    writeFileSync(file, text)
    expect((await run('verify/verify.mjs', file)).ended).toBe(1)
  }
  writeFileSync(file, JSON.stringify({ signatures: [] }))
  expect((await run('verify/verify.mjs', file)).ended).toBe(2)
})
