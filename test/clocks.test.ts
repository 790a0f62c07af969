import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { startApp } from '#app/start.ts'
import { DAY, MINUTE, SECOND } from '#kit/clock.ts'
import { readSettings } from '#kit/config.ts'
import type { Call } from '#kit/wire.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from './support/addresses.ts'
import { daysPass, startTestApp, type TestApp } from './support/app.ts'
import { CODE_PEPPER, DOCUMENT_KEY, testDatabase } from './support/database.ts'
import { Visitor } from './support/visitor.ts'
import { PASSWORD } from './support/walk.ts'

const MONEY = Object.entries<Call>(contract).filter(([, call]) => call.movesMoney === true)

describe('an app whose own clock is wrong', () => {
  let house: TestApp
  let owner: Visitor
  let investor: Visitor
  /** Milliseconds by which the app's clock is ahead of the database's. */
  let ahead = 0

  beforeAll(async () => {
    house = await startTestApp({ env: { KYC: 'off' }, ahead: () => ahead })
    owner = await house.owner()
    await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
    const plan = { name: 'Steady', description: '', min_amount: '100', max_amount: '5000', durations_copy: '14' }
    await owner.must('/api/create-plan', { ...plan, ref_bonus: '5', daily_roi: '0.2' })
    investor = house.visitor()
    await investor.join('investor')
    const { plans, wallets } = (await investor.get('/api/histories')).body
    const asked = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '5000', duration: 14 }
    await investor.must('/api/save-investment', asked)
    const { id } = (await investor.get('/api/histories')).body.investments[0]
    await owner.must(`/api/approve-investment/${id}`, {})
    // 10 a day
    await daysPass(house, 10)
    // a session that three days more do not end
    const remembered = { email: investor.email, password: PASSWORD, remember: true }
    await investor.get('/sanctum/csrf-cookie')
    investor.keepSession(await investor.post('/api/login', remembered))
  })
  afterAll(async () => {
    expect(await house.problems()).toEqual([])
    await house.close()
  })

  // The app looks by itself every few seconds: also while the test before had its clock wrong.
  beforeEach(() => look())

  const withdraw = (amount: string) =>
    investor.post('/api/withdraw', {
      ...{ amount, source: 'investment', wallet_name: 'Bitcoin' },
      wallet_address: THEIR_BITCOIN,
    })
  const balance = async () => (await investor.get('/api/balance')).body.account_balance
  const withdrawals = async () => (await investor.get('/api/histories')).body.withdrawals
  /** What the app does every few seconds. */
  const look = () => house.app.jobs.find(({ name }) => name === 'clock')?.run()
  const health = async () => {
    const response = await fetch(`${house.url}/healthz`)
    return { status: response.status, body: await response.json() }
  }

  test('shows and pays out what has been earned by the database’s clock, and no more', async () => {
    ahead = 3 * DAY
    try {
      expect(await balance()).toBe('100.00')
      expect((await withdraw('125')).status).not.toBe(200)
    } finally {
      ahead = 0
    }
    await look()
    expect(await balance()).toBe('100.00')
    expect(await withdrawals()).toEqual([])
  })

  test('takes nothing for its word that is 5 seconds off, or less', async () => {
    for (const off of [5 * SECOND, -5 * SECOND]) {
      ahead = off
      await look()
      expect(await health()).toEqual({ status: 200, body: { status: 'ok' } })
    }
    ahead = 0
  })

  test.each([
    [3 * DAY, '3 days ahead'],
    [-6 * SECOND, '6 seconds behind'],
  ])('says so and lets money wait, %i ms off, and goes on by itself when it is right', async (off, words) => {
    ahead = off
    await look()
    expect(await health()).toEqual({ status: 503, body: { status: expect.stringContaining(words) } })
    const refused = await withdraw('10')
    expect(refused.status).toBe(503)
    expect(refused.body.message).toContain('no money moves until it is')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await withdrawals()).toEqual([])
    // What moves no money goes on.
    expect(await balance()).toBe('100.00')
    ahead = 0
    await look()
    expect((await health()).status).toBe(200)
  })

  test('lets what happens by itself wait, and catches up', async () => {
    const statuses = async () =>
      (await investor.get('/api/histories')).body.investments.map(({ status }: { status: string }) => status)
    ahead = DAY
    await look()
    await daysPass(house, 5)
    expect(await statuses()).toEqual(['approved'])
    ahead = 0
    await house.runJobs()
    expect(await statuses()).toEqual(['completed'])
  })

  test('never says again what an earlier look found, once a later one has ended', async () => {
    ahead = DAY
    // It reads once more after a quarter of a second: by then the clock is wrong again.
    const earlier = look()
    await sleep(100)
    ahead = 0
    await look()
    ahead = DAY
    await earlier
    ahead = 0
    expect((await health()).status).toBe(200)
  })

  test('says so from its start', async () => {
    ahead = DAY
    const other = await house.second()
    try {
      expect((await other.visitor().get('/healthz')).status).toBe(503)
    } finally {
      await other.stop()
      ahead = 0
    }
  })

  test('forgets no key before its time, also as it starts: the same press again pays once', async () => {
    const key = Visitor.key()
    const before = await withdrawals()
    const press = () =>
      investor.post(
        '/api/withdraw',
        { amount: '10', source: 'investment', wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN },
        key,
      )
    const first = await press()
    expect(first.status).toBe(200)
    ahead = 3 * DAY
    try {
      const other = await house.second()
      await house.app.jobs.find(({ name }) => name === 'forget idempotency keys')?.run()
      await other.stop()
      // The app looks by itself every few seconds, perhaps just now: begin right after a look.
      ahead = 0
      await look()
      ahead = 3 * DAY
      // The clock has jumped, and nobody has looked yet.
      expect(await press()).toMatchObject({ status: 200, body: first.body })
    } finally {
      ahead = 0
    }
    await look()
    expect(await press()).toMatchObject({ status: 200, body: first.body })
    expect((await withdrawals()).length).toBe(before.length + 1)
  })

  test('lets every call wait that moves money', async () => {
    ahead = MINUTE
    await look()
    try {
      for (const [key, call] of MONEY) {
        const path = key.replace('POST ', '').replace(/:\w+/, investor.id)
        const who = call.who === 'investor' ? investor : owner
        expect((await who.post(path, {})).status, key).toBe(503)
      }
    } finally {
      ahead = 0
      await look()
    }
  })
})

test('a real house does not start on a database whose clock is held, and says what to do', async () => {
  const database = await testDatabase()
  try {
    const settings = readSettings({ PORT: '0', NODE_ENV: 'production', MARKET: 'off', CODE_PEPPER, DOCUMENT_KEY })
    const start = startApp({
      settings,
      connectionString: database.ownerUrl,
      clock: database.clock,
      log: false,
    })
    await expect(start).rejects.toThrow('DELETE FROM moved_clock')
  } finally {
    await database.close()
  }
})

test('every call that can reach the books is one that waits for a wrong clock', async () => {
  const files = new Map<string, string>()
  for await (const path of glob('src/**/*.ts')) {
    if (!path.endsWith('.test.ts')) files.set(path, await readFile(path, 'utf8'))
  }
  /** Names that a file imports to call, each with the file that it comes from. */
  const importsOf = (path: string) =>
    [...(files.get(path) ?? '').matchAll(/import \{([^}]+)\} from '([#.][^']+)'/g)].flatMap(
      ([, names = '', from = '']) => {
        const file = from.startsWith('#') ? join('src', from.slice(1)) : join(path, '..', from)
        return names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => ({ name: name.split(' as ').at(-1) ?? name, file }))
      },
    )
  const known = new Map<string, boolean>()
  const moves = (path: string): boolean => {
    const before = known.get(path)
    if (before !== undefined) return before
    known.set(path, false)
    const found = importsOf(path).some(({ name, file }) =>
      file.startsWith('src/ledger/') ? ['post', 'postLast', 'settle', 'reverse'].includes(name) : moves(file),
    )
    known.set(path, found)
    return found
  }
  const reaching: string[] = []
  for (const [path, text] of files) {
    if (!/^src\/([a-z]+\/)+([a-z]+-)?routes\.ts$/.test(path)) continue
    // what is agreed to is done by what app hands in
    const handed = { name: 'perform', file: 'src/app/agreed-steps.ts' }
    const verbs = [...importsOf(path), handed].filter(({ file }) => moves(file))
    for (const call of text.split(/(?=^ {4}'(?:GET|POST) )/m)) {
      const [, key] = /^ {4}'([^']+)'/.exec(call) ?? []
      // what is asked by POST, because a token belongs into no address, and changes nothing
      const onlyReads = call.includes('.read(') && !call.includes('write')
      if (key?.startsWith('POST') && !onlyReads && verbs.some(({ name }) => call.includes(`${name}(`)))
        reaching.push(key)
    }
  }
  expect(MONEY.map(([key]) => key).toSorted()).toEqual(reaching.toSorted())
})
