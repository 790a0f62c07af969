import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { completeDue } from '#investments/complete.ts'
import { openInvestingHouse } from '../../../test/support/investing-house.ts'
import { invest } from '../../../test/support/investing.ts'
import { opened } from '../../../test/support/opened.ts'
import { anInvestor } from '../../../test/support/people.ts'

const house = opened(openInvestingHouse)
const LONGER_THAN_ANY = 400

test('of investments that end together one that cannot be completed keeps no other from it, nor from being told', async () => {
  const [one, other] = [await anInvestor(house.db), await anInvestor(house.db)]
  for (const person of [one, other, one]) await invest(house, person)
  await house.days(LONGER_THAN_ANY)
  const owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  // its last earning would not be what its terms come to
  await owner.query('UPDATE investment_earning SET earned_posted = earned_posted + 1 WHERE investor_id = $1', [
    other.userId,
  ])
  await owner.end()

  const failed: unknown = await completeDue(house.db, { job: 'maturity' }).catch((error: unknown) => error)
  expect(failed).toMatchObject({
    message: '1 record failed: tried again next time.',
    errors: [{ cause: { code: 'PLB12' } }],
  })
  const { rows } = await sql`
    SELECT user_id, status, (
      SELECT count(*)::integer FROM notification WHERE subject_id = investment.id::text AND title = 'Investment completed'
    ) AS told, (
      SELECT count(*)::integer FROM message JOIN app_user ON email = receiver
      WHERE app_user.id = investment.user_id AND message.subject = 'Your investment is completed'
    ) AS mailed
    FROM investment WHERE user_id IN (${one.userId}, ${other.userId}) ORDER BY user_id = ${other.userId}`.execute(
    house.db,
  )
  expect(rows).toEqual([
    { user_id: one.userId, status: 'completed', told: 1, mailed: 2 },
    { user_id: one.userId, status: 'completed', told: 1, mailed: 2 },
    { user_id: other.userId, status: 'approved', told: 0, mailed: 0 },
  ])
})
