import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kit/clock.ts'
import { checkDigit, madeUpPapers, passportZone } from '../scripts/made-up-papers.ts'
import { OWNER, startTestApp, type TestApp } from './support/app.ts'
import { askForCheck, numberOfPerson, prepareCheck, sendPicture } from './support/identity.ts'
import { CANARY, fromTelephone, noPictures, polyglots } from './support/pictures.ts'
import { giveRoles } from './support/roles.ts'
import type { Visitor } from './support/visitor.ts'
import { THOROUGH } from './support/thorough.ts'

let house: TestApp
let owner: Visitor
let reviewer: Visitor
let support: Visitor
beforeAll(async () => {
  house = await startTestApp()
  owner = await house.owner()
  ;[reviewer, support] = [await joined('reviewer'), await joined('support')]
  await giveRoles(owner, reviewer, ['reviewer'])
  await giveRoles(owner, support, ['support'])
})
afterAll(() => house.close())

async function joined(name: string): Promise<Visitor> {
  const visitor = house.visitor()
  await visitor.join(name)
  return visitor
}
/** Moves the clock; whoever is still needed signs in again, as sessions end meanwhile. */
async function pass(milliseconds: number, ...people: Visitor[]): Promise<void> {
  await house.clock.move(milliseconds)
  for (const who of [owner, reviewer, support, ...people]) await who.signIn(who.email, OWNER.password)
}
const own = async (who: Visitor) => (await who.get('/api/kyc')).body
const checkOf = async (who: Visitor) => (await owner.get(`/api/admin/checks?user=${who.id}&limit=1`)).body.items[0]
const inFull = async (by: Visitor, id: string) => (await by.get(`/api/admin/checks/${id}`)).body.item
const papersOf = (who: Visitor) => madeUpPapers(numberOfPerson(who.id))
const pictureOf = async (by: Visitor, id: string, side: string) =>
  fetch(`${house.url}/api/admin/check-document/${id}/${side}`, {
    headers: {
      authorization: `Bearer ${by.bearer}`,
      cookie: [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
const ALL_RIGHT = { name_matches: true, document_genuine: true, face_matches: true, word_matches: true }

describe('an identity check', () => {
  test('is saved step by step, says what is there and never what it says, and is submitted when whole', async () => {
    const amy = await joined('amy-steps')
    const { details, pictures } = await papersOf(amy)
    expect(await own(amy)).toMatchObject({ state: 'none', may_submit: true, draft: null })
    const empty = await amy.post('/api/kyc', {})
    expect([empty.status, Object.keys(empty.body.errors)]).toEqual([
      422,
      ['person', 'address', 'document', 'front', 'back', 'face'],
    ])
    const { legal_name, birth_date, nationality, street, city, postal_code, country, ...document } = details
    await amy.must('/api/kyc-details', { legal_name, birth_date, nationality })
    expect((await own(amy)).draft).toEqual({
      done: ['person'],
      missing: ['address', 'document', 'front', 'back', 'face'],
      ...{ document: null, word: null },
    })
    expect((await sendPicture(amy, 'front', pictures.front)).body.message).toBe('Choose your document first.')
    await amy.must('/api/kyc-details', { street, city, postal_code, country })
    await amy.must('/api/kyc-details', document)
    expect((await sendPicture(amy, 'face', pictures.face)).status).toBe(409)
    const { word } = await amy.must('/api/kyc-word', {})
    expect((await amy.must('/api/kyc-word', {})).word).toBe(word)
    expect((await sendPicture(amy, 'front', pictures.front)).status).toBe(200)
    expect((await sendPicture(amy, 'back', pictures.front)).status).toBe(422)
    expect((await amy.post('/api/kyc', {})).body.errors).toEqual({ face: ['Add a picture of yourself with the word.'] })
    expect((await sendPicture(amy, 'face', pictures.face)).status).toBe(200)
    const said = await amy.get('/api/kyc')
    expect(said.body.draft).toEqual({ done: expect.anything(), missing: [], document: 'passport', word })
    for (const secret of [legal_name, birth_date, street, 'X0']) expect(JSON.stringify(said.body)).not.toContain(secret)
    await amy.must('/api/kyc', {})
    expect(await own(amy)).toMatchObject({ state: 'submitted', may_submit: false, draft: null })
    for (const late of [
      await amy.post('/api/kyc', {}),
      await amy.post('/api/kyc-details', { legal_name, birth_date, nationality }),
      await amy.post('/api/kyc-word', {}),
      await sendPicture(amy, 'face', pictures.face),
    ]) {
      expect([late.status, late.body.message]).toEqual([409, 'Your identity check has been submitted.'])
    }
  })

  test('refuses in words who is too young, a document that has expired, and what is no name, day or country', async () => {
    const bob = await joined('bob-refused')
    const person = { legal_name: 'Bob Example', birth_date: '1990-12-31', nationality: 'US' }
    const wrong = async (typed: object) => (await bob.post('/api/kyc-details', typed)).body.errors
    // noon of 1 March 2026
    expect(await wrong({ ...person, birth_date: '2008-03-02' })).toEqual({
      birth_date: ['You have to be 18 or older.'],
    })
    expect((await bob.post('/api/kyc-details', { ...person, birth_date: '2008-03-01' })).status).toBe(200)
    for (const birth_date of ['2025-02-30', '1890-01-01', '2030-01-01']) {
      expect(await wrong({ ...person, birth_date })).toHaveProperty('birth_date')
    }
    for (const legal_name of ['<b>Bob</b>', 'B', '1234', 'Bob\u202eelpmaxE', 'Bob {{7*7}}']) {
      expect(await wrong({ ...person, legal_name }), legal_name).toHaveProperty('legal_name')
    }
    // Greek kappa, iota and omicron: nobody sees a difference
    expect(await wrong({ ...person, legal_name: 'Κar\u03b9m Z\u03bfrbeki' })).toEqual({
      legal_name: [
        'Some of these letters are from another alphabet. Enter your name in one alphabet, as it appears in your document.',
      ],
    })
    expect(await wrong({ ...person, nationality: 'Atlantis' })).toEqual({ nationality: ['This is not a country.'] })
    expect(await wrong({ legal_name: 'Bob Example' })).toMatchObject({ birth_date: expect.anything() })
    expect((await bob.post('/api/kyc-details', {})).status).toBe(422)
    expect(await wrong({ ...person, kyc: 'approved' })).toHaveProperty('kyc')
    const passport = { document: 'passport', document_country: 'US' }
    const name = { given: 'Bob', family: 'Example', number: 'X12345678' }
    const expired = passportZone({ ...name, expires: '260228' }).join('\n')
    expect(await wrong({ ...passport, mrz: expired })).toEqual({
      mrz: ['This document has expired. Use one that is still valid.'],
    })
    expect(
      (
        await bob.post('/api/kyc-details', {
          ...passport,
          mrz: passportZone({ ...name, expires: '260301' }).join('\n'),
        })
      ).status,
    ).toBe(200)
    const licence = { document: 'driving licence', document_country: 'US', document_number: 'D 123-456' }
    expect(await wrong({ ...licence, expires_on: '2026-02-28' })).toHaveProperty('expires_on')
    const card = { ...licence, document: 'identity card', mrz: '' }
    expect(await wrong({ ...card, document_number: '' })).toEqual({ document_number: ['This field is required.'] })
    expect((await bob.post('/api/kyc-details', { ...card, expires_on: '2030-01-01' })).status).toBe(200)
    expect((await bob.post('/api/kyc-details', { ...licence, expires_on: '2030-01-01' })).status).toBe(200)
    expect((await own(bob)).draft).toMatchObject({
      document: 'driving licence',
      missing: ['address', 'front', 'back', 'face'],
    })
  })

  test('takes a machine-readable zone whose check digits fit, and no other', async () => {
    const carl = await joined('carl-zone')
    const of = { given: 'Carl', family: 'Example', number: 'C01X00T47' }
    const [first, second] = passportZone(of)
    const send = (mrz: string) => carl.post('/api/kyc-details', { document: 'passport', document_country: 'DE', mrz })
    expect((await send(`${first.toLowerCase()}\r\n ${second} `)).status).toBe(200)
    // each of the digits that protect something, one off
    for (const place of [9, 19, 27, 43]) {
      const digit = (Number(second[place]) + 1) % 10
      const { status, body } = await send(`${first}\n${second.slice(0, place)}${digit}${second.slice(place + 1)}`)
      expect([status, body.errors.mrz[0]], String(place)).toEqual([422, expect.stringContaining('check digits')])
    }
    for (const bad of ['', first, `${first}\n${second}\n${second}`, 'P<USA', '\n'.repeat(100), `${second}\n${first}`]) {
      expect((await send(bad)).body.errors, bad).toHaveProperty('mrz')
    }
    const number = 'D23145890'
    const birth = `901231${checkDigit('901231')}`
    const expiry = `350101${checkDigit('350101')}`
    const upper = `I<USA${number}${checkDigit(number)}`.padEnd(30, '<')
    const middle = `${birth}F${expiry}USA`.padEnd(29, '<')
    const all = upper.slice(5) + middle.slice(0, 7) + middle.slice(8, 15) + middle.slice(18, 29)
    const card = [upper, `${middle}${checkDigit(all)}`, 'EXAMPLE<<CARL'.padEnd(30, '<')].join('\n')
    const sent = await carl.post('/api/kyc-details', { document: 'identity card', document_country: 'US', mrz: card })
    expect(sent.body).toEqual({ message: 'Saved.' })
  })

  test('takes a picture as it takes every picture: redrawn, and nothing that is none', THOROUGH, async () => {
    const dora = await joined('dora-pictures')
    await dora.must('/api/kyc-details', (await papersOf(dora)).details)
    for (const [what, bytes] of Object.entries(noPictures())) {
      const { status, body } = await sendPicture(dora, 'front', bytes)
      expect([status, Object.keys(body.errors ?? {})], what).toEqual([422, ['image']])
    }
    expect((await own(dora)).draft.done).not.toContain('front')
    await prepareCheck(dora)
    expect((await sendPicture(dora, 'front', await fromTelephone('jpeg'))).status).toBe(200)
    for (const [what, bytes] of Object.entries(await polyglots())) {
      expect((await sendPicture(dora, 'front', bytes)).status, what).toBe(200)
    }
    await dora.must('/api/kyc', {})
    const kept = Buffer.from(await (await pictureOf(owner, (await checkOf(dora)).id, 'front')).arrayBuffer())
    const { format, exif, xmp } = await sharp(kept).metadata()
    expect([format, exif, xmp, kept.includes(CANARY)]).toEqual(['webp', undefined, undefined, false])
    expect((await sendPicture(dora, 'selfie', kept)).status).toBe(404)
  })

  test('asks for another word a day later, and for the picture with it', async () => {
    const emil = await joined('emil-word')
    await prepareCheck(emil)
    expect((await own(emil)).draft.missing).toEqual([])
    await pass(DAY, emil)
    expect((await own(emil)).draft.word).toBeNull()
    await emil.must('/api/kyc-word', {})
    expect((await own(emil)).draft.missing).toEqual(['face'])
  })

  test('many times at once is submitted once, and decided once', async () => {
    const fay = await joined('fay-races')
    await prepareCheck(fay)
    const submitted = await Promise.all(Array.from({ length: 12 }, () => fay.post('/api/kyc', {})))
    expect(submitted.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 11 }, () => 409),
    ])
    const { pictures } = await papersOf(fay)
    const decide = (n: number) =>
      n % 2 === 0
        ? owner.post(`/api/approve-kyc/${fay.id}`, { checklist: ALL_RIGHT })
        : reviewer.post(`/api/decline-kyc/${fay.id}`, { code: 'unreadable' })
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => decide(n)),
      ...Array.from({ length: 3 }, () => sendPicture(fay, 'front', pictures.front)),
      fay.post('/api/kyc', {}),
    ])
    expect(answers.slice(0, 8).filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => [200, 409, 422].includes(status))).toBe(true)
  })
})

describe('the review', () => {
  let investor: Visitor
  let id: string
  beforeAll(async () => {
    investor = await joined('reviewed')
    await askForCheck(investor)
    id = (await checkOf(investor)).id
  })

  test('has the front of a document first, then its back, then the person, whichever was sent first', async () => {
    const carol = await joined('with-card')
    const { details, pictures } = await papersOf(carol)
    const { mrz: _, ...typed } = details
    const card = { document: 'driving licence', document_number: 'D 777-888', expires_on: '2049-12-31' }
    await carol.must('/api/kyc-details', { ...typed, ...card })
    await carol.must('/api/kyc-word', {})
    const back = await sharp(pictures.front).rotate(180).jpeg().toBuffer()
    for (const [side, picture] of Object.entries({ back, face: pictures.face, front: pictures.front }))
      expect((await sendPicture(carol, side, picture)).status).toBe(200)
    await carol.must('/api/kyc', {})
    expect((await inFull(reviewer, (await checkOf(carol)).id)).documents).toEqual(['front', 'back', 'face'])
  })

  test('shows claim and pictures to owner and reviewer, how it stands to support, and nothing to anybody else', async () => {
    const { details } = await papersOf(investor)
    for (const by of [owner, reviewer]) {
      const item = await inFull(by, id)
      expect(item).toMatchObject({ documents: ['front', 'face'], flags: [], same: [], checklist: null })
      expect(item.claim).toMatchObject({
        ...{ legal_name: details['legal_name'], birth_date: '1990-12-31', nationality: 'US' },
        address: { city: 'Springfield', country: 'US' },
        document: { kind: 'passport', country: 'US', expires_on: '2049-12-31', zone: { name: 'EXAMPLE ANNA' } },
        word: expect.stringMatching(/^[a-z]{5,}$/),
      })
    }
    expect(await inFull(support, id)).toMatchObject({ state: 'submitted', claim: null, documents: [], flags: [] })
    expect((await pictureOf(support, id, 'front')).status).toBe(403)
    for (const who of [investor, house.visitor()]) {
      expect((await pictureOf(who, id, 'front')).status).toBe(who === investor ? 403 : 401)
      expect((await who.get(`/api/admin/checks/${id}`)).status).toBe(who === investor ? 403 : 401)
    }
  })

  test('marks each picture with who looks at it, keeps no copy anywhere, and logs every view', async () => {
    const [first, second] = [await pictureOf(owner, id, 'face'), await pictureOf(reviewer, id, 'face')]
    expect([first.status, first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([
      ...[200, 'image/webp', 'no-store'],
    ])
    const [one, two] = await Promise.all([first, second].map(async (answer) => Buffer.from(await answer.arrayBuffer())))
    const dots = async (picture: Buffer | undefined) => sharp(picture).greyscale().raw().toBuffer()
    const [a, b] = [await dots(one), await dots(two)]
    const differing = a.filter((value, at) => Math.abs(value - (b[at] ?? 0)) > 20).length
    expect([a.length, differing > a.length / 200]).toEqual([b.length, true])
    const { items } = (await owner.get(`/api/admin/audit?action=view identity document&q=${id}`)).body
    expect(items.map((line: { actor: { name: string }; after: object }) => [line.actor.name, line.after])).toEqual([
      ['reviewer', { document: 'face' }],
      ['first-owner', { document: 'face' }],
    ])
    const ofPerson = (await owner.get(`/api/admin/audit?action=view identity document&q=${investor.email}`)).body
    expect(ofPerson.items.map((line: { id: string }) => line.id)).toEqual(items.map((line: { id: string }) => line.id))
    expect(items[0].subject).toEqual({ kind: 'identity check', id, name: (await checkOf(investor)).user.name })
    const details = (await owner.get(`/api/admin/audit?action=view identity details&q=${id}`)).body.items
    expect(details.map((line: { actor: { name: string } }) => line.actor.name).sort()).toEqual([
      'first-owner',
      'reviewer',
    ])
  })

  test('finds no picture by the id of a draft, of a user, of nothing, or of another side', async () => {
    const drafting = await joined('drafting')
    await prepareCheck(drafting)
    const draft = await house.app.db
      .selectFrom('identity_claim')
      .select('id')
      .where('user_id', '=', drafting.id)
      .executeTakeFirstOrThrow()
    for (const of of [draft.id, drafting.id, '00000000-0000-4000-8000-000000000000']) {
      expect((await pictureOf(owner, of, 'front')).status).toBe(404)
    }
    expect((await pictureOf(owner, id, 'back')).status).toBe(404)
    expect((await pictureOf(owner, id, '..%2Ffront')).status).toBe(404)
  })

  test('rejects by a code with its sentence and a note, and keeps the details for the next time', async () => {
    expect((await owner.post(`/api/decline-kyc/${id}`, {})).body.errors).toHaveProperty('reason')
    const right = { ...ALL_RIGHT, word_matches: false }
    expect((await owner.post(`/api/approve-kyc/${id}`, { checklist: right })).status).toBe(422)
    await owner.must(`/api/decline-kyc/${id}`, { code: 'word missing', note: 'It is cut off.', checklist: right })
    const reason =
      'Your picture doesn’t show the word you were given. Take a new one and hold the word up. It is cut off.'
    expect(await own(investor)).toMatchObject({
      ...{ state: 'rejected', reason, reason_code: 'word missing', may_submit: true },
      draft: { done: ['person', 'address', 'document'], missing: ['front', 'face'], word: null },
    })
    expect(await inFull(owner, id)).toMatchObject({
      state: 'rejected',
      reason,
      checklist: right,
      reason_code: 'word missing',
    })
    await prepareCheck(investor)
    await investor.must('/api/kyc', {})
    const again = (await checkOf(investor)).id
    await reviewer.must(`/api/approve-kyc/${again}`, { checklist: ALL_RIGHT })
    expect(await own(investor)).toMatchObject({
      state: 'approved',
      expires_on: '2049-12-31',
      may_submit: false,
      renewal: null,
    })
    expect((await owner.post(`/api/decline-kyc/${again}`, { code: 'other' })).status).toBe(409)
  })

  test('flags a name and a birth date that differ, a document number and a file of somebody else, and refuses none', async () => {
    const [gina, hans] = [await joined('gina-twice'), await joined('hans-twice')]
    await askForCheck(gina)
    const { details, pictures } = await papersOf(gina)
    await prepareCheck(hans, { legal_name: 'Hans Other', birth_date: '1991-01-01', mrz: details['mrz'] ?? '' })
    expect((await sendPicture(hans, 'face', pictures.face)).status).toBe(200)
    await hans.must('/api/kyc', {})
    const item = await inFull(reviewer, (await checkOf(hans)).id)
    expect(item.flags).toEqual(['name differs', 'birth date differs', 'same document number', 'same file'])
    expect(item.same.map(({ what, user }: { what: string; user: { name: string } }) => [what, user.name])).toEqual([
      ['document number', 'gina-twice'],
      ['face', 'gina-twice'],
    ])
    expect((await checkOf(gina)).flags).toEqual(['same document number', 'same file'])
    expect((await support.get(`/api/admin/checks?user=${hans.id}`)).body.items[0].flags).toEqual([])
  })
})

describe('what was handed in', () => {
  test('stays as it was handed in, also for whoever writes into the database as the app', async () => {
    const ivan = await joined('ivan-stays')
    await askForCheck(ivan)
    const { id } = await checkOf(ivan)
    const { db } = house.app
    for (const change of [
      db.updateTable('identity_claim').set({ word: 'other' }).where('id', '=', id),
      db
        .updateTable('identity_claim')
        .set({ details: Buffer.from('x') })
        .where('id', '=', id),
      db
        .updateTable('sealed_document')
        .set({ sealed: Buffer.from('x') })
        .where('claim_id', '=', id),
      db.deleteFrom('identity_claim').where('id', '=', id),
    ]) {
      await expect(change.execute()).rejects.toMatchObject({ code: expect.stringMatching(/PLB11|23503/) })
    }
  })

  test('is asked for anew before the document expires, which stops new investments and no payout', async () => {
    const jane = await joined('jane-expires')
    const mrz = passportZone({ given: 'Anna', family: 'Example', number: 'J00000001', expires: '260410' }).join('\n')
    await prepareCheck(jane, { mrz })
    await jane.must('/api/kyc', {})
    await owner.must(`/api/approve-kyc/${jane.id}`)
    await house.runJobs()
    const before = (await own(jane)).renewal
    await pass(11 * DAY, jane)
    await Promise.all([house.runJobs(), house.runJobs()])
    expect([before, await own(jane)]).toMatchObject([
      null,
      {
        ...{ state: 'approved', renewal: 'due', expires_on: '2026-04-10', may_submit: true },
        draft: { done: ['person', 'address'] },
      },
    ])
    const mail = await jane.newestMessage('.eml', jane.email, /new identity document/)
    expect(mail).toContain('2026-04-10')
    await pass(31 * DAY, jane)
    const choice = { plan_id: jane.id, wallet_id: jane.id, amount: '100', duration: 7 }
    const refused = await jane.post('/api/save-investment', choice)
    expect([refused.status, refused.body.message]).toEqual([
      ...[403, 'Your identity document has expired. Send a new one under KYC to invest again.'],
    ])
    const payout = { amount: '1', source: 'investment', wallet_address: 'nowhere', wallet_name: 'none' }
    expect((await jane.post('/api/withdraw', payout)).status).not.toBe(403)
    await askForCheck(jane)
    expect(await own(jane)).toMatchObject({ state: 'approved', renewal: 'submitted', may_submit: false })
    await owner.must(`/api/decline-kyc/${jane.id}`, { code: 'unreadable' })
    expect(await own(jane)).toMatchObject({ state: 'approved', renewal: 'rejected', may_submit: true })
    await askForCheck(jane)
    await owner.must(`/api/approve-kyc/${jane.id}`)
    expect(await own(jane)).toMatchObject({ state: 'approved', renewal: null, expires_on: '2049-12-31' })
    expect((await jane.post('/api/save-investment', choice)).status).toBe(422)
  })

  test('is erased when it was kept for as long as the setting says, and its key with it', async () => {
    const [kate, liam] = [await joined('kate-erased'), await joined('liam-kept')]
    for (const who of [kate, liam]) await askForCheck(who)
    const [erased, kept] = [(await checkOf(kate)).id, (await checkOf(liam)).id]
    await owner.must(`/api/decline-kyc/${erased}`, { code: 'not genuine' })
    await owner.must(`/api/approve-kyc/${kept}`)
    await owner.must('/api/update-setting/kyc_keep_days', { value: '30', reason: 'As our policy says' })
    await pass(30 * DAY - HOUR, kate, liam)
    await house.runJobs()
    expect((await pictureOf(owner, erased, 'front')).status).toBe(200)
    await pass(2 * HOUR, kate)
    await house.runJobs()
    expect((await pictureOf(owner, erased, 'front')).status).toBe(404)
    expect(await inFull(owner, erased)).toMatchObject({ state: 'rejected', claim: null, documents: [] })
    expect((await own(kate)).draft).toBeNull()
    expect((await pictureOf(owner, kept, 'front')).status).toBe(200)
    const keys = await house.app.db
      .selectFrom('document_key')
      .select('user_id')
      .where('user_id', 'in', [kate.id, liam.id])
      .execute()
    expect(keys).toEqual([{ user_id: liam.id }])
    await askForCheck(kate)
  })
})

test('no word of it, and no picture, is in the log or in what the person is answered', async () => {
  const said: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  const logging = await startTestApp({ log: true })
  try {
    const mona = logging.visitor()
    await mona.join('mona-logged')
    const mrz = passportZone({ given: 'Canary', family: 'Jones', number: 'CANARY123', born: '810203' })
    const typed = {
      legal_name: 'Canary Jones',
      birth_date: '1981-02-03',
      street: '99 Canary Wharf',
      mrz: mrz.join('\n'),
    }
    const answers = [
      await mona.post('/api/kyc-details', { ...typed, birth_date: '1981-02-30' }),
      await mona.post('/api/kyc-details', { ...typed, mrz: mrz[1] }),
      await mona.post(`/api/kyc-details?number=${mrz[1]}`, typed),
    ]
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422])
    await prepareCheck(mona, typed)
    answers.push(await mona.get('/api/kyc'), await mona.post('/api/kyc', {}), await mona.get('/api/notifications'))
    // whoever has come by the session has no fresh sign-in
    await logging.clock.move(5 * MINUTE, { away: true })
    answers.push(await mona.get('/api/user'), await mona.get('/api/export'))
    expect(answers.map(({ status }) => status).slice(3)).toEqual([200, 200, 200, 200, 200])
    const told = JSON.stringify(answers.map(({ body }) => body))
    const logged = said.join('')
    expect(logged).toContain('/api/kyc-document/front')
    for (const secret of ['Canary', 'CANARY', 'Jones', 'JONES', '1981-02-03']) {
      expect(
        [logged, told].map((text) => text.includes(secret)),
        secret,
      ).toEqual([false, false])
    }
  } finally {
    write.mockRestore()
    await logging.close()
  }
})
