/** The daily posting of several processes on real PostgreSQL. RACE_ROUNDS says how often it is raced, 4 times by default. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { SECOND } from '#kit/clock.ts'
import { lockUser } from '#users/lock-user.ts'
import { TO_RACE } from '../../test/support/database.ts'
import { openInvestingHouse, problems } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { invest } from '../../test/support/investing.ts'
import { anInvestor } from '../../test/support/people.ts'
import { waitingForLocks } from '../../test/support/waiting-for-locks.ts'
import { accrueDue } from './accrue.ts'
import { completeDue } from './complete.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4)
const job = { job: 'test' }

const house = opened(() => openInvestingHouse({ size: TO_RACE }))

test(
  'race: of three processes that have found the same investors one posts what they earned, once a day',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const people = [await anInvestor(house.db), await anInvestor(house.db)]
      for (const person of [...people, ...people]) await invest(house, person)
      await house.days(1)
      let posting: Promise<void>[] = []
      await house.write(async (tx) => {
        for (const { userId } of people) await lockUser(tx, userId)
        posting = [0, 1, 2].map(() => accrueDue(house.db, job))
        await expect.poll(() => waitingForLocks(house)).toBe(3n)
      })
      // Time passes meanwhile, so that each would have another sum to post.
      let over = false
      const passing = Promise.all(posting).finally(() => (over = true))
      while (!over) await house.clock.move(SECOND)
      await passing
      const { rows } = await sql`
        SELECT reference_id FROM transfer WHERE kind = 'investment earned' AND reference_id = ANY(${people.map(({ userId }) => userId)})`.execute(
        house.db,
      )
      expect(rows).toHaveLength(people.length)
      await house.days(14)
      await completeDue(house.db, job)
    }
    expect(await problems(house)).toEqual([])
  },
  60_000 + ROUNDS * 2_000,
)
