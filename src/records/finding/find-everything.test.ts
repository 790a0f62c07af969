import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { readTransaction } from '#kit/transaction.ts'
import { declineInvestment } from '#investments/decline.ts'
import { refundSuspense } from '#investments/suspense/refund.ts'
import { updateWithdrawal } from '#withdrawals/update.ts'
import { verifyInvestment } from '#investments/verify.ts'
import { OUR_BITCOIN, SOMEBODYS_BITCOIN } from '../../../test/support/addresses.ts'
import { openInvestingHouse } from '../../../test/support/investing-house.ts'
import { invest, save } from '../../../test/support/investing.ts'
import { requestedWithdrawal } from '../../../test/support/deciding.ts'
import { opened } from '../../../test/support/opened.ts'
import { anInvestor, usd } from '../../../test/support/people.ts'
import { findEverything } from './find-everything.ts'

const PAID_IN = '0xAB12cd34ef56ab12cd34ef56ab12cd34ef56ab12cd34ef56ab12cd34ef560001'
const PAID_OUT = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'
const SENT_BACK = 'a1075db55d416d3ca199f55b6084e2115b9345e16c5cf302fc80e9d5fbf5d48d'

const house = opened(openInvestingHouse)
// the app itself changes nobody's name
let owner: pg.Client
let amy: Investor
let ben: Investor
let paid: { id: string; tranx_id: string }
let withdrawal: string
let refunded: { id: string }
let referral: string

const find = (q: string) => readTransaction(house.db, (tx) => findEverything(tx, q))
const people = async (q: string) => (await find(q)).people.map(({ name }) => name)
const records = async (q: string) => (await find(q)).records.map(({ kind, id, by }) => [kind, id, by])

const isNow = (who: Investor, { name, email, phone }: { name: string; email: string; phone: string }) =>
  owner.query('UPDATE app_user SET name = $1, email = $2, phone = $3 WHERE id = $4', [name, email, phone, who.userId])

beforeAll(async () => {
  owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  // nor does the database let names and addresses change without proof
  await owner.query('ALTER TABLE app_user DISABLE TRIGGER USER')
  amy = await anInvestor(house.db)
  ben = await anInvestor(house.db, { inviter: amy })
  await isNow(amy, { name: 'Amy_Jones', email: 'lady.jones@Post.example', phone: '+491701234567' })
  await isNow(ben, { name: 'ben', email: 'ben@jonestown.example', phone: '+12025550177' })

  paid = await save(house, amy)
  await house.write((tx) => verifyInvestment(tx, amy, { tranxId: paid.tranx_id, txid: PAID_IN }))

  withdrawal = await requestedWithdrawal(house, amy, usd(20))
  await invest(house, ben)
  const { created_at } = await house.db
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', withdrawal)
    .executeTakeFirstOrThrow()
  await house.write((tx) =>
    updateWithdrawal(tx, house.administrator, {
      ...{ id: withdrawal, amount: usd(20), date: created_at.toISOString(), status: 'completed' },
      ...{ reason: null, txid: PAID_OUT, version: undefined },
    }),
  )
  referral = (await house.db.selectFrom('referral').select('id').executeTakeFirstOrThrow()).id

  refunded = await save(house, ben)
  await house.write((tx) =>
    declineInvestment(tx, house.administrator, {
      id: refunded.id,
      reason: null,
      received: usd(90),
      version: undefined,
    }),
  )
  await house.write((tx) =>
    refundSuspense(tx, house.administrator, {
      ...{ id: refunded.id, amount: usd(90), txid: SENT_BACK, address: SOMEBODYS_BITCOIN, reason: 'sent back' },
    }),
  )
})

afterAll(() => owner.end())

describe('people are found', () => {
  test.each([
    ['how their name begins, whatever its case', 'aMY', ['Amy_Jones']],
    ['how their email begins', 'Lady.jones@po', ['Amy_Jones']],
    ['a later word of their name or their email', 'jones', ['Amy_Jones']],
    ['several words, in any order', 'jon amy', ['Amy_Jones']],
    ['their phone number as people write it', '+49 (170) 123', ['Amy_Jones']],
    ['their phone number after two zeros', '0049 170 1234567', ['Amy_Jones']],
    ['their phone number without its country', '0170 / 123-4567', ['Amy_Jones']],
    ['their phone number without its country', '2025550177', ['ben']],
  ])('by %s', async (_by, q, names) => {
    expect(await people(q)).toEqual(names)
  })

  test('by their id, from its first eight digits on', async () => {
    expect(await people(ben.userId)).toEqual(['ben'])
    expect(await people(ben.userId.slice(0, 13))).toContain('ben')
  })

  test('not by parts that no word begins with, the domain of an e-mail, or signs that stand for others', async () => {
    expect(await people('ones')).toEqual([])
    expect(await people('jonestown')).toEqual([])
    for (const q of ['%%', '__', 'x%', 'z__', '\\\\', "z' | 'x", '!!', '  ']) expect(await people(q), q).toEqual([])
  })
})

describe('records are found', () => {
  test('by their id, whole or from its first eight digits on', async () => {
    expect(await records(paid.id)).toEqual([['investment', paid.id, 'id']])
    expect(await records(withdrawal.toUpperCase())).toEqual([['withdrawal', withdrawal, 'id']])
    expect(await records(referral.slice(0, 30))).toEqual([['referral', referral, 'id']])
  })

  test('by the reference of a payment', async () => {
    expect(await records(paid.tranx_id.slice(0, 9))).toEqual([['investment', paid.id, 'reference']])
  })

  test.each([PAID_IN, PAID_IN.toLowerCase().slice(0, 10), PAID_IN.slice(2), PAID_IN.slice(2, 8)])(
    'by the transaction that an investor names: %s',
    async (q) => {
      expect(await records(q)).toEqual([['investment', paid.id, 'transaction']])
    },
  )

  test('by the transaction that paid out or sent back, and by the address that it went to', async () => {
    expect(await records(PAID_OUT.slice(0, 8))).toEqual([['withdrawal', withdrawal, 'transaction']])
    expect(await records(`0x${PAID_OUT}`)).toEqual([['withdrawal', withdrawal, 'transaction']])
    expect(await records(SENT_BACK)).toEqual([['refund', refunded.id, 'transaction']])
    expect(await records(SOMEBODYS_BITCOIN.toUpperCase())).toEqual([['refund', refunded.id, 'address']])
    expect((await find(PAID_OUT)).records).toMatchObject([
      { amount: '20.00', status: 'completed', text: PAID_OUT, user: { id: amy.userId, name: 'Amy_Jones' } },
    ])
  })

  test('not by less than four characters, nor by signs that stand for others', async () => {
    expect(await records(PAID_OUT.slice(0, 3))).toEqual([])
    expect(await records('____')).toEqual([])
    expect(await records('%%%%')).toEqual([])
  })
})

test('a payment wallet is found by its name and its address', async () => {
  const found = [{ id: house.walletId, name: `Wallet ${house.walletId}`, address: OUR_BITCOIN, network: 'bitcoin' }]
  expect((await find('wallet')).wallets).toEqual(found)
  expect((await find(OUR_BITCOIN.slice(0, 12).toUpperCase())).wallets).toEqual(found)
})

test('there are at most five of each kind', async () => {
  const others: Investor[] = []
  for (let n = 0; n < 7; n += 1) others.push(await anInvestor(house.db))
  for (const [n, other] of others.entries()) {
    await isNow(other, { name: `carl_${n}`, email: `c${n}@plumb.test`, phone: `+4917099900${n}` })
    await requestedWithdrawal(house, other, usd(10))
  }
  expect(await people('carl')).toEqual(['carl_0', 'carl_1', 'carl_2', 'carl_3', 'carl_4'])
  expect(await people('0170 99900')).toHaveLength(0)
  expect(await people('+4917099900')).toHaveLength(5)
  expect(await records('bc1qw508')).toHaveLength(5)
})
