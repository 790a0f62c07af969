import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { utcDay } from '#approvals/rules.ts'
import type { Administrator, Investor } from '#kit/actor.ts'
import { DAY, HOUR } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { lockUser } from '#users/lock-user.ts'
import { passportZone } from '../../scripts/made-up-papers.ts'
import { openRegisteringHouse } from '../../test/support/registering-house.ts'
import { START } from '../../test/support/database.ts'
import { opened } from '../../test/support/opened.ts'
import { auditOf, notificationsOf, refusalOf, userNow } from '../../test/support/traces.ts'
import { join, joinWithRoles } from '../../test/support/registering.ts'
import { prepareCheckOf, submitCheckOf } from '../../test/support/identity.ts'
import { changeUser } from '#users/change-user.ts'
import { askForNewDocuments } from './ask-again.ts'
import { flagsOf } from './flags.ts'
import { hashNumbers } from './hash-numbers.ts'
import { legalPerson } from './legal-person.ts'
import { saveDetails } from './save-details.ts'
import { submitCheck } from './submit-check.ts'
import { approveCheck, rejectCheck } from './decide-check.ts'
import { eraseIdentity, eraseOverdue } from './erase-claims.ts'
import { requireKyc } from './require-kyc.ts'
import { ownCheck } from './own-check.ts'
import { countChecks, findCheck, listChecks, waitingChecks } from './read.ts'

describe('the identity check', () => {
  const house = opened(openRegisteringHouse)
  let reviewer: Administrator
  beforeAll(async () => {
    reviewer = await joinWithRoles(house, 'the-reviewer', ['reviewer'])
  })

  const ask = (investor: Parameters<typeof submitCheck>[2]) => submitCheckOf(house, investor)
  const approve = (id: string, actor = reviewer) => house.write((tx) => approveCheck(tx, house.clock, actor, { id }))
  const decline = (id: string, reason: string) =>
    house.write((tx) => rejectCheck(tx, house.clock, reviewer, { id, reason }))
  const stateOf = (userId: string) => house.read((tx) => ownCheck(tx, house.clock, userId))
  const checkOf = async (userId: string) =>
    (await house.read((tx) => waitingChecks(tx))).find(({ user }) => user.id === userId)?.id ?? ''

  test('is asked for, declined with a reason, asked for again and approved, each with its trace', async () => {
    const { investor, user } = await join(house, 'amy')
    expect(await stateOf(user.id)).toMatchObject({ state: 'none', reason: null, submitted_at: null, draft: null })
    await ask(investor)
    expect(await stateOf(user.id)).toMatchObject({
      state: 'submitted',
      reason: null,
      submitted_at: house.clock.now().toISOString(),
    })
    const first = await checkOf(user.id)
    await decline(first, 'The name differs.')
    expect(await stateOf(user.id)).toMatchObject({ state: 'rejected', reason: 'The name differs.' })
    await ask(investor)
    const second = await checkOf(user.id)
    await approve(user.id)
    expect(await stateOf(user.id)).toMatchObject({ state: 'approved', reason: null })
    expect((await userNow(house, user.id)).kyc).toBe('approved')
    expect(
      (await notificationsOf(house, user.id)).map((notice) => `${notice.status_text} ${notice.bold_value}`.trim()),
    ).toEqual(['submitted', 'rejected The name differs.', 'submitted', 'approved'])
    const decisions = await house.db
      .selectFrom('decision')
      .selectAll()
      .where('subject_id', 'in', [first, second])
      .orderBy('id')
      .execute()
    expect(
      decisions.map(
        (row) => `${row.from_status} → ${row.to_status} by ${row.actor_id === user.id ? 'user' : 'reviewer'}`,
      ),
    ).toEqual([
      'none → submitted by user',
      'submitted → rejected by reviewer',
      'rejected → submitted by user',
      'submitted → approved by reviewer',
    ])
    expect(await auditOf(house, second)).toEqual(['ask for identity check', 'approve identity check'])
  })

  test('is not asked for twice, nor decided twice, nor taken back once approved', async () => {
    const { investor, user } = await join(house, 'bob')
    expect((await refusalOf(approve(user.id))).code).toBe('wrong state')
    await ask(investor)
    expect((await refusalOf(ask(investor))).code).toBe('wrong state')
    const check = await checkOf(user.id)
    await approve(check)
    for (const again of [
      () => approve(check),
      () => decline(check, 'no'),
      () => decline(user.id, 'no'),
      () => ask(investor),
    ]) {
      expect((await refusalOf(again())).code).toBe('wrong state')
    }
    expect((await userNow(house, user.id)).kyc).toBe('approved')
  })

  test('asked for and decided many times at once happens once', async () => {
    const { investor, user } = await join(house, 'carol')
    const count = async (acts: Promise<unknown>[]) =>
      (await Promise.allSettled(acts)).filter(({ status }) => status === 'fulfilled').length
    await prepareCheckOf(house, investor)
    const submit = () => house.write((tx) => submitCheck(tx, house.clock, investor))
    expect(await count(Array.from({ length: 10 }, submit))).toBe(1)
    const check = await checkOf(user.id)
    expect(
      await count(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? approve(check) : decline(user.id, 'no')))),
    ).toBe(1)
  })

  test('is nobody’s to decide on for themselves', async () => {
    const own = await joinWithRoles(house, 'dave', ['owner'])
    await ask({ ...(await join(house, 'unused')).investor, userId: own.userId })
    for (const id of [own.userId, await checkOf(own.userId)]) {
      expect((await refusalOf(approve(id, own))).code).toBe('not allowed')
    }
    expect((await refusalOf(approve(newId()))).code).toBe('not found')
    await approve(own.userId)
  })

  test('is not approved once what was handed in is erased, and can be rejected', async () => {
    const { investor, user } = await join(house, 'gil')
    await ask(investor)
    const check = await checkOf(user.id)
    await house.write(async (tx) => {
      await lockUser(tx, user.id)
      await eraseIdentity(tx, house.clock, { job: 'a test' }, user.id)
    })
    expect((await refusalOf(approve(check))).message).toContain('What was handed in is erased')
    expect((await userNow(house, user.id)).kyc).toBe('submitted')
    await decline(check, 'It is erased.')
    expect(await stateOf(user.id)).toMatchObject({ state: 'rejected', draft: null })
  })

  test('that waits is listed, newest first', async () => {
    for (const name of ['eve', 'fay']) {
      await house.clock.move(1000)
      await ask((await join(house, name)).investor)
    }
    expect((await house.read((tx) => waitingChecks(tx))).map(({ user }) => user.name)).toEqual(['fay', 'eve'])
  })
})

describe('what happens automatically', () => {
  const house = opened(openRegisteringHouse)
  let owner: pg.Client
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: house.ownerUrl })
    await owner.connect()
  })
  afterAll(() => owner.end())
  const claimsOf = (investor: Investor) =>
    house.db.selectFrom('identity_claim').selectAll().where('user_id', '=', investor.userId).execute()

  test('erases what is over, although it fails with somebody who comes first', async () => {
    const [first, second, third] = [await join(house, 'una'), await join(house, 'vic'), await join(house, 'wes')]
    for (const { investor } of [first, second, third]) {
      await prepareCheckOf(house, investor)
      await house.clock.move(HOUR)
    }
    await owner.query(`CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a test'; END $$;
      CREATE TRIGGER fails BEFORE DELETE ON sealed_document
      FOR EACH ROW WHEN (OLD.user_id = '${first.user.id}') EXECUTE FUNCTION fails()`)
    await house.clock.move(90 * DAY - HOUR)
    await expect(eraseOverdue(house)).rejects.toThrow('1 record failed: tried again next time.')
    // the last is an hour younger
    expect(
      (await Promise.all([first, second, third].map(({ investor }) => claimsOf(investor)))).map((all) => all.length),
    ).toEqual([...[1, 0, 1]])
    await owner.query('DROP TRIGGER fails ON sealed_document')
    await eraseOverdue(house)
    expect(await claimsOf(first.investor)).toEqual([])
    await house.clock.move(HOUR)
    await eraseOverdue(house)
    expect(await claimsOf(third.investor)).toEqual([])
  })

  test('asks for a new document, although what somebody else handed in cannot be opened', async () => {
    const reviewer = await joinWithRoles(house, 'the-reviewer', ['reviewer'])
    const [broken, whole] = [await join(house, 'xen'), await join(house, 'yan')]
    const name = { given: 'Anna', family: 'Example', expires: utcDay(new Date(house.clock.now().getTime() + 20 * DAY)) }
    for (const [n, { investor, user }] of [broken, whole].entries()) {
      const mrz = passportZone({ ...name, number: `Y0000000${n}`, expires: name.expires.slice(2).replaceAll('-', '') })
      await submitCheckOf(house, investor, { mrz: mrz.join('\n') })
      await house.write((tx) => approveCheck(tx, house.clock, reviewer, { id: user.id }))
    }
    await owner.query(`UPDATE document_key SET wrapped = '\\x00' WHERE user_id = $1`, [broken.user.id])
    await expect(askForNewDocuments(house)).rejects.toThrow('1 record failed: tried again next time.')
    expect((await userNow(house, broken.user.id)).identity_asked_at).toBeNull()
    expect((await userNow(house, whole.user.id)).identity_asked_at).toEqual(house.clock.now())
  })
})

test('what an approved identity check is needed for follows the setting', () => {
  const settings = ['invest', 'withdraw', 'off'] as const
  const allowed = (kyc: 'none' | 'submitted' | 'approved' | 'rejected') =>
    settings.flatMap((needed) =>
      (['invest', 'withdraw'] as const)
        .filter((step) => {
          try {
            requireKyc(needed, { kyc, identity_expires_on: null }, { to: step, now: START })
            return true
          } catch {
            return false
          }
        })
        .map((step) => `${needed}: ${step}`),
    )
  const without = ['withdraw: invest', 'off: invest', 'off: withdraw']
  expect(allowed('none')).toEqual(without)
  expect(allowed('submitted')).toEqual(without)
  expect(allowed('rejected')).toEqual(without)
  expect(allowed('approved')).toHaveLength(6)
})

describe('the list of identity checks', () => {
  const house = opened(openRegisteringHouse)
  const names = ['anna', 'bert', 'cleo', 'dora', 'emil']
  const list = (asked: Partial<Parameters<typeof listChecks>[3]> = {}) =>
    house.read((tx) => listChecks(tx, house.clock, reviewer, { limit: 50, ...asked }))
  const named = async (asked: Partial<Parameters<typeof listChecks>[3]> = {}) =>
    (await list(asked)).items.map(({ user }) => user.name)
  let reviewer: Administrator
  beforeAll(async () => {
    reviewer = await joinWithRoles(house, 'the-reviewer', ['reviewer'])
    for (const [n, name] of names.entries()) {
      const { investor } = await join(house, name, { phone: `+1202555010${n}` })
      await submitCheckOf(house, investor)
      await house.clock.move(60_000)
    }
    const { items } = await list({ sort: 'oldest' })
    const [anna, bert] = items
    await house.write((tx) => approveCheck(tx, house.clock, reviewer, { id: anna?.id ?? '' }))
    await house.write((tx) => rejectCheck(tx, house.clock, reviewer, { id: bert?.id ?? '', reason: 'Too dark' }))
  })

  test('has them by state, oldest or newest first, in pages', async () => {
    expect(await named()).toEqual(names.toReversed())
    expect(await named({ status: 'submitted', sort: 'oldest' })).toEqual(['cleo', 'dora', 'emil'])
    expect(await named({ status: 'approved' })).toEqual(['anna'])
    expect((await list({ status: 'rejected' })).items).toMatchObject([{ reason: 'Too dark', user: { name: 'bert' } }])
    const first = await list({ sort: 'oldest', limit: 2 })
    expect(await named({ sort: 'oldest', cursor: first.next_cursor ?? '' })).toEqual(['cleo', 'dora', 'emil'])
  })

  test('is searched by name, e-mail and phone, narrowed by time, and counted alike', async () => {
    expect(await named({ q: 'DOR' })).toEqual(['dora'])
    expect(await named({ q: '5550102' })).toEqual(['cleo'])
    const [, , , dora] = (await list({ sort: 'oldest' })).items
    const since = { from: dora?.submitted_at ?? '' }
    expect(await named(since)).toEqual(['emil', 'dora'])
    for (const asked of [{}, since, { q: 'mail.plumb', status: 'submitted' }, { q: 'nobody' }]) {
      const count = (await named(asked)).length
      expect(await house.read((tx) => countChecks(tx, asked))).toEqual({ count, more: false })
    }
  })

  test('refuses a state that is none, and finds no check by the id of none', async () => {
    expect((await refusalOf(list({ status: 'pending' }))).errors).toHaveProperty('status')
    const [item] = (await list()).items
    expect(await house.read((tx) => findCheck(tx, house.clock, reviewer, item?.id ?? ''))).toEqual(item)
    expect((await refusalOf(house.read((tx) => findCheck(tx, house.clock, reviewer, newId())))).code).toBe('not found')
  })
})

describe('a document that two people hand in', () => {
  const house = opened(openRegisteringHouse)
  const CARD = { document: 'identity card', document_country: 'FR', expires_on: '2031-05-31' } as const
  const handIn = async (name: string, typed: Record<string, string>) => {
    const { investor } = await join(house, name)
    await house.write((tx) => saveDetails(tx, house.clock, investor, { ...CARD, ...typed }))
    const claim = house.db.selectFrom('identity_claim').select('id').where('user_id', '=', investor.userId)
    return (await claim.executeTakeFirstOrThrow()).id
  }
  const flagsNow = async (id: string) => (await house.read((tx) => flagsOf(tx, [id]))).get(id)

  test.each([
    ['as it is', 'A1234567', { document_number: 'A1234567' }, true],
    ['with a dot in its number', 'B1234567', { document_number: 'B.1234/567' }, true],
    ['as issued by another country', 'C1234567', { document_number: 'C1234567', document_country: 'BE' }, true],
    ['as of another kind', 'D1234567', { document_number: 'D1234567', document: 'residence permit' }, true],
    ['with another number', 'E1234567', { document_number: 'E1234568' }, false],
  ])('is flagged %s', async (_, number, typed, isFlagged) => {
    await handIn(`first-${number}`, { document_number: number })
    const again = await handIn(`then-${number}`, typed)
    expect(await flagsNow(again)).toEqual(isFlagged ? ['same document number'] : [])
  })

  test('is flagged as issued by another country, although one of them handed it in before that was compared', async () => {
    const before = await handIn('handed-in-before', { document_number: 'F.1234567' })
    await house.db
      .updateTable('identity_claim')
      .set({ number_hash: 'FR/F.1234567, hashed', kind_number_hash: null })
      .where('id', '=', before)
      .execute()
    const again = await handIn('handed-in-since', { document_number: 'F1234567', document_country: 'BE' })
    expect(await flagsNow(again)).toEqual([])
    await hashNumbers(house)
    expect(await flagsNow(again)).toEqual(['same document number'])
  })
})

test('while a renewal under another name waits, both names are compared; once it is rejected, the one that counts', async () => {
  const house = await openRegisteringHouse()
  try {
    const reviewer = await joinWithRoles(house, 'the-reviewer', ['reviewer'])
    const { investor, user } = await join(house, 'karim')
    const handIn = (given: string, family: string, number: string) =>
      submitCheckOf(house, investor, {
        legal_name: `${given} ${family}`,
        mrz: passportZone({ given, family, number }).join('\n'),
      })
    const names = async () => (await house.read((tx) => legalPerson(tx, user.id))).map(({ name }) => name.toLowerCase())
    const [karim, anna] = ['karim zorbeki', 'anna musterfrau']
    await handIn('Karim', 'Zorbeki', 'K12345678')
    await house.write((tx) => approveCheck(tx, house.clock, reviewer, { id: user.id }))
    expect(new Set(await names())).toEqual(new Set([karim, 'zorbeki karim']))
    await house.write((tx) => changeUser(tx, user.id, { identity_asked_at: house.clock.now() }))
    await house.clock.move(HOUR)
    await handIn('Anna', 'Musterfrau', 'M12345678')
    expect(new Set(await names())).toEqual(new Set([anna, 'musterfrau anna', karim, 'zorbeki karim']))
    await house.write((tx) => rejectCheck(tx, house.clock, reviewer, { id: user.id, code: 'not genuine' }))
    expect(new Set(await names())).toEqual(new Set([karim, 'zorbeki karim']))
  } finally {
    await house.close()
  }
})
