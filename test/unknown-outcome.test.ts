/** @module-tag thorough */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Patience } from '#kit/database.ts'
import type { Fault } from './support/database-proxy.ts'
import { openOwnServer, type TestServer } from './support/database.ts'
import { atCommit, isCommit, ofKey, startProxiedApp } from './support/proxied-app.ts'
import { Visitor } from './support/visitor.ts'

const NOT_KNOWN = 'It is not known whether this was done. Send it again. It counts only once.'
const AWAY = 'The database cannot be reached. Try again in a moment.'
const NOTHING_CHANGED = 'The database cannot be reached. Nothing was changed. Try again in a moment.'

/** Somebody whom the owner gives 5.00 again and again, and what they have. */
async function openStory(patience: Partial<Patience>, server?: TestServer) {
  const app = await startProxiedApp({ patience, env: { KYC: 'off' }, ...(server === undefined ? {} : { server }) })
  const { house } = app
  const owner = await house.owner()
  const amy = house.visitor()
  await amy.join('amy')
  const books = new pg.Client({ connectionString: house.databaseUrl })
  await books.connect()
  return {
    ...app,
    owner,
    books,
    press: (headers: Record<string, string> = {}) =>
      owner.post(`/api/topup-user/${amy.id}`, { amount: '5', account: 'bonus' }, headers),
    /** The cents that were given. */
    async given(): Promise<number> {
      const { rows } = await books.query('SELECT balance FROM account WHERE name = $1', [`investor/${amy.id}/bonus`])
      return Number(rows[0].balance) / 10_000
    },
    async close() {
      await books.end()
      await app.close()
    },
  }
}
type Story = Awaited<ReturnType<typeof openStory>>

describe('a database that is away', () => {
  let story: Story
  beforeAll(async () => {
    story = await openStory({})
  })
  afterAll(() => story.close())

  test('for two seconds after a COMMIT is waited for: what was done is answered as done, once', async () => {
    const key = Visitor.key()
    const before = await story.given()
    atCommit(story, key['idempotency-key'] ?? '', 'cut after')
    const answer = story.press(key)
    await expect.poll(() => story.given()).toBe(before + 500)
    await story.proxy.refuse()
    await pause(2000)
    await story.proxy.heal()
    expect(await answer).toMatchObject({ status: 200, body: { message: 'The balance has been topped up.' } })
    expect(await story.given()).toBe(before + 500)
  })

  test('for two seconds before anything is begun is waited for, too', async () => {
    const before = await story.given()
    await story.proxy.refuse()
    const answer = story.press(Visitor.key())
    await pause(2000)
    await story.proxy.heal()
    expect((await answer).status).toBe(200)
    expect(await story.given()).toBe(before + 500)
  })

  test('because it became a standby is left for the one that took over', async () => {
    const key = Visitor.key()
    const before = await story.given()
    await story.books.query(`ALTER DATABASE "${story.books.database}" SET default_transaction_read_only = on`)
    // lines that were opened while it was a standby never lead to the primary
    await story.proxy.refuse()
    await story.proxy.heal()
    const answer = story.press(key)
    await pause(1000)
    await story.books.query('SET default_transaction_read_only = off')
    await story.books.query(`ALTER DATABASE "${story.books.database}" RESET default_transaction_read_only`)
    expect((await answer).status).toBe(200)
    expect(await story.given()).toBe(before + 500)
  })
})

describe('a database that stays away', () => {
  let story: Story
  beforeAll(async () => {
    story = await openStory({ transaction: 0, read: 0, answer: 2000 })
  })
  afterAll(() => story.close())
  beforeEach(() => story.proxy.heal())

  test.each<Fault>(['cut after', 'freeze after', 'cut during'])(
    'at COMMIT (%s) leaves it open, and that is what is said; sent again it is done once in all',
    async (fault) => {
      const key = Visitor.key()
      const before = await story.given()
      atCommit(story, key['idempotency-key'] ?? '', fault)
      const answer = await story.press(key)
      expect(answer).toMatchObject({ status: 503, body: { message: NOT_KNOWN } })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answer.headers.get('idempotency-key')).toBeNull()
      // what may be done is not denied afterwards
      expect(await story.press(key)).toMatchObject({ status: 503, body: { message: AWAY } })
      await story.proxy.heal()
      const again = await story.press(key)
      expect(again.status).toBe(200)
      expect(again.headers.get('idempotency-key')).toBe(key['idempotency-key'])
      expect(await story.given()).toBe(before + 500)
    },
  )

  test('before COMMIT has changed nothing, and that is what is said', async () => {
    const key = Visitor.key()
    const before = await story.given()
    story.proxy.each(ofKey(key['idempotency-key'] ?? '', (nth) => (nth === 3 ? 'cut before' : 'none')))
    const answer = await story.press(key)
    expect(answer).toMatchObject({ status: 503, body: { message: NOTHING_CHANGED } })
    expect(answer.headers.get('retry-after')).not.toBeNull()
    expect(await story.given()).toBe(before)
    await story.proxy.heal()
    expect((await story.press(key)).status).toBe(200)
    expect(await story.given()).toBe(before + 500)
  })

  test('at the gate has changed nothing, and a screen is told at once, too', async () => {
    story.proxy.each(({ text }) => (/session and|FROM session/.test(text) ? 'cut before' : 'none'))
    expect(await story.press()).toMatchObject({ status: 503, body: { message: NOTHING_CHANGED } })
    const screen = await story.owner.get('/api/admin/funds')
    expect(screen).toMatchObject({ status: 503, body: { message: AWAY } })
    expect(screen.headers.get('retry-after')).not.toBeNull()
  })

  test('without a key nobody is told to send it again before they have looked', async () => {
    story.proxy.each(ofKey('request/', (_, statement) => (isCommit(statement) ? 'cut after' : 'none')))
    const { status, body } = await story.press()
    expect([status, body.message]).toEqual([
      503,
      'It is not known whether this was done. Check before you send it again.',
    ])
  })
})

describe('a retry that waits behind its own first transaction', () => {
  let story: Story
  let server: TestServer
  beforeAll(async () => {
    server = await openOwnServer()
    story = await openStory({ lock: 500 }, server)
  })
  afterAll(() => story.close())
  const standbys = async (names: string) => {
    await story.books.query('SET synchronous_commit = local')
    await story.books.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`)
    await story.books.query('SELECT pg_reload_conf()')
  }

  test('does not know what becomes of it, be it in the same request or in the next; sent again it is done once', async () => {
    const key = Visitor.key()
    const before = await story.given()
    await standbys('nobody')
    let commits = 0
    story.proxy.each(
      ofKey(key['idempotency-key'] ?? '', (_, statement) => {
        commits += isCommit(statement) ? 1 : 0
        return isCommit(statement) && commits === 1 ? 'cut during' : 'none'
      }),
    )
    // the COMMIT waits for its standby, its line is cut, the retry waits for the key
    expect(await story.press(key)).toMatchObject({ status: 503, body: { message: NOT_KNOWN } })
    const second = await story.press(key)
    expect(second).toMatchObject({ status: 503, body: { message: NOT_KNOWN } })
    expect(second.headers.get('retry-after')).not.toBeNull()
    await standbys('')
    await expect.poll(() => story.given()).toBe(before + 500)
    expect((await story.press(key)).status).toBe(200)
    expect(await story.given()).toBe(before + 500)
  })
})

test('a record that somebody else works on is told apart by Retry-After: this is no answer to keep', async () => {
  const story = await openStory({ lock: 300 })
  try {
    await story.books.query('BEGIN')
    await story.books.query('SELECT FROM app_user FOR UPDATE')
    const answer = await story.press(Visitor.key())
    expect(answer.status).toBe(409)
    expect(answer.headers.get('retry-after')).not.toBeNull()
    expect(answer.headers.get('idempotency-key')).toBeNull()
    await story.books.query('ROLLBACK')
  } finally {
    await story.close()
  }
})
