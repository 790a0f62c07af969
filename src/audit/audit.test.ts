import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STEPS } from '#approvals/rules.ts'
import { recordAct } from '#audit/record.ts'
import type { AuditLine } from '#audit/contract.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { OUR_BITCOIN } from '../../test/support/addresses.ts'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { giveRoles } from '../../test/support/roles.ts'
import type { Visitor } from '../../test/support/visitor.ts'
import { actionInWords, KNOWN_ACTIONS, SUBJECT_KINDS } from './rules.ts'
import { countAuditLines } from './store.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What stands in the source after a word such as `action:`, as far as it is written out. */
async function writtenAfter(word: string): Promise<Set<string>> {
  const found = new Set<string>()
  for await (const path of glob('src/**/*.ts', { cwd: ROOT })) {
    if (path.endsWith('.test.ts') || path.startsWith('src/audit/rules')) continue
    // where fields of the wire have their names, one of which is called so
    if (path === 'src/kit/field-rules.ts') continue
    const text = await readFile(join(ROOT, path), 'utf8')
    for (const [, rest = ''] of text.matchAll(new RegExp(`\\b${word}: ([^\\n]*)`, 'g'))) {
      // up to the next field: a choice between two is both of them
      const written = rest.split(/,\s*\w+:|, \{|\}/)[0] ?? ''
      for (const [, one = ''] of written.matchAll(/(?:^|[?:] )'([^']+)'/g)) found.add(one)
    }
  }
  return found
}

test('every action that the code writes has words, and no other', async () => {
  // a request's steps stand in a table of their own
  const written = new Set([...(await writtenAfter('action')), ...Object.values(STEPS)])
  expect(written.size).toBeGreaterThan(40)
  expect([...written].toSorted()).toEqual(KNOWN_ACTIONS.toSorted())
  expect(actionInWords('approve investment')).toBe('approved an investment')
  expect(actionInWords('of another age')).toBe('of another age')
})

describe('the audit log', () => {
  let house: TestApp
  let owner: Visitor
  let support: Visitor
  let investor: Visitor
  let made: { investment: string; wallet: string }
  let client: pg.Client

  beforeAll(async () => {
    house = await startTestApp({ env: { KYC: 'off' } })
    client = new pg.Client({ connectionString: house.databaseUrl })
    await client.connect()
    owner = await house.owner()
    ;[support, investor] = [house.visitor(), house.visitor()]
    await support.join('sue')
    await giveRoles(owner, support, ['support'])
    await investor.join('amy')
    await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
    const plan = { name: 'Steady', min_amount: '100', max_amount: '5000', durations_copy: '14', ref_bonus: '5' }
    await owner.must('/api/create-plan', { ...plan, description: '', daily_roi: '0.4' })
    const { plans, wallets } = (await investor.get('/api/histories')).body
    const asked = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '500', duration: 14 }
    await investor.must('/api/save-investment', asked)
    made = { investment: (await investor.get('/api/histories')).body.investments[0].id, wallet: wallets[0].id }
    await house.clock.move(60_000)
    await owner.must(`/api/decline-investment/${made.investment}`, { reason: '=HYPERLINK("x") <b>no</b>' })
  })
  afterAll(async () => {
    await client.end()
    await house.close()
  })

  const lines = async (query: string, who = support): Promise<AuditLine[]> => {
    const answer = await who.get(`/api/admin/audit?${query}`)
    expect(answer.status).toBe(200)
    return answer.body.items
  }
  const actions = async (query: string) => (await lines(query)).map(({ action }) => action)

  test('says who did what to which record, when, from where, before and after, and why', async () => {
    const [newest] = await lines('limit=1')
    expect(newest).toMatchObject({
      actor: { name: 'first-owner' },
      job: null,
      address: owner.address,
      action: 'decline investment',
      subject: { kind: 'investment', id: made.investment, name: 'amy' },
      before: { status: 'pending' },
      after: { status: 'declined' },
      reason: '=HYPERLINK("x") <b>no</b>',
    })
    expect(newest?.at).toBe(house.clock.now().toISOString())
    expect((await support.get(`/api/admin/audit/${newest?.id}`)).body.item).toEqual(newest)
    expect((await support.get(`/api/admin/audit/${newId()}`)).status).toBe(404)
    const [first] = await lines('sort=oldest&limit=1')
    expect(first).toMatchObject({ actor: null, job: 'set up', address: null, subject: { name: 'first-owner' } })
  })

  test('is looked through by who did it or whose account it is, and by the beginning of a record’s id', async () => {
    expect(await actions('q=AMY')).toEqual(['save investment', 'open account'])
    expect(await actions('q=amy@mail.plumb')).toEqual(['save investment', 'open account'])
    expect(await actions(`q=${made.investment}`)).toEqual(['decline investment', 'save investment'])
    expect(await actions(`q=${made.wallet.slice(0, 20)}`)).toContain('wallet created')
    expect(await actions('q=%25')).toEqual([])
    expect(await actions('q=nobody')).toEqual([])
    expect(await actions("q=' OR 1=1 --")).toEqual([])
  })

  test('is narrowed by action, kind of record and time', async () => {
    expect(await actions('action=save investment,plan created')).toEqual(['save investment', 'plan created'])
    expect(await actions('kind=wallet')).toEqual(['wallet created'])
    const at = house.clock.now().toISOString()
    expect(await actions(`from=${at}`)).toEqual(['decline investment'])
    expect(await actions(`to=${at}&action=decline investment`)).toEqual([])
    for (const wrong of [
      'from=x',
      'sort=largest',
      'cursor=x',
      'limit=0',
      'actor=1',
      'min=1',
      'kind=nothing',
      'action=x',
    ]) {
      expect((await support.get(`/api/admin/audit?${wrong}`)).status, wrong).toBe(422)
    }
  })

  test('comes in pages, each line once, both ways round', async () => {
    const walk = async (sort: string) => {
      const ids: string[] = []
      for (let cursor = ''; ;) {
        const { items, next_cursor } = (await owner.get(`/api/admin/audit?sort=${sort}&limit=2${cursor}`)).body
        ids.push(...items.map(({ id }: AuditLine) => id))
        if (next_cursor === null) return ids
        cursor = `&cursor=${next_cursor}`
      }
    }
    const newest = await walk('newest')
    expect(newest.length).toBeGreaterThan(5)
    expect(new Set(newest).size).toBe(newest.length)
    expect((await walk('oldest')).toReversed()).toEqual(newest)
  })

  test('comes as a file that no spreadsheet takes for a formula, and says that it was taken', async () => {
    const file = await support.get('/api/admin/audit/csv?kind=investment')
    expect(file.headers.get('content-disposition')).toContain('plumb-audit-log-2026-03-01.csv')
    const [head, first, second, end] = String(file.body).split('\r\n')
    expect(head).toBe(
      'Id,Time,Who,"Who, id",Asked for by,From,Device,What,Action,Record,"Record, id","Record, name",Before,After,Reason',
    )
    expect(first).toContain('first-owner')
    expect(first).toContain('declined an investment,decline investment,investment')
    expect(first).toContain(`"'=HYPERLINK(""x"") <b>no</b>"`)
    expect(second).toContain('made an investment')
    expect(end).toBe('')
    expect((await lines('limit=1'))[0]).toMatchObject({
      action: 'list exported',
      actor: { name: 'sue' },
      after: { list: 'audit-log', query: { kind: 'investment' } },
    })
  })

  test('is for administrators alone', async () => {
    for (const path of ['/api/admin/audit', `/api/admin/audit/${newId()}`, '/api/admin/audit/csv']) {
      expect((await investor.get(path)).status).toBe(403)
      expect((await house.visitor().get(path)).status).toBe(401)
    }
  })

  test('can be added to and never changed, not even by the owner of the tables', async () => {
    const client = new pg.Client({ connectionString: house.databaseUrl })
    await client.connect()
    try {
      for (const role of ['', 'SET ROLE plumb_app']) {
        if (role !== '') await client.query(role)
        await expect(client.query("UPDATE audit_entry SET reason = 'x'")).rejects.toThrow()
        await expect(client.query('DELETE FROM audit_entry')).rejects.toThrow()
        await expect(client.query('TRUNCATE audit_entry')).rejects.toThrow()
      }
    } finally {
      await client.end()
    }
  })

  test('holds no password, code, token or what a mail says', async () => {
    await owner.must('/api/send-mail', { title: 'Hello', content: 'Only for your eyes', receiver: investor.email })
    await owner.must(`/api/send-reset-link/${investor.id}`)
    await investor.must('/api/forgot-password', { email: investor.email }).catch(() => {})
    await owner.must('/api/invite-administrator', { email: investor.email, roles: ['support'], reason: 'Help' })
    const mails = await Promise.all([
      investor.newestMessage('.eml', investor.email, /reset-password\?token=/),
      investor.newestMessage('.eml', investor.email, /accept-roles\?token=/),
    ])
    const secrets = mails.map((mail) => /token=([\w-]+)/.exec(mail)?.[1] ?? '')
    expect(secrets.every((secret) => secret.length > 20)).toBe(true)
    const all = JSON.stringify(await lines('limit=100'))
    expect(all).toContain('send reset link')
    for (const secret of [...secrets, investor.bearer ?? '-', 'correct horse', 'Only for your eyes', '$argon2']) {
      expect(all).not.toContain(secret)
    }
  })

  test('names only kinds of records that can be chosen from', async () => {
    const kinds = new Set((await lines('limit=100')).map(({ subject }) => subject.kind))
    expect([...kinds].filter((kind) => !SUBJECT_KINDS.some((known) => known === kind))).toEqual([])
  })

  test('finds the newest of three hundred people who are called alike', async () => {
    await transaction(house.app.db, async (tx) => {
      for (let n = 0; n < 3; n += 1) {
        await recordAct(
          tx,
          house.clock,
          { job: 'a test' },
          { action: 'plan changed', subject: { kind: 'plan', id: newId() } },
        )
      }
    })
    await client.query(`
      INSERT INTO app_user (id, name, email, phone, country, password_hash, password_set_at, created_at, terms_version, terms_accepted_at)
      SELECT gen_random_uuid(), 'alike-' || n, 'alike-' || n || '@mail.plumb.test', '+12025550100', 'US', 'none', now(), now(), '1', now()
      FROM generate_series(1, 300) n`)
    await client.query(`
      INSERT INTO audit_entry (id, at, actor_id, action, subject_kind, subject_id)
      SELECT gen_random_uuid(), now(), id, 'open account', 'user', id FROM app_user WHERE name LIKE 'alike-%'`)
    const found = await lines('q=alike&limit=100')
    expect(found).toHaveLength(100)
    expect(found.every(({ actor }) => actor?.name.startsWith('alike-'))).toBe(true)
  })

  test('names whose identity check or list match a line is about, and finds it by them, each by its index', async () => {
    const { rows: alike } = await client.query<{ id: string }>(`SELECT id FROM app_user WHERE name = 'alike-7'`)
    const user = alike[0]?.id ?? ''
    const [check, hit] = [newId(), newId()]
    const made = house.clock.now()
    await client.query(
      `INSERT INTO identity_check (id, user_id, state, submitted_at) VALUES ($1, $2, 'submitted', $3)`,
      [check, user, made],
    )
    await client.query(
      `INSERT INTO screening_hit (id, user_id, list, uid, entry_hash, name, score, why, listed, state, found_at)
      VALUES ($1, $2, 'un', '1', 'hash', 'Somebody Listed', 90, '{}', '{}', 'open', $3)`,
      [hit, user, made],
    )
    await transaction(house.app.db, async (tx) => {
      for (const [kind, id, action] of [
        ['identity check', check, 'view identity document'],
        ['screening hit', hit, 'clear screening hit'],
      ] as const)
        await recordAct(tx, house.clock, { job: 'a test' }, { action, subject: { kind, id } })
    })
    // one person, three hundred, and none of theirs
    for (const q of ['alike-7@', 'alike']) {
      const found = (await lines(`q=${q}&kind=identity check,screening hit`)).map(({ subject }) => subject)
      expect(found, q).toHaveLength(2)
      expect(found, q).toContainEqual({ kind: 'identity check', id: check, name: 'alike-7' })
      expect(found, q).toContainEqual({ kind: 'screening hit', id: hit, name: 'alike-7' })
    }
    expect(await lines('q=amy&kind=identity check')).toEqual([])
    const plan = await client.query(
      `EXPLAIN SELECT id FROM identity_check WHERE user_id IN (SELECT unnest($1::uuid[]))
      UNION ALL SELECT id FROM screening_hit WHERE user_id IN (SELECT unnest($1::uuid[]))
      UNION ALL SELECT user_id FROM identity_check WHERE id = $2 UNION ALL SELECT user_id FROM screening_hit WHERE id = $2`,
      [[user], check],
    )
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan')
  })

  test('are counted up to a bound, in each of the ways of looking', async () => {
    const asked = {
      q: 'alike',
      sort: 'newest',
      from: undefined,
      to: undefined,
      actions: undefined,
      kinds: undefined,
    } as const
    const count = (few: number, many: number) =>
      readTransaction(house.app.db, (tx) => countAuditLines(tx, asked, { few, many }))
    // by their ids, among those close by, and of all
    for (const [few, many] of [
      [300, 302],
      [299, 10_000],
      [299, 303],
      [0, 302],
    ] as const)
      expect(await count(few, many)).toEqual({ count: 302, more: false })
    expect(await count(0, 301)).toEqual({ count: 301, more: true })
    expect(await count(0, 20)).toEqual({ count: 20, more: true })
  })
})
