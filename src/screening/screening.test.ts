import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator } from '#kit/actor.ts'
import { MINUTE } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { legalPerson } from '#kyc/legal-person.ts'
import { newId } from '#kit/ids.ts'
import { emptyTables } from '../../test/support/database.ts'
import { openRegisteringHouse } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { submitCheckOf } from '../../test/support/identity.ts'
import { join, joinWithRoles } from '../../test/support/registering.ts'
import { rowsRead, tablesScanned } from '../../test/support/table-scans.ts'
import { auditOf, refusalOf } from '../../test/support/traces.ts'
import { THOROUGH } from '../../test/support/thorough.ts'
import { clearHit, confirmHit } from './decide-hit.ts'
import { selectCandidates } from './entry-store.ts'
import type { ListedPerson, ParsedList } from './formats/listed-person.ts'
import { importList, makeReady } from './import-list.ts'
import { screenDue } from './jobs.ts'
import { makeKeysAgain } from './make-keys-again.ts'
import { keysOf } from './names/name-keys.ts'
import { holdsOf } from './holds.ts'
import { listHits, readLists, standingHitsOf, waitingHitCount } from './read.ts'
import type { ListName } from './rules.ts'
import { type PersonToScreen, screenPerson } from './screen-person.ts'
import { setAsideHits } from './set-aside.ts'
import { selectConfirmed } from './store.ts'

const person = (uid: string, name: string, rest: Partial<ListedPerson> = {}): ListedPerson => ({
  ...{ uid, names: [{ name, strong: true }], births: [], countries: [], about: 'Invented' },
  ...rest,
})

describe('lists and the names that look like theirs', () => {
  const house = opened(openRegisteringHouse)
  let [reviewer, second]: Administrator[] = []
  const who = (one: Administrator | undefined) => {
    if (one === undefined) throw new Error('nobody is there yet')
    return one
  }
  let files = 0
  beforeAll(async () => {
    reviewer = await joinWithRoles(house, 'the-reviewer', ['reviewer'])
    second = await joinWithRoles(house, 'the-second', ['owner'])
  })
  beforeEach(async () => {
    await emptyTables(
      house,
      'screening_hit',
      'screening_person',
      'screening_name',
      'screening_entry',
      'screening_import',
    )
  })

  const take = async (
    persons: ListedPerson[],
    {
      list = 'ofac',
      fewer = false,
      file = `${(files += 1)}`,
    }: { list?: ListName; fewer?: boolean; file?: string } = {},
  ) => {
    const parsed: ParsedList = { list, format: 'xml', publishedOn: '2026-11-20', persons, leftOut: 0 }
    const ready = await makeReady(parsed, file)
    return house.write((tx) => importList(tx, house.clock, who(reviewer), { list: ready, fewer }))
  }
  const screen = (userId: string, ...said: PersonToScreen[]) =>
    house.write((tx) => screenPerson(tx, house.clock, userId, said))
  const hits = async (asked: Partial<Parameters<typeof listHits>[1]> = {}) =>
    (await house.read((tx) => listHits(tx, { limit: 50, ...asked }))).items
  const holdOf = async (userId: string) => (await house.read((tx) => holdsOf(tx, [userId])))(userId)
  const clear = (id: string, by = reviewer) =>
    house.write((tx) => clearHit(tx, house.clock, who(by), { id, reason: 'Another birth date' }))
  const confirm = (id: string, by = reviewer) =>
    house.write((tx) => confirmHit(tx, house.clock, who(by), { id, reason: 'The same passport' }))
  const somebody = async (name: string) => (await join(house, name)).user.id

  test('an edition takes the place of the one before: what differs is changed, and it says how much that is', async () => {
    const first = await take([person('1', 'Karim Zorbeki'), person('2', 'Ivar Kessel'), person('3', 'Zimba Zorba')])
    expect(first).toMatchObject({
      persons: 3,
      names: 3,
      added: 3,
      changed: 0,
      removed: 0,
      imported_by: reviewer?.userId,
    })
    const before = await house.db.selectFrom('screening_entry').select(['id', 'uid']).orderBy('uid').execute()
    const next = await take([person('1', 'Karim Zorbeki'), person('2', 'Ivar Kessell'), person('4', 'Peter Zorbius')])
    expect(next).toMatchObject({ persons: 3, added: 1, changed: 1, removed: 1 })
    const after = await house.db.selectFrom('screening_entry').select(['id', 'uid']).orderBy('uid').execute()
    expect(after.map(({ uid }) => uid)).toEqual(['1', '2', '4'])
    expect(after[0]).toEqual(before[0])
    const names = await house.db.selectFrom('screening_name').select('name').orderBy('name').execute()
    expect(names.map(({ name }) => name)).toEqual(['Ivar Kessell', 'Karim Zorbeki', 'Peter Zorbius'])
    expect(await auditOf(house, next.id)).toEqual(['import screening list'])
    // another list is left as it is
    await take([person('1', 'Someone Else')], { list: 'eu' })
    expect(
      await house.db.selectFrom('screening_entry').select('uid').where('list', '=', 'ofac').execute(),
    ).toHaveLength(3)
    expect((await house.read(readLists)).items.map(({ list }) => list)).toEqual(['eu', 'ofac', 'ofac'])
  })

  test('the same file is not imported twice, also of ten at once', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () => take([person('1', 'Karim Zorbeki')], { file: 'same' })),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await house.db.selectFrom('screening_entry').selectAll().execute()).toHaveLength(1)
  })

  test('a file that lacks many is refused unless it is meant, and everybody stays where they were', async () => {
    const many = Array.from({ length: 100 }, (_, n) => person(String(n), `Zorba Number${n}`))
    await take(many)
    const refusal = await refusalOf(take(many.slice(30)))
    expect([refusal.code, Object.keys(refusal.errors ?? {})]).toEqual(['bad input', ['fewer']])
    expect(refusal.message).toContain('30 of 100 people')
    expect(await house.db.selectFrom('screening_entry').selectAll().execute()).toHaveLength(100)
    expect(await take(many.slice(30), { fewer: true })).toMatchObject({ removed: 30 })
  })

  test('an import that fails in the middle leaves the edition before', async () => {
    await take([person('1', 'Karim Zorbeki')])
    const failing = makeReady(
      { list: 'ofac', format: 'xml', publishedOn: null, persons: [person('2', 'Ivar Kessel')], leftOut: 0 },
      'x',
    )
    await expect(
      house.write(async (tx) => {
        await importList(tx, house.clock, who(reviewer), { list: await failing, fewer: true })
        throw new Error('lost')
      }),
    ).rejects.toThrow('lost')
    const left = await house.db.selectFrom('screening_entry').select('uid').execute()
    expect([left, (await house.read(readLists)).items.length]).toEqual([[{ uid: '1' }], 1])
  })

  test('a name that looks like a listed one is a hit with its score and why, once, and one that does not is none', async () => {
    await take([
      person('1', 'Karim Zorbeki', {
        names: [
          { name: 'Karim Zorbeki', strong: true },
          { name: 'Zorbeki the Tall', strong: false },
        ],
        births: ['1961-02-03'],
        countries: ['FJ'],
      }),
      person('2', 'Ivar Kessel'),
    ])
    const [like, unlike] = [await somebody('like'), await somebody('unlike')]
    await screen(like, { name: 'ZORBEKI, Karím', birthDate: '1961-02-03', country: 'FJ' })
    await screen(like, { name: 'ZORBEKI, Karím', birthDate: '1961-02-03', country: 'FJ' })
    await screen(unlike, { name: 'Zorana Karimova', birthDate: '1961-02-03' })
    const found = await hits()
    expect(found).toMatchObject([
      {
        ...{ state: 'open', list: 'ofac', uid: '1', name: 'Karim Zorbeki', score: 100, still_listed: true },
        user: { id: like, name: 'like' },
        why: {
          birth: 'same',
          country: 'same',
          weak: false,
          parts: [
            { part: 'karim', alike: 100 },
            { part: 'zorbeki', alike: 100 },
          ],
        },
        listed: {
          names: ['Karim Zorbeki', 'Zorbeki the Tall'],
          births: ['1961-02-03'],
          countries: ['FJ'],
          about: 'Invented',
        },
      },
    ])
    // nothing of what somebody is called is kept here
    const kept = JSON.stringify(await house.db.selectFrom('screening_hit').selectAll().execute(), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(kept).not.toMatch(/Karím|ZORBEKI,/)
  })

  test('whoever has two names looks like a listed person by either, each beside its own birth date, and is one hit', async () => {
    await take([person('1', 'Karim Zorbeki', { births: ['1961-02-03'] })])
    const userId = await somebody('two-names')
    await screen(userId, { name: 'Anna Example', birthDate: '1990-12-31' }, { name: 'ZORBEKI KARIM' })
    expect(await hits()).toMatchObject([{ score: 100, why: { birth: 'unknown' }, user: { id: userId } }])
    const another = await somebody('two-names-alike')
    await screen(another, { name: 'Karim Zorbecki', birthDate: '1961-02-03' }, { name: 'ZORBEKI KARIM' })
    expect(await hits({ user: another })).toHaveLength(1)
  })

  test('a hit holds up the approval until somebody clears it, for good, with the reason', async () => {
    await take([person('1', 'Karim Zorbeki')])
    const userId = await somebody('held')
    await screen(userId, { name: 'Karim Zorbeki' })
    expect(await holdOf(userId)).toBe('to review')
    const [hit] = await hits()
    await clear(hit?.id ?? '')
    expect(await holdOf(userId)).toBeNull()
    expect(await hits()).toMatchObject([
      { state: 'cleared', reason: 'Another birth date', decided_by: { name: 'the-reviewer' } },
    ])
    expect(await auditOf(house, hit?.id ?? '')).toEqual(['clear screening hit'])
    for (const again of [clear, confirm])
      expect((await refusalOf(again(hit?.id ?? '', second))).code).toBe('wrong state')
    // compared again, with the same list and the next one
    await screen(userId, { name: 'Karim Zorbeki' })
    await take([person('1', 'Karim Zorbeki'), person('2', 'Ivar Kessel')])
    await screen(userId, { name: 'Karim Zorbeki' })
    expect(await hits()).toHaveLength(1)
    // the list says something else of them
    await take([person('1', 'Karim Zorbeki', { births: ['1961'] }), person('2', 'Ivar Kessel')])
    await screen(userId, { name: 'Karim Zorbeki' })
    expect((await hits()).map(({ state }) => state)).toEqual(['open', 'cleared'])
  })

  test('a confirmed hit of sanctions holds up the approval until another administrator clears it', async () => {
    await take([person('1', 'Karim Zorbeki')])
    const userId = await somebody('confirmed')
    await screen(userId, { name: 'Karim Zorbeki' })
    const id = (await hits())[0]?.id ?? ''
    await confirm(id)
    expect(await holdOf(userId)).toBe('confirmed')
    expect((await refusalOf(confirm(id, second))).code).toBe('wrong state')
    expect((await refusalOf(clear(id))).message).toContain('Another administrator')
    await clear(id, second)
    expect(await holdOf(userId)).toBeNull()
  })

  test('a confirmed exposed person may be approved, an open one not', async () => {
    await take([person('1', 'Karim Zorbeki')], { list: 'exposed' })
    const userId = await somebody('exposed')
    await screen(userId, { name: 'Karim Zorbeki' })
    expect(await holdOf(userId)).toBe('to review')
    await confirm((await hits())[0]?.id ?? '')
    expect(await holdOf(userId)).toBeNull()
    expect((await house.read((tx) => standingHitsOf(tx, [userId])))(userId)).toEqual({ open: 0, confirmed: 1 })
  })

  test('nobody decides on their own, and of ten decisions at once one is made', async () => {
    await take([person('1', 'Karim Zorbeki')])
    const own = who(second).userId
    await screen(own, { name: 'Karim Zorbeki' })
    const [hit] = await hits()
    const id = hit?.id ?? ''
    for (const act of [clear, confirm]) expect((await refusalOf(act(id, second))).code).toBe('not allowed')
    expect((await refusalOf(clear(newId()))).code).toBe('not found')
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => clear(id)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('what waits for somebody is counted by an index, without what is one’s own or was decided', async () => {
    await take([person('1', 'Karim Zorbeki'), person('2', 'Ivar Kessel'), person('3', 'Tolan Mundrek')])
    const other = await somebody('one-who-waits')
    const [first, own] = [house.clock.now(), who(second).userId]
    await screen(other, { name: 'Karim Zorbeki' })
    await house.clock.move(60_000)
    await screen(other, { name: 'Ivar Kessel' })
    await screen(own, { name: 'Tolan Mundrek' })
    await sql`INSERT INTO screening_hit (id, user_id, list, uid, entry_hash, name, score, why, listed, found_at)
      SELECT gen_random_uuid(), ${other}, 'un', n::text, 'hash', 'Somebody', 90, '{}', '{}', now()
      FROM generate_series(1, 3000) n`.execute(house.db)
    await sql`UPDATE screening_hit SET state = 'cleared', decided_at = now(), decided_by = ${own}, reason = 'Another'
      WHERE list = 'un'`.execute(house.db)
    const client = new pg.Client({ connectionString: house.ownerUrl })
    await client.connect()
    // what they were before they were cleared stands in the index until then
    await client.query('VACUUM screening_hit')
    await client.end()
    const waits = (of: Administrator) => (tx: Tx) => waitingHitCount(tx, { userId: of.userId, butNot: [] })
    expect(await house.read(waits(who(reviewer)))).toEqual({ count: 3, oldest: first, all: 3 })
    expect(await house.read(waits(who(second)))).toEqual({ count: 2, oldest: first, all: 3 })
    expect(await tablesScanned(house.db, waits(who(reviewer)))).toEqual([])
    expect(await rowsRead(house.db, waits(who(reviewer)))).toBeLessThan(50)
  })

  test('after an import everybody is compared again, by two processes at once and after one was stopped, each once', async () => {
    const people = new Map<string, PersonToScreen>()
    for (let n = 0; n < 7; n += 1)
      people.set(await somebody(`person-${n}`), { name: n % 2 ? 'Karim Zorbeki' : 'Zorana Petrenkov' })
    await take([person('9', 'Somebody Else')])
    for (const [userId, said] of people) await screen(userId, said)
    expect(await hits()).toEqual([])
    await take([person('1', 'Karim Zorbeki'), person('9', 'Somebody Else')])
    expect(await house.read(readLists)).toMatchObject({ people: 7, to_compare: 7, open_hits: 0 })
    for (const userId of people.keys()) expect(await holdOf(userId)).toBe('comparing')
    // one that ends in its third person leaves nothing half done
    const named = async (_: Tx, userId: string) => [people.get(userId) ?? { name: 'Nobody' }]
    let asked = 0
    const now = () => {
      if ((asked += 1) === 3) throw new Error('killed')
      return house.clock.now()
    }
    await expect(screenDue({ ...house, clock: { now }, legalPerson: named })).rejects.toThrow('killed')
    expect(await house.read(readLists)).toMatchObject({ to_compare: 7, open_hits: 0 })
    await Promise.all([screenDue({ ...house, legalPerson: named }), screenDue({ ...house, legalPerson: named })])
    expect(await house.read(readLists)).toMatchObject({ people: 7, to_compare: 0, open_hits: 3 })
    await screenDue({ ...house, legalPerson: named })
    expect(await hits()).toHaveLength(3)
  })

  test('whose name cannot be opened keeps nobody else from being compared, and stays due', async () => {
    const ids = [await somebody('unread'), await somebody('read')].toSorted()
    for (const userId of ids) await screen(userId, { name: 'Karim Zorbeki' })
    await take([person('1', 'Karim Zorbeki')])
    const [first, second] = ids
    const opening = async (_: Tx, userId: string) => {
      if (userId === first) throw new Error('sealed with another key')
      return [{ name: 'Karim Zorbeki' }]
    }
    await expect(screenDue({ ...house, legalPerson: opening })).rejects.toThrow(
      '1 record failed: tried again next time.',
    )
    expect(await house.read(readLists)).toMatchObject({ people: 2, to_compare: 1 })
    expect(await hits()).toMatchObject([{ user: { id: second } }])
    expect(await holdOf(first ?? '')).toBe('comparing')
  })

  test('whose check is submitted while a list comes in is compared with the list that was there, then with the new one', async () => {
    await take([person('9', 'Somebody Else')])
    const { investor, user } = await join(house, 'meanwhile')
    const parsed = { list: 'ofac' as const, format: 'xml' as const, publishedOn: null, leftOut: 0 }
    const list = await makeReady(
      { ...parsed, persons: [person('1', 'Karim Zorbeki'), person('9', 'Somebody Else')] },
      'next',
    )
    await house.write(async (tx) => {
      await importList(tx, house.clock, who(reviewer), { list, fewer: false })
      await submitCheckOf(house, investor, { legal_name: 'Karim Zorbeki' })
      expect(await holdOf(user.id)).toBeNull()
    })
    expect(await holdOf(user.id)).toBe('comparing')
    await screenDue({ ...house, legalPerson })
    expect(await holdOf(user.id)).toBe('to review')
    expect(await hits()).toMatchObject([{ uid: '1', user: { id: user.id } }])
  })

  test('whoever is taken off a list keeps their hit, which says so', async () => {
    await take([person('1', 'Karim Zorbeki'), person('2', 'Ivar Kessel')])
    await screen(await somebody('listed'), { name: 'Karim Zorbeki' })
    await take([person('2', 'Ivar Kessel')])
    expect(await hits()).toMatchObject([{ still_listed: false, listed: { about: 'Invented' } }])
  })

  test('the words of confirmed matches are found by their keys, however many there are, and those without keys always', async () => {
    await take([person('1', 'Karim Zorbeki')])
    const [of, other] = [await somebody('many-confirmed'), await somebody('compared-with-many')]
    const name = (n: number) =>
      `Zora${n.toString(26).replaceAll(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')} Munde`
    const kept = Array.from({ length: 2000 }, (_, n) => ({ uid: `${n}`, name: name(n), keys: keysOf(name(n)) }))
    await sql`INSERT INTO screening_hit (id, user_id, list, uid, entry_hash, name, score, why, listed, keys, found_at)
      SELECT gen_random_uuid(), ${of}, 'un', uid, 'as it was', name, 90, '{"weak": false}',
        jsonb_build_object('names', ARRAY[name], 'births', '{}'::text[], 'countries', '{}'::text[], 'about', ''), keys, now()
      FROM jsonb_to_recordset(${JSON.stringify([...kept, { uid: 'unkeyed', name: 'Ivar Kessel', keys: null }])}::jsonb)
        AS kept (uid text, name text, keys text[])`.execute(house.db)
    await sql`UPDATE screening_hit SET state = 'confirmed', decided_at = now(), decided_by = ${who(second).userId},
      reason = 'The same passport' WHERE list = 'un'`.execute(house.db)
    const found = (keys: string[]) => house.read((tx) => selectConfirmed(tx, keys))
    const simply = (keys: string[]) =>
      kept.filter((one) => one.keys.some((key) => keys.includes(key))).map(({ uid }) => uid)
    const asked = [
      name(7),
      'Zorba Ivarson',
      'Somebody Else',
      'Karim Abdul Zoraqq Mohamed Hassan Petrenkov Munde Zorb',
      '',
    ]
    for (const keys of asked.map(keysOf))
      expect((await found(keys)).map(({ uid }) => uid).toSorted(), keys.join(' ')).toEqual(
        [...simply(keys), 'unkeyed'].toSorted(),
      )
    expect((await found(keysOf(name(7)))).find(({ uid }) => uid === '7')).toMatchObject({ name: name(7) })
    await screen(other, { name: 'Ivar Kessel' })
    expect(await hits({ user: other })).toMatchObject([{ uid: 'unkeyed', name: 'Ivar Kessel' }])

    const client = new pg.Client({ connectionString: house.ownerUrl })
    await client.connect()
    await client.query('VACUUM ANALYZE screening_hit')
    await client.end()
    for (const often of ['Somebody Else', 'Karim Abdul Zorbeki Mohamed Hassan Petrenkov Tolan Mundrek']) {
      expect(await rowsRead(house.db, (tx) => selectConfirmed(tx, keysOf(often))), often).toBeLessThan(200)
    }
  })

  async function giveOldKeys(): Promise<void> {
    const old = new pg.Client({ connectionString: house.ownerUrl })
    await old.connect()
    for (const table of ['screening_name', 'screening_hit']) {
      await old.query(`ALTER TABLE ${table} DISABLE TRIGGER USER; UPDATE ${table} SET keys = '{old}', keys_made = 1;
        ALTER TABLE ${table} ENABLE TRIGGER USER`)
    }
    await old.end()
  }

  test('what was imported and found with keys of before is given new ones, and until then nobody passes by them', async () => {
    await take([person('1', 'Karim Zorbeki'), person('2', 'Ivar Kessel')])
    const [of, other, due] = [await somebody('found-before'), await somebody('of-old-keys'), await somebody('due')]
    await screen(of, { name: 'Ivar Kessel' })
    await confirm((await hits())[0]?.id ?? '')
    await take([person('1', 'Karim Zorbeki')], { fewer: true })
    await giveOldKeys()
    await screen(other, { name: 'Karlm Zorbekl' })
    await screen(due, { name: 'lvar Kessei' })
    expect([await holdOf(other), await holdOf(due)]).toEqual(['comparing', 'comparing'])
    const names = new Map([
      [of, 'Ivar Kessel'],
      [other, 'Karlm Zorbekl'],
      [due, 'lvar Kessei'],
    ])
    const named = async (_: Tx, userId: string) => [{ name: names.get(userId) ?? '' }]
    // two processes at once: who comes second leaves what the first has, and compares nobody before it is done
    await Promise.all([1, 2].map(() => screenDue({ ...house, legalPerson: named })))
    await screenDue({ ...house, legalPerson: named })
    expect([await holdOf(other), await holdOf(due)]).toEqual(['to review', 'to review'])
    const taken = sql`UPDATE screening_hit SET keys = '{none}' WHERE user_id = ${of}`.execute(house.db)
    await expect(taken).rejects.toMatchObject({ code: 'PLB11' })
  })

  test('nor where the keys are made anew at the moment between the look at the old ones and what is written of it', async () => {
    await take([person('1', 'Karim Zorbeki')])
    const userId = await somebody('between')
    await giveOldKeys()
    let looked: unknown
    await house.write((tx) => {
      const watched = tx.withPlugin({
        transformQuery({ node, queryId }) {
          const asks = node.kind === 'RawNode' ? node.sqlFragments.join(' ') : ''
          if (asks.includes('SELECT * FROM screening_entry')) looked ??= queryId
          return node
        },
        async transformResult({ result, queryId }) {
          if (queryId === looked) await makeKeysAgain(house.db)
          return result
        },
      })
      return screenPerson(watched, house.clock, userId, [{ name: 'Karlm Zorbekl' }])
    })
    expect(looked).toBeDefined()
    expect(await holdOf(userId)).toBe('comparing')
    await screenDue({ ...house, legalPerson: async () => [{ name: 'Karlm Zorbekl' }] })
    expect(await holdOf(userId)).toBe('to review')
  })

  test('what an account had that was taken back is set aside, and compared again is the name from before', async () => {
    await take([person('1', 'Karim Zorbeki'), person('2', 'Ivar Kessel')])
    const userId = await somebody('taken-back')
    const since = house.clock.now()
    await screen(userId, { name: 'Karim Zorbeki' })
    const setAside = (stillApproved: boolean, from = since) =>
      house.write((tx) => setAsideHits(tx, house.clock, who(reviewer), { userId, since: from, stillApproved }))
    await setAside(true, new Date(since.getTime() + MINUTE))
    expect(await hits()).toMatchObject([{ state: 'open' }])
    await setAside(true)
    const [hit] = await hits()
    expect([hit?.state, await auditOf(house, hit?.id ?? '')]).toEqual(['set aside', ['set aside screening hit']])
    expect(await house.read(readLists)).toMatchObject({ people: 1, to_compare: 1, open_hits: 0 })
    await screenDue({ ...house, legalPerson: async () => [{ name: 'Ivar Kessel' }] })
    expect((await hits({ status: 'open' })).map(({ uid }) => uid)).toEqual(['2'])
    // handed in once more it stands as it was, and is set aside again as one that was found then
    await house.clock.move(MINUTE)
    const again = house.clock.now()
    await screen(userId, { name: 'Karim Zorbeki' })
    expect((await hits({ status: 'open' })).map(({ uid }) => uid).toSorted()).toEqual(['1', '2'])
    await setAside(false, again)
    expect(await hits({ status: 'set aside' })).toMatchObject([{ id: hit?.id, uid: '1' }])
    expect(await house.read(readLists)).toMatchObject({ people: 0, to_compare: 0, open_hits: 1 })
  })

  test('a confirmed match of an account that was taken back is kept, and handed in again after it was cleared a new one', async () => {
    await take([person('1', 'Karim Zorbeki')])
    const userId = await somebody('taken-back-confirmed')
    const takeBack = () =>
      house.write((tx) =>
        setAsideHits(tx, house.clock, who(reviewer), {
          ...{ userId, stillApproved: false },
          since: new Date(house.clock.now().getTime() - MINUTE),
        }),
      )
    const karim = { name: 'Karim Zorbeki' }
    await screen(userId, karim)
    const id = (await hits())[0]?.id ?? ''
    await confirm(id)
    const at = house.clock.now().toISOString()
    await takeBack()
    expect(await hits()).toMatchObject([
      { id, state: 'confirmed', decided_by: { name: 'the-reviewer' }, taken_back_at: at },
    ])
    expect((await house.read((tx) => standingHitsOf(tx, [userId])))(userId)).toEqual({ open: 0, confirmed: 1 })
    // papers of another name change nothing
    await screen(userId, { name: 'Anna Example' })
    expect(await holdOf(userId)).toBe('confirmed before')
    expect((await refusalOf(clear(id))).message).toContain('Another administrator')
    // the same name is theirs, then
    await screen(userId, karim)
    expect(await hits()).toMatchObject([{ id, state: 'confirmed', taken_back_at: null }])
    await takeBack()
    await clear(id, second)
    await screen(userId, { name: 'Anna Example' })
    expect(await holdOf(userId)).toBe(null)
    await screen(userId, karim)
    await screen(userId, karim)
    expect((await hits()).map(({ state }) => state).toSorted()).toEqual(['cleared', 'open'])
    expect(await holdOf(userId)).toBe('to review')
    await clear((await hits({ status: 'open' }))[0]?.id ?? '')
    await screen(userId, karim)
    expect(await holdOf(userId)).toBe(null)
  })

  test('a listed person whom several editions described is one match of whoever was confirmed in their words', async () => {
    const [userId, namesake] = [await somebody('described-anew'), await somebody('namesake-of-many')]
    const editions = ['1961', '1962', '1963'].map((year) => person('1', 'Karim Zorbeki', { about: `Born in ${year}` }))
    for (const edition of editions) {
      await take([edition])
      await screen(userId, { name: 'Karim Zorbeki' })
      await confirm((await hits({ status: 'open' }))[0]?.id ?? '')
    }
    // in the words of the list as it is, and once in those of before
    await screen(namesake, { name: 'Zorbeki Karim' })
    const found = await hits({ user: namesake })
    expect(found.map(({ listed }) => listed.about).toSorted()).toEqual(['Born in 1961', 'Born in 1963'])
    // once more is not found, and the next edition is one more
    await screen(namesake, { name: 'Zorbeki Karim' })
    await take([person('1', 'Anders Holmquist')])
    await screen(namesake, { name: 'Zorbeki Karim' })
    expect(await hits({ user: namesake })).toHaveLength(2)
  })

  test('the database takes nothing back from whoever has come by the app’s login', async () => {
    await take([person('1', 'Karim Zorbeki')])
    const userId = await somebody('kept')
    await screen(userId, { name: 'Karim Zorbeki' })
    const id = (await hits())[0]?.id ?? ''
    const set = (to: string) => sql.raw(`UPDATE screening_hit SET ${to} WHERE id = '${id}'`).execute(house.db)
    await expect(set('score = 1')).rejects.toMatchObject({ code: '42501' })
    await expect(sql.raw(`DELETE FROM screening_hit`).execute(house.db)).rejects.toMatchObject({ code: '42501' })
    await expect(set(`state = 'cleared'`)).rejects.toMatchObject({ constraint: 'screening_hit_decided' })
    await expect(set(`taken_back_at = now()`)).rejects.toMatchObject({ constraint: 'screening_hit_taken_back' })
    await set(`state = 'set aside'`)
    await expect(
      set(`state = 'cleared', decided_at = now(), decided_by = '${who(second).userId}', reason = 'Another'`),
    ).rejects.toMatchObject({ code: 'PLB11' })
    await set(`state = 'open'`)
    await expect(
      set(`state = 'cleared', decided_at = now(), decided_by = user_id, reason = 'Mine'`),
    ).rejects.toMatchObject({ constraint: 'screening_hit_not_by_oneself' })
    await confirm(id)
    for (const back of [
      `state = 'open', decided_at = NULL, decided_by = NULL, reason = NULL`,
      `state = 'cleared'`,
      `reason = 'x'`,
    ]) {
      await expect(set(back), back).rejects.toMatchObject({ code: 'PLB11' })
    }
    await expect(set(`state = 'set aside', decided_at = NULL, decided_by = NULL, reason = NULL`)).rejects.toMatchObject(
      { code: 'PLB11' },
    )
    await set(`taken_back_at = now()`)
    await clear(id, second)
    for (const back of [`state = 'confirmed'`, 'taken_back_at = NULL']) {
      await expect(set(back), back).rejects.toMatchObject({ code: 'PLB11' })
    }
    await expect(sql`UPDATE screening_import SET persons = 5`.execute(house.db)).rejects.toMatchObject({
      code: '42501',
    })
  })
})

test('of 20,000 listed names, those that look like somebody’s are found by the index', THOROUGH, async () => {
  const house = await openRegisteringHouse()
  try {
    const { user } = await join(house, 'importer')
    const syllables = [
      'zor',
      'ba',
      'ki',
      'mun',
      'tel',
      'dra',
      'vo',
      'sim',
      'pek',
      'lan',
      'gri',
      'nu',
      'hal',
      'for',
      'wes',
    ]
    const word = (n: number) => [0, 1, 2].map((place) => syllables[Math.floor(n / 15 ** place) % 15]).join('')
    const persons = Array.from({ length: 20_000 }, (_, n) =>
      person(String(n), `${word(n * 7)} ${word(n * 13 + 5)} ${word(n * 31 + 11)}`),
    )
    const ready = await makeReady({ list: 'ofac', format: 'xml', publishedOn: null, persons, leftOut: 0 }, 'large')
    const reviewer = await joinWithRoles(house, 'large-reviewer', ['reviewer'])
    await house.write((tx) => importList(tx, house.clock, reviewer, { list: ready, fewer: false }))
    const owner = new pg.Client({ connectionString: house.ownerUrl })
    await owner.connect()
    await owner.query('ANALYZE screening_name')
    await owner.end()
    // of so many names a handful is compared letter by letter
    const names = [persons[777]?.names[0]?.name ?? '', 'Karim Abdul Zorbeki Mohamed Hassan Petrenkov Tolan Mundrek']
    for (const name of names) {
      const find = (tx: Tx) => selectCandidates(tx, keysOf(name))
      expect(await tablesScanned(house.db, find), name).toEqual([])
      expect(await rowsRead(house.db, find), name).toBeLessThan(3000)
    }
    await house.write((tx) => screenPerson(tx, house.clock, user.id, [{ name: persons[777]?.names[0]?.name ?? '' }]))
    const found = await house.db.selectFrom('screening_hit').select('uid').execute()
    expect(found.map(({ uid }) => uid)).toContain('777')
  } finally {
    await house.close()
  }
})
