/** @module-tag thorough */
/** Sanctions lists over HTTP: who may import and decide, what a file may be, and what an administrator sees of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '#kit/transaction.ts'
import { screenPerson } from '#screening/screen-person.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { passportZone } from '../scripts/made-up-papers.ts'
import { askForCheck, numberOfPerson, prepareCheck } from './support/identity.ts'
import { giveRoles } from './support/roles.ts'
import { exposedCsv, importFiles, ofacXml } from './support/screening-lists.ts'
import { Visitor } from './support/visitor.ts'

let house: TestApp
let owner: Visitor
let investor: Visitor
let submitted: string
const ZORBEKI = { uid: '1', first: 'Karim', last: 'Zorbeki', born: '1961-02-03', country: 'Fiji' }

beforeAll(async () => {
  house = await startTestApp()
  owner = await house.owner()
  investor = house.visitor()
  await investor.join('investor')
  submitted = investor.id
})
afterAll(() => house.close())

const kept = () => house.app.db.selectFrom('screening_import').selectAll().execute()

describe('importing', () => {
  test('takes a list, says what has changed, and writes it down', async () => {
    const first = await importFiles(owner, [
      ofacXml([ZORBEKI, { uid: '2', first: '', last: 'Zorba Lines', company: true }]),
    ])
    expect(first).toMatchObject({
      status: 200,
      body: {
        message: 'OFAC SDN imported: 1 person. Everybody is being compared with it.',
        item: {
          list: 'ofac',
          format: 'xml',
          published_on: '2026-11-20',
          persons: 1,
          left_out: 1,
          added: 1,
          removed: 0,
        },
      },
    })
    const csv = exposedCsv([['<script>alert(1)</script> Kessel', '1961-02-03', 'FJ', '=1+1']])
    expect((await importFiles(owner, [csv])).body.item).toMatchObject({ list: 'exposed', format: 'csv', persons: 1 })
    const { body } = await owner.get('/api/admin/screening-lists')
    expect(body).toMatchObject({
      items: [{ list: 'exposed' }, { list: 'ofac', imported_by: { id: owner.id } }],
      open_hits: 0,
    })
    const { items } = (await owner.get('/api/admin/audit?action=import+screening+list')).body
    expect(items).toMatchObject([{ after: { name: 'Exposed persons' } }, { after: { name: 'OFAC SDN', persons: 1 } }])
  })

  test('refuses what is no list, under its field, and changes nothing', async () => {
    const before = await kept()
    const bomb = `<?xml version="1.0"?><!DOCTYPE sdnList [<!ENTITY a "zz"><!ENTITY b "&a;&a;">]><sdnList>&b;</sdnList>`
    for (const [files, words] of [
      [[], /Choose a list/],
      [[''], /none of the lists/],
      [[bomb], /DOCTYPE/],
      [['name\n"Zorba'], /Line 2/],
      [[Buffer.alloc(1000)], /UTF-8/],
      [[ofacXml([ZORBEKI]).slice(0, -20)], /XML/],
      [[exposedCsv([['Ivar Kessel']]), 'x', 'y'], /could not be read/],
    ] as [(string | Uint8Array)[], RegExp][]) {
      const { status, body } = await importFiles(owner, files)
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(body)).toEqual([422, ['file']])
      expect(body.message).toMatch(words)
    }
    const elsewhere = await importFiles(owner, [ofacXml([ZORBEKI])], { field: 'image' })
    expect(elsewhere.body.errors).toHaveProperty('file')
    expect(await kept()).toEqual(before)
  })

  test('takes fifty megabytes and not one more', async () => {
    const line = `Zimba Zorba,1961-02-03,FJ,${'note '.repeat(200)}\n`
    const large = `name,birth_date,country,note\n${line.repeat(Math.floor((50 * 1024 * 1024) / line.length) - 1)}`
    expect((await importFiles(owner, [large], { fewer: true })).body.item).toMatchObject({ persons: 1 })
    const { status, body } = await importFiles(owner, [large + line.repeat(2)])
    expect([status, body.errors]).toEqual([422, { file: ['Choose files of at most 50 MB together.'] }])
    expect((await importFiles(owner, [large.slice(0, 26_000_000), large.slice(0, 27_000_000)])).status).toBe(422)
  })

  test('the same file twice is refused, and a repeated request is answered as it was', async () => {
    const file = ofacXml([ZORBEKI, { uid: '3', first: 'Ivar', last: 'Kessel' }])
    const key = Visitor.key()
    const send = () => {
      const form = new FormData()
      form.append('file', new Blob([file]), 'sdn.xml')
      return owner.send('POST', '/api/import-screening-list', form, key)
    }
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect((await importFiles(owner, [file])).status).toBe(409)
  })
})

describe('a match', () => {
  const screen = (name: string, birthDate = '1961-02-03') =>
    transaction(house.app.db, (tx) => screenPerson(tx, house.clock, submitted, [{ name, birthDate }]))
  const hits = async (query = '') => (await owner.get(`/api/admin/screening-hits${query}`)).body.items

  test('stands on the identity check, holds up its approval, and is seen by no investor', async () => {
    await askForCheck(investor)
    await screen('ZORBEKI Karim')
    const [hit] = await hits(`?user=${submitted}&status=open`)
    const user = { id: submitted, name: 'investor' }
    expect(hit).toMatchObject({ state: 'open', list: 'ofac', score: 100, user, approved: false })
    expect((await owner.get(`/api/admin/screening-hits/${hit.id}`)).body.item).toEqual(hit)
    const { matches } = (await owner.get('/api/admin/waiting')).body
    expect(matches).toEqual({ count: 1, oldest: hit.found_at, all: 1 })
    const [check] = (await owner.get('/api/admin/checks')).body.items
    expect(check).toMatchObject({ matches: { open: 1, confirmed: 0 }, held: 'to review' })
    const refused = await owner.post(`/api/approve-kyc/${submitted}`, {})
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('looks like one on a list') },
    })
    for (const path of ['/api/kyc', '/api/user', '/api/notifications', '/api/export']) {
      expect(JSON.stringify((await investor.get(path)).body), path).not.toMatch(/Zorbeki|sanction|match/i)
    }
    expect((await investor.get('/api/admin/screening-hits')).status).toBe(403)
  })

  test('is cleared or confirmed with a reason, and counted and found alike', async () => {
    const [hit] = await hits('?status=open&q=investor')
    expect((await owner.post(`/api/confirm-screening-hit/${hit.id}`, {})).body.errors).toHaveProperty('reason')
    await owner.must(`/api/confirm-screening-hit/${hit.id}`, { reason: 'The same <b>passport</b>' })
    expect((await owner.post(`/api/clear-screening-hit/${hit.id}`, { reason: 'No' })).status).toBe(409)
    expect(await hits('?status=confirmed')).toMatchObject([
      { reason: 'The same <b>passport</b>', decided_by: { id: owner.id } },
    ])
    expect((await owner.get('/api/admin/screening-hits/count?status=confirmed,cleared')).body).toMatchObject({
      count: 1,
    })
    expect((await owner.get('/api/admin/screening-hits?status=lost')).body.errors).toHaveProperty('status')
    expect((await owner.post(`/api/approve-kyc/${submitted}`, {})).body.message).toContain('confirmed')
    expect((await owner.get('/api/admin/checks?status=submitted')).body.items).toMatchObject([{ held: 'confirmed' }])
    const second = house.visitor()
    await second.join('second')
    await giveRoles(owner, second, ['reviewer'])
    await second.must(`/api/clear-screening-hit/${hit.id}`, { reason: 'Another person' })
    expect((await owner.get('/api/admin/checks?status=submitted')).body.items).toMatchObject([{ held: null }])
    await owner.must(`/api/approve-kyc/${submitted}`, {})
    expect((await owner.get(`/api/admin/screening-hits/${hit.id}`)).body.item.approved).toBe(true)
  })

  test('is not all that holds up an approval: the list of checks says who is still being compared, too', async () => {
    const waiting = house.visitor()
    await waiting.join('not-compared')
    await askForCheck(waiting)
    expect((await importFiles(owner, [ofacXml([ZORBEKI, { uid: '4', first: 'Ada', last: 'Zumpe' }])])).status).toBe(200)
    const [check] = (await owner.get(`/api/admin/checks?user=${waiting.id}`)).body.items
    expect(check.held).toBe('comparing')
    expect((await owner.post(`/api/approve-kyc/${check.id}`, {})).body.message).toContain('still being compared')
    await house.runJobs()
    expect((await owner.get(`/api/admin/checks/${check.id}`)).body.item.held).toBeNull()
  })
})

describe('somebody on a list', () => {
  const born = '1961-02-03'
  beforeAll(async () => {
    const list = exposedCsv([['Tarek Zimbalov', born]])
    expect((await importFiles(owner, [list], { fewer: true })).status).toBe(200)
    await house.runJobs()
  })

  /** With a passport of Tarek Zimbalov, who types another name, or another birth date. */
  async function handsIn(name: string, typed: { legal_name: string; birth_date?: string }): Promise<Visitor> {
    const who = house.visitor()
    await who.join(name)
    const number = `Z${String(numberOfPerson(who.id)).padStart(8, '0')}`
    const mrz = passportZone({ given: 'Tarek', family: 'Zimbalov', number, born: '610203' }).join('\n')
    await prepareCheck(who, { birth_date: born, mrz, ...typed })
    await who.must('/api/kyc', {})
    return who
  }

  test.each([
    { how: 'as the passport has it', name: 'as-it-is', typed: { legal_name: 'Tarek Zimbalov' } },
    {
      how: 'behind twelve titles and particles',
      name: 'titles',
      typed: { legal_name: 'Mr Dr Prof de la van der den von al bin ibn Tarek Zimbalov' },
    },
    { how: 'as somebody else’s', name: 'another', typed: { legal_name: 'Anna Example' } },
    {
      how: 'as somebody else’s, with their birth date',
      name: 'another-born',
      typed: { legal_name: 'Anna Example', birth_date: '1990-12-31' },
    },
  ])('is not approved before somebody has looked, where the name was typed $how', async ({ name, typed }) => {
    const who = await handsIn(name, typed)
    expect(await owner.post(`/api/approve-kyc/${who.id}`, {})).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('looks like one on a list') },
    })
  })

  test('is compared again by the name in their document when a list comes in', async () => {
    const who = house.visitor()
    await who.join('listed-later')
    const number = `Z${String(numberOfPerson(who.id)).padStart(8, '0')}`
    const mrz = passportZone({ given: 'Later', family: 'Zumbador', number }).join('\n')
    await prepareCheck(who, { legal_name: 'Anna Example', mrz })
    await who.must('/api/kyc', {})
    const list = exposedCsv([['Tarek Zimbalov', born], ['Later Zumbador']])
    expect((await importFiles(owner, [list])).status).toBe(200)
    await house.runJobs()
    expect((await owner.get(`/api/admin/screening-hits?user=${who.id}`)).body.items).toMatchObject([{ state: 'open' }])
  })
})
