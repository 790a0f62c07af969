/** What keeps things going out, on real PostgreSQL: one look for all lanes, and turns only where something is due. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { movableClock } from '#kit/clock.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { PATIENCE } from '../../test/support/patience.ts'
import { type Delivery, keepDelivering, type DeliveryLane } from './delivery.ts'

const clock = movableClock(new Date('2026-03-01T12:00:00Z'))
const until = (check: () => void) => vi.waitFor(check, { timeout: PATIENCE, interval: 5 })

let house: TestDatabase
let owner: pg.Client
let complaints: string[]
let running: Delivery[]
beforeEach(async () => {
  house = await testDatabase()
  owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  await owner.query('CREATE TABLE parcel (lane text); GRANT ALL ON parcel TO PUBLIC')
  complaints = []
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((delivery) => delivery.stop()))
  await owner.end()
  await house.close()
})

const hand = (lane: string, count = 1) =>
  owner.query('INSERT INTO parcel SELECT $1 FROM generate_series(1, $2)', [lane, count])
const isDue = (lane: string) => sql<boolean>`EXISTS (SELECT FROM parcel WHERE lane = ${lane})`
async function take(lane: string, most: number): Promise<number> {
  const { rowCount } = await owner.query(
    'DELETE FROM parcel WHERE ctid = ANY (ARRAY(SELECT ctid FROM parcel WHERE lane = $1 LIMIT $2))',
    [lane, most],
  )
  return rowCount ?? 0
}
function start(lanes: readonly DeliveryLane[]): Delivery {
  const delivery = keepDelivering({ db: house.db, clock, log: (error) => complaints.push(String(error)) }, lanes)
  running.push(delivery)
  return delivery
}
/** A lane that takes up to two at a time, and what each of its turns took. */
function aLane(name: string) {
  const turns: number[] = []
  const deliver = async () => {
    const taken = await take(name, 2)
    turns.push(taken)
    return taken
  }
  return { turns, lane: { isDue: () => isDue(name), deliver, batch: 2 } satisfies DeliveryLane }
}

test('only a lane in which something is due takes a turn, and it goes on until less than a batch is left', async () => {
  const [busy, idle] = [aLane('busy'), aLane('idle')]
  await hand('busy', 5)
  const delivery = start([busy.lane, idle.lane])
  await until(() => expect(busy.turns).toEqual([2, 2, 1]))
  await hand('busy')
  delivery.wake()
  await until(() => expect(busy.turns).toEqual([2, 2, 1, 1]))
  await delivery.stop()
  expect(idle.turns).toEqual([])
  expect(complaints).toEqual([])
})

test('what nobody has told of goes out within seconds, and a lane that is held up holds up no other', async () => {
  const held = Promise.withResolvers<number>()
  const quick = aLane('quick')
  let begun = 0
  const slow: DeliveryLane = {
    isDue: () => isDue('slow'),
    async deliver() {
      begun += 1
      await take('slow', 2)
      return held.promise
    },
    batch: 2,
  }
  start([slow, quick.lane])
  await hand('slow')
  await until(() => expect(begun).toBe(1))
  await hand('quick')
  await until(() => expect(quick.turns).toEqual([1]))
  await hand('slow')
  await hand('quick')
  await until(() => expect(quick.turns).toEqual([1, 1]))
  expect(begun).toBe(1)
  held.resolve(1)
  // what became due during the turn is not left
  await until(() => expect(begun).toBe(2))
})

test('a lane that failed tries again although nothing is due: what it has claimed may stand', async () => {
  let tries = 0
  const lane: DeliveryLane = {
    isDue: () => isDue('claimed'),
    async deliver() {
      tries += 1
      await take('claimed', 2)
      if (tries < 3) throw new Error('the line was lost')
      return 0
    },
    batch: 2,
  }
  await hand('claimed')
  start([lane])
  await until(() => expect(tries).toBe(3))
  expect(complaints).toEqual(['Error: the line was lost'])
})

test('where it cannot be told whether anything is due each lane takes a turn, and one line is written', async () => {
  const lane = aLane('waiting')
  const unknown = sql<boolean>`(SELECT due FROM elsewhere)`
  let isThere = false
  await hand('waiting')
  const delivery = start([{ ...lane.lane, isDue: () => (isThere ? isDue('waiting') : unknown) }])
  await until(() => expect(lane.turns.slice(0, 3)).toEqual([1, 0, 0]))
  expect(complaints).toEqual([expect.stringContaining('elsewhere')])
  isThere = true
  await hand('waiting')
  delivery.wake()
  await until(() => expect(lane.turns.at(-1)).toBe(1))
  expect(complaints).toHaveLength(1)
})

test('a look that waits for a lock holds up nothing that goes out', async () => {
  const lane = aLane('urgent')
  await owner.query('BEGIN; LOCK TABLE message IN ACCESS EXCLUSIVE MODE')
  start([{ ...lane.lane, isDue: () => sql<boolean>`EXISTS (SELECT FROM message)` }])
  await hand('urgent')
  await until(() => expect(lane.turns).toContain(1))
  await owner.query('ROLLBACK')
  expect(complaints).toEqual([])
})

test('nothing is begun after it was told to stop, and what was under way is waited for', async () => {
  const held = Promise.withResolvers<number>()
  let begun = 0
  const lane: DeliveryLane = {
    isDue: () => sql<boolean>`true`,
    async deliver() {
      begun += 1
      return held.promise
    },
    batch: 1,
  }
  const delivery = start([lane])
  await until(() => expect(begun).toBe(1))
  let over = false
  const stopped = delivery.stop().then(() => (over = true))
  delivery.wake()
  // in which another turn would have begun
  await pause(100)
  expect(over).toBe(false)
  held.resolve(1)
  await stopped
  expect(begun).toBe(1)
})
