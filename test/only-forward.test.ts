/** What has ended stays so, also for whoever has come by the app's login: the database takes nothing back. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { refuseApproval } from '#approvals/refuse.ts'
import { topUpUser } from '#adjustments/top-up.ts'
import { agreeAs } from './support/agreeing.ts'
import { openInvestingHouse } from './support/investing-house.ts'
import { opened } from './support/opened.ts'
import { anAdministrator, anInvestor, usd } from './support/people.ts'

const house = opened(openInvestingHouse)
/** As the app's own login, which `house.db` comes in by. */
const tell = (statement: string) => sql.raw(statement).execute(house.db)
const STAYS = { code: 'PLB11' }
const ENDED = '2026-03-01T12:00:00Z'
const LATER = '2026-03-02T12:00:00Z'

let userId: string

beforeAll(async () => {
  const { rows } = await sql<{ login: string }>`SELECT current_user::text AS login`.execute(house.db)
  expect(rows[0]?.login).toMatch(/^plumb_app_/)
  userId = (await anInvestor(house.db)).userId
  const [id, by] = [newId(), `'${userId}'`]
  const terms = `'2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'`
  await tell(`INSERT INTO session (id, user_id, bearer_hash, address, user_agent, created_at, expires_at)
    VALUES ('${id}', ${by}, 'b', '::1', '', ${terms})`)
  await tell(`INSERT INTO reset_link (token_hash, user_id, created_at, expires_at) VALUES ('r', ${by}, ${terms})`)
  await tell(`INSERT INTO setup_link (token_hash, created_at, expires_at) VALUES ('s', ${terms})`)
  await tell(`INSERT INTO role_invitation (id, email, roles, reason, token_hash, invited_by, created_at, expires_at)
    VALUES ('${newId()}', 'a@plumb.test', '{reviewer}', '', 'accepted', ${by}, ${terms}),
      ('${newId()}', 'b@plumb.test', '{reviewer}', '', 'withdrawn', ${by}, ${terms})`)
  await tell(`INSERT INTO mailing (id, title, content, segment, sent_by, created_at, expected)
    VALUES ('${newId()}', 'News', 'Hello', 'all', ${by}, '2026-03-01T00:00:00Z', 1)`)
  await tell(`INSERT INTO registration (id, name, email, phone, country, password_hash, email_code_hash, phone_code_hash,
      terms_accepted_at, codes_expire_at, created_at, bearer_hash, terms_version, email_taken)
    VALUES ('${newId()}', 'somebody', 'c@plumb.test', '+15550001', 'US', 'p', 'e', 'f', ${terms},
      '2026-03-01T00:00:00Z', 'r', '1', false)`)
})

describe('through the app’s login', () => {
  test.each([
    ['a session that has ended', 'session', 'ended_at', 'true'],
    ['a reset link that was used', 'reset_link', 'used_at', 'true'],
    ['a set-up link that was used', 'setup_link', 'used_at', 'true'],
    ['an invitation that was accepted', 'role_invitation', 'accepted_at', `token_hash = 'accepted'`],
    ['an invitation that was withdrawn', 'role_invitation', 'withdrawn_at', `token_hash = 'withdrawn'`],
    ['a mailing that was stopped', 'mailing', 'stopped_at', 'true'],
    ['a registration that was completed', 'registration', 'completed_at', 'true'],
  ])('%s stays so, to the time', async (_what, table, column, which) => {
    const accepted = column === 'accepted_at'
    const set = (to: string | null) => {
      const by = accepted ? `, accepted_by = ${to === null ? 'NULL' : `'${userId}'`}` : ''
      return tell(`UPDATE ${table} SET ${column} = ${to === null ? 'NULL' : `'${to}'`}${by} WHERE ${which}`)
    }
    await set(null)
    expect((await set(ENDED)).numAffectedRows).toBe(1n)
    for (const back of [null, LATER]) await expect(set(back)).rejects.toMatchObject(STAYS)
    // nothing that does not change it is in the way
    await set(ENDED)
  })

  test('the number of a registration can be mended until its codes were right, and stays from then on', async () => {
    const mend = (to: string) => tell(`UPDATE registration SET phone = '${to}' WHERE bearer_hash = 'mended'`)
    await tell(`INSERT INTO registration (id, name, email, phone, country, password_hash, email_code_hash, phone_code_hash,
        terms_accepted_at, codes_expire_at, created_at, bearer_hash, terms_version, email_taken)
      VALUES ('${newId()}', 'other', 'd@plumb.test', '+15550001', 'US', 'p', 'e', 'f', '${ENDED}', '${ENDED}', '${ENDED}',
        'mended', '1', false)`)
    expect((await mend('+15550002')).numAffectedRows).toBe(1n)
    await tell(`UPDATE registration SET completed_at = '${ENDED}' WHERE bearer_hash = 'mended'`)
    await expect(mend('+15550003')).rejects.toMatchObject(STAYS)
  })

  test('an accepted invitation is not withdrawn, nor a withdrawn one accepted', async () => {
    const [withdraw, accept] = [
      `UPDATE role_invitation SET accepted_at = NULL, accepted_by = NULL, withdrawn_at = '${LATER}' WHERE token_hash = 'accepted'`,
      `UPDATE role_invitation SET withdrawn_at = NULL, accepted_at = '${LATER}', accepted_by = '${userId}' WHERE token_hash = 'withdrawn'`,
    ]
    for (const statement of [withdraw, accept]) await expect(tell(statement)).rejects.toMatchObject(STAYS)
  })

  test('a request that was decided waits for nobody again, and keeps who decided it', async () => {
    const [requester, second] = [house.administrator, await anAdministrator(house.db)]
    const ask = async () =>
      (await house.write(async (tx) => {
        const investor = await anInvestor(house.db)
        const input = { userId: investor.userId, account: 'bonus', amount: usd(2000), category: null } as const
        return topUpUser(tx, requester, { ...input, reason: 'Late' })
      })) ?? ''
    const [agreed, refused] = [await ask(), await ask()]
    await agreeAs(house.db, second, agreed)
    await house.write((tx) => refuseApproval(tx, house.clock, second, { id: refused, reason: 'No.' }))
    const now = () => house.db.selectFrom('approval').selectAll().orderBy('id').execute()
    const before = await now()
    for (const id of [agreed, refused]) {
      for (const set of [
        `state = 'waiting', decided_at = NULL, decided_by = NULL`,
        `state = 'agreed', decided_by = '${userId}'`,
        `decided_at = '${LATER}'`,
        `decision_reason = 'Yes.'`,
      ]) {
        await expect(tell(`UPDATE approval SET ${set} WHERE id = '${id}'`), set).rejects.toMatchObject(STAYS)
      }
    }
    expect(await now()).toEqual(before)
  })

  test('an identity check that was decided stays as it was decided', async () => {
    await tell(
      `INSERT INTO identity_check (id, user_id, state, submitted_at) VALUES ('${newId()}', '${userId}', 'submitted', '${ENDED}')`,
    )
    const decide = (state: string, reason: string) =>
      tell(`UPDATE identity_check SET state = '${state}', decided_at = '${ENDED}', decided_by = '${house.administrator.userId}',
        reason = ${reason} WHERE user_id = '${userId}'`)
    await decide('rejected', `'Blurred.'`)
    await expect(decide('approved', 'NULL')).rejects.toMatchObject(STAYS)
    await expect(decide('rejected', `'Another.'`)).rejects.toMatchObject(STAYS)
  })
})
