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

  test('a session gets another half beside the one before, while it is open, and never its first', async () => {
    const [id, none] = [newId(), newId()]
    const terms = `'2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'`
    await tell(`INSERT INTO session (id, user_id, bearer_hash, cookie_hash, address, user_agent, created_at, expires_at)
      VALUES ('${id}', '${userId}', 'two halves', 'first', '::1', '', ${terms}),
        ('${none}', '${userId}', 'one half', NULL, '::1', '', ${terms})`)
    const change = (half: string, before: string, at = ENDED, of = id) =>
      tell(`UPDATE session SET cookie_hash = ${half}, cookie_hash_before = ${before}, cookie_changed_at = '${at}'
        WHERE id = '${of}'`)
    await expect(tell(`UPDATE session SET cookie_hash = 'stolen' WHERE id = '${id}'`)).rejects.toMatchObject(STAYS)
    await expect(change(`'stolen'`, `'another'`)).rejects.toMatchObject(STAYS)
    await expect(change('NULL', `'first'`)).rejects.toMatchObject(STAYS)
    await expect(change(`'first'`, `'kept for longer'`)).rejects.toMatchObject(STAYS)
    await expect(change(`'a first one'`, `'none'`, ENDED, none)).rejects.toMatchObject(STAYS)
    expect((await change(`'second'`, `'first'`)).numAffectedRows).toBe(1n)
    await expect(change(`'third'`, `'first'`)).rejects.toMatchObject(STAYS)
    await expect(change(`'second'`, `'first'`, LATER)).rejects.toMatchObject(STAYS)
    expect((await change(`'third'`, `'second'`, LATER)).numAffectedRows).toBe(1n)
    await tell(`UPDATE session SET ended_at = '${LATER}' WHERE id = '${id}'`)
    await expect(change(`'fourth'`, `'third'`, LATER)).rejects.toMatchObject(STAYS)
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

  test('an account that was closed stays so, and a name changes in no other way than by closing', async () => {
    const closing = (await anInvestor(house.db)).userId
    const set = (what: string) => tell(`UPDATE app_user SET ${what} WHERE id = '${closing}'`)
    await expect(set(`name = 'another'`)).rejects.toMatchObject(STAYS)
    expect((await set(`name = 'closed-1', closed_at = '${ENDED}'`)).numAffectedRows).toBe(1n)
    for (const back of ['closed_at = NULL', `closed_at = '${LATER}'`, `name = 'again'`]) {
      await expect(set(back), back).rejects.toMatchObject(STAYS)
    }
  })

  test('an address or number changes to what was proved, and a message goes with a closed account alone', async () => {
    const id = (await anInvestor(house.db)).userId
    const set = (what: string) => tell(`UPDATE app_user SET ${what} WHERE id = '${id}'`)
    for (const what of [`email = 'mine@plumb.test'`, `phone = '+15550009'`, `country = 'DE'`]) {
      await expect(set(what), what).rejects.toMatchObject(STAYS)
    }
    await tell(`INSERT INTO contact_change (id, user_id, kind, new_value, old_value, code_hash, code_expires_at, created_at)
      SELECT '${newId()}', id, 'email', 'proved@plumb.test', email, 'c', '${ENDED}', '${ENDED}'
      FROM app_user WHERE id = '${id}'`)
    await expect(set(`email = 'proved@plumb.test'`)).rejects.toMatchObject(STAYS)
    await tell(`UPDATE contact_change SET confirmed_at = '${ENDED}', undo_hash = 'p', undo_until = '${LATER}'
      WHERE user_id = '${id}'`)
    await expect(set(`email = 'mine@plumb.test'`)).rejects.toMatchObject(STAYS)
    expect((await set(`email = 'proved@plumb.test'`)).numAffectedRows).toBe(1n)
    await tell(`INSERT INTO message (id, channel, receiver, subject, content, secret, markdown, created_at, next_try_at, delivered_at)
      VALUES ('${newId()}', 'mail', 'proved@plumb.test', 'Hello', '', false, false, '${ENDED}', '${ENDED}', '${ENDED}')`)
    await tell(`INSERT INTO notification (user_id, id, icon, title, bold_value, status_color, status_text, created_at)
      VALUES ('${id}', '${newId()}', 'balance', 'Hello', '', 'green', '', '${ENDED}')`)
    const erase = [
      `DELETE FROM message WHERE receiver = 'proved@plumb.test'`,
      `DELETE FROM notification WHERE user_id = '${id}'`,
    ]
    for (const statement of erase) await expect(tell(statement), statement).rejects.toMatchObject(STAYS)
    await set(`name = 'closed-2', email = 'closed-2@closed.invalid', closed_at = '${ENDED}'`)
    for (const statement of erase) expect((await tell(statement)).numAffectedRows, statement).toBe(1n)
  })

  test('a change of contact details that was confirmed, dropped or taken back stays so', async () => {
    const [confirmed, dropped] = [newId(), newId()]
    const set = (id: string, what: string) => tell(`UPDATE contact_change SET ${what} WHERE id = '${id}'`)
    const begin = (id: string) =>
      tell(`INSERT INTO contact_change (id, user_id, kind, new_value, old_value, code_hash, code_expires_at, created_at)
        SELECT '${id}', id, 'email', 'n', email, 'c', '${ENDED}', '${ENDED}' FROM app_user WHERE id = '${userId}'`)
    await begin(confirmed)
    await set(confirmed, `confirmed_at = '${ENDED}', undo_hash = 'u', undo_until = '${LATER}'`)
    await begin(dropped)
    await set(dropped, `dropped_at = '${ENDED}'`)
    for (const what of [
      `undo_until = '2027-01-01'`,
      `undo_hash = 'mine'`,
      `confirmed_at = NULL, undo_hash = NULL, undo_until = NULL`,
    ]) {
      await expect(set(confirmed, what), what).rejects.toMatchObject(STAYS)
    }
    await expect(set(dropped, 'dropped_at = NULL')).rejects.toMatchObject(STAYS)
    expect((await set(confirmed, `undone_at = '${ENDED}'`)).numAffectedRows).toBe(1n)
    await expect(set(confirmed, 'undone_at = NULL')).rejects.toMatchObject(STAYS)
  })

  test('a change of contact details begins with what somebody has, so that nothing else can be given back', async () => {
    const begin = (kind: string, values: string, of = 'old_value, old_country') =>
      tell(`INSERT INTO contact_change (id, user_id, kind, new_value, code_hash, code_expires_at, created_at, ${of})
        SELECT '${newId()}', id, '${kind}', 'n', 'c', '${ENDED}', '${ENDED}', ${values} FROM app_user WHERE id = '${userId}'`)
    await expect(begin('email', `'mine@plumb.test', NULL`)).rejects.toMatchObject(STAYS)
    await expect(begin('phone', `'+15550009', country`)).rejects.toMatchObject(STAYS)
    await expect(begin('phone', `phone, 'DE'`)).rejects.toMatchObject(STAYS)
    await expect(begin('phone', 'phone', 'old_value')).rejects.toMatchObject(STAYS)
    expect((await begin('email', 'email, NULL')).numAffectedRows).toBe(1n)
    expect((await begin('phone', 'phone, country')).numAffectedRows).toBe(1n)
  })

  test('a link that takes a first factor back is of one, is good for 72 hours at most, and stays over once it was used', async () => {
    const of = (await anInvestor(house.db)).userId
    const insert = (values: string) =>
      tell(`INSERT INTO factor_take_back (token_hash, user_id, since, created_at, good_until, over_at)
        VALUES ('${newId()}', '${of}', ${values})`)
    const [at, later] = [
      `'${ENDED}'::timestamptz`,
      (hours: number) => `'${ENDED}'::timestamptz + interval '${hours} hours'`,
    ]
    const right = `${at}, ${at}, ${later(72)}, NULL`
    const app = (name: string) =>
      tell(`INSERT INTO authenticator (id, user_id, name, secret, last_step, created_at)
        VALUES ('${newId()}', '${of}', '${name}', 'sealed/s', 0, '${ENDED}')`)
    await expect(insert(right)).rejects.toMatchObject(STAYS)
    await app('First')
    expect((await insert(right)).numAffectedRows).toBe(1n)
    for (const wrong of [
      `${at}, ${at}, ${later(73)}, NULL`,
      `${at}, ${at}, ${at}, NULL`,
      `${later(1)}, ${at}, ${later(72)}, NULL`,
      `${later(-73)}, ${at}, ${later(72)}, NULL`,
    ]) {
      await expect(insert(wrong), wrong).rejects.toMatchObject({ code: '23514' })
    }
    await expect(insert(`${at}, ${at}, ${later(72)}, ${at}`)).rejects.toMatchObject(STAYS)
    const set = (what: string) => tell(`UPDATE factor_take_back SET ${what} WHERE user_id = '${of}'`)
    expect((await set(`over_at = '${LATER}'`)).numAffectedRows).toBe(1n)
    for (const what of ['over_at = NULL', `over_at = '${ENDED}'`]) {
      await expect(set(what), what).rejects.toMatchObject(STAYS)
    }
    await app('Second')
    await expect(insert(right)).rejects.toMatchObject(STAYS)
    await tell(`DELETE FROM authenticator WHERE user_id = '${of}'`)
  })

  test.each([
    [
      'a change of contact details is confirmed, dropped or taken back',
      `INSERT INTO contact_change (id, user_id, kind, new_value, old_value, code_hash, code_expires_at, created_at, confirmed_at,
        undo_hash, undo_until, undone_at, dropped_at) SELECT gen_random_uuid(), id, 'email', 'n', email, 'c', $at, $at`,
      [`$at, 'begun', $at, NULL, NULL`, `$at, 'begun', $at, $at, NULL`, `NULL, NULL, NULL, NULL, $at`],
    ],
    [
      'an address to withdraw to is confirmed, removed, or added in the past',
      `INSERT INTO payout_address (id, user_id, network, address, usable_at, created_at, confirmed_at, removed_at)
        SELECT gen_random_uuid(), id, 'bitcoin', 'bc1begun', database_now()`,
      [
        `database_now(), database_now(), NULL`,
        `database_now(), NULL, database_now()`,
        `database_now() - interval '6 minutes', NULL, NULL`,
      ],
    ],
    [
      'a request for a second administrator is decided',
      `INSERT INTO approval (id, kind, subject_kind, subject_id, input, changes, asked_at, decided_at, asked_by, decided_by, state,
        decision_reason) SELECT gen_random_uuid(), 'top up user', 'balance', id, '{}', '[]', $at, $at`,
      [`id, $other, 'agreed', NULL`, `id, $other, 'refused', 'No.'`, `id, id, 'withdrawn', NULL`],
    ],
    [
      'an identity check is decided',
      'INSERT INTO identity_check (id, user_id, submitted_at, state, decided_at, decided_by) SELECT gen_random_uuid(), id, $at',
      [`'approved', $at, $other`, `'rejected', $at, NULL`, `'submitted', $at, NULL`, `'submitted', NULL, $other`],
    ],
    [
      'what is handed in for an identity check is submitted or erased',
      'INSERT INTO identity_claim (id, user_id, begun_at, submitted_at, erased_at) SELECT gen_random_uuid(), id, $at',
      ['$at, NULL', 'NULL, $at'],
    ],
    [
      'an invitation is accepted or withdrawn',
      `INSERT INTO role_invitation (id, email, roles, reason, token_hash, invited_by, created_at, expires_at, accepted_at,
        accepted_by, withdrawn_at) SELECT gen_random_uuid(), 'x@plumb.test', '{owner}', '', 'begun', id, $at, $at`,
      ['$at, id, NULL', 'NULL, NULL, $at'],
    ],
    [
      'a likeness to a listed name is cleared or confirmed',
      `INSERT INTO screening_hit (id, user_id, list, uid, entry_hash, name, listed, score, why, found_at, state, decided_at,
        decided_by, reason) SELECT gen_random_uuid(), id, 'eu', '1', 'h', 'N', '{}', 99, '[]', $at`,
      [`'cleared', $at, $other, 'No.'`, `'confirmed', $at, $other, 'Yes.'`],
    ],
  ])('%s by what becomes of it, and not from the start', async (_what, insert, ends) => {
    const from = (end: string) =>
      `${insert}, ${end} FROM app_user WHERE id = '${userId}'`
        .replaceAll('$at', `'${ENDED}'::timestamptz`)
        .replaceAll('$other', `'${house.administrator.userId}'::uuid`)
    for (const end of ends) await expect(tell(from(end)), end).rejects.toMatchObject(STAYS)
  })

  test('what was used up of a second factor stays so: a recovery code, an app’s step of time, a passkey’s count', async () => {
    await tell(`INSERT INTO passkey (id, user_id, name, credential_id, public_key, counter, transports, user_handle,
        backup_eligible, backed_up, created_at)
      VALUES ('${newId()}', '${userId}', 'Laptop', 'c', '', 7, '{}', 'h', false, false, '${ENDED}')`)
    await tell(`INSERT INTO authenticator (id, user_id, name, secret, last_step, created_at)
      VALUES ('${newId()}', '${userId}', 'Phone', 'sealed/', 7, '${ENDED}')`)
    await tell(`INSERT INTO recovery_code (user_id, code_hash, made_at) VALUES ('${userId}', 'h', '${ENDED}')`)
    expect((await tell(`UPDATE recovery_code SET used_at = '${ENDED}'`)).numAffectedRows).toBe(1n)
    for (const [table, column, ...back] of [
      ['recovery_code', 'used_at', 'NULL', `'${LATER}'`],
      ['authenticator', 'last_step', '6'],
      ['passkey', 'counter', '6'],
    ]) {
      for (const to of back) {
        await expect(tell(`UPDATE ${table} SET ${column} = ${to}`), `${table} ${to}`).rejects.toMatchObject(STAYS)
      }
    }
    expect((await tell('UPDATE authenticator SET last_step = 8')).numAffectedRows).toBe(1n)
    expect((await tell('UPDATE passkey SET counter = 8')).numAffectedRows).toBe(1n)
  })

  test('which factors somebody has stands with them, whoever adds or takes one away', async () => {
    const { userId: other } = await anInvestor(house.db)
    const factors = async () =>
      (await house.db.selectFrom('app_user').select('factors').where('id', '=', other).executeTakeFirstOrThrow())
        .factors
    await tell(`INSERT INTO recovery_code (user_id, code_hash, made_at) VALUES ('${other}', 'h', '${ENDED}')`)
    // they stand in for a factor and are none
    expect(await factors()).toEqual([])
    await tell(`INSERT INTO authenticator (id, user_id, name, secret, last_step, created_at)
      VALUES ('${newId()}', '${other}', 'Phone', 'sealed/', 7, '${ENDED}')`)
    expect(await factors()).toEqual(['authenticator', 'recovery code'])
    await tell(`UPDATE recovery_code SET used_at = '${ENDED}' WHERE user_id = '${other}'`)
    expect(await factors()).toEqual(['authenticator'])
    await tell(`DELETE FROM authenticator WHERE user_id = '${other}'`)
    expect(await factors()).toEqual([])
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
    for (const set of [`reason_code = 'other'`, `checklist = '{}'`]) {
      const change = tell(`UPDATE identity_check SET ${set} WHERE user_id = '${userId}'`)
      await expect(change, set).rejects.toMatchObject(STAYS)
    }
  })

  test('what an identity check was handed in with is erased at most, once it is submitted', async () => {
    const [id, picture] = [newId(), newId()]
    const sealed = `decode('00', 'hex')`
    const claim = (set: string) => tell(`UPDATE identity_claim SET ${set} WHERE id = '${id}'`)
    await tell(`INSERT INTO identity_claim (id, user_id, begun_at, details, number_hash, expires_on, word)
      VALUES ('${id}', '${userId}', '${ENDED}', ${sealed}, 'n', '2031-05-31', 'apple')`)
    await tell(`INSERT INTO sealed_document (id, user_id, claim_id, kind, sealed, sent_hash, created_at)
      VALUES ('${picture}', '${userId}', '${id}', 'front', ${sealed}, 's', '${ENDED}')`)
    await claim(`word = 'orchard'`)
    await claim(`submitted_at = '${ENDED}'`)
    for (const set of [
      `submitted_at = NULL`,
      `word = 'apple'`,
      `flags = '{name differs}'`,
      `number_hash = 'm'`,
      `expires_on = '2041-05-31'`,
      `details = decode('01', 'hex')`,
    ]) {
      await expect(claim(set), set).rejects.toMatchObject(STAYS)
    }
    await expect(tell(`UPDATE sealed_document SET sealed = decode('01', 'hex')`)).rejects.toMatchObject(STAYS)
    const another = tell(`INSERT INTO sealed_document (id, user_id, claim_id, kind, sealed, sent_hash, created_at)
      VALUES ('${newId()}', '${userId}', '${id}', 'back', ${sealed}, 's', '${ENDED}')`)
    await expect(another).rejects.toMatchObject(STAYS)
    await tell(`DELETE FROM sealed_document WHERE claim_id = '${id}'`)
    await expect(tell(`DELETE FROM identity_claim WHERE id = '${id}'`)).rejects.toMatchObject(STAYS)
    await claim(`details = NULL, number_hash = NULL, expires_on = NULL, erased_at = '${ENDED}'`)
    await expect(claim(`erased_at = NULL`)).rejects.toMatchObject(STAYS)
  })
})
