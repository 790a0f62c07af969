import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { OUR_BITCOIN, THEIR_BITCOIN } from './support/addresses.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import type { Visitor } from './support/visitor.ts'

const ASKED = { amount: '10', source: 'investment', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }

describe('an app that is stopped', () => {
  let house: TestApp
  let amy: Visitor
  let holder: pg.Client
  let other: Awaited<ReturnType<TestApp['second']>>
  let there: Visitor

  beforeAll(async () => {
    house = await startTestApp({ env: { KYC: 'off' } })
    const owner = await house.owner()
    amy = house.visitor()
    await amy.join('amy')
    await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
    await owner.must(`/api/topup-user/${amy.id}`, { amount: '100' })
    holder = new pg.Client({ connectionString: house.databaseUrl })
    await holder.connect()
  })
  afterAll(async () => {
    await holder.end()
    await house.close()
  })
  beforeEach(async () => {
    other = await house.second()
    there = amy.at(other.visitor().url)
  })

  /** Asks for a withdrawal that waits for a lock; answers what comes of it, and how to let it go on. */
  async function underWay(): Promise<{ answer: Promise<number>; release(): Promise<void> }> {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM app_user WHERE id = $1 FOR UPDATE', [amy.id])
    const answer = there.post('/api/withdraw', ASKED).then(({ status }) => status)
    const inLine = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    // within a transaction PostgreSQL goes on listing the connections that there were at first
    await expect
      .poll(async () => {
        await holder.query('SELECT pg_stat_clear_snapshot()')
        return (await holder.query(inLine)).rowCount
      })
      .toBeGreaterThan(0)
    return {
      answer,
      async release() {
        await holder.query('COMMIT')
      },
    }
  }

  /** Until it answers no more: it is on its way out. */
  async function untilClosed(): Promise<void> {
    const takesMore = () =>
      there.get('/healthz').then(
        ({ status }) => status === 200,
        () => false,
      )
    await expect.poll(takesMore).toBe(false)
  }

  test('answers what is under way first', async () => {
    const { answer, release } = await underWay()
    const stopped = other.stop()
    await untilClosed()
    await release()
    expect(await answer).toBe(200)
    await stopped
    expect((await amy.get('/api/balance')).body.withdrawing).toBe('10.00')
  })

  test('takes nothing new meanwhile', async () => {
    const { answer, release } = await underWay()
    const stopped = other.stop()
    await untilClosed()
    await release()
    expect(await answer).toBe(200)
    await stopped
  })

  test('waits neither for open screens nor for idle connections', async () => {
    const stream = await fetch(`${there.url}/api/events`, {
      headers: {
        authorization: `Bearer ${there.bearer}`,
        cookie: [...there.cookies].map((pair) => pair.join('=')).join('; '),
      },
    })
    expect(stream.status).toBe(200)
    await there.get('/healthz')
    // With a patience that never ends, who waits for it would wait for ever.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const stopped = other.stop()
    vi.useRealTimers()
    await stopped
    // Ended as a stream ends, not cut: a browser does not report it as a failure.
    expect(await stream.text()).toContain('event: ready')
  })
})
