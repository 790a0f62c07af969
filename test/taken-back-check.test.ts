/** @module-tag thorough */
/** Identity checks of somebody who knows an investor's password: what becomes of them with the account; over HTTP. */
import { beforeEach, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#kit/clock.ts'
import { addPasskey } from './support/factors.ts'
import { ANOTHER, OF_FACTOR, openHeldHouse, PASSWORD, RESET } from './support/held-house.ts'
import { askForCheck, prepareCheck } from './support/identity.ts'
import { opened } from './support/opened.ts'
import { giveRoles } from './support/roles.ts'
import { importFiles, ofacXml } from './support/screening-lists.ts'
import { SoftAuthenticator } from './support/soft-authenticator.ts'
import type { Visitor } from './support/visitor.ts'

const WHY = 'The account was taken back, so hand your documents in again.'
const OF_THIEF = { legal_name: 'Thea Thief' }

const held = opened(openHeldHouse)
beforeEach(() => held.anew())

/** Signed in with the password, which is all that they have. */
async function comesIn(as: Visitor): Promise<Visitor> {
  const visitor = held.house.visitor()
  expect((await visitor.signIn(as.email, PASSWORD)).status).toBe(200)
  visitor.id = as.id
  return visitor
}
const addFactor = (who: Visitor) => addPasskey(who, new SoftAuthenticator('http://localhost'), { password: PASSWORD })
/** The owner takes the account back by the link about the first factor, and comes in with a password of their own. */
async function takeBack({ email, id }: Visitor): Promise<Visitor> {
  await held.house.visitor().must('/api/undo-contact-change', { token: await held.linkIn(email, OF_FACTOR) })
  await held.reset(email, ANOTHER)
  const back = held.house.visitor()
  expect((await back.signIn(email, ANOTHER)).status).toBe(200)
  back.id = id
  return back
}
const checksOf = async ({ id }: Visitor) =>
  (await held.books.query('SELECT id, state FROM identity_check WHERE user_id = $1 ORDER BY submitted_at', [id])).rows
const checkOf = async (who: Visitor): Promise<string> => (await checksOf(who)).at(-1)?.id ?? ''
const approve = (id: string) => held.owner.post(`/api/approve-kyc/${id}`, {})
const kept = async ({ id }: Visitor) =>
  (
    await held.books.query(
      `SELECT (SELECT count(*)::integer FROM identity_claim WHERE user_id = $1 AND submitted_at IS NULL) AS drafts,
      (SELECT count(*)::integer FROM sealed_document WHERE user_id = $1) AS pictures,
      (SELECT count(*)::integer FROM document_key WHERE user_id = $1) AS keys`,
      [id],
    )
  ).rows[0]

test('a check that waits is rejected with a reason, and its details begin no draft', async () => {
  const kim = await held.anInvestor('kim')
  const thief = await comesIn(kim)
  await prepareCheck(thief, OF_THIEF)
  await addFactor(thief)
  await thief.must('/api/kyc', {})
  const back = await takeBack(kim)
  const check = await checkOf(kim)
  expect((await approve(check)).status).toBe(409)
  expect((await back.get('/api/kyc')).body).toMatchObject({
    ...{ state: 'rejected', reason: WHY, may_submit: true, draft: null },
  })
  const mail = await held.owner.newestMessage('.eml', kim.email, /identity check\s+was\s+rejected/)
  expect(mail.replaceAll('=\r\n', '').replaceAll(/\s+/g, ' ')).toContain(WHY)
  // what was handed in stays for as long as that of any rejected check
  expect(await kept(kim)).toEqual({ drafts: 0, pictures: 2, keys: 1 })
  await askForCheck(back)
  expect((await approve(await checkOf(kim))).status).toBe(200)
  expect((await checksOf(kim)).map(({ state }) => state)).toEqual(['rejected', 'approved'])
})

test('a check that was approved since counts no longer, and the owner hands in their own', async () => {
  const lea = await held.anInvestor('lea')
  const thief = await comesIn(lea)
  await addFactor(thief)
  await askForCheck(thief)
  const first = await checkOf(lea)
  expect((await approve(first)).status).toBe(200)
  const back = await takeBack(lea)
  expect((await back.get('/api/kyc')).body).toMatchObject({
    ...{ state: 'none', may_submit: true, expires_on: null, renewal: null, draft: null },
  })
  const { items } = (await held.owner.get('/api/admin/audit?action=void identity check')).body
  expect(items).toMatchObject([{ actor: { id: lea.id }, reason: WHY }])
  const { rows } = await held.books.query('SELECT over_at FROM identity_claim WHERE id = $1', [first])
  expect(rows[0].over_at).not.toBeNull()
  await askForCheck(back)
  expect((await approve(await checkOf(lea))).status).toBe(200)
  expect((await back.get('/api/kyc')).body.state).toBe('approved')
})

test('where one was approved and another waits, neither is left', async () => {
  const mia = await held.anInvestor('mia')
  const thief = await comesIn(mia)
  await addFactor(thief)
  await askForCheck(thief)
  await approve(await checkOf(mia))
  // as the job asks for another document
  await held.books.query('UPDATE app_user SET identity_asked_at = now() WHERE id = $1', [mia.id])
  await held.house.clock.move(MINUTE)
  await askForCheck(thief)
  const back = await takeBack(mia)
  expect((await approve(await checkOf(mia))).status).toBe(409)
  expect((await back.get('/api/kyc')).body).toMatchObject({
    state: 'rejected',
    reason: WHY,
    renewal: null,
    draft: null,
  })
})

test('a draft is erased with its pictures, one that the owner had begun before as well', async () => {
  for (const name of ['noa', 'oda']) {
    const owner = await held.anInvestor(name)
    if (name === 'oda') {
      await prepareCheck(owner)
      await held.house.clock.move(80 * HOUR)
      await held.anew()
    }
    const thief = await comesIn(owner)
    await prepareCheck(thief, OF_THIEF)
    await addFactor(thief)
    expect(await kept(owner)).toEqual({ drafts: 1, pictures: 2, keys: 1 })
    const back = await takeBack(owner)
    expect(await kept(owner)).toEqual({ drafts: 0, pictures: 0, keys: 0 })
    expect((await back.get('/api/kyc')).body).toMatchObject({ state: 'none', draft: null })
    expect((await back.post('/api/kyc', {})).status).toBe(422)
  }
})

test('the draft of a check that reviewers had rejected since is erased too', async () => {
  const pia = await held.anInvestor('pia')
  const thief = await comesIn(pia)
  await addFactor(thief)
  await askForCheck(thief)
  await held.owner.must(`/api/decline-kyc/${await checkOf(pia)}`, { reason: 'The face differs.' })
  expect((await kept(pia)).drafts).toBe(1)
  const back = await takeBack(pia)
  expect((await back.get('/api/kyc')).body).toMatchObject({ state: 'rejected', draft: null })
})

test('what the owner has handed in before those 72 hours stays: an approval, a check that waits and a draft', async () => {
  const people = await Promise.all(['ria', 'sia', 'tia'].map((name) => held.anInvestor(name)))
  const [ria, sia, tia] = people as [Visitor, Visitor, Visitor]
  await askForCheck(ria)
  await askForCheck(sia)
  await prepareCheck(tia)
  await held.house.clock.move(73 * HOUR)
  await held.anew()
  // decided since, but handed in before
  expect((await approve(await checkOf(ria))).status).toBe(200)
  for (const owner of people) await addFactor(await comesIn(owner))
  const [approved, waits, draft] = [await takeBack(ria), await takeBack(sia), await takeBack(tia)]
  expect((await approved.get('/api/kyc')).body.state).toBe('approved')
  expect((await waits.get('/api/kyc')).body).toMatchObject({ state: 'submitted', reason: null })
  expect((await draft.get('/api/kyc')).body.draft).toMatchObject({ missing: [] })
  expect((await approve(await checkOf(sia))).status).toBe(200)
})

/** Chooses another password by a newer link than the last, as whoever has the mailbox. */
async function resetAgain({ email }: Visitor, password: string): Promise<Visitor> {
  await held.house.clock.move(MINUTE)
  const before = await held.linkIn(email, RESET)
  await held.house.visitor().must('/api/forgot-password', { email })
  const token = await held.linkIn(email, RESET, before)
  await held.house.visitor().must('/api/reset-password', { token, password, password_confirmation: password })
  const visitor = held.house.visitor()
  expect((await visitor.signIn(email, password)).status).toBe(200)
  return visitor
}

test('what was handed in between two passwords that were chosen by a link in 72 hours is ended by the second', async () => {
  const una = await held.anInvestor('una')
  await held.house.visitor().must('/api/forgot-password', { email: una.email })
  await held.reset(una.email, 'what the thief has chosen')
  const thief = held.house.visitor()
  await thief.signIn(una.email, 'what the thief has chosen')
  thief.id = una.id
  await askForCheck(thief)
  await held.house.clock.move(HOUR)
  await held.anew()
  const back = await resetAgain(una, ANOTHER)
  expect((await approve(await checkOf(una))).status).toBe(409)
  expect((await back.get('/api/kyc')).body).toMatchObject({
    ...{ state: 'rejected', may_submit: true, draft: null },
    reason: 'Your password was reset again within 72 hours, so hand your documents in again.',
  })
})

test('but whoever hands in and then forgets their password has nothing to hand in again', async () => {
  const val = await held.anInvestor('val')
  await askForCheck(val)
  await held.house.clock.move(MINUTE)
  await held.house.visitor().must('/api/forgot-password', { email: val.email })
  await held.reset(val.email, ANOTHER)
  expect((await approve(await checkOf(val))).status).toBe(200)
  // and what was approved before them stays, however often
  await resetAgain(val, PASSWORD)
  const back = await resetAgain(val, ANOTHER)
  expect((await back.get('/api/kyc')).body.state).toBe('approved')
})

const AS_LISTED = { legal_name: 'Karim Zorbeki', birth_date: '1961-02-03' }
const LISTED = { uid: '1', first: 'Karim', last: 'Zorbeki', born: '1961-02-03', country: 'Fiji' }

/** Whoever knows the password hands in a check as a listed person, which is confirmed; then the account is taken back. */
async function takenBackAsListed(name: string) {
  const owner = await held.anInvestor(name)
  // whichever was there
  await importFiles(held.owner, [ofacXml([LISTED])])
  await held.house.runJobs()
  const thief = await comesIn(owner)
  await prepareCheck(thief, AS_LISTED)
  await thief.must('/api/kyc', {})
  await addFactor(thief)
  const [hit] = await matchesOf(owner)
  await held.owner.must(`/api/confirm-screening-hit/${hit.id}`, { reason: 'The very person' })
  await held.house.clock.move(5 * MINUTE)
  const back = await takeBack(owner)
  await held.anew()
  return { owner, back, hit }
}
const matchesOf = async ({ id }: Visitor) => (await held.owner.get(`/api/admin/screening-hits?user=${id}`)).body.items

test('a match of a name that a thief handed in keeps its owner from being approved until another administrator clears it', async () => {
  const { owner, back, hit } = await takenBackAsListed('uma')
  expect(await matchesOf(owner)).toMatchObject([
    { id: hit.id, state: 'confirmed', reason: 'The very person', decided_by: { id: held.owner.id } },
  ])
  expect((await matchesOf(owner))[0].taken_back_at).not.toBeNull()
  // an edition that says something else of them finds nobody by the thief's name
  expect((await importFiles(held.owner, [ofacXml([{ ...LISTED, born: '1961-02-04' }])])).status).toBe(200)
  await held.house.runJobs()
  expect(await matchesOf(owner)).toHaveLength(1)
  await askForCheck(back)
  const check = await checkOf(owner)
  expect(await approve(check)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('confirmed before the account was taken back') },
  })
  const clear = `/api/clear-screening-hit/${hit.id}`
  expect((await held.owner.post(clear, { reason: 'A thief’s name' })).body.message).toContain('Another administrator')
  const second = held.house.visitor()
  await second.join('the-second')
  await giveRoles(held.owner, second, ['reviewer'])
  await second.must(clear, { reason: 'A thief’s name' })
  expect((await approve(check)).status).toBe(200)
})

test('whoever is listed is not rid of a confirmed match by taking back their own account', async () => {
  const { owner, back, hit } = await takenBackAsListed('vera')
  // with another birth date the match has another score
  await prepareCheck(back, { ...AS_LISTED, birth_date: '1961-02-10' })
  await back.must('/api/kyc', {})
  const stands = (await matchesOf(owner)).find(({ id }: { id: string }) => id === hit.id)
  expect(stands).toMatchObject({ state: 'confirmed', reason: 'The very person' })
  expect((await approve(await checkOf(owner))).body.message).toContain('confirmed')
  expect((await held.owner.post(`/api/clear-screening-hit/${hit.id}`, { reason: 'No' })).status).toBe(409)
})

test('a confirmed match holds the approval of whoever chooses another password by a link twice', async () => {
  await importFiles(held.owner, [ofacXml([LISTED])])
  await held.house.runJobs()
  const wim = await held.anInvestor('wim')
  await held.house.visitor().must('/api/forgot-password', { email: wim.email })
  await held.reset(wim.email, 'the first of two passwords')
  await wim.signIn(wim.email, 'the first of two passwords')
  await prepareCheck(wim, AS_LISTED)
  await wim.must('/api/kyc', {})
  const [hit] = await matchesOf(wim)
  await held.owner.must(`/api/confirm-screening-hit/${hit.id}`, { reason: 'The very person' })
  await held.house.clock.move(HOUR)
  await held.anew()
  await resetAgain(wim, ANOTHER)
  await wim.signIn(wim.email, ANOTHER)
  // with papers of another name
  await askForCheck(wim)
  const [check] = (await held.owner.get('/api/admin/checks?status=submitted&q=wim')).body.items
  const approved = await approve(check.id)
  expect({ shown: check.matches, approved: approved.status }).toEqual({
    shown: { open: 0, confirmed: 1 },
    approved: 409,
  })
})
