/** @module-tag thorough */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { beginDemo, completeDemo } from '#app/demo-mark.ts'
import { startApp, type App } from '#app/start.ts'
import { buildWebWhenStale } from '#app/web-build.ts'
import { DAY, systemClock } from '#kit/clock.ts'
import { readSettings, type Settings } from '#kit/config.ts'
import { openDatabase } from '#kit/database.ts'
import { dottedPath } from '#kit/draw-watermark.ts'
import { openDocument } from '#documents/read.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { EXPIRED } from '#kit/cancelled-rules.ts'
import { HUNDRED_PERCENT } from '#money/percent.ts'
import { yearlyRate } from '#plans/rules.ts'
import { checkAddress } from '#wallets/rules.ts'
import { whatIsWrong } from '#funds/proof/what-is-wrong.ts'
import { mailed, Person } from '../scripts/demo-people.ts'
import { demoAddress, OUR_WALLETS } from '../scripts/demo-addresses.ts'
import { CHARACTERS, SHARERS, tellStory } from '../scripts/demo-story.ts'
import { booksAt } from './support/books-at.ts'
import { CODE_PEPPER, DOCUMENT_KEY, testDatabase, type TestDatabase } from './support/database.ts'
import { ownFolder } from './support/own-folder.ts'

const OWNER = { name: 'owner', email: 'owner@demo.plumb.test', password: 'look around freely' }
const dataDir = ownFolder()
const settings = (over: Partial<Settings>): Settings => ({
  ...readSettings({
    PORT: '0',
    DATA_DIR: dataDir,
    APP_URL: 'http://localhost',
    MARKET: 'off',
    CODE_PEPPER,
    DOCUMENT_KEY,
  }),
  ...over,
})

test('everybody in the demo has addresses of their own, as the networks for testing write them', () => {
  const all = OUR_WALLETS.flatMap(({ network, address }) => [
    address,
    ...['sofia', 'ines'].map((who) => demoAddress(who, network)),
  ])
  expect(new Set(all).size).toBe(all.length)
  for (const { network, address } of OUR_WALLETS) {
    expect(checkAddress(network, address)).toBeNull()
    expect(checkAddress(network, demoAddress('sofia', network))).toBeNull()
  }
})

/** Whether a picture has a word on the paper that is held up, dot by dot. */
async function shows(picture: Uint8Array, word: string): Promise<boolean> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  const dot = Math.min(6, 260 / (6 * word.length - 1))
  const isDark = (x: number, y: number) => {
    const [left, top] = [610 + (x + 0.5) * dot, 500 + (y - 3) * dot].map((at) => Math.round((at * info.width) / 960))
    return (data[(top ?? 0) * info.width * info.channels + (left ?? 0) * info.channels] ?? 255) < 128
  }
  const dots = new Set([...dottedPath(word.toUpperCase()).matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => `${x} ${y}`))
  const all = Array.from({ length: 6 * word.length * 7 }, (_, n) => [
    n % (6 * word.length),
    Math.floor(n / (6 * word.length)),
  ])
  return all.every(([x = 0, y = 0]) => isDark(x, y) === dots.has(`${x} ${y}`))
}

async function openDays({ address }: App): Promise<{ day: string }[]> {
  const answer = (await (await fetch(`${address}/api/books/days`)).json()) as { days: { day: string }[] }
  return answer.days
}

describe('the demo', () => {
  let clock: TestDatabase['clock']
  let database: TestDatabase
  let app: App
  beforeAll(async () => {
    await buildWebWhenStale(systemClock, () => {})
    database = await testDatabase()
    clock = database.clock
    // the app's own login marks no database
    const { db } = openDatabase({ connectionString: database.ownerUrl }, { log: () => {} })
    await transaction(db, (tx) => beginDemo(tx, clock))
    await db.destroy()
    app = await open({ demo: true, owner: OWNER })
  })
  afterAll(async () => {
    await app.stop()
    await database.close()
  })
  const open = (over: Partial<Settings>) =>
    startApp({ settings: settings(over), connectionString: database.ownerUrl, clock, log: false })

  test('is told by the real calls, to the day, and its books balance', async () => {
    const user = await database.db.selectFrom('app_user').selectAll().executeTakeFirstOrThrow()
    const owner = new Person({ app, clock }, user)
    const begun = clock.now().getTime()
    await tellStory(
      { app, clock },
      {
        owner,
        password: OWNER.password,
        mailed: (what: RegExp) => mailed(join(dataDir, 'outbox'), what),
      },
      { investors: 8, days: 60 },
      () => {},
    )
    expect(clock.now().getTime() - begun).toBe(60 * DAY)
    expect(await readTransaction(database.db, whatIsWrong)).toEqual([])
    const keptDays = await openDays(app)
    expect(keptDays.length).toBeGreaterThanOrEqual(59)
    for (const kept of keptDays)
      expect(kept).toMatchObject(await booksAt(database.ownerUrl, new Date(Date.parse(kept.day) + DAY)))
    const statuses = await database.db.selectFrom('investment').select('status').distinct().execute()
    expect(statuses.map(({ status }) => status)).toEqual(expect.arrayContaining(['approved', 'completed']))
    const is = async (name: string) => {
      const { id, kyc } = await database.db
        .selectFrom('app_user')
        .selectAll()
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      const investments = await database.db.selectFrom('investment').selectAll().where('user_id', '=', id).execute()
      const invited = await database.db.selectFrom('app_user').select('id').where('inviter_id', '=', id).execute()
      return { kyc, investments, invited: invited.length }
    }
    const [saver, inviter, latePayer, declined] = await Promise.all(CHARACTERS.map(({ name }) => is(name)))
    expect(saver?.investments.filter(({ status }) => status === 'approved').length).toBeGreaterThan(1)
    expect(inviter?.invited).toBeGreaterThan(0)
    const late = latePayer?.investments ?? []
    expect(late.map(({ reason }) => reason)).toContain(EXPIRED)
    expect(late.some(({ received, status }) => status === 'declined' && received > 0n)).toBe(true)
    expect(late.filter(({ status }) => status === 'pending')).toHaveLength(1)
    expect([declined?.kyc, declined?.investments]).toEqual(['rejected', []])
    expect(saver?.investments.map(({ at_end }) => at_end)).toEqual(
      expect.arrayContaining(['reinvest principal', 'reinvest all']),
    )
    expect(late.filter(({ left_after }) => left_after !== null)).toHaveLength(1)
    const { reserve } = (await (await fetch(`${app.address}/api/books`)).json()) as { reserve: Record<string, string> }
    expect(Number(reserve['committed'])).toBeGreaterThan(0)
    const foreseen = await database.db.selectFrom('what_if').selectAll().execute()
    expect(foreseen).toHaveLength(1)
    for (const { daily_roi } of await database.db.selectFrom('plan').select('daily_roi').execute()) {
      expect(yearlyRate(daily_roi)).toBeLessThan(10n * (HUNDRED_PERCENT / 100n))
    }
    const wallets = await database.db.selectFrom('wallet').select(['network', 'coin']).orderBy('coin').execute()
    expect(wallets.every(({ network }) => network.endsWith('testnet'))).toBe(true)
    expect(wallets.map(({ coin }) => coin)).toEqual(['BTC', 'LTC'])
    const payouts = await database.db
      .selectFrom('withdrawal')
      .innerJoin('app_user', 'app_user.id', 'withdrawal.user_id')
      .select(['app_user.name', 'wallet_address'])
      .execute()
    expect(payouts.length).toBeGreaterThan(0)
    for (const [address, uses] of Map.groupBy(payouts, (payout) => payout.wallet_address)) {
      const names = [...new Set(uses.map(({ name }) => name))]
      expect(names.length === 1 || names.every((name) => SHARERS.includes(name)), `${address} of ${names.join()}`).toBe(
        true,
      )
    }
    // nobody withdraws from a device that was never seen before
    const devices = await database.db
      .selectFrom('known_place')
      .select(['user_id', ({ fn }) => fn.countAll<bigint>().as('count')])
      .where('place', 'like', 'device/%')
      .groupBy('user_id')
      .execute()
    expect(devices.filter(({ count }) => Number(count) !== 1)).toEqual([])
    // whoever reviews them finds the word that they have to tick
    const claims = await database.db.selectFrom('identity_claim').select(['id', 'word']).execute()
    expect(claims.length).toBeGreaterThan(0)
    for (const { id, word } of claims) {
      const face = await readTransaction(database.db, (tx) => openDocument(tx, id, 'face'))
      if (face) expect(await shows(face, word ?? ''), word ?? '').toBe(true)
    }
    // only the check itself is asked for: no paper of anybody can be the reason
    const checks = await database.db.selectFrom('identity_check').select('reason').execute()
    expect(
      checks.map(({ reason }) => reason ?? '').filter((reason) => /document|passport|picture/i.test(reason)),
    ).toEqual([])
    await transaction(database.db, (tx) => completeDemo(tx, clock))
  })

  test('says on every page that it is one', async () => {
    for (const path of ['/', '/dashboard', '/admin-investments', '/register', '/index.html']) {
      const page = await fetch(app.address + path)
      const text = await page.text()
      expect(text, path).toContain('Demo: nobody and no money')
      // as high as it is, so that what is fixed to the window begins below it
      expect(text, path).toContain(':root{--banner:20px}')
      expect(page.headers.get('content-security-policy')).toContain('style-src')
    }
    // the one that is made without the app
    expect(await (await fetch(`${app.address}/support`)).text()).toContain('Demo: nobody and no money')
  })

  test('is not taken for a real house, nor a real house for the demo', async () => {
    await expect(open({ demo: false })).rejects.toThrow('npm run demo')
    const other = await testDatabase()
    try {
      const openOther = (demo: boolean) =>
        startApp({
          settings: settings({ demo, owner: OWNER }),
          connectionString: other.ownerUrl,
          clock,
          log: false,
        })
      await expect(openOther(true)).rejects.toThrow('does not hold the demo')
      await (await openOther(false)).stop()
      await expect(transaction(other.db, (tx) => beginDemo(tx, clock))).rejects.toThrow('something else')
    } finally {
      await other.close()
    }
  })
})
