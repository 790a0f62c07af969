/** @module-tag thorough */
/** A reviewer who wants somebody to pass whom the lists name, and whom another administrator has confirmed; over HTTP. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OWNER } from './support/app.ts'
import { openHeldHouse } from './support/held-house.ts'
import { prepareCheck } from './support/identity.ts'
import { opened } from './support/opened.ts'
import { giveRoles } from './support/roles.ts'
import { importFiles, type Listed, ofacXml } from './support/screening-lists.ts'
import type { Visitor } from './support/visitor.ts'

const held = opened(openHeldHouse)

const LISTED = { uid: '1', first: 'Karim', last: 'Zorbeki', born: '1961-02-03', country: 'Fiji' }
const AS_LISTED = { legal_name: 'Karim Zorbeki', birth_date: '1961-02-03' }
const SUBJECT = /^Subject: Change of a sanctions list: made by the-reviewer/m
const others = [...'abcdefghijklmnopqrstuvwxyzåäöü'].map((letter, n) => ({
  ...{ uid: String(n + 2), first: 'Ivar', last: `Kessel${letter}o`, born: '1950-01-01', country: 'Fiji' },
}))

let reviewer: Visitor
let confirmed: Visitor

beforeAll(async () => {
  await held.anew()
  reviewer = held.house.visitor()
  await reviewer.join('the-reviewer')
  await giveRoles(held.owner, reviewer, ['reviewer'])
  expect((await importFiles(held.owner, [ofacXml([LISTED, ...others])])).status).toBe(200)
  await held.house.runJobs()
  confirmed = await held.anInvestor('confirmed')
  await prepareCheck(confirmed, AS_LISTED)
  await confirmed.must('/api/kyc', {})
  const [hit] = await matchesOf(confirmed)
  await held.owner.must(`/api/confirm-screening-hit/${hit.id}`, { reason: 'The very person' })
})
beforeEach(async () => {
  await held.anew()
  await reviewer.signIn(reviewer.email, OWNER.password)
})

const matchesOf = async ({ id }: Visitor) => (await held.owner.get(`/api/admin/screening-hits?user=${id}`)).body.items
const takes = (list: readonly Listed[], fewer = false) => importFiles(reviewer, [ofacXml(list)], { fewer })
const toldOf = async () => {
  const { rows } = await held.books.query(
    `SELECT count(*)::integer AS n FROM notification WHERE user_id = $1 AND title = 'Change of a sanctions list'`,
    [held.owner.id],
  )
  return rows[0].n
}

describe('a reviewer’s own edition of a list', () => {
  test.each([
    {
      how: 'spells a confirmed name otherwise',
      list: [{ ...LISTED, first: 'Anders', last: 'Holmquist' }, ...others],
      fewer: false,
      counts: /Added: 0 people\s+Changed: 1 person\s+Taken off the list: 0 people/,
    },
    {
      how: 'leaves it out, with most of the others',
      list: others.slice(0, 3),
      fewer: true,
      counts: /Added: 0 people\s+Changed: 0 people\s+Taken off the list: 29 people/,
    },
  ])('that $how lets nobody pass by that name, and every owner hears of it', async ({ how, list, fewer, counts }) => {
    const before = await toldOf()
    expect((await takes(list, fewer)).status).toBe(200)
    expect(await toldOf()).toBe(before + 1)
    expect(await held.owner.newestMessage('.eml', OWNER.email, counts)).toMatch(SUBJECT)
    await held.house.runJobs()

    const accomplice = await held.anInvestor(fewer ? 'left-out' : 'otherwise')
    await prepareCheck(accomplice, AS_LISTED)
    await accomplice.must('/api/kyc', {})
    expect(await reviewer.post(`/api/approve-kyc/${accomplice.id}`, {}), how).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('looks like one on a list') },
    })
    // in the words that were confirmed
    const [first] = await matchesOf(confirmed)
    const [{ id: _, ...second }] = await matchesOf(accomplice)
    expect(second).toMatchObject({ state: 'open', list: 'ofac', uid: '1', name: 'Karim Zorbeki', listed: first.listed })
    expect(first).toMatchObject({ state: 'confirmed', name: 'Karim Zorbeki', score: second.score })
    expect((await reviewer.post(`/api/approve-kyc/${confirmed.id}`, {})).body.message).toContain('confirmed')
    // who was approved before an edition is compared after it as well, and nothing is found twice
    await importFiles(held.owner, [ofacXml([...list, { uid: '99', first: 'Neu', last: how.slice(0, 9) }])], { fewer })
    await held.house.runJobs()
    expect([await matchesOf(confirmed), await matchesOf(accomplice)]).toMatchObject([[{ uid: '1' }], [{ uid: '1' }]])
  })

  test('that only adds somebody tells nobody', async () => {
    const added = { uid: '100', first: 'Nora', last: 'Zimbador' }
    const list = [LISTED, ...others, added]
    await takes(list)
    const before = await toldOf()
    expect((await takes([...list, { ...added, uid: '101' }])).body.item).toMatchObject({ added: 1, changed: 0 })
    expect(await toldOf()).toBe(before)
  })
})

test('a name that two have cleared is compared with nobody once its list does not have it', async () => {
  const [hit] = await matchesOf(confirmed)
  expect((await reviewer.post(`/api/clear-screening-hit/${hit.id}`, { reason: 'A namesake' })).status).toBe(200)
  for (const { id } of (await held.owner.get('/api/admin/screening-hits?status=open')).body.items) {
    await held.owner.must(`/api/clear-screening-hit/${id}`, { reason: 'A namesake' })
  }
  expect((await takes(others)).status).toBe(200)
  await held.house.runJobs()
  const namesake = await held.anInvestor('namesake')
  await prepareCheck(namesake, AS_LISTED)
  await namesake.must('/api/kyc', {})
  expect(await matchesOf(namesake)).toEqual([])
})
