/**
 * One transaction may pay several withdrawals and refunds, all on its network; what it pays to one address is recorded once. RACE_ROUNDS says how often each race is run.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import fc from 'fast-check'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { Refusal } from '#kit/refusal.ts'
import { declineInvestment } from '#investments/decline.ts'
import { refundSuspense } from '#investments/suspense/refund.ts'
import { openInvestingHouse, problems } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { save } from '../../test/support/investing.ts'
import { fillWallet, give } from '../../test/support/money.ts'
import { anInvestor, aWallet, usd } from '../../test/support/people.ts'
import { SOMEBODYS_BITCOIN, THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { plainAddress } from '#wallets/rules.ts'
import { requestWithdrawal } from './request.ts'
import { updateWithdrawal } from './update.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4)
const TAKEN = { code: 'bad input', errors: { txid: [expect.stringContaining('another payment')] } }

const house = opened(openInvestingHouse)
let walletId: string
let investor: Investor
let ids = 0
/** 64 hexadecimal digits, as most networks write them. */
const newTxid = () => (ids += 1).toString(16).padStart(64, 'ab')

afterAll(async () => expect(await problems(house)).toEqual([]))
beforeEach(() => begin())
async function begin(): Promise<void> {
  walletId = await aWallet(house.db)
  investor = await anInvestor(house.db)
  await fillWallet(house.db, walletId, usd(1000))
  await give(house.db, investor, 'earnings', usd(1000))
}

async function withdrawal(walletAddress = THEIR_BITCOIN): Promise<string> {
  const asked = { amount: usd(10), source: 'investment', walletAddress } as const
  const input = { ...asked, walletName: `Wallet ${walletId}` }
  await house.write((tx) => requestWithdrawal(tx, investor, input, 'off'))
  const { id } = await house.db
    .selectFrom('withdrawal')
    .select('id')
    .where('user_id', '=', investor.userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
async function held(): Promise<string> {
  const { id } = await save({ ...house, walletId }, investor)
  await house.write((tx) => declineInvestment(tx, house.administrator, { id, reason: null, received: usd(10) }))
  return id
}
const set = (id: string, status: 'completed' | 'approved', txid?: string) =>
  house.write((tx) => {
    const edit = { id, amount: usd(10), date: house.clock.now().toISOString(), status, reason: null, txid }
    return updateWithdrawal(tx, house.administrator, { ...edit, version: undefined })
  })
const pay = (id: string, txid: string) => set(id, 'completed', txid)
const refund = (id: string, txid: string, address: string | null = null) =>
  house.write((tx) =>
    refundSuspense(tx, house.administrator, {
      ...{ id, amount: null, txid, address, reason: 'sent back' },
    }),
  )
/** By the owner of the tables: the app changes no investment's network. */
async function onSolana(): Promise<void> {
  const owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  await owner.query("UPDATE wallet SET network = 'solana' WHERE id = $1", [walletId])
  await owner.query("UPDATE investment SET network = 'solana' WHERE user_id = $1", [investor.userId])
  await owner.query("UPDATE withdrawal SET network = 'solana' WHERE user_id = $1", [investor.userId])
  await owner.end()
}

test('what paid a withdrawal refunds nothing, and what refunded pays none, however it is written', async () => {
  const [one, other] = [newTxid(), newTxid()]
  await pay(await withdrawal(), one)
  const money = await held()
  for (const txid of [one, one.toUpperCase(), `0x${one}`, ` 0X${one.toUpperCase()} `]) {
    await expect(refund(money, txid)).rejects.toMatchObject(TAKEN)
  }
  await refund(money, `0x${other}`)
  const next = await withdrawal()
  for (const txid of [other, other.toUpperCase()]) await expect(pay(next, txid)).rejects.toMatchObject(TAKEN)
  await expect(pay(next, one.toUpperCase())).rejects.toMatchObject(TAKEN)
  await expect(refund(await held(), other.toUpperCase())).rejects.toMatchObject(TAKEN)
  await pay(next, newTxid())
})

test('one transaction pays several, each to an address of its own: withdrawals and refunds', async () => {
  const txid = newTxid()
  const [first, second] = [await withdrawal(), await withdrawal(SOMEBODYS_BITCOIN)]
  await pay(first, txid)
  await pay(second, `0x${txid.toUpperCase()}`)
  // once more to either address would count what it paid there twice, in either case of a letter
  await expect(pay(await withdrawal(SOMEBODYS_BITCOIN.toUpperCase()), txid)).rejects.toMatchObject(TAKEN)
  await expect(refund(await held(), txid, THEIR_BITCOIN)).rejects.toMatchObject(TAKEN)
  // and a refund that names no address may be what is recorded already
  await expect(refund(await held(), txid)).rejects.toMatchObject(TAKEN)

  const other = newTxid()
  await refund(await held(), other, THEIR_BITCOIN)
  await pay(await withdrawal(SOMEBODYS_BITCOIN), other)
})

test('what a transaction paid to one script of Litecoin is recorded once, whichever prefix it is written with', async () => {
  await house.db.updateTable('wallet').set({ network: 'litecoin' }).where('id', '=', walletId).execute()
  const txid = newTxid()
  await pay(await withdrawal('3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj'), txid)
  const again = await withdrawal('MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7')
  await expect(pay(again, txid)).rejects.toMatchObject(TAKEN)
  await pay(again, newTxid())
  await refund(await held(), newTxid())
})

test('addresses lead to the same place for the database where they do for the rules', async () => {
  const base58check = createBase58check(sha256)
  const hashes = fc.sample(fc.uint8Array({ minLength: 20, maxLength: 20 }), 50)
  const addresses = [
    // both of scripts of Litecoin, and what is none
    ...hashes.flatMap((hash) =>
      [0x32, 0x05, 0x30].map((version) => base58check.encode(Uint8Array.of(version, ...hash))),
    ),
    ...[THEIR_BITCOIN, THEIR_BITCOIN.toUpperCase()],
    ...['0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886e0f7030069857d2e4169ee7'],
    ...['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'LTC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KGMN4N9'],
    ...['BC1111111111111111111111111111111111111111', 'bc1111111111111111111111111111111111111111'],
  ]
  for (const network of ['litecoin', 'bitcoin', 'solana', 'ethereum', 'bitcoin testnet']) {
    const { rows } = await sql<{ plain: string }>`
      SELECT plain_address(${network}, address) AS plain FROM unnest(${addresses}::text[]) WITH ORDINALITY AS of (address, place)
      ORDER BY place`.execute(house.db)
    const groups = (plain: readonly string[]) => plain.map((one) => plain.indexOf(one))
    const ruled = addresses.map((address) => plainAddress({ network, address }))
    expect([network, groups(rows.map(({ plain }) => plain))]).toEqual([network, groups(ruled)])
  }
})

test('no transaction pays on two networks', async () => {
  const txid = newTxid()
  await pay(await withdrawal(), txid)
  const next = await withdrawal(SOMEBODYS_BITCOIN)
  const owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  await owner.query("UPDATE withdrawal SET network = 'litecoin' WHERE id = $1", [next])
  await owner.end()
  await expect(pay(next, txid)).rejects.toMatchObject(TAKEN)
  await pay(next, newTxid())
})

test('what cannot be seen in an id, or only looks like one of its letters, makes no new id of it', async () => {
  const txid = newTxid()
  await pay(await withdrawal(), txid)
  const [next, money] = [await withdrawal(), await held()]
  const refused = { code: 'bad input', errors: { txid: [expect.stringContaining('plain letters')] } }
  const hidden = ['\u200b', '\u2060', '\u00ad', '\u202e'].flatMap((mark) => [`${txid}${mark}`, `${mark}${txid}`])
  for (const same of [...hidden, txid.replace('a', '\u0430'), txid.replace('b', '\uff42')]) {
    await expect(pay(next, same)).rejects.toMatchObject(refused)
    await expect(refund(money, same)).rejects.toMatchObject(refused)
  }
})

test('where the network tells upper from lower case, so do we', async () => {
  const id = `5${'VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQU'.slice(0, 80)}`
  const refunded = await held()
  const again = await held()
  const withdrawn = await withdrawal()
  await onSolana()
  await refund(refunded, id)
  await expect(pay(withdrawn, id)).rejects.toMatchObject(TAKEN)
  await pay(withdrawn, id.toLowerCase())
  await expect(refund(again, id.toLowerCase())).rejects.toMatchObject(TAKEN)
})

test('a withdrawal that is edited back, or gets another id, lets the one go that was not its own', async () => {
  const [one, other] = [newTxid(), newTxid()]
  const id = await withdrawal()
  await pay(id, one)
  await pay(id, one.toUpperCase())
  await pay(id, other)
  await refund(await held(), one)
  await expect(pay(id, one)).rejects.toMatchObject(TAKEN)
  await set(id, 'approved')
  await pay(await withdrawal(), other)
  await expect(pay(id, other)).rejects.toMatchObject(TAKEN)
})

test('the database itself refuses a second use, whoever writes it', async () => {
  const txid = newTxid()
  await pay(await withdrawal(), txid)
  const id = await withdrawal()
  const written = house.db
    .updateTable('withdrawal')
    .set({ txid: `0x${txid}` })
    .where('id', '=', id)
    .execute()
  await expect(written).rejects.toThrow('payout_txid')
})

test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'of a withdrawal and a refund with the same id at once, one is recorded (round %i)',
  async () => {
    const txid = newTxid()
    const [one, two, back] = [await withdrawal(), await withdrawal(), await held()]
    const racers = [pay(one, txid), pay(two, `0x${txid}`), refund(back, txid.toUpperCase())]
    const outcomes = await Promise.allSettled(racers)
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(refused).toHaveLength(2)
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(Refusal)
      expect(reason).toMatchObject(TAKEN)
    }
  },
)
