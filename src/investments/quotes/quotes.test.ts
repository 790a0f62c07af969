import { beforeEach, describe, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { readTransaction } from '#kit/transaction.ts'
import type { SourceName } from '#market/exchange.ts'
import { microUsd } from '#money/micro-usd.ts'
import { editAs } from '../../../test/support/deciding.ts'
import { openInvestingHouse, SETTINGS } from '../../../test/support/investing-house.ts'
import { investmentNow, save } from '../../../test/support/investing.ts'
import { opened } from '../../../test/support/opened.ts'
import { anInvestor, aPlan, aWallet, usd } from '../../../test/support/people.ts'
import { refusalOf } from '../../../test/support/traces.ts'
import { declineInvestment } from '../decline.ts'
import { paymentOf } from '../read.ts'
import { verifyInvestment } from '../verify.ts'
import { makeFirstQuote } from './make-quote.ts'
import { quotePayment } from './quote-payment.ts'
import { quotesFor, quotesOf } from './read.ts'

const SOURCES = { kraken: '', coinbase: '', binance: '' }
const READ = { market: ['BTC'], marketSources: SOURCES }
const BTC = { coin: 'BTC', coin_contract: null, coin_decimals: 8 }
/** Ten-billionths of a dollar. */
const dollars = (price: number) => BigInt(Math.round(price * 100)) * 10n ** 8n

const house = opened(openInvestingHouse)
let investor: Investor
let walletId: string

beforeEach(async () => {
  await house.db.deleteFrom('candle').execute()
  await house.clock.move(HOUR)
  investor = await anInvestor(house.db)
  walletId = await aWallet(house.db)
  await house.db.updateTable('wallet').set(BTC).where('id', '=', walletId).execute()
})

/** What exchanges say of a coin just now. */
async function priced(said: Partial<Record<SourceName, number>>, symbol = 'BTC') {
  const now = house.clock.now()
  const opens_at = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE)
  const values = Object.entries(said).map(([source, price]) => {
    const at = dollars(price)
    return {
      symbol,
      interval: '1m' as const,
      opens_at,
      source: source as SourceName,
      read_at: now,
      ...{ open: at, high: at, low: at, close: at },
    }
  })
  await house.db.insertInto('candle').values(values).execute()
}
/** An investment of 500.00 at the wallet with the coin. */
const unpaid = () => save({ ...house, walletId }, investor)
const ask = (tranxId: string, who = investor, settings: Parameters<typeof quotePayment>[3] = READ) =>
  house.write((tx) => quotePayment(tx, who, { tranxId }, settings))
const shown = (tranxId: string, settings: Parameters<typeof quotePayment>[3] = READ) =>
  readTransaction(house.db, (tx) => paymentOf(tx, investor, tranxId, settings))
const kept = (id: string) => house.db.selectFrom('payment_quote').selectAll().where('investment_id', '=', id).execute()

describe('an amount in coin', () => {
  test('is the dollars at the median price, held for 15 minutes, kept and shown with its sources and time', async () => {
    await priced({ kraken: 98_000, coinbase: 98_100, binance: 98_400 })
    const { id, tranx_id } = await unpaid()
    const now = house.clock.now()
    expect(await ask(tranx_id)).toMatchObject({ units: '509684', price: dollars(98_100), dollars: usd(500) })
    expect(await kept(id)).toMatchObject([
      { coin: 'BTC', coin_decimals: 8, units: '509684', sources: ['binance', 'coinbase', 'kraken'], priced_at: now },
    ])
    expect((await shown(tranx_id)).coin).toEqual({
      ...{ symbol: 'BTC', contract: null, decimals: 8, price: 'known' },
      quote: {
        ...{ amount: '0.00509684', units: '509684', dollars: '500.00', price: '98100.00' },
        sources: ['Binance', 'Coinbase', 'Kraken'],
        priced_at: now.toISOString(),
        made_at: expect.any(String),
        good_until: expect.any(String),
      },
    })
    const [{ made_at, good_until } = expect.fail('nothing is kept')] = await kept(id)
    expect(good_until.getTime() - made_at.getTime()).toBe(15 * MINUTE)
    const ofActor = (who: Investor) => readTransaction(house.db, (tx) => quotesOf(tx, who.userId, 10))
    expect(await ofActor(investor)).toMatchObject([{ investment_id: id, coin: 'BTC', amount: '0.00509684' }])
    expect(await ofActor(await anInvestor(house.db))).toEqual([])
  })

  test('is shown to the desk with those before it, newest first, and nothing where it is dollars alone', async () => {
    await priced({ kraken: 98_000, coinbase: 98_000 })
    const { id, tranx_id } = await unpaid()
    await ask(tranx_id)
    await house.clock.move(16 * MINUTE)
    await priced({ kraken: 49_000, coinbase: 49_000 })
    await ask(tranx_id)
    await house.write((tx) => verifyInvestment(tx, investor, { tranxId: tranx_id }))
    const desk = (of: string) => readTransaction(house.db, (tx) => quotesFor(tx, of))
    expect(await desk(id)).toMatchObject({
      coin: 'BTC',
      quotes: [
        { amount: '0.01020409', price: '49000.00', dollars: '500.00', sources: ['Coinbase', 'Kraken'] },
        { amount: '0.00510205', price: '98000.00' },
      ],
    })
    expect(await desk((await save(house, investor)).id)).toEqual({ status: 'success', coin: null, quotes: [] })
    expect(await refusalOf(desk(investor.userId))).toMatchObject({ code: 'not found' })
  })

  test('stays while it is good, whatever the price does and however often it is asked for, and is a new one then', async () => {
    await priced({ kraken: 98_000, coinbase: 98_000 })
    const { id, tranx_id } = await unpaid()
    const first = await ask(tranx_id)
    await house.clock.move(14 * MINUTE)
    await priced({ kraken: 49_000, coinbase: 49_000 })
    const again = await Promise.all([ask(tranx_id), ask(tranx_id), ask(tranx_id)])
    expect(again.map((quote) => quote.id)).toEqual([first.id, first.id, first.id])
    await house.clock.move(MINUTE + SECOND)
    expect((await shown(tranx_id)).coin).toMatchObject({ price: 'known', quote: { amount: '0.00510205' } })
    const many = await Promise.all(Array.from({ length: 8 }, () => ask(tranx_id)))
    expect(new Set(many.map((quote) => quote.id)).size).toBe(1)
    expect(many[0]).toMatchObject({ units: '1020409' })
    expect(await kept(id)).toHaveLength(2)
  })

  test('is not held for longer than there is to pay', async () => {
    await priced({ kraken: 98_000, coinbase: 98_000 })
    const { tranx_id, expires_at } = await unpaid()
    await house.clock.set(new Date(expires_at.getTime() - 4 * MINUTE))
    await priced({ kraken: 98_000, coinbase: 98_000 })
    expect((await ask(tranx_id)).good_until).toEqual(expires_at)
    await house.clock.move(4 * MINUTE)
    expect(await refusalOf(ask(tranx_id))).toMatchObject({ code: 'wrong state', message: 'The time to pay is over.' })
  })

  test('is of what is still to come: of part of it where a part came in, and anew once the amount is corrected', async () => {
    await priced({ kraken: 100_000, coinbase: 100_000 })
    const { id, tranx_id } = await unpaid()
    await ask(tranx_id)
    await house.write((tx) =>
      declineInvestment(tx, house.administrator, { id, reason: null, received: usd(100), version: undefined }),
    )
    const { version } = await investmentNow(house, id)
    await editAs(house, house.administrator, id, { status: 'pending', version })
    expect((await shown(tranx_id)).coin).toMatchObject({ price: 'known', quote: null })
    expect(await ask(tranx_id)).toMatchObject({ units: '400000', dollars: usd(400) })
  })
})

describe('there is no amount in coin', () => {
  test.each([
    ['where one source alone says something', { kraken: 98_000 }],
    ['where two contradict each other', { kraken: 98_000, coinbase: 80_000 }],
    ['where nobody says anything', {}],
  ])('%s: it says so, and keeps nothing', async (_when, said) => {
    if (Object.keys(said).length > 0) await priced(said)
    const { id, tranx_id } = await unpaid()
    const refusal = await refusalOf(ask(tranx_id))
    expect(refusal).toMatchObject({ code: 'wrong state', message: expect.stringContaining('can be trusted') })
    expect((await shown(tranx_id)).coin).toMatchObject({ price: 'unknown', quote: null })
    expect(await kept(id)).toEqual([])
  })

  test('and whoever looks again and again where nobody can be trusted asks the database no more than where somebody can', async () => {
    const { tranx_id } = await unpaid()
    const statements = async () => {
      let count = 0
      const counted = house.db.withPlugin({
        transformQuery: ({ node }) => {
          count += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const { coin } = await counted.transaction().execute((tx) => paymentOf(tx, investor, tranx_id, READ))
      return { price: coin?.price, count }
    }
    for (let minute = 0; minute < 25; minute += 1) {
      await house.clock.move(MINUTE)
      await priced({ kraken: 98_000, coinbase: 80_000 })
    }
    const without = await statements()
    await house.clock.move(MINUTE)
    await priced({ kraken: 98_000, coinbase: 98_000 })
    expect([without, await statements()]).toEqual([
      { price: 'unknown', count: without.count },
      { price: 'known', count: without.count },
    ])
  })

  test('at a price that nobody confirms any more', async () => {
    await priced({ kraken: 98_000, coinbase: 98_000 })
    const { tranx_id } = await unpaid()
    await house.clock.move(4 * MINUTE)
    expect(await refusalOf(ask(tranx_id))).toMatchObject({ code: 'wrong state' })
    expect((await shown(tranx_id)).coin).toMatchObject({ price: 'unknown', quote: null })
  })

  test('where its price is not read here: a coin meant to be worth a dollar is not taken for one', async () => {
    const token = { coin: 'USDT', coin_contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', coin_decimals: 6 }
    await house.db.updateTable('wallet').set(token).where('id', '=', walletId).execute()
    await priced({ kraken: 98_000, coinbase: 98_000 })
    const { tranx_id } = await unpaid()
    expect(await refusalOf(ask(tranx_id))).toMatchObject({ code: 'wrong state' })
    expect((await shown(tranx_id)).coin).toMatchObject({ symbol: 'USDT', price: 'off', quote: null })
    expect((await shown(tranx_id, SETTINGS)).coin).toMatchObject({ price: 'off' })
    await priced({ kraken: 0.99, coinbase: 0.99 }, 'USDT')
    const read = { ...READ, market: ['USDT'] }
    expect(await ask(tranx_id, investor, read)).toMatchObject({ units: '505050506' })
  })

  test('at a wallet without one, nor for the records that were made before it had one', async () => {
    await house.db
      .updateTable('wallet')
      .set({ coin: null, coin_contract: null, coin_decimals: null })
      .where('id', '=', walletId)
      .execute()
    await priced({ kraken: 98_000, coinbase: 98_000 })
    const { tranx_id } = await unpaid()
    await house.db.updateTable('wallet').set(BTC).where('id', '=', walletId).execute()
    expect((await shown(tranx_id)).coin).toBeNull()
    expect((await refusalOf(ask(tranx_id))).message).toBe('This payment is in dollars only.')
  })

  test('for anybody else, nor once it is marked as paid, which leaves the last one to be read', async () => {
    await priced({ kraken: 98_000, coinbase: 98_000 })
    const { tranx_id } = await unpaid()
    const stranger = await anInvestor(house.db)
    expect(await refusalOf(ask(tranx_id, stranger))).toMatchObject({ code: 'not found' })
    await ask(tranx_id)
    await house.write((tx) => verifyInvestment(tx, investor, { tranxId: tranx_id }))
    expect((await refusalOf(ask(tranx_id))).message).toContain('no longer waiting to be paid')
    expect((await shown(tranx_id)).coin?.quote).toMatchObject({ dollars: '500.00' })
  })

  test('after thirty new ones in an hour', async () => {
    const planId = await aPlan(house.db, { min_amount: microUsd(10_000n) })
    await priced({ kraken: 98_000, coinbase: 98_000 })
    const made = []
    for (let n = 0; n < 31; n += 1) made.push(await save({ ...house, walletId, planId }, investor, { amount: usd(1) }))
    for (const { tranx_id } of made.slice(0, 30)) await ask(tranx_id)
    expect(await refusalOf(ask(made[30]?.tranx_id ?? ''))).toMatchObject({ code: 'too many' })
  })

  test('after thirty that were made with investments: whoever saves the same again and again picks from no more', async () => {
    await priced({ kraken: 98_000, coinbase: 98_000 })
    const begin = async () => {
      const saved = await unpaid()
      const asked = { dollars: saved.amount, now: saved.created_at, settings: READ }
      await house.write(async (tx) => makeFirstQuote(tx, await databaseClock(tx), saved, asked))
      return kept(saved.id)
    }
    const made = await Promise.all(Array.from({ length: 20 }, begin))
    for (let n = 0; n < 12; n += 1) made.push(await begin())
    expect(made.flat()).toHaveLength(30)
    const { tranx_id } = await unpaid()
    expect(await refusalOf(ask(tranx_id))).toMatchObject({ code: 'too many' })
    expect((await shown(tranx_id)).coin).toMatchObject({ price: 'known', quote: null })
    await house.clock.move(HOUR)
    await priced({ kraken: 98_000, coinbase: 98_000 })
    expect(await begin()).toMatchObject([{ units: '510205' }])
  })
})

test('what was said is never changed: the app may not, not even by mistake', async () => {
  await priced({ kraken: 98_000, coinbase: 98_000 })
  const { id, tranx_id } = await unpaid()
  await ask(tranx_id)
  const change = house.write((tx) => tx.updateTable('payment_quote').set({ units: '1' }).execute())
  await expect(change).rejects.toThrow(/permission denied/)
  expect(await kept(id)).toHaveLength(1)
})

test('an investment from the bonus balance or of a past time is never quoted', async () => {
  await priced({ kraken: 98_000, coinbase: 98_000 })
  const investment = await unpaid()
  const now = house.clock.now()
  const asked = { dollars: usd(500), now, settings: READ }
  const make = async (of: object) => {
    await house.write((tx) => makeFirstQuote(tx, house.clock, { ...investment, ...of }, asked))
    return kept(investment.id)
  }
  expect(await make({ source: 'bonus', status: 'approved' })).toEqual([])
  expect(await make({ expires_at: now })).toEqual([])
  expect(await make({})).toMatchObject([{ coin: 'BTC' }])
})
