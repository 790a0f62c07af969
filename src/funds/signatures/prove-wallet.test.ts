/** That a payment wallet is held, by a signature of its key: what is taken, what is refused, and what is told of it. */
import { beforeAll, expect, test } from 'vitest'
import { databaseClock } from '#kit/database-clock.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction } from '#kit/transaction.ts'
import { OUR_BITCOIN, OUR_ETHEREUM } from '../../../test/support/addresses.ts'
import { openInvestingHouse } from '../../../test/support/investing-house.ts'
import { opened } from '../../../test/support/opened.ts'
import { signedByOurBitcoin } from '../../../test/support/sign-as-bitcoin.ts'
import { anEthereumWallet } from '../../../test/support/sign-as-ethereum.ts'
import { there } from '../../../test/support/there.ts'
import { openWalletAccounts } from '#ledger/accounts.ts'
import { figuresNow } from '../open-books.ts'
import { readSentence, sentenceOf, type SignedWallet } from '../sentence-rules.ts'
import { proveWallet } from './prove-wallet.ts'
import { sentenceToSign, shownSignatures } from './read-signatures.ts'

const HOUSE = 'https://plumb.test'
const house = opened(openInvestingHouse)
const key = anEthereumWallet()

async function aWalletOn(network: string, address: string, available = true): Promise<string> {
  const id = newId()
  await house.write(async (tx) => {
    const clock = await databaseClock(tx)
    const row = { id, name: `Wallet ${id}`, address, network, available, created_at: clock.now() }
    await tx.insertInto('wallet').values(row).execute()
    await openWalletAccounts(tx, clock, id)
  })
  return id
}
async function aProof(epoch: number): Promise<void> {
  const { now } = await house.write(databaseClock)
  const root = Buffer.alloc(32, epoch)
  const published = { epoch, made_at: now(), position: 0n, request_id: null, root, total: 0n, unowned: 0n, depth: 10 }
  await house.db.insertInto('proof').values(published).execute()
}
const offered = (id: string) => readTransaction(house.db, (tx) => sentenceToSign(tx, HOUSE, id))
const sentenceFor = async (id: string) => there((await offered(id)).sentence ?? undefined)
const saidFor = async (id: string): Promise<SignedWallet> => there(readSentence(await sentenceFor(id)))
const prove = (walletId: string, sentence: string, signature: string, by: 'EIP-191' | 'BIP-322' = 'EIP-191') =>
  house.write((tx) => proveWallet(tx, HOUSE, house.administrator, { walletId, sentence, signature }, by))
const shown = () => readTransaction(house.db, shownSignatures)
const auditLines = (id: string) =>
  house.db.selectFrom('audit_entry').select(['action', 'after', 'actor_id']).where('subject_id', '=', id).execute()
const rowsOf = (id: string) => house.db.selectFrom('wallet_signature').selectAll().where('wallet_id', '=', id).execute()
const refused = (field: string, words: RegExp) => ({
  code: 'bad input',
  errors: { [field]: [expect.stringMatching(words)] },
})

let wallet: string
beforeAll(async () => {
  wallet = await aWalletOn('ethereum', key.address)
})

test('before the first proof there is nothing to sign', async () => {
  expect(await offered(wallet)).toMatchObject({ scheme: 'EIP-191', sentence: null, newest: null })
  await aProof(1)
  expect(await sentenceFor(wallet)).toBe(
    `This wallet, ${key.address} on ethereum, is held for ${HOUSE}: 2026-03-01, proof 1, root ${'01'.repeat(32)}`,
  )
})

test('what its key has signed is shown to everybody, with the day of the proof, and stands in the audit log', async () => {
  const sentence = await sentenceFor(wallet)
  const signature = key.sign(sentence)
  expect(await prove(wallet, ` ${sentence}\n`, `${signature}\n`)).toMatchObject({ day: '2026-03-01' })
  expect(await shown()).toEqual([
    {
      ...{ wallet_name: `Wallet ${wallet}`, network: 'ethereum', address: key.address, current: true },
      ...{ scheme: 'EIP-191', day: '2026-03-01', epoch: 1, sentence, signature, given_at: expect.any(String) },
    },
  ])
  expect(await auditLines(wallet)).toEqual([
    { action: 'wallet proved', after: { sentence, signature }, actor_id: house.administrator.userId },
  ])
  const { wallets } = await house.write(async (tx) => figuresNow(tx, (await databaseClock(tx)).now()))
  expect(wallets.map(({ signed }) => signed)).toEqual(
    expect.arrayContaining([{ day: '2026-03-01', current: true }, null]),
  )
})

test('the same again, or another signature over the same, is answered as the first and kept once', async () => {
  const sentence = await sentenceFor(wallet)
  const first = await prove(wallet, sentence, key.sign(sentence))
  // some devices count the two points from 0
  const again = key.sign(sentence).replace(/1b$/, '00').replace(/1c$/, '01')
  expect(await prove(wallet, sentence, again)).toEqual(first)
  expect(await rowsOf(wallet)).toHaveLength(1)
  expect(await auditLines(wallet)).toHaveLength(1)
})

test('of many at once one is kept', async () => {
  const raced = anEthereumWallet()
  const id = await aWalletOn('polygon', raced.address, false)
  const sentence = await sentenceFor(id)
  const answers = await Promise.all(Array.from({ length: 8 }, () => prove(id, sentence, raced.sign(sentence))))
  expect(new Set(answers.map(({ day }) => day))).toEqual(new Set(['2026-03-01']))
  expect(await rowsOf(id)).toHaveLength(1)
  expect(await auditLines(id)).toHaveLength(1)
})

test('a sentence of another wallet, house, day, proof or root is refused, and says which', async () => {
  const said = await saidFor(wallet)
  const wrong: [Partial<SignedWallet>, RegExp][] = [
    [{ address: OUR_ETHEREUM }, /another address, 0x5290/],
    [{ network: 'polygon' }, /a wallet on polygon/i],
    [{ house: 'https://another.test' }, /another house, https:\/\/another\.test/],
    [{ day: '2026-03-02' }, /Proof 1 is of 2026-03-01/],
    [{ root: 'ff'.repeat(32) }, /Proof 1 is of 2026-03-01 and has the root 0101/],
    [{ epoch: 99 }, /no proof 99/],
  ]
  for (const [change, words] of wrong) {
    const sentence = sentenceOf({ ...said, ...change })
    await expect(prove(wallet, sentence, key.sign(sentence))).rejects.toMatchObject(refused('sentence', words))
  }
  for (const sentence of ['', 'I own it.', `${sentenceOf(said)} <b>`, sentenceOf(said).replace(': ', ':\n')]) {
    await expect(prove(wallet, sentence, key.sign(sentence))).rejects.toMatchObject(
      refused('sentence', /to the letter/),
    )
  }
  expect(await rowsOf(wallet)).toHaveLength(1)
})

test('what another key has signed is refused by its address, and what is no signature as such', async () => {
  const another = anEthereumWallet()
  const sentence = await sentenceFor(wallet)
  await expect(prove(wallet, sentence, another.sign(sentence))).rejects.toMatchObject(
    refused('signature', new RegExp(`^${another.address} has signed this`)),
  )
  await expect(prove(wallet, sentence, key.sign(`${sentence}.`))).rejects.toMatchObject(
    refused('signature', /has signed another text/),
  )
  for (const no of ['', '0x', key.sign(sentence).slice(0, -2), '<script>alert(1)</script>', 'AA=='])
    await expect(prove(wallet, sentence, no)).rejects.toMatchObject(refused('signature', /no signature of such/))
})

test('its address counts without regard to case, and is kept as the wallet has it', async () => {
  const mixed = anEthereumWallet()
  const written = `0x${mixed.address.slice(2).toUpperCase()}`
  const id = await aWalletOn('bnb smart chain', written)
  const sentence = await sentenceFor(id)
  expect(sentence).toContain(written)
  // signed as it is written there, and no otherwise
  const lower = sentence.replace(written, mixed.address)
  await expect(prove(id, lower, mixed.sign(lower))).rejects.toMatchObject(refused('sentence', /to the letter/))
  await prove(id, sentence, mixed.sign(sentence))
  expect(await rowsOf(id)).toMatchObject([{ address: written, scheme: 'EIP-191' }])
})

test('a wallet of Bitcoin is proved by the command alone, others not at all', async () => {
  const sentence = await sentenceFor(house.walletId)
  expect(readSentence(sentence)).toMatchObject({ network: 'bitcoin', address: OUR_BITCOIN })
  const signature = signedByOurBitcoin(sentence)
  await expect(prove(house.walletId, sentence, signature)).rejects.toMatchObject({
    ...{ code: 'wrong state', message: expect.stringContaining('npm run held') },
  })
  await expect(prove(house.walletId, sentence, signedByOurBitcoin(`${sentence} `), 'BIP-322')).rejects.toMatchObject(
    refused('signature', /no signature of this address/),
  )
  await prove(house.walletId, sentence, signature, 'BIP-322')
  expect((await shown()).find(({ network }) => network === 'bitcoin')).toMatchObject({ scheme: 'BIP-322', signature })
  await expect(prove(wallet, await sentenceFor(wallet), signature, 'BIP-322')).rejects.toMatchObject({
    message: 'A wallet of Ethereum is proved on the desk.',
  })
  const tron = await aWalletOn('tron', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
  expect(await offered(tron)).toMatchObject({ scheme: null, sentence: null })
  const script = await aWalletOn('bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')
  expect(await offered(script)).toMatchObject({ scheme: null, sentence: null })
  await expect(prove(tron, sentence, signature)).rejects.toMatchObject({ message: /cannot be verified here/ })
  await expect(prove(newId(), sentence, signature)).rejects.toMatchObject({ code: 'not found' })
})

test('a proof may be a week old, and no older; the newest signature is shown', async () => {
  const old = await sentenceFor(wallet)
  const late = anEthereumWallet()
  const id = await aWalletOn('ethereum', late.address)
  const oldOfLate = await sentenceFor(id)
  await house.days(7)
  await prove(id, oldOfLate, late.sign(oldOfLate))
  await aProof(2)
  await house.clock.move(1)
  const another = anEthereumWallet()
  const third = await aWalletOn('ethereum', another.address)
  const oldOfThird = sentenceOf({ ...there(readSentence(old)), address: another.address })
  await expect(prove(third, oldOfThird, another.sign(oldOfThird))).rejects.toMatchObject(
    refused('sentence', /older than seven days/),
  )
  const sentence = await sentenceFor(wallet)
  expect(readSentence(sentence)).toMatchObject({ epoch: 2, day: '2026-03-08' })
  await prove(wallet, sentence, key.sign(sentence))
  expect((await shown()).find(({ address }) => address === key.address)).toMatchObject({ epoch: 2, sentence })
  expect(await rowsOf(wallet)).toHaveLength(2)
})

test('where the address was changed since, the signature is of the one before, until the new one has signed', async () => {
  const [before, after] = [anEthereumWallet(), anEthereumWallet()]
  const id = await aWalletOn('ethereum', before.address)
  const first = await sentenceFor(id)
  await prove(id, first, before.sign(first))
  await house.db.updateTable('wallet').set({ address: after.address }).where('id', '=', id).execute()
  expect((await offered(id)).newest).toMatchObject({ address: before.address, current: false })
  const { wallets } = await house.write(async (tx) => figuresNow(tx, (await databaseClock(tx)).now()))
  expect(wallets.find(({ wallet_name }) => wallet_name === `Wallet ${id}`)).toMatchObject({
    signed: { current: false },
  })
  await expect(prove(id, first, before.sign(first))).rejects.toMatchObject(refused('sentence', /names another address/))
  const second = await sentenceFor(id)
  await prove(id, second, after.sign(second))
  expect((await offered(id)).newest).toMatchObject({ address: after.address, current: true })
})

test('where the network was changed since and the address was not, the sentence of the new one is another', async () => {
  const moved = anEthereumWallet()
  const id = await aWalletOn('ethereum', moved.address)
  const first = await sentenceFor(id)
  await prove(id, first, moved.sign(first))
  await house.db.updateTable('wallet').set({ network: 'polygon' }).where('id', '=', id).execute()
  expect((await offered(id)).newest).toMatchObject({ network: 'ethereum', current: false })
  const second = await sentenceFor(id)
  await prove(id, second, moved.sign(second))
  expect((await offered(id)).newest).toMatchObject({ network: 'polygon', current: true, sentence: second })
  expect(await rowsOf(id)).toHaveLength(2)
})
