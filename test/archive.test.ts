/** Everything that is mine over HTTP: who gets the file, and what is asked of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#kit/clock.ts'
import { OWNER, startTestApp, type TestApp } from './support/app.ts'
import { TO_RACE } from './support/database.ts'
import { addPasskey, stepUpByPasskey } from './support/factors.ts'
import { prepareCheck } from './support/identity.ts'
import { SoftAuthenticator } from './support/soft-authenticator.ts'
import { readZip } from './support/zip-reader.ts'
import type { Visitor } from './support/visitor.ts'

const PASSWORD = 'correct horse battery'
const LATER = 6 * 60_000

let house: TestApp
let owner: Visitor
let people = 0
beforeAll(async () => {
  house = await startTestApp({ connections: TO_RACE })
  owner = await house.owner()
})
afterAll(() => house.close())

async function somebody(): Promise<Visitor> {
  const visitor = house.visitor()
  await visitor.join(`archived${(people += 1)}`)
  return visitor
}

/** Time in which nobody comes, but for what keeps a session open. */
const pass = (milliseconds: number) => house.clock.move(milliseconds, { away: true })
const stateOf = async (who: Visitor) => (await who.get('/api/archive')).body.archive
const make = async (who: Visitor) => {
  await who.must('/api/make-archive')
  await house.app.jobs.find(({ name }) => name === 'archives')?.run()
  await expect.poll(() => stateOf(who)).toMatchObject({ state: 'ready' })
}
const download = (who: Visitor, path = '/api/archive.zip') =>
  fetch(house.url + path, {
    headers: {
      ...(who.bearer === undefined ? {} : { authorization: `Bearer ${who.bearer}` }),
      cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe('the file', () => {
  test('is an attachment that nothing keeps, for its own person alone', async () => {
    const who = await somebody()
    expect((await download(who)).status).toBe(404)
    expect(await stateOf(who)).toBeNull()
    await make(who)
    const answer = await download(who)
    const day = house.clock.now().toISOString().slice(0, 10)
    expect([
      answer.status,
      ...['cache-control', 'content-type', 'content-disposition'].map((name) => answer.headers.get(name)),
    ]).toEqual([200, 'no-store', 'application/zip', `attachment; filename="plumb-archive-${day}.zip"`])
    const files = readZip(await bytesOf(answer))
    expect(JSON.parse(String(files.get('me.json'))).user.id).toBe(who.id)
    const kept = await house.app.db
      .selectFrom('archive')
      .select('id')
      .where('user_id', '=', who.id)
      .executeTakeFirstOrThrow()
    for (const other of [await somebody(), owner]) {
      expect((await download(other)).status).toBe(404)
      expect((await download(other, `/api/archive.zip?id=${kept.id}`)).status).toBe(422)
      expect((await download(other, `/api/archive/${kept.id}`)).status).toBe(404)
    }
    expect((await download(house.visitor())).status).toBe(401)
    const acts = house.app.db.selectFrom('audit_entry').select('action').where('actor_id', '=', who.id)
    const lines = await acts.where('action', 'in', ['ask for archive', 'file downloaded']).orderBy('id').execute()
    expect(lines.map(({ action }) => action)).toEqual(['ask for archive', 'file downloaded'])
  })

  test('asks for a fresh second factor of whoever has one', async () => {
    const who = await somebody()
    const device = new SoftAuthenticator('http://localhost')
    await addPasskey(who, device, { password: PASSWORD })
    await make(who)
    await pass(LATER)
    const refused = await download(who)
    expect([refused.status, await refused.json()]).toMatchObject([403, { step_up: ['passkey'] }])
    expect((await stepUpByPasskey(who, device)).status).toBe(200)
    expect((await download(who)).status).toBe(200)
  })

  test('asks for a fresh sign-in of whoever has none and has handed in a document', async () => {
    const who = await somebody()
    await prepareCheck(who)
    await make(who)
    const files = readZip(await bytesOf(await download(who)))
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['documents/check-1-front.webp', 'documents/check-1-face.webp']),
    )
    await pass(LATER)
    expect(await stateOf(who)).toMatchObject({ sign_in_first: true })
    expect((await download(who)).status).toBe(409)
    await who.signIn(who.email, PASSWORD)
    expect((await download(who)).status).toBe(200)
  })

  test('with a document in it is for nobody while something by which its person is known was changed lately', async () => {
    const who = await somebody()
    await prepareCheck(who)
    await make(who)
    expect((await download(who)).status).toBe(200)
    const paused = new Date(house.clock.now().getTime() + DAY)
    await house.app.db
      .updateTable('app_user')
      .set({ withdrawals_paused_until: paused, withdrawals_paused_for: 'password reset' })
      .where('id', '=', who.id)
      .execute()
    const refused = await download(who)
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { message: expect.stringMatching(/Download it when/) },
    ])
  })

  test('is nobody’s once its person is blocked', async () => {
    const who = await somebody()
    await make(who)
    await owner.signIn(OWNER.email, OWNER.password)
    await owner.must(`/api/block-user/${who.id}`, { reason: 'A test.' })
    expect((await download(who)).status).toBe(401)
    expect(await house.app.db.selectFrom('archive').select('id').where('user_id', '=', who.id).execute()).toEqual([])
  })

  test('is one, however many requests come at once', async () => {
    const who = await somebody()
    const answers = await Promise.all(Array.from({ length: 100 }, () => who.post('/api/make-archive')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await make(who)
    const files = await Promise.all(Array.from({ length: 3 }, async () => bytesOf(await download(who))))
    expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(1)
    const mails = await house.app.db.selectFrom('message').select('subject').where('receiver', '=', who.email).execute()
    expect(mails.filter(({ subject }) => subject === 'Your data is ready to download')).toHaveLength(1)
  })
})
