/** @module-tag thorough */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#kit/clock.ts'
import { proveWallet } from '#funds/signatures/prove-wallet.ts'
import { readSentence } from '#funds/sentence-rules.ts'
import { transaction } from '#kit/transaction.ts'
import { OWNER } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { signedByOurBitcoin } from '../support/sign-as-bitcoin.ts'
import { anEthereumWallet } from '../support/sign-as-ethereum.ts'
import { acknowledge, signIn } from '../support/walk.ts'

const key = anEthereumWallet()
const OTHER = 'Another of ours, with a name of sixty letters, to see it fits'.slice(0, 60)
let journey: Journey

beforeAll(async () => {
  journey = await openJourney({ env: { KYC: 'off' } })
  const { owner, house } = journey
  await owner.must('/api/create-wallet', { name: 'Cold storage', address: key.address, network: 'ethereum' })
  await owner.must('/api/create-wallet', { name: OTHER, address: anEthereumWallet().address, network: 'polygon' })
  await house.runJobs()
})
afterAll(() => journey.close())

test('an owner has a wallet sign, pastes what comes of it, and is told what is wrong with another', async () => {
  const { page } = await journey.walker('light')
  await signIn(page, OWNER.email, OWNER.password)
  await page.goto('/admin-funds')
  await page.getByRole('button', { name: 'Show it is held in Cold storage' }).click()
  const panel = page.getByRole('dialog', { name: 'Held, by signature' })
  const sentence = await panel.getByLabel('Sentence to sign').inputValue()
  expect(sentence).toContain(`This wallet, ${key.address} on ethereum, is held for http`)
  await expectAccessible(page, { whole: true })
  await panel.getByLabel('Signature', { exact: true }).fill(anEthereumWallet().sign(sentence))
  await panel.getByRole('button', { name: 'Show that it is held' }).click()
  await panel.getByText(/0x[0-9a-f]{40} has signed this, or the wallet has signed another text\./).waitFor()
  await panel.getByLabel('Signature', { exact: true }).fill(key.sign(sentence))
  await panel.getByRole('button', { name: 'Show that it is held' }).press('Enter')
  expect(await acknowledge(page)).toContain('Cold storage is shown as held on 2026-03-01, by its signature.')
  await page.getByRole('button', { name: 'Show it is held in Bitcoin' }).click()
  await panel.getByText("npm run held -- 'Bitcoin' SIGNATURE").waitFor()
  await expectAccessible(page, { whole: true })
})

test('whoever reads the books sees how old it is, and their browser verifies it, or says what it could not', async () => {
  const { house } = journey
  const { items } = (await journey.owner.get('/api/admin/wallets')).body
  const { id: walletId } = items.find(({ wallet_name }: { wallet_name: string }) => wallet_name === 'Bitcoin')
  const { sentence } = (await journey.owner.get(`/api/admin/wallet-sentence/${walletId}`)).body
  const given = { walletId, sentence, signature: signedByOurBitcoin(sentence) }
  await transaction(house.app.db, (tx) =>
    proveWallet(tx, readSentence(sentence)?.house ?? '', { job: 'test' }, given, 'BIP-322'),
  )
  await house.clock.move(25 * HOUR + MINUTE)
  for (const theme of ['light', 'dark'] as const) {
    const { page } = await journey.walker(theme)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto('/books')
    const held = page.getByRole('region', { name: 'Held', exact: true })
    await held.getByText('Cold storage, signed 1 day ago').waitFor()
    expect(loaded.filter((url) => url.includes('wallet-signatures'))).toEqual([])
    await held.getByRole('button', { name: 'Check what the wallets have signed' }).focus()
    await page.keyboard.press('Enter')
    const cold = held.getByRole('region', { name: 'Cold storage' })
    await cold.getByText('Yes: signed with this wallet’s key').waitFor()
    await cold.getByText('What was signed').click()
    await cold.getByText(/^This wallet, 0x/).waitFor()
    const coin = held.getByRole('region', { name: 'Bitcoin' })
    await coin.getByText('Not checked').waitFor()
    await coin.getByText('npm run verify -- held.json').waitFor()
    expect(await held.getByRole('region').count()).toBe(2)
    await expectAccessible(page, { whole: true, message: theme })
  }
})

test('a signature, a sentence and a root that are not what they are shown as are found by the browser alone', async () => {
  const changes: [part: RegExp, change: (body: string) => string, says: string][] = [
    [/\/api\/books\/signatures/, (body) => body.replaceAll(/("0x[0-9a-f]{128})1[bc]"/g, '$10"'), 'Another key'],
    [
      /\/api\/books\/signatures/,
      (body) => body.replaceAll(/root [0-9a-f]/g, 'root x'),
      'The sentence is not about this wallet.',
    ],
    [
      /\/api\/books\/signatures/,
      (body) => body.replaceAll('held for http://', 'held for http://a.'),
      'another platform',
    ],
    [/\/api\/proofs/, (body) => body.replaceAll(/"root":"..../g, '"root":"AAAA'), 'another day or root'],
  ]
  for (const [part, change, says] of changes) {
    const { page } = await journey.walker('light')
    await page.route(part, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: change(await answer.text()) })
    })
    await page.goto('/books')
    await page.getByRole('button', { name: 'Check what the wallets have signed' }).click()
    const cold = page.getByRole('region', { name: 'Cold storage' })
    await cold.getByText('No: this does not show that it is held').waitFor()
    await cold.getByText(says).waitFor()
    expect(await page.getByText('Yes: signed').count()).toBe(0)
  }
})
