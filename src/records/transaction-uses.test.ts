import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction } from '#kit/transaction.ts'
import { findInvestment, listInvestments } from '#investments/read.ts'
import { declineInvestment } from '#investments/decline.ts'
import { refundSuspense } from '#investments/suspense/refund.ts'
import { verifyInvestment } from '#investments/verify.ts'
import { listWithdrawals } from '#withdrawals/read.ts'
import { requestWithdrawal } from '#withdrawals/request.ts'
import { updateWithdrawal } from '#withdrawals/update.ts'
import { THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { openInvestingHouse, problems } from '../../test/support/investing-house.ts'
import { save } from '../../test/support/investing.ts'
import { fillWallet, give } from '../../test/support/money.ts'
import { opened } from '../../test/support/opened.ts'
import { anInvestor, aWallet, usd } from '../../test/support/people.ts'
import { transactionOf } from './transaction-uses.ts'

const house = opened(openInvestingHouse)
let walletId: string
let investor: Investor
let other: Investor
let ids = 0
const newTxid = () => (ids += 1).toString(16).padStart(64, 'ab')

beforeEach(async () => {
  walletId = await aWallet(house.db)
  investor = await anInvestor(house.db)
  other = await anInvestor(house.db)
  await fillWallet(house.db, walletId, usd(1000))
  await give(house.db, other, 'earnings', usd(100))
  return async () => expect(await problems(house)).toEqual([])
})

async function paid(who: Investor, txid: string): Promise<string> {
  const { id, tranx_id } = await save({ ...house, walletId }, who)
  await house.write((tx) => verifyInvestment(tx, who, { tranxId: tranx_id, txid }))
  return id
}
async function payout(txid: string): Promise<string> {
  const asked = { amount: usd(10), source: 'investment', walletAddress: THEIR_BITCOIN } as const
  await house.write((tx) => requestWithdrawal(tx, other, { ...asked, walletName: `Wallet ${walletId}` }, 'off'))
  const { id } = await house.db
    .selectFrom('withdrawal')
    .select('id')
    .where('user_id', '=', other.userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const edit = {
    id,
    amount: usd(10),
    date: house.clock.now().toISOString(),
    status: 'completed',
    reason: null,
  } as const
  await house.write((tx) => updateWithdrawal(tx, house.administrator, { ...edit, txid, version: undefined }))
  return id
}
const of = (id: string) => readTransaction(house.db, (tx) => transactionOf(tx, id))

test('an id that nobody else names leads to the explorer of its network, and warns of nothing', async () => {
  const txid = newTxid()
  const id = await paid(investor, txid)
  expect(await of(id)).toEqual({
    ...{ status: 'success', network: 'bitcoin', txid, link: `https://mempool.space/tx/${txid}`, uses: [] },
  })
  const none = await save({ ...house, walletId }, investor)
  expect(await of(none.id)).toMatchObject({ txid: null, link: null, uses: [] })
  await expect(of(newId())).rejects.toMatchObject({ code: 'not found' })
})

test('an id can be asked for before a record names it', async () => {
  const txid = newTxid()
  const [first, next] = [await paid(other, txid), await save({ ...house, walletId }, investor)]
  const asked = (typed: string) => readTransaction(house.db, (tx) => transactionOf(tx, next.id, typed))
  expect(await asked(` 0x${txid.toUpperCase()} `)).toMatchObject({ uses: [{ kind: 'investment', id: first }] })
  expect((await asked(newTxid())).uses).toEqual([])
})

test('a payout is looked up on the network that it was paid on, whatever becomes of its wallet', async () => {
  const txid = newTxid()
  const id = await payout(txid)
  await house.db.updateTable('wallet').set({ network: 'solana' }).where('id', '=', walletId).execute()
  expect(await of(id)).toMatchObject({ network: 'bitcoin', link: `https://mempool.space/tx/${txid}` })
  const [listed] = (await readTransaction(house.db, (tx) => listWithdrawals(tx, { limit: 1 }))).items
  expect(listed).toMatchObject({ id, network: 'bitcoin' })
  // which is not the app's to change
  const change = house.db.updateTable('withdrawal').set({ network: 'solana' }).where('id', '=', id).execute()
  await expect(change).rejects.toMatchObject({ code: '42501' })
})

test('an id is found on an investment, a payout and a refund alike, however it is written, by whom and of how much', async () => {
  const txid = newTxid()
  const first = await paid(investor, txid)
  const second = await paid(other, `0x${txid.toUpperCase()}`)
  const withdrawal = await payout(`0x${txid}`)
  const as = ({ userId, name }: Investor) => ({ id: userId, name, email: expect.any(String) })
  const use = (kind: string, id: string, who: Investor, amount: string, status: string) => ({
    ...{ kind, id, amount, status, created_at: expect.any(String), user: as(who) },
    paid_at: kind === 'investment' ? null : expect.any(String),
  })
  const [one, two, three] = [
    use('investment', first, investor, '500.00', 'waiting approval'),
    use('investment', second, other, '500.00', 'waiting approval'),
    use('withdrawal', withdrawal, other, '10.00', 'completed'),
  ]
  expect((await of(first)).uses).toEqual([two, three])
  expect((await of(second)).uses).toEqual([one, three])
  expect((await of(withdrawal)).uses).toEqual([one, two])

  const sentBack = newTxid()
  const { id } = await save({ ...house, walletId }, other)
  await house.write((tx) => declineInvestment(tx, house.administrator, { id, reason: null, received: usd(10) }))
  const refund = { id, amount: null, txid: sentBack, address: null, reason: 'sent back' }
  await house.write((tx) => refundSuspense(tx, house.administrator, refund))
  expect((await of(await paid(investor, sentBack))).uses).toEqual([use('refund', id, other, '10.00', 'declined')])
})

test('of a payout the time is that at which it was paid, which is later than it was asked for', async () => {
  const txid = newTxid()
  const id = await payout(txid)
  const { completed_at } = (await readTransaction(house.db, (tx) => listWithdrawals(tx, { limit: 1 }))).items[0] ?? {}
  const named = await paid(investor, txid)
  expect((await of(named)).uses).toMatchObject([{ id, paid_at: completed_at }])
})

test('the desk’s list says of which investments the transaction is named elsewhere, and finds them by it', async () => {
  const [txid, single] = [newTxid(), newTxid()]
  const [first, second, alone] = [await paid(investor, txid), await paid(other, txid), await paid(investor, single)]
  const list = (q: string) => readTransaction(house.db, (tx) => listInvestments(tx, { q, limit: 50 }))
  const found = async (q: string) => (await list(q)).items.map(({ id, txid_shared }) => [id, txid_shared])
  expect(await found(txid.toUpperCase())).toEqual([
    [second, true],
    [first, true],
  ])
  expect(await found(single)).toEqual([[alone, false]])
  expect((await readTransaction(house.db, (tx) => findInvestment(tx, alone))).txid).toBe(single)
})

test('both ways of finding an id have an index that holds nothing else', async () => {
  const indexes = await sql<{ definition: string }>`
    SELECT indexdef AS definition FROM pg_indexes WHERE indexname IN ('investment_txid', 'investment_plain_txid')
    ORDER BY indexname`.execute(house.db)
  const [plain = '', begins = ''] = indexes.rows.map(({ definition }) => definition)
  expect(plain).toContain('(plain_txid(network, txid)) WHERE (txid IS NOT NULL)')
  expect(begins).toContain('(lower(txid) text_pattern_ops) WHERE (txid IS NOT NULL)')
})
