/** A payout list: what stands in it, what is said of it when it comes back, and that it pays each once. */
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { HOUR, MINUTE } from '#kit/clock.ts'
import type { Status } from '#kit/wire.ts'
import { readTransaction } from '#kit/transaction.ts'
import { toWire, type MicroUsd } from '#money/micro-usd.ts'
import { readAmount } from '#kit/read-amount.ts'
import { csvLines } from '#lists/csv.ts'
import { topUpUser } from '#adjustments/top-up.ts'
import { MOST_REQUESTS } from '#approvals/rules.ts'
import { refundSuspense } from '#investments/suspense/refund.ts'
import { declineInvestment } from '#investments/decline.ts'
import { OUR_BITCOIN, OUR_ETHEREUM, SOMEBODYS_BITCOIN, THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { editWithdrawalAs, requestedWithdrawal } from '../../test/support/deciding.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../test/support/investing-house.ts'
import { save } from '../../test/support/investing.ts'
import { fillWallet } from '../../test/support/money.ts'
import { opened } from '../../test/support/opened.ts'
import { anAdministrator, anInvestor, asAdministrator, aWallet, usd } from '../../test/support/people.ts'
import { approveWithdrawal } from './approve.ts'
import { checkPayouts } from './check-payouts.ts'
import type { CheckedPayout, PayoutCheck } from './contract.ts'
import { payoutCoinFor } from './payout-coin.ts'
import { payoutList } from './payout-list.ts'
import { foresee, readPayoutFile, WAITS } from './payout-rules.ts'
import { updateWithdrawal } from './update.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4)
const PRICED = { market: ['BTC'], marketSources: { kraken: '', coinbase: '' } }

const house = opened(openInvestingHouse)
let walletId: string
let investor: Investor
let me: Administrator
let ids = 0
/** 64 hexadecimal digits. */
const newTxid = () => (ids += 1).toString(16).padStart(64, 'cd')

afterAll(async () => expect(await problems(house)).toEqual([]))
beforeEach(async () => {
  await house.db.deleteFrom('candle').execute()
  await house.clock.move(HOUR)
  walletId = await aWallet(house.db)
  house.walletId = walletId
  await fillWallet(house.db, walletId, usd(100_000))
  investor = await anInvestor(house.db)
  me = house.administrator
})

const recordOf = (id: string) =>
  house.db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** Approved and to be paid. */
async function approved(
  amount: MicroUsd = usd(10),
  { by = me, of = investor, to = THEIR_BITCOIN } = {},
): Promise<string> {
  const id = await requestedWithdrawal(house, of, amount, to)
  const { version } = await recordOf(id)
  await house.write((tx) => approveWithdrawal(tx, by, { id, version }))
  return id
}
/** The line of a withdrawal in a list that came back. */
async function lineOf(id: string, txid = newTxid()) {
  const { amount, wallet_address: address } = await recordOf(id)
  return { id, network: 'bitcoin', address, amount: toWire(amount), txid }
}
type Line = Awaited<ReturnType<typeof lineOf>>
const check = (lines: readonly Line[], by = me) => house.write((tx) => checkPayouts(tx, by, lines))
const saidOf = async (line: Line, by = me) => {
  const { lines } = await check([line], by)
  return `${lines[0]?.verdict}: ${lines[0]?.words}`
}
/** What the desk says of what was checked. */
function foreseenOf({ lines, left_alone: left, may_ask: mayAsk, wallets }: PayoutCheck) {
  const rows = lines.map((line) => ({
    ...line,
    amount: line.withdrawal?.amount ?? '',
    wallet_id: line.withdrawal?.wallet_id ?? null,
  }))
  const held = new Map(wallets.map((wallet) => [wallet.id, wallet]))
  return foresee(rows, { left, mayAsk, wallets: held }).map(({ verdict }) => verdict)
}
/** Sends what was checked, as the desk does. Answers whether it waits. */
async function send({ withdrawal, txid }: CheckedPayout, by = me): Promise<'pay' | 'waits' | 'refused'> {
  if (withdrawal === null) return expect.fail('nothing to send')
  const { id, date, version } = withdrawal
  const edit = { id, date, version, txid, amount: readAmount('amount', withdrawal.amount), reason: null }
  return house
    .write((tx) => updateWithdrawal(tx, by, { ...edit, status: 'completed' }))
    .then((waits) => (waits === undefined ? 'pay' : 'waits'))
    .catch(() => 'refused')
}
const isOneOfTwo = ([one, other]: string[]) =>
  one !== other && [one, other].every((sent) => sent === 'pay' || sent === 'refused')
const paidBy = async (id: string) => {
  const { status, txid } = await recordOf(id)
  return status === 'completed' ? txid : null
}
const listed = async (
  query: Parameters<ReturnType<typeof payoutList>['page']>[1] = { limit: 250 },
  settings: Parameters<typeof payoutList>[0] = SETTINGS,
) => {
  const { columns, page } = payoutList(settings)
  const { items } = await readTransaction(house.db, (tx) => page(tx, query))
  return csvLines([columns.map(([name]) => name), ...items.map((item) => columns.map(([, field]) => field(item)))])
}
const toPayOf = async (who: Investor, settings?: Parameters<typeof payoutList>[0]) =>
  (await listed({ limit: 250, user: who.userId, sort: 'oldest' }, settings)).trimEnd().split('\r\n').slice(1)
/** What two exchanges say of bitcoin now, in dollars. */
async function priced(...said: number[]): Promise<void> {
  const now = house.clock.now()
  const opens_at = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE)
  const values = said.map((dollars, place) => {
    const at = BigInt(dollars) * 10n ** 10n
    const source = (['kraken', 'coinbase'] as const)[place] ?? expect.fail()
    const prices = { open: at, high: at, low: at, close: at }
    return { symbol: 'BTC', interval: '1m' as const, opens_at, source, read_at: now, ...prices }
  })
  await house.db.insertInto('candle').values(values).execute()
}
const inBitcoin = () =>
  house.db
    .updateTable('wallet')
    .set({ coin: 'BTC', coin_contract: null, coin_decimals: 8 })
    .where('id', '=', walletId)
    .execute()

describe('the amount in coin of a withdrawal', () => {
  const coinOf = (id: string, settings: Parameters<typeof payoutCoinFor>[2] = PRICED) =>
    readTransaction(house.db, (tx) => payoutCoinFor(tx, id, settings))

  test('is its dollars at the median price, with source and time', async () => {
    await inBitcoin()
    await priced(100_000, 100_100)
    const id = await approved(usd(1000))
    expect(await coinOf(id)).toEqual({
      ...{ symbol: 'BTC', contract: null, price: 'known' },
      quote: {
        ...{ amount: '0.00999501', price: '100050.00', sources: ['Coinbase', 'Kraken'] },
        priced_at: house.clock.now().toISOString(),
      },
    })
  })

  test('is none for a wallet in dollars alone, and none without a price that can be trusted', async () => {
    const id = await approved()
    expect(await coinOf(id)).toBeNull()
    await inBitcoin()
    const none = { symbol: 'BTC', contract: null, quote: null }
    expect(await coinOf(id)).toEqual({ ...none, price: 'unknown' })
    await priced(100_000)
    expect(await coinOf(id)).toEqual({ ...none, price: 'unknown' })
    expect(await coinOf(id, SETTINGS)).toEqual({ ...none, price: 'off' })
    await house.db.deleteFrom('candle').execute()
    await priced(100_000, 100_000)
    await house.clock.move(10 * MINUTE)
    expect(await coinOf(id)).toEqual({ ...none, price: 'unknown' })
    await expect(coinOf(investor.userId)).rejects.toMatchObject({ code: 'not found' })
  })

  test('is none where its wallet is paid on another network by now: that coin cannot be sent to its address', async () => {
    await inBitcoin()
    await priced(100_000, 100_000)
    const id = await approved(usd(1000))
    await house.db
      .updateTable('wallet')
      .set({ network: 'ethereum', address: OUR_ETHEREUM, coin: 'BTC', coin_contract: OUR_ETHEREUM, coin_decimals: 8 })
      .where('id', '=', walletId)
      .execute()
    expect(await coinOf(id)).toBeNull()
    expect(await toPayOf(investor, PRICED)).toEqual([
      expect.stringContaining(`,bitcoin,${THEIR_BITCOIN},1000.00,,,,,,`),
    ])
  })
})

describe('a payout list', () => {
  test('has what is approved, where and how much to pay, in coin where a price is trusted, and no more', async () => {
    await inBitcoin()
    const { name } = await house.db
      .selectFrom('app_user')
      .select('name')
      .where('id', '=', investor.userId)
      .executeTakeFirstOrThrow()
    const one = await approved(usd(1000))
    await house.clock.move(MINUTE)
    const two = await approved(usd(20))
    await requestedWithdrawal(house, investor, usd(30))
    const line = (id: string, amount: string, price: string) =>
      `${id},${name},bitcoin,${THEIR_BITCOIN},${amount},BTC,${price},`
    expect(await toPayOf(investor, PRICED)).toEqual([line(one, '1000.00', ',,,'), line(two, '20.00', ',,,')])
    await priced(100_000, 100_000)
    const at = house.clock.now().toISOString()
    expect(await toPayOf(investor, PRICED)).toEqual([
      line(one, '1000.00', `,0.01,100000.00,${at}`),
      line(two, '20.00', `,0.0002,100000.00,${at}`),
    ])
    await send((await check([await lineOf(one)])).lines[0] ?? expect.fail())
    expect(await toPayOf(investor, PRICED)).toEqual([line(two, '20.00', `,0.0002,100000.00,${at}`)])
  })

  test('leaves out what waits for a second administrator: it may be paid already', async () => {
    const other = await anAdministrator(house.db)
    const id = await approved(usd(2000))
    expect(await toPayOf(investor)).toHaveLength(1)
    expect(await editWithdrawalAs(house, me, id, { status: 'completed' })).toBeDefined()
    expect(await toPayOf(investor)).toEqual([])
    await house.db.updateTable('app_user').set({ roles: [] }).where('id', '=', other.userId).execute()
  })

  test('is read back as it was written, whatever the name of who is paid', async () => {
    const id = await approved(usd(12.34))
    const owner = new pg.Client({ connectionString: house.ownerUrl })
    await owner.connect()
    // a name stays; nobody can register such a one
    await owner.query('ALTER TABLE app_user DISABLE TRIGGER app_user_name_stays')
    await owner.query("UPDATE app_user SET name = '-amy_1' WHERE id = $1", [investor.userId])
    await owner.query('ALTER TABLE app_user ENABLE TRIGGER app_user_name_stays')
    await owner.end()
    const text = await listed({ limit: 250, user: investor.userId })
    expect(text).toContain("'-amy_1")
    expect(readPayoutFile(text)).toMatchObject({
      lines: [{ line: 2, id, network: 'bitcoin', address: THEIR_BITCOIN, amount: '12.34', txid: '' }],
      records: [{}, { fields: expect.arrayContaining(['-amy_1']) }],
    })
  })
})

describe('a line that came back', () => {
  test('is paid by the verb that pays one, with the transaction as the network writes it', async () => {
    const id = await approved()
    const txid = newTxid()
    const line = await lineOf(id, `0x${txid.toUpperCase()}`)
    expect(await saidOf(line)).toBe('pay: Will be marked as paid.')
    expect(await paidBy(id)).toBeNull()
    expect(await send((await check([line])).lines[0] ?? expect.fail())).toBe('pay')
    expect(await paidBy(id)).toBe(txid)
    const acts = house.db.selectFrom('audit_entry').select('action').where('subject_id', '=', id).orderBy('id')
    expect((await acts.execute()).map(({ action }) => action)).toContain('pay withdrawal')
  })

  test('says what is wrong with it, and nothing has changed then', async () => {
    const id = await approved()
    const line = await lineOf(id)
    const refused = async (changed: Partial<Line>) => {
      const said = await saidOf({ ...line, ...changed })
      expect(said).toMatch(/^refused: /)
      return said.slice(9)
    }
    expect(await refused({ id: investor.userId })).toBe('There is no withdrawal with this id.')
    expect(await refused({ id: 'A-1' })).toBe('There is no withdrawal with this id.')
    expect(await refused({ id: '' })).toBe('There is no withdrawal with this id.')
    expect(await refused({ address: OUR_BITCOIN })).toBe('The address is not the one of this withdrawal.')
    expect(await refused({ network: 'litecoin' })).toBe('The network is bitcoin, not litecoin.')
    expect(await refused({ amount: '10.01' })).toBe('The amount is $10.00, not 10.01.')
    expect(await refused({ txid: '' })).toContain('Enter the transaction id')
    expect(await refused({ txid: 'abc' })).toContain('64 digits and letters from a to f')
    expect(await refused({ txid: THEIR_BITCOIN })).toContain('This is an address.')
    expect(await refused({ txid: 'https://x.example/tx' })).toContain('This is a link.')
    expect(await paidBy(id)).toBeNull()
    expect((await recordOf(id)).version).toBe((await check([line])).lines[0]?.withdrawal?.version)
  })

  test('is refused where the transaction cannot have paid it, too: another to the same address, or a refund to none', async () => {
    const paid = await lineOf(await approved())
    await send((await check([paid])).lines[0] ?? expect.fail())
    const id = await approved()
    expect(await saidOf(await lineOf(id, paid.txid))).toContain('refused: This transaction id is already recorded')
    const { id: investment } = await save({ ...house, walletId }, investor)
    await house.write((tx) => declineInvestment(tx, me, { id: investment, reason: null, received: usd(10) }))
    const txid = newTxid()
    await house.write((tx) =>
      refundSuspense(tx, me, { id: investment, amount: null, txid, address: null, reason: 'sent back' }),
    )
    expect(await saidOf(await lineOf(id, txid))).toContain('refused: This transaction id is already recorded')
  })

  test('is paid by a transaction that pays others too, and it is said whom', async () => {
    const other = await anInvestor(house.db)
    const paid = await lineOf(await approved(usd(20), { of: other }))
    await send((await check([paid])).lines[0] ?? expect.fail())
    const id = await approved(usd(10), { to: SOMEBODYS_BITCOIN })
    const [checked] = (await check([await lineOf(id, paid.txid)])).lines
    expect(checked).toMatchObject({
      verdict: 'pay',
      also: `Also recorded for: withdrawal of $20.00 by ${other.name}. Make sure that one transaction paid all of them.`,
    })
    expect(await send(checked ?? expect.fail())).toBe('pay')
    expect([await paidBy(paid.id), await paidBy(id)]).toEqual([paid.txid, paid.txid])
  })

  test('is paid already by the same transaction, and refused with another one', async () => {
    const id = await approved()
    const line = await lineOf(id)
    await send((await check([line])).lines[0] ?? expect.fail())
    const { version } = await recordOf(id)
    expect(await saidOf(line)).toBe('paid: Already marked as paid.')
    expect(await saidOf({ ...line, txid: line.txid.toUpperCase() })).toBe('paid: Already marked as paid.')
    expect(await saidOf({ ...line, txid: newTxid() })).toContain('refused: Already marked as paid, with another')
    expect((await recordOf(id)).version).toBe(version)
    const without = await approved()
    await editWithdrawalAs(house, me, without, { status: 'completed' })
    expect(await saidOf(await lineOf(without))).toContain('refused: Already marked as paid, with another')
  })

  test.each(['pending', 'declined'] as const)('is refused where it is %s', async (status: Status) => {
    const id = await approved()
    await editWithdrawalAs(house, me, id, { status })
    expect(await saidOf(await lineOf(id))).toBe(`refused: It is ${status}. Only what is approved is paid.`)
  })

  test('is refused where it is the administrator’s own, or its wallet does not hold enough', async () => {
    const id = await approved()
    expect(await saidOf(await lineOf(id), asAdministrator(investor))).toContain('refused: You can’t decide on your own')
    walletId = await aWallet(house.db)
    house.walletId = walletId
    expect(await saidOf(await lineOf(await approved()))).toMatch(/^refused: .*\$10\.00/)
  })

  test('waits where the same administrator approved it, or pays out more in a day than one may alone', async () => {
    const [one, other] = [await anAdministrator(house.db), await anAdministrator(house.db)]
    const mine = await approved(usd(2000), { by: one })
    const theirs = await approved(usd(2000), { by: other })
    expect(await saidOf(await lineOf(mine), one)).toBe(`waits: ${WAITS.own}`)
    expect(await saidOf(await lineOf(theirs), one)).toBe('pay: Will be marked as paid.')
    const large = await approved(usd(20_001), { by: other })
    expect(await saidOf(await lineOf(large), one)).toBe(`waits: ${WAITS.day}`)
    expect((await check([await lineOf(theirs)], one)).left_alone).toBe('20000.00')
    await send((await check([await lineOf(theirs)], one)).lines[0] ?? expect.fail(), one)
    expect((await check([await lineOf(mine)], one)).left_alone).toBe('18000.00')
    expect(await send((await check([await lineOf(mine)], one)).lines[0] ?? expect.fail(), one)).toBe('waits')
    expect(await saidOf(await lineOf(mine), other)).toContain('refused: A decision about this withdrawal waits')
  })

  test('becomes what was foreseen, one after the other, with what they share used up', async () => {
    const [one, other] = [await anAdministrator(house.db), await anAdministrator(house.db)]
    walletId = await aWallet(house.db)
    house.walletId = walletId
    await fillWallet(house.db, walletId, usd(30_000))
    const amounts = [9000, 900, 8000, 2500, 800, 100, 12_000, 10_000, 50]
    const lines: Line[] = []
    for (const [place, amount] of amounts.entries()) {
      lines.push(await lineOf(await approved(usd(amount), { by: place % 4 === 3 ? one : other })))
    }
    const checked = await check(lines, one)
    const happened = []
    for (const line of checked.lines) happened.push(await send(line, one))
    expect(foreseenOf(checked)).toEqual(happened)
    expect(new Set(happened)).toEqual(new Set(['pay', 'waits', 'refused']))
  })

  test('is refused where as many requests of the same administrator wait as may', async () => {
    const [one, other] = [await anAdministrator(house.db), await anAdministrator(house.db)]
    const much = { account: 'bonus', amount: usd(5000), category: null, reason: 'As agreed.' } as const
    for (let n = 0; n < MOST_REQUESTS - 1; n += 1) {
      const { userId } = await anInvestor(house.db)
      await house.write((tx) => topUpUser(tx, one, { userId, ...much }))
    }
    const lines = [
      await lineOf(await approved(usd(2000), { by: one })),
      await lineOf(await approved(usd(2000), { by: one })),
      await lineOf(await approved(usd(20), { by: other })),
    ]
    const checked = await check(lines, one)
    const happened = []
    for (const line of checked.lines) happened.push(await send(line, one))
    expect(foreseenOf(checked)).toEqual(happened)
    expect(happened).toEqual(['waits', 'refused', 'pay'])
  })
})

test('a check lets go of each line before the next: it can be paid before the check is over', async () => {
  const line = await lineOf(await approved())
  await house.write(async (tx) => {
    const { lines } = await checkPayouts(tx, me, [line, await lineOf(await approved())])
    expect(await send(lines[0] ?? expect.fail())).toBe('pay')
  })
  expect(await paidBy(line.id)).toBe(line.txid)
})

test('the same file twice changes nothing the second time', async () => {
  const lines = [await lineOf(await approved()), await lineOf(await approved(usd(20)))]
  for (const line of (await check(lines)).lines) expect(await send(line)).toBe('pay')
  const before = await Promise.all(lines.map(({ id }) => recordOf(id)))
  expect((await check(lines)).lines.map(({ verdict }) => verdict)).toEqual(['paid', 'paid'])
  expect(await Promise.all(lines.map(({ id }) => recordOf(id)))).toEqual(before)
})

test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'of a file that two administrators send at once each line is paid once (round %i)',
  async () => {
    const other = await anAdministrator(house.db)
    const lines = [
      await lineOf(await approved()),
      await lineOf(await approved(usd(20))),
      await lineOf(await approved()),
    ]
    const checks = await Promise.all([check(lines), check(lines, other)])
    const outcomes = await Promise.all(
      checks.map(async (checked, place) => {
        const sent = []
        for (const line of checked.lines) sent.push(await send(line, place === 0 ? me : other))
        return sent
      }),
    )
    for (const [place, { id, txid }] of lines.entries()) {
      expect(outcomes.map((sent) => sent[place])).toSatisfy(isOneOfTwo)
      expect(await paidBy(id)).toBe(txid)
    }
    expect((await check(lines, other)).lines.map(({ verdict }) => verdict)).toEqual(['paid', 'paid', 'paid'])
  },
)
